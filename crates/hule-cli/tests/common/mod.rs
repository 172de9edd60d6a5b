//! What the tests of all commands need.

#![allow(dead_code)] // Not all need all of it.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take, even on a slow machine.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until something is the case, which must be within [`PATIENCE`].
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal to a program that we have started.
#[cfg(unix)]
pub fn send_signal(name: &str, child: &Child) {
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
}

/// The command in English, whatever the locale is.
pub fn hule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hule"));
    command.env("LC_ALL", "C");
    command
}

/// Runs a command with this on its standard input.
pub fn with_input(command: &mut Command, input: impl Into<Vec<u8>>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hule starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.into();
    let writer = thread::spawn(move || {
        // It may stop reading as soon as it knows what is wrong.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("hule ends");
    writer.join().expect("the writer does not panic");
    output
}

pub fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("hule writes UTF-8")
}

/// It must have worked without a word on standard error, and this is what it printed.
pub fn printed(output: &Output) -> &str {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    text(&output.stdout)
}

/// It must have failed with this status, with nothing printed but one sentence.
pub fn complaint(output: &Output, status: i32) -> &str {
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(status), ""), "{output:?}");
    let sentence = text(&output.stderr).strip_prefix("hule: ").expect("it says who complains");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim_end()
}

/// A program of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// The slow twin as a program, which can break a rule. It is compiled once for each text of its source.
pub fn mutant() -> String {
    const SOURCES: [&str; 2] =
        [include_str!("../programs/mutant.rs"), include_str!("../../../hule/tests/twin/mod.rs")];
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
