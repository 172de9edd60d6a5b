//! Programs that the tests judge.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// The slow twin as a program, which can break a rule. It is compiled once for each text of its source.
pub fn mutant() -> String {
    const SOURCES: [&str; 3] = [
        include_str!("../programs/mutant.rs"),
        include_str!("../../../hule/tests/twin/mod.rs"),
        include_str!("../../../hule/tests/twin/mutation.rs"),
    ];
    let mut hasher = DefaultHasher::new();
    SOURCES.hash(&mut hasher);
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutant-{:016x}", hasher.finish()));
    if !program.exists() {
        // Other tests may do the same at the same time: each under a name of its own, until it is complete.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("it is for such files");
        let made = folder.path().join("mutant");
        // The compiler that belongs to this cargo.
        let mut compiler = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"));
        compiler.args(["--edition", "2024", "-O", "-o"]).arg(&made).arg(source("mutant.rs"));
        assert!(compiler.status().expect("there is a compiler beside cargo").success());
        fs::rename(&made, &program).expect("both are in one folder");
    }
    program.to_str().expect("a plain name").to_owned()
}

/// Processes with this text in their command line.
pub fn processes_with(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("there is /proc").flatten();
    let commands = entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    commands
        .filter(|command| command.contains(text) && !command.contains("stress") && !command.contains("judge"))
        .collect()
}
