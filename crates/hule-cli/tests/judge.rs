//! `hule judge` on packages of all layouts, good ones and broken ones.

use crate::common::programs::{my_puppet, puppet, puppet_line};
use crate::common::{self, complaint, text};
use hule::Deck;
use hule::log::TextLog;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn deck(game: u64) -> String {
    Deck::seeded(0, game).to_string()
}

fn answer(game: u64) -> String {
    TextLog::of(&Deck::seeded(0, game)).text
}

fn write(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
    fs::write(path, content).expect("there is room");
}

/// Writes tests with these files for the input and the answer.
fn write_tests(folder: &Path, names: &[(&str, &str)]) {
    for (game, (input, answer_name)) in names.iter().enumerate() {
        write(folder, input, &deck(game as u64));
        write(folder, answer_name, &answer(game as u64));
    }
}

fn judge(folder: &Path, arguments: &[&str]) -> Output {
    let mut hule = common::hule();
    hule.arg("judge").args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("hule runs")
}

/// The report of a run, which ends with this status, for a program that is given enough time.
fn report(folder: &Path, status: i32, arguments: &[&str]) -> Value {
    let output = judge(folder, &[&["--json"], arguments].concat());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(status), ""), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

fn names(report: &Value) -> Vec<&str> {
    let tests = report["tests"].as_array().expect("a list");
    tests.iter().map(|test| test["name"].as_str().expect("a name")).collect()
}

fn verdicts(report: &Value) -> Vec<&str> {
    let tests = report["tests"].as_array().expect("a list");
    tests.iter().map(|test| test["verdict"].as_str().unwrap_or("-")).collect()
}

/// A program that gives the right answers, but for decks that begin with this tile.
fn wrong_for(game: u64) -> String {
    let first = deck(game).lines().next().expect("a tile").to_owned();
    puppet_line(&[&format!("if={first}:print=oh"), "play"])
}

// ---------------------------------------------------------------- layouts

/// A folder, the files of its tests, and the names of the tests in their order.
type Layout = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn tests_are_found_in_every_layout_and_in_natural_order() {
    let place = folder();
    let layouts: [Layout; 5] = [
        ("plain", &[("10.in", "10.ans"), ("2.in", "2.out"), ("a1.in", "a1.ans")], &["2", "10", "a1"]),
        ("polygon", &[("tests/01", "tests/01.a"), ("tests/02", "tests/02.a")], &["tests/01", "tests/02"]),
        (
            "kattis",
            &[("data/secret/2.in", "data/secret/2.ans"), ("data/sample/1.in", "data/sample/1.ans")],
            &["data/sample/1", "data/secret/2"],
        ),
        ("tuack", &[("data/1.in", "data/1.ans"), ("down/1.in", "down/1.ans")], &["data/1"]),
        ("saved", &[("wrong.deck", "wrong.ans")], &["wrong"]),
    ];
    for (layout, files, _) in layouts {
        write_tests(&place.path().join(layout), files);
    }
    write(place.path(), "kattis/problem.yaml", "name: x\nlimits:\n  memory: 512\n");
    write(place.path(), "kattis/data/invalid_input/3.in", "1M\n");
    write(place.path(), "tuack/conf.json", r#"{"memory limit": "512 MB", "data": [{"cases": [1]}]}"#);
    write(place.path(), "plain/readme.txt", "not a test");
    write(place.path(), "plain/.hidden.in", "not a test");
    write(place.path(), "saved/wrong.out", "what a wrong program printed");
    for (layout, _, expected) in layouts {
        let report = report(place.path(), 0, &["--limit", "60", puppet(), layout]);
        assert_eq!(names(&report), expected, "{layout}");
        assert_eq!(report["verdicts"]["AC"], expected.len());
        assert_eq!((&report["faults"], &report["points"]), (&Value::Array(Vec::new()), &Value::Null));
    }
    let many =
        report(place.path(), 0, &["--limit", "60", puppet(), "plain/2.in", "saved", "polygon/tests/02"]);
    assert_eq!(names(&many), ["plain/2", "saved/wrong", "polygon/tests/02"]);
    fs::rename(place.path().join("plain/2.in"), place.path().join("odd name")).expect("it was there");
    assert_eq!(names(&report(place.path(), 0, &["--limit", "60", puppet(), "odd name"])), ["odd name"]);
}

#[test]
fn archives_are_read_as_they_are_uploaded() {
    let place = folder();
    for (name, prefix) in [("a.zip", ""), ("b.zip", "top/")] {
        let mut archive = ZipWriter::new(File::create(place.path().join(name)).expect("there is room"));
        let mut add = |name: &str, content: &str| {
            archive
                .start_file(format!("{prefix}{name}"), SimpleFileOptions::default())
                .expect("there is room");
            archive.write_all(content.as_bytes()).expect("there is room");
        };
        for game in [0, 1, 9] {
            add(&format!("{}.in", game + 1), &deck(game));
            add(&format!("{}.out", game + 1), &answer(game));
        }
        add("config.yml", "1.in:\n  score: 40\n2.in:\n  score: 60\n10.in:\n  score: 0\n");
        add("__MACOSX/1.in", "not a test");
        archive.finish().expect("there is room");
        let report = report(place.path(), 3, &["--limit", "60", &wrong_for(1), name]);
        assert_eq!(names(&report), [1, 2, 10].map(|test| format!("{prefix}{test}")));
        assert_eq!(verdicts(&report), ["AC", "WA", "AC"]);
        assert_eq!((&report["points"]["got"], &report["points"]["of"]), (&40.0.into(), &100.0.into()));
    }
    write(place.path(), "bad.zip", "PK but no archive");
    let output = judge(place.path(), &["true", "bad.zip"]);
    assert!(complaint(&output, 2).starts_with("bad.zip: the archive cannot be read: "));
}

// ---------------------------------------------------------------- points and limits

#[test]
fn a_subtask_gets_its_points_only_if_all_of_its_tests_are_right() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.out"), ("2.in", "2.out"), ("3.in", "3.out"), ("4.in", "4.out")]);
    let test =
        |number: u32, points: u32, subtask: &str| format!("{number}.in:\n  score: {points}\n{subtask}");
    let (first, second) = ("  subtaskId: 0\n", "  subtaskId: 1\n");
    let config = [test(1, 20, first), test(2, 10, second), test(3, 30, second), test(4, 40, "")].concat();
    write(place.path(), "config.yml", &config);
    let report = report(place.path(), 3, &["--limit", "60", &wrong_for(1), "."]);
    assert_eq!((&report["points"]["got"], &report["points"]["of"]), (&60.0.into(), &100.0.into()));
    let subtasks = serde_json::json!([
        { "name": "0", "points": 20.0, "of": 20.0 },
        { "name": "1", "points": 0.0, "of": 40.0 }
    ]);
    assert_eq!(report["subtasks"], subtasks);
    let points = |test: usize| (&report["tests"][test]["points"], &report["tests"][test]["of"]);
    assert_eq!(points(1), (&0.0.into(), &10.0.into()));
    assert_eq!(points(3), (&40.0.into(), &40.0.into()));
    let output = judge(place.path(), &["--limit", "60", &wrong_for(1), "."]);
    let table = text(&output.stdout);
    assert!(table.contains("\n  0  20/20\n  1  0/40\n"), "{table}");
    assert!(table.ends_with("\n3 of 4 tests right, 1 WA; 60 of 100 points\n"), "{table}");
}

#[test]
fn tuack_and_kattis_have_points_too() {
    let place = folder();
    write_tests(place.path(), &[("t/data/1.in", "t/data/1.ans"), ("t/data/2.in", "t/data/2.ans")]);
    write(
        place.path(),
        "t/conf.json",
        r#"{"time limit": 60, "data": [{"cases": [1], "score": 30}, {"cases": [2], "score": 70}]}"#,
    );
    let secret = |name: &str| format!("k/data/secret/{name}");
    for (game, name) in [(0, "a/1"), (1, "a/2"), (2, "b/3")] {
        write(place.path(), &secret(&format!("{name}.in")), &deck(game));
        write(place.path(), &secret(&format!("{name}.ans")), &answer(game));
    }
    write(place.path(), "k/problem.yaml", "limits:\n  time_limit: 60\n");
    write(place.path(), &secret("a/testdata.yaml"), "accept_score: 40\ngrader_flags: min\n");
    write(place.path(), &secret("b/testdata.yaml"), "accept_score: 60\nrange: 0 60\n");
    let points = |folder: &str| report(place.path(), 3, &[&wrong_for(1), folder])["points"].clone();
    assert_eq!(points("t"), serde_json::json!({ "got": 30.0, "of": 100.0 }));
    assert_eq!(points("k"), serde_json::json!({ "got": 60.0, "of": 100.0 }));
    // A sum above the range is not meant.
    write(place.path(), &secret("a/testdata.yaml"), "accept_score: 40\nrange: 0 40\n");
    assert_eq!(points("k"), serde_json::json!({ "got": 60.0, "of": 100.0 }));
}

#[test]
fn the_limits_are_those_of_the_package_unless_others_are_given() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.out"), ("2.in", "2.out"), ("3.in", "3.out")]);
    let config = "1.in:\n  timeLimit: 50\n2.in:\n  timeLimit: 60000\n3.in:\n  timeLimit: 60000\n  memoryLimit: 51200\n";
    write(place.path(), "config.yml", config);
    // On Windows a puppet says how long it has worked by the clock.
    let seconds = if cfg!(windows) { 0.4 } else { 0.1 };
    let program = puppet_line(&["hold=64", &format!("work={seconds}"), "play"]);
    assert_eq!(verdicts(&report(place.path(), 3, &[&program, "."])), ["TLE", "AC", "MLE"]);
    let given = report(place.path(), 0, &["--limit", "60", "--memory", "300", &program, "."]);
    assert_eq!(verdicts(&given), ["AC", "AC", "AC"]);
    for test in given["tests"].as_array().expect("a list") {
        assert!(cfg!(windows) || test["seconds"].as_f64() > Some(seconds), "{test}");
        assert!(test["bytes"].as_u64() > Some(1 << 26), "{test}");
        assert!(test["bytes"].as_u64() < Some(1 << 28), "{test}");
    }
}

#[cfg(unix)] // Wine 8 does not know what programs have used.
#[test]
fn who_waits_uses_no_time_of_the_processor() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.out")]);
    let judged = report(place.path(), 0, &["--limit", "60", &puppet_line(&["sleep=0.5", "play"]), "."]);
    assert!(judged["tests"][0]["seconds"].as_f64() < Some(0.5), "{judged}");
}

// ---------------------------------------------------------------- what is wrong with a package

#[test]
fn a_wrong_answer_of_the_package_is_its_own_fault() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans"), ("2.in", "2.ans"), ("3.in", "3.ans"), ("4.in", "x")]);
    write(place.path(), "1.ans", &answer(0).replace('\n', " \r\n"));
    write(place.path(), "2.ans", "DRAW\n");
    write(place.path(), "3.in", "1M 2M\n");
    write(place.path(), "config.yml", "9.in:\n  score: 5\n");
    let judged = report(place.path(), 2, &["--limit", "60", puppet(), "."]);
    assert_eq!(verdicts(&judged), ["AC", "AC", "-", "AC"], "the right log counts, also where no answer is");
    let faults: Vec<&str> = judged["faults"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|fault| fault["sentence"].as_str().expect("a sentence"))
        .collect();
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults[3].ends_with("4.in: there is no answer"), "{faults:?}");
    assert!(faults[0].ends_with("config.yml: there is no 9.in"), "{faults:?}");
    assert!(faults[1].contains("2.ans: the answer of the package is wrong: line 1"), "{faults:?}");
    assert!(faults[2].contains("3.in: "), "{faults:?}");
    assert_eq!(judged["faults"][1]["test"], "2");
    // If the program is wrong as well, that counts.
    let output = judge(place.path(), &["--limit", "60", &puppet_line(&["exit=0"]), "."]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("\nThe package is wrong:\n"), "{output:?}");
}

/// The sentences for what is wrong with a package, for a right program.
fn faults(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let judged = report(folder, 2, &[&["--limit", "60", puppet()], arguments].concat());
    let faults = judged["faults"].as_array().expect("a list").iter();
    faults.map(|fault| fault["sentence"].as_str().expect("a sentence").replace('\\', "/")).collect()
}

#[test]
fn every_file_of_a_package_must_be_right() {
    let place = folder();
    let package = |name: &str| {
        let folder = place.path().join(name);
        write_tests(&folder, &[("1.in", "1.ans"), ("2.in", "2.ans")]);
        folder
    };
    write(&package("alone"), "4.ans", &answer(4));
    write(&package("alone"), "a.out", "a program");
    assert_eq!(faults(place.path(), &["alone"]), ["alone/4.ans: there is no 4.in for it"]);
    write(&package("both"), "1.out", &answer(0));
    write(&package("both"), "2.out", &answer(0));
    let found = faults(place.path(), &["both"]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("both/2.out: the answer of the package is wrong: "), "{found:?}");
    write(&package("form"), "2.in", &deck(1).replace('\n', "\r\n"));
    let found = faults(place.path(), &["form"]);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("form/2.in: not in the exact form of the contest: line 1"), "{found:?}");
    write(&package("garbage"), "config.yml", "for: bar\n");
    let output = judge(place.path(), &["true", "garbage"]);
    let sentence = complaint(&output, 2).replace('\\', "/");
    assert!(sentence.starts_with("garbage/config.yml: `for` is not an input with settings; "), "{sentence}");
}

#[test]
fn a_package_is_judged_once_however_often_it_is_given() {
    let place = folder();
    write_tests(&place.path().join("tests"), &[("1.in", "1.ans"), ("2.in", "2.ans")]);
    let judged = report(place.path(), 0, &["--limit", "60", puppet(), "tests", "./tests/", "tests"]);
    assert_eq!(names(&judged), ["1", "2"]);
}

#[test]
fn an_argument_of_the_program_is_no_test() {
    let place = folder();
    write_tests(&place.path().join("tests"), &[("1.in", "1.ans")]);
    write(place.path(), "mine.py", "print()\n");
    for argument in ["mine.py", "nowhere"] {
        let output = judge(place.path(), &["python3", argument, "tests"]);
        let sentence = complaint(&output, 2);
        assert!(sentence.contains(&format!("`hule judge \"python3 {argument}\" …`")), "{sentence}");
    }
}

#[test]
fn an_output_without_end_is_wrong_also_if_it_is_blank() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans")]);
    let endless = puppet_line(&["play", "blank-lines=2000000"]);
    let output = judge(place.path(), &["--limit", "60", "--junit", "x.xml", &endless, "."]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let sentence = "The output is longer than 1,048,576 bytes and was cut there.\n";
    assert!(text(&output.stdout).contains(sentence), "{output:?}");
    let results = fs::read_to_string(place.path().join("x.xml")).expect("it was written");
    assert!(results.contains("(the output is longer than 1,048,576 bytes"), "{results}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = folder();
    write_tests(place.path(), &[("tests/1.in", "tests/1.ans")]);
    write(place.path(), "none/a.txt", "");
    write(place.path(), "config/1.in", &deck(0));
    write(place.path(), "config/config.yml", "1.in:\n  timeLimit: soon\n");
    write(place.path(), "conf/data/1.in", &deck(0));
    write(place.path(), "conf/conf.json", "{");
    let refused = |status: i32, arguments: &[&str]| {
        complaint(&judge(place.path(), arguments), status).replace('\\', "/")
    };
    assert!(refused(2, &["true", "none"]).starts_with("none: there are no tests in it; expected 1.in with"));
    assert_eq!(refused(1, &["true", "nowhere"]), "nowhere: there is no such file");
    assert_eq!(refused(1, &["./nowhere", "tests"]), "./nowhere: there is no such program");
    let is_no_program = if cfg!(windows) { "it is not a program; " } else { "it is not executable" };
    let sentence = refused(1, &["tests/1.in", "tests"]);
    assert!(sentence.starts_with(&format!("tests/1.in: {is_no_program}")), "{sentence}");
    write(place.path(), "long/config.yml", "1.in:\n  timeLimit: 1e300\n");
    write(place.path(), "long/1.in", &deck(0));
    let sentence = "long/config.yml: `1.in: timeLimit` is 1e297 seconds; that is too long";
    assert!(refused(2, &["true", "long"]).starts_with(sentence));
    let sentence = "config/config.yml: `1.in: timeLimit` is `soon`; expected a number, 0 or more";
    assert_eq!(refused(2, &["true", "config"]), sentence);
    assert!(refused(2, &["true", "conf"]).starts_with("conf/conf.json: it is not as tuack has it: "));
    assert_eq!(refused(1, &["true", "tests", "--junit", "no/x.xml"]), "no: there is no such folder");
    let sentence = "only one export can go to standard output";
    assert_eq!(refused(2, &["true", "tests", "--json", "--junit", "-"]), sentence);
    for option in ["--limit", "--memory"] {
        let output = judge(place.path(), &[option, "0", "true", "tests"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("invalid value '0' for '"), "{output:?}");
    }
    for arguments in [&["true"][..], &[], &["'", "tests"], &["", "tests"], &["true", "tests", "--limit", "x"]]
    {
        let output = judge(place.path(), arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
}

// ---------------------------------------------------------------- verdicts and reports

#[test]
fn every_verdict_is_reported_and_the_first_failure_explained() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans"), ("2.in", "2.ans"), ("3.in", "3.ans")]);
    let crash = puppet_line(&["complain=oh dear", "exit=7"]);
    let output = judge(place.path(), &["--limit", "60", &crash, "."]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    assert!(report.starts_with("test              time      memory\n1     RE "), "{report}");
    let explained = "\nTest 1:\nThe program ended with exit status 7; it had printed 0 bytes.\n    oh dear\n";
    assert!(report.contains(explained) && !report.contains("\nTest 2:\n"), "{report}");
    assert!(report.ends_with("\n0 of 3 tests right, 3 RE\n"), "{report}");
    let all = judge(place.path(), &["--limit", "60", "--explain", &crash, "."]);
    assert!(text(&all.stdout).contains("\nTest 3:\n"), "{all:?}");
    let wrong = judge(place.path(), &["--limit", "60", &puppet_line(&["play=NoWinLine"]), "."]);
    assert!(text(&wrong.stdout).contains("[R32 "), "{wrong:?}");
}

#[test]
fn comparison_is_lenient_unless_it_is_strict() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans")]);
    let spaces = puppet_line(&["play-with-spaces"]);
    for (options, status) in
        [(&[][..], 0), (&["--lenient"], 0), (&["--strict"], 3), (&["--strict", "--lenient"], 2)]
    {
        let output = judge(place.path(), &[&["--limit", "60", &spaces, "."], options].concat());
        assert_eq!(output.status.code(), Some(status), "{options:?}");
    }
}

#[test]
fn programs_may_read_and_write_files() {
    let place = folder();
    write_tests(&place.path().join("tests"), &[("1.in", "1.ans"), ("2.in", "2.ans")]);
    my_puppet(place.path());
    let files = ["--limit", "60", "--file-io", "m.in", "m.out"];
    let judge = |program: &str| judge(place.path(), &[&files[..], &[program, "tests"]].concat());
    assert_eq!(judge("./mine from=m.in to=m.out play").status.code(), Some(0));
    let output = judge("./mine from=m.in play");
    assert!(text(&output.stdout).contains("\nThe program did not write the file m.out.\n"), "{output:?}");
}

#[cfg(unix)] // Python reads them.
#[test]
fn continuous_integration_can_read_the_results() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans"), ("<2>.in", "<2>.ans"), ("3.in", "3.ans")]);
    write(place.path(), "3.ans", "DRAW\n");
    let output = judge(place.path(), &["--limit", "60", "--junit", "results.xml", &wrong_for(1), "."]);
    assert_eq!(output.status.code(), Some(3));
    let script = "import sys, xml.etree.ElementTree as tree
suite = tree.parse('results.xml').getroot()[0]
print(suite.get('tests'), suite.get('failures'), suite.get('errors'))
for case in suite: print(case.get('name'), [(part.tag, part.get('type')) for part in case])";
    let read = std::process::Command::new("python3")
        .args(["-c", script])
        .current_dir(place.path())
        .output()
        .expect("python");
    let expected = "3 1 1\n1 []\n3 [('error', 'package')]\n<2> [('failure', 'WA')]\n";
    assert_eq!((text(&read.stdout), text(&read.stderr)), (expected, ""));
    write(place.path(), "4.ans", &answer(4));
    judge(place.path(), &["--limit", "60", "--junit", "results.xml", &wrong_for(1), "."]);
    let read = std::process::Command::new("python3")
        .args(["-c", script])
        .current_dir(place.path())
        .output()
        .expect("python");
    assert!(text(&read.stdout).starts_with("4 1 2\n"), "{read:?}");
    assert!(text(&read.stdout).ends_with("package [('error', 'package')]\n"), "{read:?}");
    let output = judge(place.path(), &["--limit", "60", "--junit", "-", puppet(), "1.in"]);
    assert!(
        text(&output.stdout).starts_with("<?xml ") && text(&output.stderr).contains("1 of 1 test right\n")
    );
}

#[test]
fn the_report_is_also_in_chinese() {
    let place = folder();
    write_tests(place.path(), &[("1.in", "1.ans")]);
    let output = judge(place.path(), &["--lang", "zh", "--limit", "60", &puppet_line(&["exit=0"]), "."]);
    let report = text(&output.stdout);
    assert!(report.starts_with("测试点") && report.contains("\n测试点 1：\n第 1 行错误。\n"), "{report}");
    write(place.path(), "1.ans", "DRAW\n");
    let output =
        judge(place.path(), &["--lang", "zh", "--json", "--limit", "60", &puppet_line(&["exit=0"]), "."]);
    let english = "./1.ans: the answer of the package is wrong: line 1: ";
    let found = text(&output.stdout).replace("\\\\", "/");
    assert!(found.contains(english), "machines read English: {found}");
    assert!(report.ends_with("\n1 个测试点中通过 0 个，WA 1 个\n"), "{report}");
}

#[cfg(unix)] // Signals.
#[test]
fn whoever_stops_it_leaves_nothing_behind() {
    use rustix::process::Signal;
    let (place, temporary, locks) = (folder(), folder(), folder());
    write_tests(place.path(), &[("1.in", "1.ans"), ("2.in", "2.ans")]);
    for signal in [Signal::INT, Signal::TERM] {
        let lock = locks.path().join(signal.as_raw().to_string());
        let program = puppet_line(&[&format!("lock={}", lock.display()), "sleep=1000"]);
        let mut hule = common::hule();
        hule.args(["judge", "--limit", "60", "--file-io", "a", "b", "--junit", "x.xml", &program, "."]);
        hule.env("TMPDIR", temporary.path()).current_dir(place.path());
        let running = common::Running::start(&mut hule);
        common::wait_until("the program runs", || common::programs::is_locked(&lock));
        running.send(signal);
        assert_eq!(complaint(&running.output(), 4), "stopped before there was a verdict");
        common::programs::all_are_gone(&[lock]);
    }
    let mut left: Vec<_> =
        fs::read_dir(place.path()).expect("there").flatten().map(|it| it.file_name()).collect();
    left.sort();
    assert_eq!(left, ["1.ans", "1.in", "2.ans", "2.in"]);
    assert_eq!(fs::read_dir(temporary.path()).expect("there").count(), 0);
}
