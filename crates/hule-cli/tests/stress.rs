//! `hule stress` against programs in several languages: right ones, wrong ones, and such as misbehave.

mod common;

use common::{complaint, text, wait_until};
use serde_json::Value;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that a test works in.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("there is a place for temporary files"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn stress(&self, options: &[&str], program: &[&str]) -> Output {
        let mut command = common::hule();
        command.arg("stress").args(options).arg("--").args(program).current_dir(self.0.path());
        command.stdin(Stdio::null()).env("LC_ALL", "C").output().expect("hule runs")
    }

    /// The report of a run that must have found something wrong.
    fn failure(&self, options: &[&str], program: &[&str]) -> Value {
        let output = self.stress(&[&["--json", "--shrink", "0"], options].concat(), program);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(3), ""), "{program:?}: {output:?}");
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    }

    /// The C++ solution, compiled.
    fn cpp(&self, options: &[&str]) -> String {
        let program = self.path("solution");
        let mut compiler = Command::new("c++");
        compiler.args(["-std=c++17", "-O1", "-o"]).arg(&program).arg(source("solution.cpp")).args(options);
        assert!(compiler.status().expect("there is a C++ compiler").success());
        program.to_str().expect("temporary names are plain").to_owned()
    }
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name)
}

/// The slow twin as a program, which can break a rule. It is compiled once for each text of its source.
fn mutant() -> String {
    const SOURCES: [&str; 2] =
        [include_str!("programs/mutant.rs"), include_str!("../../hule/tests/twin/mod.rs")];
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
fn processes_with(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("there is /proc").flatten();
    let commands = entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    commands.filter(|command| command.contains(text) && !command.contains("stress")).collect()
}

// ---------------------------------------------------------------- right and wrong

#[test]
fn right_programs_are_right_in_every_language() {
    let place = Place::new();
    let cpp = place.cpp(&[]);
    let python = source("solution.py");
    let programs: [(&str, &[&str]); 3] =
        [("60", &[&cpp]), ("4", &["python3", python.to_str().expect("a plain name")]), ("40", &[&mutant()])];
    for (tests, program) in programs {
        let output = place.stress(&["-n", tests, "--limit", "60"], program);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let report = text(&output.stdout);
        assert!(
            report.contains("100.00 %  right") && report.contains(&format!("\n{tests} decks in ")),
            "{report}"
        );
        assert!(!place.path("hule-stress").exists());
    }
}

#[test]
fn every_mutant_is_found_and_its_rule_is_named() {
    let place = Place::new();
    let list = Command::new(mutant()).arg("--list").output().expect("the mutant runs");
    let list: Vec<(&str, &str)> =
        text(&list.stdout).lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(list.len() >= 12);
    for (mutation, rule) in list {
        // The options are those of the default, but for the machine, which may be slow.
        let report = place.failure(&["-t", "60", "--limit", "60"], &[&mutant(), mutation]);
        assert_eq!(report["failure"]["check"]["rule"], rule, "{mutation}: {report}");
    }
}

#[test]
fn a_failure_is_shrunk_saved_and_can_be_seen_again() {
    let place = Place::new();
    let early = place.cpp(&["-DTOO_EARLY"]);
    let output = place.stress(&["--limit", "60"], &[&early]);
    assert_eq!(output.status.code(), Some(3));
    let report = text(&output.stdout);
    for part in ["  WA ", "DRAW\n", "[R23 Drawn game]", "has claimed the discard and has to discard first"] {
        assert!(report.contains(part), "{part:?} is not in\n{report}");
    }
    let again = report.lines().find_map(|line| line.strip_prefix("To reproduce: ")).expect("it says how");
    let folder = Path::new(env!("CARGO_BIN_EXE_hule")).parent().expect("it is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a PATH"));
    let mut shell = Command::new("sh");
    shell.args(["-c", again]).current_dir(place.0.path()).env("PATH", path).env("LC_ALL", "C");
    let checked = shell.output().expect("the shell runs");
    assert_eq!(checked.status.code(), Some(3));
    assert!(report.contains(text(&checked.stdout)), "{report}\nis not about\n{}", text(&checked.stdout));
    let saved = |name: &str| fs::read_to_string(place.path("hule-stress").join(name)).expect("it was saved");
    assert_ne!(saved("wrong.out"), saved("wrong.ans"));
    assert_eq!(saved("wrong.deck").lines().count(), 148);
}

#[test]
fn white_space_at_the_end_of_lines_matters_only_if_asked_for() {
    let place = Place::new();
    let script = format!("{} | sed 's/$/ /'", mutant());
    let program = ["sh", "-c", &script];
    assert_eq!(place.stress(&["-n", "4", "--limit", "60"], &program).status.code(), Some(0));
    let report = place.failure(&["-n", "4", "--limit", "60", "--strict"], &program);
    assert_eq!(report["failure"]["check"]["line"], 1);
}

#[test]
fn the_same_seed_finds_the_same_deck() {
    let place = Place::new();
    let found = |seed: &str| {
        let options = ["-j", "1", "--seed", seed, "--limit", "60", "-t", "60"];
        let report = place.failure(&options, &[&mutant(), "OwnChowFirst"]);
        (
            report["failure"]["test"].clone(),
            fs::read(place.path("hule-stress/wrong.deck")).expect("it was saved"),
        )
    };
    assert_eq!(found("1"), found("1"));
    assert_ne!(found("1").1, found("2").1);
}

// ---------------------------------------------------------------- misbehaviour

#[test]
fn programs_that_misbehave_are_ended_and_judged() {
    let place = Place::new();
    let judged = |options: &[&str], program: &[&str]| {
        let report = place.failure(&[&["-n", "2"], options].concat(), program);
        report["failure"]["verdict"].as_str().expect("a word").to_owned()
    };
    assert_eq!(judged(&["--limit", "0.2"], &["sleep", "1000"]), "TLE");
    assert_eq!(judged(&[], &["false"]), "RE");
    assert_eq!(judged(&[], &["sh", "-c", "kill -SEGV $$"]), "RE");
    assert_eq!(judged(&["--limit", "60"], &["yes"]), "WA");
    assert_eq!(judged(&[], &["true"]), "WA");
    assert_eq!(judged(&["--limit", "0.2"], &["sh", "-c", "exec >&-; sleep 1000"]), "TLE");
    let hog = "x = [0] * (1 << 25); import time; time.sleep(1000)";
    assert_eq!(judged(&["--limit", "60", "--memory", "64"], &["python3", "-c", hog]), "MLE");
}

#[test]
fn whoever_stops_it_gets_no_verdict_and_leaves_nothing_behind() {
    let place = Place::new();
    for signal in ["INT", "TERM", "HUP"] {
        let mut hule = common::hule();
        hule.args(["stress", "--limit", "60", "sleep", "98765.5"]).current_dir(place.0.path());
        let child = hule.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("hule starts");
        // It listens to signals before it starts the program.
        wait_until("the program runs", || !processes_with("98765.5").is_empty());
        common::send_signal(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        let sentence = "hule: stopped before there was a verdict\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(4), sentence));
    }
    assert_eq!(processes_with("98765.5"), Vec::<String>::new());
}

#[test]
fn a_crash_shows_what_the_program_said() {
    let place = Place::new();
    let output = place.stress(&["-n", "1", "--shrink", "0"], &["sh", "-c", "echo oh dear >&2; exit 7"]);
    let report = text(&output.stdout);
    assert!(report.contains("ended with exit status 7; it had printed 0 bytes.\n    oh dear\n"), "{report}");
    assert!(
        report.contains("To reproduce: sh -c 'echo oh dear >&2; exit 7' < hule-stress/wrong.deck\n"),
        "{report}"
    );
}

#[test]
fn nothing_is_left_of_a_program_and_its_children() {
    let place = Place::new();
    let children = "sleep 98761.5 & setsid sleep 98762.5 & (setsid setsid sleep 98763.5 &) ; cat";
    for end in ["", "; sleep 98764.5", "; kill -KILL $$"] {
        let script = format!("{children}{end}");
        place.failure(&["-n", "4", "--limit", "0.3"], &["sh", "-c", &script]);
    }
    // Who has been killed may need a moment to be gone.
    wait_until("all of them are gone", || processes_with("9876").is_empty());
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = Place::new();
    assert_eq!(complaint(&place.stress(&[], &["./nowhere"]), 1), "./nowhere: there is no such program");
    fs::write(place.path("mine"), "").expect("the folder is writable");
    let output = place.stress(&[], &["mine"]);
    assert_eq!(complaint(&output, 1), "mine: there is no such command; perhaps `./mine` is meant");
    let output = place.stress(&[], &["./mine"]);
    assert_eq!(complaint(&output, 1), "./mine: it is not executable");
    assert_eq!(place.stress(&[], &[]).status.code(), Some(2));
    assert_eq!(place.stress(&["--limit", "-1"], &["true"]).status.code(), Some(2));
    assert_eq!(place.stress(&["-n", "some"], &["true"]).status.code(), Some(2));
    fs::write(place.path("taken"), "").expect("the folder is writable");
    let output = place.stress(&["-n", "1", "--save", "taken", "--shrink", "0"], &["true"]);
    // What was found is printed all the same.
    assert!(text(&output.stdout).contains("there is no output at all"), "{output:?}");
    let complaint = "hule: taken: it is a file; expected a directory\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), complaint));
    assert_eq!(place.stress(&["-n", "0"], &["true"]).status.code(), Some(2));
    assert_eq!(place.stress(&["-t", "0"], &["true"]).status.code(), Some(2));
}
