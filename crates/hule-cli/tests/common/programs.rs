//! Programs that the tests judge.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A program of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// The program that does what its arguments say. Cargo makes it with the tests, unless only some of them are asked for.
pub fn puppet() -> &'static str {
    static PUPPET: OnceLock<String> = OnceLock::new();
    PUPPET.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_hule")).with_file_name("examples");
        let program = folder.join(format!("puppet{}", std::env::consts::EXE_SUFFIX));
        let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let twin = |name: &str| source("../../../hule-twin/src").join(name);
        let sources = [source("puppet.rs"), twin("lib.rs"), twin("mutation.rs")];
        assert!(
            sources.iter().all(|source| changed(&program) >= changed(source)),
            "please make it first: cargo build -p hule-cli --examples"
        );
        program.to_str().expect("a plain name").to_owned()
    })
}

/// The same with these arguments in one line.
pub fn puppet_line(arguments: &[&str]) -> String {
    let words = [&[puppet()], arguments].concat();
    words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
}

/// The puppet in a folder, under the name that is returned.
pub fn my_puppet(folder: &Path) -> PathBuf {
    let mine = Path::new("mine").with_extension(std::env::consts::EXE_EXTENSION);
    // A link: what was just written cannot be started while another test, which begins a process, still has it open.
    #[cfg(unix)]
    std::os::unix::fs::symlink(puppet(), folder.join(&mine)).expect("there is room");
    #[cfg(windows)]
    fs::copy(puppet(), folder.join(&mine)).expect("there is room");
    mine
}

/// Whether a puppet that has locked this file lives.
pub fn is_locked(file: &Path) -> bool {
    File::open(file).is_ok_and(|file| file.try_lock().is_err())
}

/// Waits until all puppets that have locked these files are gone. There must have been some for each.
pub fn all_are_gone(files: &[PathBuf]) {
    for file in files {
        assert!(file.exists(), "{} was never locked", file.display());
        // Who has been killed may need a moment to be gone.
        super::wait_until("all of them are gone", || !is_locked(file));
    }
}
