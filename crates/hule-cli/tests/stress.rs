//! `hule stress` against programs in several languages: right ones, wrong ones, and such as misbehave.

#![cfg_attr(windows, allow(unused_imports, dead_code))] // Some tests need what only Unix has.

mod common;

use common::programs::{self, mutant, source};
use common::{complaint, text, wait_until};
use serde_json::Value;
use std::fs;
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

// ---------------------------------------------------------------- right and wrong

#[cfg(unix)]
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

#[cfg(unix)]
#[test]
fn every_mutant_is_found_and_nearly_every_rule_is_named() {
    let place = Place::new();
    let list = Command::new(mutant()).arg("--list").output().expect("the mutant runs");
    let list: Vec<(&str, &str)> =
        text(&list.stdout).lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(list.len() >= 60);
    let mut misnamed = Vec::new();
    for &(mutation, rules) in &list {
        // As many decks as one processor tests in a few seconds, but the machine may be slow.
        let report = place.failure(&["-n", "1000", "--limit", "60"], &[&mutant(), mutation]);
        let rule = report["failure"]["check"]["rule"].as_str().expect("a mutant breaks a rule");
        if !rules.split('|').any(|right| right == rule) {
            misnamed.push(format!("{mutation}: {rule}"));
        }
    }
    // One log does not always tell two faults apart.
    assert!(20 * misnamed.len() <= list.len(), "{misnamed:?}");
}

#[cfg(unix)]
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

#[cfg(unix)]
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

#[cfg(unix)]
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

/// A Python program that does this before it lets the right one go on.
#[cfg(unix)]
fn before_the_right_one(script: &str) -> [String; 4] {
    let script = format!("import os, sys, time\n{script}\nos.execv(sys.argv[1], sys.argv[1:])");
    ["python3".to_owned(), "-c".to_owned(), script, mutant()]
}

#[cfg(unix)]
#[test]
fn time_is_that_of_the_processor() {
    let place = Place::new();
    let run = |options: &[&str], script: &str| {
        let program = before_the_right_one(script);
        place.stress(
            &[&["--shrink", "0", "--json"], options].concat(),
            &program.each_ref().map(String::as_str),
        )
    };
    let verdict = |output: &Output| {
        let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        report["failure"]["verdict"].as_str().unwrap_or("AC").to_owned()
    };
    // Many at a time, so that each has to wait for the others.
    let busy = "while time.process_time() < 0.3: pass";
    assert_eq!(verdict(&run(&["-n", "16", "-j", "8", "--limit", "1"], busy)), "AC");
    assert_eq!(verdict(&run(&["-n", "1", "--limit", "0.2"], busy)), "TLE");
    // Who waits does not work; but not for ever.
    assert_eq!(verdict(&run(&["-n", "1", "--limit", "0.5"], "time.sleep(1)")), "AC");
    assert_eq!(verdict(&run(&["-n", "1", "--limit", "0.1"], "time.sleep(60)")), "TLE");
    // What the program has started counts, also when it is done.
    let child = "if os.fork() == 0:\n    while time.process_time() < 0.4: pass\n    os._exit(0)\nos.wait()";
    assert_eq!(verdict(&run(&["-n", "1", "--limit", "0.3"], child)), "TLE");
    assert_eq!(verdict(&run(&["-n", "1", "--limit", "2"], child)), "AC");
}

/// On a busy machine a program may seem slow once; a judge would not say so.
#[cfg(unix)]
#[test]
fn a_limit_must_be_exceeded_twice() {
    let place = Place::new();
    for hindrance in ["while True: pass", "time.sleep(600)", "b'1' * (1 << 28)\n    time.sleep(600)"] {
        let marks = place.path("marks");
        let once = format!("if not os.path.exists('marks'):\n    open('marks', 'w')\n    {hindrance}");
        let program = before_the_right_one(&once);
        let options = ["-n", "1", "--limit", "0.5", "--memory", "128"];
        let output = place.stress(&options, &program.each_ref().map(String::as_str));
        assert_eq!(output.status.code(), Some(0), "{hindrance}: {output:?}");
        fs::remove_file(marks).expect("it was made in the first run");
    }
}

#[cfg(unix)]
#[test]
fn a_peak_of_memory_is_seen_however_short_it_is() {
    let place = Place::new();
    let verdict = |memory: &str, script: &str| {
        let program = before_the_right_one(script);
        let options = ["-n", "2", "--limit", "60", "--shrink", "0", "--json", "--memory", memory];
        let output = place.stress(&options, &program.each_ref().map(String::as_str));
        let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        report["failure"]["verdict"].as_str().unwrap_or("AC").to_owned()
    };
    let peak = "b'1' * (1 << 27)";
    assert_eq!((verdict("100", peak), verdict("300", peak)), ("MLE".to_owned(), "AC".to_owned()));
    let child = format!("if os.fork() == 0:\n    {peak}\n    os._exit(0)\nos.wait()");
    assert_eq!((verdict("100", &child), verdict("300", &child)), ("MLE".to_owned(), "AC".to_owned()));
    // Each has less than it may have, but not all of them together.
    let both = "if os.fork() == 0:\n    x = b'1' * (90 << 20)\n    time.sleep(1)\n    os._exit(0)\nx = b'2' * (90 << 20)\nos.wait()";
    assert_eq!((verdict("128", both), verdict("300", both)), ("MLE".to_owned(), "AC".to_owned()));
}

/// What a process has used before it became the program counts for the system, and that is `hule` itself.
#[cfg(unix)]
#[test]
fn the_memory_of_hule_is_not_that_of_the_program() {
    let place = Place::new();
    let sample = include_str!("../../../examples/sample.deck");
    fs::write(place.path("many"), sample.repeat(60_000)).expect("there is room");
    let options = ["--decks", "many", "-n", "2", "--limit", "60", "--memory", "12"];
    let output = place.stress(&options, &[&mutant()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let hog = before_the_right_one("b'1' * (1 << 24)");
    let report = place.failure(&options, &hog.each_ref().map(String::as_str));
    assert_eq!(report["failure"]["verdict"], "MLE");
}

#[cfg(unix)]
#[test]
fn whoever_stops_it_gets_no_verdict_and_leaves_nothing_behind() {
    let place = Place::new();
    for signal in ["INT", "TERM", "HUP"] {
        let mut hule = common::hule();
        hule.args(["stress", "--limit", "60", "sleep", "98765.5"]).current_dir(place.0.path());
        let child = hule.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("hule starts");
        // It listens to signals before it starts the program.
        wait_until("the program runs", || !programs::processes_with("98765.5").is_empty());
        common::send_signal(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        let sentence = "hule: stopped before there was a verdict\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(4), sentence));
    }
    assert_eq!(programs::processes_with("98765.5"), Vec::<String>::new());
}

#[cfg(unix)]
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

#[cfg(unix)]
#[test]
fn errors_are_shown_as_they_were_printed() {
    let place = Place::new();
    let script = "import sys; sys.stderr.write('what(): \"牌\" \\\\n\\x1b[31m\\tred\\r\\n'); sys.exit(1)";
    let output = place.stress(&["-n", "1", "--shrink", "0"], &["python3", "-c", script]);
    let report = text(&output.stdout);
    assert!(report.contains("\n    what(): \"牌\" \\n^[[31m\tred\n"), "{report}");
}

#[cfg(unix)]
#[test]
fn nothing_is_left_of_a_program_and_its_children() {
    let place = Place::new();
    let children = "sleep 98761.5 & setsid sleep 98762.5 & (setsid setsid sleep 98763.5 &) ; cat";
    for end in ["", "; sleep 98764.5", "; kill -KILL $$"] {
        let script = format!("{children}{end}");
        place.failure(&["-n", "4", "--limit", "0.3"], &["sh", "-c", &script]);
    }
    // Who has been killed may need a moment to be gone.
    wait_until("all of them are gone", || programs::processes_with("9876").is_empty());
}

#[cfg(unix)]
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
    // A place for what is found is needed before anything is.
    fs::write(place.path("taken"), "").expect("the folder is writable");
    for (folder, sentence) in [
        ("taken", "taken: it is a file; expected a directory"),
        ("taken/below", "taken/below: part of the path is not a directory"),
    ] {
        let output = place.stress(&["-n", "1", "--save", folder], &["true"]);
        assert_eq!(complaint(&output, 1), sentence);
    }
    assert_eq!(place.stress(&["-n", "0"], &["true"]).status.code(), Some(2));
    assert_eq!(place.stress(&["-t", "0"], &["true"]).status.code(), Some(2));
}

#[test]
fn limits_are_more_than_nothing() {
    let place = Place::new();
    for (option, sentence) in [
        ("--limit", "expected more than 0 seconds"),
        ("--memory", "expected a number of megabytes, 1 or more"),
    ] {
        let output = place.stress(&[option, "0"], &["true"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(sentence), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn options_before_the_program_are_ours_and_those_behind_it_are_its_own() {
    let place = Place::new();
    let run = |words: &[&str]| {
        let mut command = common::hule();
        command.arg("stress").args(words).current_dir(place.0.path()).stdin(Stdio::null());
        command.output().expect("hule runs")
    };
    let right = mutant();
    let output = run(&["-j1", "-n3", "--limit=60", "--", &right]);
    assert!(text(&output.stdout).contains("\n3 decks in "), "{output:?}");
    let output = run(&["--keepgoing", "-n", "1", &right]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("unexpected argument '--keepgoing'"), "{output:?}");
    assert!(text(&output.stderr).contains("'--keep-going'"), "{output:?}");
    assert_eq!(run(&["-x", "-n", "1", &right]).status.code(), Some(2));
    let output = run(&["-n", "1", "--shrink", "0", "sh", "-c", "exit 7", "-n", "--bogus"]);
    assert!(text(&output.stdout).contains("To reproduce: sh -c 'exit 7' -n --bogus < "), "{output:?}");
    // A command line may be one word.
    let output = run(&["-n", "2", "--limit", "60", &format!("sh -c '{right} $0' ''")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&["--decks", "1.in", &right]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("tip: `--` ends the files of --decks"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn an_output_without_end_is_wrong_also_if_it_is_blank() {
    let place = Place::new();
    let script = format!("{}; yes '' | head -c 2000000", mutant());
    let output = place.stress(&["-n", "1", "--limit", "60", "--shrink", "0"], &["sh", "-c", &script]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = text(&output.stdout);
    assert!(report.contains("The output is longer than 1,048,576 bytes and was cut there.\n"), "{report}");
    assert!(report.contains("wrong.out (what the program printed, cut at 1 MiB)"), "{report}");
    let saved = fs::metadata(place.path("hule-stress/wrong.out")).expect("it was saved");
    assert_eq!(saved.len(), 1 << 20);
}

// ---------------------------------------------------------------- other ways to test

#[cfg(unix)]
#[test]
fn all_kinds_of_failures_are_collected() {
    let place = Place::new();
    // It breaks one rule or another, or crashes, as the first tile says.
    let script = format!(
        "deck=$(cat); case $deck in [1-5]*) m=OwnChowFirst;; [6-9]*) m=LowestChow;; E*|S*) exit 7;; esac; echo \"$deck\" | {} $m",
        mutant()
    );
    let options = ["-n", "150", "--limit", "60", "--keep-going", "--shrink", "0.5"];
    let program = ["sh", "-c", &script];
    let output = place.stress(&options, &program);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = text(&output.stdout);
    assert!(report.contains("\n150 decks in ") && report.contains("\nKinds of failures:\n"), "{report}");
    for (group, title) in [("R29", "R29 Own pong first"), ("R30", "R30 "), ("RE", "ended with an error")] {
        let row = report.lines().find(|line| line.ends_with(&format!("  hule-stress/{group}")));
        assert!(row.is_some_and(|row| row.contains(title)), "{group}: {report}");
        let saved = fs::read_to_string(place.path("hule-stress").join(group).join("wrong.deck"));
        assert_eq!(saved.expect("it was saved").lines().count(), 148);
        assert!(report.contains(&format!(" < hule-stress/{group}/wrong.deck")), "{report}");
    }
    let report = place.failure(&[&options[..], &["--shrink", "0"]].concat()[..5], &program);
    let failures = report["failures"].as_array().expect("a list");
    assert!(failures.len() >= 3, "{report}");
    let wrong: u64 = failures.iter().filter_map(|failure| failure["count"].as_u64()).sum();
    assert_eq!(Some(wrong + report["verdicts"]["AC"].as_u64().expect("a count")), report["tests"].as_u64());
    // The failure of an earlier run of another kind does not stay beside them.
    place.failure(&["-n", "1"], &["true"]);
    assert!(place.path("hule-stress/wrong.out").exists());
    place.failure(&["-n", "1", "-k"], &["false"]);
    for name in ["wrong.deck", "wrong.out", "wrong.ans"] {
        assert!(
            !place.path("hule-stress").join(name).exists()
                && place.path("hule-stress/RE").join(name).exists()
        );
    }
    // A right program has no failures to go on after.
    let output = place.stress(&["-n", "20", "--limit", "60", "-k"], &[&mutant()]);
    assert!(output.status.success() && text(&output.stdout).ends_with(" s\n"), "{output:?}");
}

#[test]
fn the_situations_are_those_of_the_saved_deck() {
    let place = Place::new();
    let output = place.stress(&["--limit", "60", "--shrink", "1"], &[&mutant(), "LowestChow"]);
    let report = text(&output.stdout);
    let mut tags = common::hule();
    let tags = tags.args(["deck", "tags", "hule-stress/wrong.deck"]).current_dir(place.0.path());
    let tags = tags.output().expect("hule runs");
    let said = report.lines().find_map(|line| line.strip_prefix("Rare situations in its game: "));
    for name in said.map(|names| names.trim_end_matches('.').split(", ")).into_iter().flatten() {
        assert!(text(&tags.stdout).contains(name), "{name} is not in {}", text(&tags.stdout));
    }
    assert_eq!(said.is_none(), text(&tags.stdout).ends_with("none\n"), "{report}");
}

#[cfg(unix)]
#[test]
fn decks_can_be_given() {
    let place = Place::new();
    let deck =
        |game: &str| common::hule().args(["deck", "new", "--game", game]).output().expect("it runs").stdout;
    fs::create_dir(place.path("tests")).expect("there is room");
    for name in ["10.in", "2.in", "3.deck"] {
        fs::write(place.path("tests").join(name), deck("5")).expect("there is room");
    }
    fs::write(place.path("tests/2.ans"), "not a deck").expect("there is room");
    fs::write(place.path("many"), [deck("1"), deck("2")].concat()).expect("there is room");
    fs::write(place.path("wrong"), "1M 2M").expect("there is room");
    fs::write(place.path("empty"), "").expect("there is room");
    fs::create_dir(place.path("none")).expect("there is room");
    let output = place.stress(&["--limit", "60", "--decks", "tests", "many"], &[&mutant()]);
    assert!(text(&output.stdout).contains("\n5 decks in "), "{output:?}");
    let report = place.failure(&["-j", "1", "--decks", "many", "tests"], &["true"]);
    assert_eq!(report["failure"]["family"], "deck 1 of many");
    assert_eq!(fs::read(place.path("hule-stress/wrong.deck")).expect("saved"), deck("1"));
    let refused = |files: &[&str], status| {
        let output = place.stress(&[&["--decks"], files].concat(), &["true"]);
        complaint(&output, status).to_owned()
    };
    assert!(refused(&["many", "wrong"], 2).starts_with("wrong: deck 1: "));
    assert_eq!(refused(&["empty"], 2), "empty: there is no deck in it");
    assert_eq!(refused(&["none"], 2), "none: there is no *.in or *.deck in this directory");
    assert_eq!(refused(&["nowhere"], 1), "nowhere: there is no such file");
}

#[cfg(unix)]
#[test]
fn programs_may_read_and_write_files() {
    let place = Place::new();
    fs::copy(mutant(), place.path("mine")).expect("there is room");
    fs::write(place.path("run.sh"), "cat >copy <m.in; $1 $2 <m.in >m.out; ls >ls").expect("there is room");
    let files = ["--limit", "60", "-n", "6", "--file-io", "m.in", "m.out"];
    let output = place.stress(&files, &["sh", "run.sh", "./mine"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let mut left: Vec<_> =
        fs::read_dir(place.0.path()).expect("there").flatten().map(|it| it.file_name()).collect();
    left.sort();
    assert_eq!(left, ["mine", "run.sh"], "each runs elsewhere");
    let report =
        place.failure(&[&files[..], &["-t", "60"]].concat(), &["sh", "run.sh", "./mine", "NoWinLine"]);
    assert_eq!(report["failure"]["check"]["rule"], "R32");
    // Who prints on standard output has not written the file.
    let output = place.stress(&[&files[..], &["--shrink", "0"]].concat(), &["./mine"]);
    let report = text(&output.stdout);
    assert!(report.contains("\nThe program did not write the file m.out.\n"), "{report}");
    assert!(report.contains("/hule-stress/wrong.deck m.in && /"), "{report}");
    let endless = place.failure(&files, &["sh", "-c", "yes >m.out"]);
    assert_eq!(endless["failure"]["verdict"], "WA");
    for (input, output) in [("a/b", "c"), ("", "c"), ("..", "c"), ("a", "/c"), ("a", "a")] {
        let refused = place.stress(&["--file-io", input, output], &["true"]);
        assert!(complaint(&refused, 2).starts_with("--file-io: "), "{input} {output}");
    }
}

#[cfg(unix)]
#[test]
fn contestants_read_their_own_words() {
    let place = Place::new();
    let output = place.stress(&["--lang", "zh", "-n", "1", "--shrink", "0"], &["true"]);
    let report = text(&output.stdout);
    for part in [
        "\n1 个测试点，用时 ",
        "即种子 0 的第 1 个测试点，",
        "\n复现：true < hule-stress/wrong.deck | hule check ",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_said_fits_the_terminal_but_for_the_command() {
    use unicode_width::UnicodeWidthStr;
    let place = Place::new();
    for language in ["en", "zh"] {
        let mut command = common::hule();
        command.args(["stress", "--lang", language, "-n", "1", "--shrink", "0", "true"]);
        let shown = common::on_terminal(command.current_dir(place.0.path()), 60);
        assert!(shown.contains("wrong.ans"), "{shown}");
        let long = shown.lines().filter(|line| line.width() > 60 && !line.contains("hule check"));
        assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn progress_does_not_count_a_failure_as_correct() {
    let place = Place::new();
    let mut terminal = Command::new("python3");
    terminal.args(["-c", "import pty, sys; pty.spawn(sys.argv[1:])", env!("CARGO_BIN_EXE_hule"), "stress"]);
    terminal.args(["-n", "6", "-j", "1", "--shrink", "0", "sh", "-c", "sleep 0.3"]);
    terminal.current_dir(place.0.path()).env("LC_ALL", "C").env("TERM", "xterm").stdin(Stdio::null());
    let output = terminal.output().expect("there is Python");
    let shown = text(&output.stdout);
    assert!(shown.contains("100.00 %  wrong output"), "{shown}");
    assert!(!shown.contains("1 of 6 tests, all correct"), "{shown}");
}

#[cfg(unix)]
#[test]
fn chinese_has_a_space_before_a_name_and_none_before_a_word() {
    let place = Place::new();
    fs::write(place.path("a.in"), include_str!("../../../examples/sample.deck")).expect("there is room");
    let options = ["--lang", "zh", "-n", "1", "--shrink", "0", "--decks", "a.in"];
    let output = place.stress(&options, &["sh", "-c", "kill -ABRT $$"]);
    let report = text(&output.stdout);
    assert!(report.contains("程序被信号 6（中止）终止；"), "{report}");
    assert!(report.contains("即 a.in 的第 1 个牌堆。"), "{report}");
    let situations = report.lines().find(|line| line.starts_with("对局中的罕见局面："));
    assert!(situations.is_none_or(|line| !line.contains(", ")), "{report}");
    let output = place.stress(&options, &["sh", "-c", "kill -ALRM $$"]);
    assert!(text(&output.stdout).contains("程序被信号 14 终止；"), "{output:?}");
    let output = place.stress(&["--lang", "zh", "-n", "0"], &["true"]);
    assert!(text(&output.stderr).contains("无效：0 不在 1.."), "{output:?}");
}

#[cfg(unix)]
#[test]
fn shrinking_ends_when_nothing_is_gained() {
    let place = Place::new();
    let started = std::time::Instant::now();
    let output = place.stress(&["-n", "1", "--shrink", "100000"], &["true"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(started.elapsed() < common::PATIENCE, "{:?}", started.elapsed());
}
