//! Programs that the tests judge.

use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    process::Command,
};

/// A program of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// The slow twin as a program, which can break a rule, as cargo has made it with the tests.
#[cfg(windows)]
pub fn mutant() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_hule")).with_file_name("examples").join("mutant.exe");
    program.to_str().expect("a plain name").to_owned()
}

/// The slow twin as a program, which can break a rule. It is compiled once for each text of its source.
#[cfg(unix)]
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
#[cfg(unix)]
pub fn processes_with(text: &str) -> Vec<String> {
    let listed = Command::new("ps").args(["-axww", "-o", "args="]).output().expect("there is ps");
    let commands = String::from_utf8_lossy(&listed.stdout).lines().map(str::to_owned).collect::<Vec<_>>();
    let is_other = |command: &String| !command.contains("stress") && !command.contains("judge");
    commands.into_iter().filter(|command| command.contains(text) && is_other(command)).collect()
}
