//! `hule stress` against programs in several languages: right ones, wrong ones, and such as misbehave.

use crate::common::programs::{all_are_gone, my_puppet, puppet, puppet_line};
use crate::common::{self, complaint, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

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

    /// The verdict about a program.
    #[cfg(unix)] // Wine 8 does not know what programs have used.
    fn verdict(&self, options: &[&str], program: &[&str]) -> String {
        let output = self.stress(&[&["--json", "--shrink", "0"], options].concat(), program);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        report["failure"]["verdict"].as_str().unwrap_or("AC").to_owned()
    }

    /// The report of a run that must have found something wrong.
    fn failure(&self, options: &[&str], program: &[&str]) -> Value {
        let output = self.stress(&[&["--json", "--shrink", "0"], options].concat(), program);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(3), ""), "{program:?}: {output:?}");
        serde_json::from_slice(&output.stdout).expect("it is JSON")
    }

    /// The C++ solution, compiled.
    #[cfg(unix)] // On Windows there may be no compiler.
    fn cpp(&self, options: &[&str]) -> String {
        let program = self.path("solution");
        let mut compiler = std::process::Command::new("c++");
        compiler
            .args(["-std=c++17", "-O1", "-o"])
            .arg(&program)
            .arg(common::programs::source("solution.cpp"))
            .args(options);
        assert!(compiler.status().expect("there is a C++ compiler").success());
        program.to_str().expect("temporary names are plain").to_owned()
    }
}

// ---------------------------------------------------------------- right and wrong

fn is_right(tests: &str, program: &[&str]) {
    let place = Place::new();
    let output = place.stress(&["-n", tests, "--limit", "60"], program);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = text(&output.stdout);
    assert!(
        report.contains("100.00 %  right") && report.contains(&format!("\n{tests} decks in ")),
        "{report}"
    );
    assert!(!place.path("hule-stress").exists());
}

#[test]
fn a_right_program_is_right() {
    is_right("40", &[puppet()]);
}

#[cfg(unix)] // On Windows there may be neither a compiler nor Python.
#[test]
fn right_programs_are_right_in_every_language() {
    is_right("60", &[&Place::new().cpp(&[])]);
    is_right("4", &["python3", common::programs::source("solution.py").to_str().expect("a plain name")]);
}

#[cfg(unix)] // On Windows there may be no compiler.
#[test]
fn a_failure_is_shrunk_saved_and_can_be_seen_again() {
    let place = Place::new();
    let early = place.cpp(&["-DTOO_EARLY"]);
    let output = place.stress(&["-n", "1000", "--limit", "60"], &[&early]);
    assert_eq!(output.status.code(), Some(3));
    let report = text(&output.stdout);
    for part in ["  WA ", "DRAW\n", "[R23 Drawn game]", "has claimed the discard and has to discard first"] {
        assert!(report.contains(part), "{part:?} is not in\n{report}");
    }
    let again = report.lines().find_map(|line| line.strip_prefix("To reproduce: ")).expect("it says how");
    let folder = Path::new(env!("CARGO_BIN_EXE_hule")).parent().expect("it is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a PATH"));
    let mut shell = std::process::Command::new("sh");
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
    let program = [puppet(), "play-with-spaces"];
    assert_eq!(place.stress(&["-n", "4", "--limit", "60"], &program).status.code(), Some(0));
    let report = place.failure(&["-n", "4", "--limit", "60", "--strict"], &program);
    assert_eq!(report["failure"]["check"]["line"], 1);
}

#[test]
fn the_same_seed_finds_the_same_deck() {
    let place = Place::new();
    let found = |seed: &str| {
        let options = ["-j", "1", "--seed", seed, "--limit", "60", "-n", "1000"];
        let report = place.failure(&options, &[puppet(), "play=OwnChowFirst"]);
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
    assert_eq!(judged(&["--limit", "0.05"], &[puppet(), "sleep=1000"]), "TLE");
    assert_eq!(judged(&["--limit", "0.05"], &[puppet(), "work=1000"]), "TLE");
    assert_eq!(judged(&["--limit", "60"], &[puppet(), "play", "exit=1"]), "RE");
    assert_eq!(judged(&["--limit", "60"], &[puppet(), "play", "abort"]), "RE");
    assert_eq!(judged(&["--limit", "60"], &[puppet(), "print-forever"]), "WA");
    assert_eq!(judged(&["--limit", "60"], &[puppet(), "exit=0"]), "WA");
    assert_eq!(judged(&["--limit", "60", "--memory", "64"], &[puppet(), "hold=256", "sleep=1000"]), "MLE");
    #[cfg(unix)] // It closes its standard output.
    assert_eq!(judged(&["--limit", "0.05"], &["sh", "-c", "exec >&-; sleep 1000"]), "TLE");
}

#[cfg(unix)] // What a puppet on Windows calls its work is not the time of the processor.
#[test]
fn time_is_that_of_the_processor() {
    let place = Place::new();
    let verdict =
        |limit: &str, step: &str| place.verdict(&["-n", "1", "--limit", limit], &[puppet(), step, "play"]);
    // What the program has started counts, also when it is done.
    for step in ["work=0.3", "run=work=0.3"] {
        assert_eq!(["0.1", "60"].map(|limit| verdict(limit, step)), ["TLE", "AC"], "{step}");
    }
}

/// On a busy machine a program may seem slow once; a judge would not say so.
#[cfg(unix)] // Wine 8 takes the processor time of `hule` for that of the program.
#[test]
fn a_limit_must_be_exceeded_twice() {
    let place = Place::new();
    for (limit, hindrance) in [("1", "work=1000"), ("60", "hold=256+sleep=1000")] {
        let options = ["-n", "1", "--limit", limit, "--memory", "128"];
        let output = place.stress(&options, &[puppet(), &format!("once=marks:{hindrance}"), "play"]);
        assert_eq!(output.status.code(), Some(0), "{hindrance}: {output:?}");
        fs::remove_file(place.path("marks")).expect("it was made in the first run");
    }
}

#[cfg(unix)] // Wine 8 does not know the peak of a process that has ended.
#[test]
fn a_peak_of_memory_is_seen_however_short_it_is() {
    let place = Place::new();
    let verdict = |memory: &str, steps: &[&str]| {
        let options = ["-n", "2", "--limit", "60", "--memory", memory];
        place.verdict(&options, &[&[puppet()], steps, &["play"]].concat())
    };
    let both = |steps: &[&str]| [verdict("100", steps), verdict("300", steps)];
    assert_eq!(both(&["peak=128"]), ["MLE", "AC"]);
    assert_eq!(both(&["run=peak=128"]), ["MLE", "AC"]);
    // Each has less than it may have, but not both of them together.
    let two = ["start=hold=90+write=held+sleep=1000", "hold=90", "await=held"];
    assert_eq!(verdict("100", &[&two[..], &["sleep=1000"]].concat()), "MLE");
    assert_eq!(verdict("300", &two), "AC");
}

/// What a process has used before it became the program counts for the system, and that is `hule` itself.
#[test]
fn the_memory_of_hule_is_not_that_of_the_program() {
    let place = Place::new();
    let sample = include_str!("../../../examples/sample.deck");
    fs::write(place.path("many"), sample.repeat(60_000)).expect("there is room");
    let options = ["--decks", "many", "-n", "2", "--limit", "60", "--memory", "12"];
    let output = place.stress(&options, &[puppet()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = place.failure(&options, &[puppet(), "hold=16", "sleep=1000"]);
    assert_eq!(report["failure"]["verdict"], "MLE");
}

#[cfg(unix)] // Signals.
#[test]
fn whoever_stops_it_gets_no_verdict_and_leaves_nothing_behind() {
    use rustix::process::Signal;
    let place = Place::new();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let name = signal.as_raw().to_string();
        let lock = place.path(&name);
        let mut hule = common::hule();
        let line = puppet_line(&[&format!("lock={name}"), "sleep=1000"]);
        hule.args(["stress", "--limit", "60", &line]).current_dir(place.0.path());
        let running = common::Running::start(&mut hule);
        // It listens to signals before it starts the program.
        common::wait_until("the program runs", || common::programs::is_locked(&lock));
        running.send(signal);
        let output = running.output();
        let sentence = "hule: stopped before there was a verdict\n";
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(4), sentence));
        all_are_gone(&[lock]);
    }
}

#[test]
fn a_crash_shows_what_the_program_said() {
    let place = Place::new();
    let output = place.stress(&["-n", "1", "--shrink", "0"], &[puppet(), "complain=oh dear", "exit=7"]);
    let report = text(&output.stdout);
    assert!(report.contains("ended with exit status 7; it had printed 0 bytes.\n    oh dear\n"), "{report}");
    let quote = if cfg!(windows) { '"' } else { '\'' };
    let deck = Path::new("hule-stress").join("wrong.deck");
    let again =
        format!("To reproduce: {} {quote}complain=oh dear{quote} exit=7 < {}\n", puppet(), deck.display());
    assert!(report.contains(&again), "{report}\nhas no\n{again}");
}

#[test]
fn errors_are_shown_as_they_were_printed() {
    let place = Place::new();
    let complaint = "complain=what(): \"牌\" \\n\u{1b}[31m\tred\r";
    let output = place.stress(&["-n", "1", "--shrink", "0"], &[puppet(), complaint, "exit=1"]);
    let report = text(&output.stdout);
    assert!(report.contains("\n    what(): \"牌\" \\n^[[31m\tred\n"), "{report}");
}

#[test]
fn nothing_is_left_of_a_program_and_its_children() {
    let place = Place::new();
    let children = ["start=lock=child+sleep=1000", "start-apart=lock=apart+sleep=1000"];
    let orphan = "start-apart=start-apart=lock=orphan+sleep=1000;exit=0";
    let locks = ["child", "apart", "orphan"].map(|name| place.path(name));
    // By itself, in two ways, and because it has too much memory.
    for end in [&["exit=0"][..], &["abort"], &["hold=256", "sleep=1000"]] {
        let started = [orphan, "await=child", "await=apart", "await=orphan"];
        let program = [&[puppet()], &children[..], &started, end].concat();
        place.failure(&["-n", "2", "--limit", "60", "--memory", "128"], &program);
        all_are_gone(&locks);
        for lock in &locks {
            fs::remove_file(lock).expect("it is there");
        }
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = Place::new();
    assert_eq!(complaint(&place.stress(&[], &["./nowhere"]), 1), "./nowhere: there is no such program");
    fs::write(place.path("mine"), "").expect("the folder is writable");
    let output = place.stress(&[], &["mine"]);
    // On Windows it is found without `./`.
    let no_program = "it is not a program; a script needs its interpreter in front, as in `python mine.py`";
    let (unfound, refused) = if cfg!(windows) {
        (no_program, no_program)
    } else {
        ("there is no such command; perhaps `./mine` is meant", "it is not executable")
    };
    assert_eq!(complaint(&output, 1), format!("mine: {unfound}"));
    let output = place.stress(&[], &["./mine"]);
    assert_eq!(complaint(&output, 1), format!("./mine: {refused}"));
    assert_eq!(place.stress(&[], &[]).status.code(), Some(2));
    assert_eq!(place.stress(&["--limit", "-1"], &["true"]).status.code(), Some(2));
    assert_eq!(place.stress(&["-n", "some"], &["true"]).status.code(), Some(2));
    // A place for what is found is needed before anything is.
    fs::write(place.path("taken"), "").expect("the folder is writable");
    for (folder, sentence) in [
        ("taken", "taken: it is a file; expected a directory"),
        #[cfg(unix)]
        ("taken/below", "taken/below: part of the path is not a directory"),
        #[cfg(windows)]
        ("taken/below", "taken: it is a file; expected a directory"),
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

#[test]
fn options_before_the_program_are_ours_and_those_behind_it_are_its_own() {
    let place = Place::new();
    let run = |words: &[&str]| {
        let mut command = common::hule();
        command.arg("stress").args(words).current_dir(place.0.path()).stdin(Stdio::null());
        command.output().expect("hule runs")
    };
    let right = puppet();
    let output = run(&["-j1", "-n3", "--limit=60", "--", right]);
    assert!(text(&output.stdout).contains("\n3 decks in "), "{output:?}");
    let output = run(&["--keepgoing", "-n", "1", right]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("unexpected argument '--keepgoing'"), "{output:?}");
    assert!(text(&output.stderr).contains("'--keep-going'"), "{output:?}");
    assert_eq!(run(&["-x", "-n", "1", right]).status.code(), Some(2));
    let output = run(&["-n", "1", "--shrink", "0", right, "exit=7", "-n", "--bogus"]);
    let again = format!("To reproduce: {right} exit=7 -n --bogus < ");
    assert!(text(&output.stdout).contains(&again), "{output:?}");
    // A command line may be one word.
    let line = puppet_line(&["if=x:print=a b", "play"]);
    let output = run(&["-n", "2", "--limit", "60", &line]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&["--decks", "1.in", right]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("tip: `--` ends the files of --decks"), "{output:?}");
}

#[test]
fn an_output_without_end_is_wrong_also_if_it_is_blank() {
    let place = Place::new();
    let program = [puppet(), "play", "blank-lines=2000000"];
    let output = place.stress(&["-n", "1", "--limit", "60", "--shrink", "0"], &program);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = text(&output.stdout);
    assert!(report.contains("The output is longer than 1,048,576 bytes and was cut there.\n"), "{report}");
    assert!(report.contains("wrong.out (what the program printed, cut at 1 MiB)"), "{report}");
    let saved = fs::metadata(place.path("hule-stress/wrong.out")).expect("it was saved");
    assert_eq!(saved.len(), 1 << 20);
}

// ---------------------------------------------------------------- other ways to test

#[test]
fn all_kinds_of_failures_are_collected() {
    let place = Place::new();
    // It breaks one rule or another, or crashes, as the first tile says.
    let program =
        [puppet(), "if=1,2,3,4,5:play=OwnChowFirst", "if=6,7,8,9:play=LowestChow", "if=E,S:exit=7", "play"];
    // To start a program takes long under Wine.
    let tests = if cfg!(windows) { "60" } else { "150" };
    let options = ["-n", tests, "--limit", "60", "--keep-going", "--shrink", "0.5"];
    let output = place.stress(&options, &program);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = text(&output.stdout);
    assert!(report.contains(&format!("\n{tests} decks in ")), "{report}");
    assert!(report.contains("\nKinds of failures:\n"), "{report}");
    for (group, title) in [("R29", "R29 Own pong first"), ("R30", "R30 "), ("RE", "ended with an error")] {
        let folder = Path::new("hule-stress").join(group);
        let row = report.lines().find(|line| line.ends_with(&format!("  {}", folder.display())));
        assert!(row.is_some_and(|row| row.contains(title)), "{group}: {report}");
        let deck = folder.join("wrong.deck");
        let saved = fs::read_to_string(place.0.path().join(&deck)).expect("it was saved");
        assert_eq!(saved.lines().count(), 148);
        assert!(report.contains(&format!(" < {}", deck.display())), "{report}");
    }
    let report = place.failure(&[&options[..], &["--shrink", "0"]].concat()[..5], &program);
    let failures = report["failures"].as_array().expect("a list");
    assert!(failures.len() >= 3, "{report}");
    let wrong: u64 = failures.iter().filter_map(|failure| failure["count"].as_u64()).sum();
    assert_eq!(Some(wrong + report["verdicts"]["AC"].as_u64().expect("a count")), report["tests"].as_u64());
    // The failure of an earlier run of another kind does not stay beside them.
    place.failure(&["-n", "1"], &[puppet(), "exit=0"]);
    assert!(place.path("hule-stress/wrong.out").exists());
    place.failure(&["-n", "1", "-k"], &[puppet(), "exit=1"]);
    for name in ["wrong.deck", "wrong.out", "wrong.ans"] {
        assert!(
            !place.path("hule-stress").join(name).exists()
                && place.path("hule-stress/RE").join(name).exists()
        );
    }
    // A right program has no failures to go on after.
    let output = place.stress(&["-n", "20", "--limit", "60", "-k"], &[puppet()]);
    assert!(output.status.success() && text(&output.stdout).ends_with(" s\n"), "{output:?}");
}

#[test]
fn the_situations_are_those_of_the_saved_deck() {
    let place = Place::new();
    let options = ["-n", "1000", "--limit", "60", "--shrink", "1"];
    let output = place.stress(&options, &[puppet(), "play=LowestChow"]);
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
    let output = place.stress(&["--limit", "60", "--decks", "tests", "many"], &[puppet()]);
    assert!(text(&output.stdout).contains("\n5 decks in "), "{output:?}");
    let report = place.failure(&["-j", "1", "--decks", "many", "tests"], &[puppet(), "exit=0"]);
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

#[test]
fn programs_may_read_and_write_files() {
    let place = Place::new();
    let mine = my_puppet(place.0.path());
    let files = ["--limit", "60", "-n", "6", "--file-io", "m.in", "m.out"];
    let right = ["./mine", "from=m.in", "write=copy", "to=m.out"];
    let output = place.stress(&files, &[&right[..], &["play"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let left: Vec<_> =
        fs::read_dir(place.0.path()).expect("there").flatten().map(|it| it.file_name()).collect();
    assert_eq!(left, [mine.as_os_str()], "each runs elsewhere");
    let report = place.failure(&files, &[&right[..], &["play=NoWinLine"]].concat());
    assert_eq!(report["failure"]["check"]["rule"], "R32");
    // Who prints on standard output has not written the file.
    let output = place.stress(&[&files[..], &["--shrink", "0"]].concat(), &["./mine", "print=x"]);
    let report = text(&output.stdout);
    assert!(report.contains("\nThe program did not write the file m.out.\n"), "{report}");
    let deck = Path::new("hule-stress").join("wrong.deck");
    let again = format!("{} m.in && {} print=x", deck.display(), place.0.path().join(&mine).display());
    assert!(report.contains(&again), "{report}\nhas no\n{again}");
    let endless = place.failure(&files, &["./mine", "to=m.out", "print-forever"]);
    assert_eq!(endless["failure"]["verdict"], "WA");
    for (input, output) in [("a/b", "c"), ("", "c"), ("..", "c"), ("a", "/c"), ("a", "a")] {
        let refused = place.stress(&["--file-io", input, output], &["true"]);
        assert!(complaint(&refused, 2).starts_with("--file-io: "), "{input} {output}");
    }
}

#[test]
fn contestants_read_their_own_words() {
    let place = Place::new();
    let output = place.stress(&["--lang", "zh", "-n", "1", "--shrink", "0"], &[puppet(), "exit=0"]);
    let report = text(&output.stdout);
    let deck = Path::new("hule-stress").join("wrong.deck");
    let again = format!("\n复现：{} exit=0 < {} | hule check ", puppet(), deck.display());
    for part in ["\n1 个测试点，用时 ", "即种子 0 的第 1 个测试点，", &again] {
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
        command.args(["stress", "--lang", language, "-n", "1", "--shrink", "0", puppet(), "exit=0"]);
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
    let mut terminal = std::process::Command::new("python3");
    terminal.args(["-c", "import pty, sys; pty.spawn(sys.argv[1:])", env!("CARGO_BIN_EXE_hule"), "stress"]);
    terminal.args(["-n", "6", "-j", "1", "--shrink", "0", puppet(), "sleep=0.3"]);
    terminal.current_dir(place.0.path()).env("LC_ALL", "C").env("TERM", "xterm").stdin(Stdio::null());
    let output = terminal.output().expect("there is Python");
    let shown = text(&output.stdout);
    assert!(shown.contains("100.00 %  wrong output"), "{shown}");
    assert!(!shown.contains("1 of 6 tests, all correct"), "{shown}");
}

#[cfg(unix)] // Signals.
#[test]
fn chinese_has_a_space_before_a_name_and_none_before_a_word() {
    let place = Place::new();
    fs::write(place.path("a.in"), include_str!("../../../examples/sample.deck")).expect("there is room");
    let options = ["--lang", "zh", "-n", "1", "--shrink", "0", "--decks", "a.in"];
    let output = place.stress(&options, &[puppet(), "abort"]);
    let report = text(&output.stdout);
    assert!(report.contains("程序被信号 6（中止）终止；"), "{report}");
    assert!(report.contains("即 a.in 的第 1 个牌堆。"), "{report}");
    let situations = report.lines().find(|line| line.starts_with("对局中的罕见局面："));
    assert!(situations.is_none_or(|line| !line.contains(", ")), "{report}");
    let output = place.stress(&options, &[puppet(), "signal=14"]);
    assert!(text(&output.stdout).contains("程序被信号 14 终止；"), "{output:?}");
    let output = place.stress(&["--lang", "zh", "-n", "0"], &["true"]);
    assert!(text(&output.stderr).contains("无效：0 不在 1.."), "{output:?}");
}

#[cfg(unix)] // It starts the program some hundred times, which takes long under Wine.
#[test]
fn shrinking_ends_when_nothing_is_gained() {
    let place = Place::new();
    let mut hule = common::hule();
    hule.args(["stress", "-n", "1", "--shrink", "100000", puppet(), "exit=0"]).current_dir(place.0.path());
    assert_eq!(common::Running::start(&mut hule).output().status.code(), Some(3));
}
