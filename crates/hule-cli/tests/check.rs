//! `hule check` as its users meet it.

mod common;

use common::{complaint, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn hule(arguments: &[&str]) -> Output {
    let mut command = common::hule();
    command.args(arguments).current_dir(root()).stdin(Stdio::null()).env("LC_ALL", "C");
    command.output().expect("hule runs")
}

/// A file with the log of the sample after this change.
fn output(folder: &Path, change: impl Fn(String) -> String) -> String {
    let log = fs::read_to_string(root().join("examples/sample.log")).expect("the sample is there");
    let path = folder.join("out");
    fs::write(&path, change(log)).expect("the folder is writable");
    path.to_str().expect("temporary names are plain").to_owned()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

const DECK: &str = "examples/sample.deck";

#[test]
fn a_right_output_is_ok() {
    let checked = hule(&["check", DECK, "examples/sample.log"]);
    assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(0), "ok: 84 lines\n"));
    let checked = hule(&["check", "--json", DECK, "examples/sample.log"]);
    assert_eq!(text(&checked.stdout), "{\"lines\":84,\"verdict\":\"ok\"}\n");
}

#[test]
fn the_first_wrong_line_is_explained() {
    let folder = folder();
    let out = output(folder.path(), |log| log.replace("B CHOW 7P 8P 9P\n", "B IN 1M\n"));
    let checked = hule(&["check", DECK, &out]);
    assert_eq!(checked.status.code(), Some(3));
    let report = text(&checked.stdout);
    for part in [
        "Line 61 is wrong.\n",
        "      60  A OUT 9P                  A OUT 9P\n",
        ">     61  B CHOW 7P 8P 9P           B IN 1M\n",
        "      64  ",
        "B decides. 93 tiles are left to draw; the order of play is A B C D.\n",
        "  A  3M 3M 6M 7M 8M 3P 2S 3S N N  and open Z Z Z\n",
        "> B  2M 1P 2P 4P 5P 7P 8P 4S 9S 9S 9S F Z\n",
        "    B could chow 7P 8P 9P: distance 4 to 3, nearer, so it is taken. [R28]\n",
        "from 4 to 3, so it is made. [R28 Claim only if nearer]\n",
    ] {
        assert!(report.contains(part), "{part:?} is not in\n{report}");
    }
    let checked = hule(&["check", "--json", DECK, &out]);
    let verdict: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("it is JSON");
    assert_eq!(
        (&verdict["verdict"], &verdict["line"], &verdict["rule"]),
        (&"wrong".into(), &61.into(), &"R28".into())
    );
    assert_eq!((&verdict["decides"], &verdict["table"]["wall"]), (&"B".into(), &93.into()));
    assert_eq!(verdict["table"]["seats"][0]["melds"][0], serde_json::json!(["Z", "Z", "Z"]));
}

#[test]
fn the_form_of_lines_is_diagnosed() {
    type Change = fn(String) -> String;
    let folder = folder();
    let changes: [(&str, Change); 9] = [
        ("white space at the end", |log| log.replace('\n', " \n")),
        ("CR LF", |log| log.replace('\n', "\r\n")),
        ("one between words", |log| log.replacen(' ', "  ", 1)),
        ("an empty line", |log| log.replacen("\nB", "\n\nB", 1)),
        ("upper case", |log| log.to_lowercase()),
        ("ascending order", |log| log.replace("CHOW 7P 8P 9P", "CHOW 9P 7P 8P")),
        ("a line WIN", |log| log.replace("A WIN\n", "")),
        ("no line end", |log| log.trim_end().to_owned()),
        ("the game ended", |log| log + "A IN 1M\n"),
    ];
    for (part, change) in changes {
        let checked = hule(&["check", DECK, &output(folder.path(), change)]);
        assert_eq!(checked.status.code(), Some(3), "{part}");
        assert!(text(&checked.stdout).contains(part), "{part:?} is not in\n{}", text(&checked.stdout));
    }
    for change in [changes[0].1, changes[1].1, changes[7].1, |log| log + "\n \n"] {
        let checked = hule(&["check", "--lenient", DECK, &output(folder.path(), change)]);
        assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(0), "ok: 84 lines\n"));
    }
}

#[test]
fn it_is_a_checker_for_testlib() {
    let folder = folder();
    let judged = |change: fn(String) -> String, answer: &str| {
        let checked = hule(&["check", "--testlib", DECK, &output(folder.path(), change), answer]);
        assert_eq!(text(&checked.stdout), "");
        (checked.status.code(), text(&checked.stderr).to_owned())
    };
    let answer = "examples/sample.log";
    assert_eq!(judged(|log| log, answer), (Some(0), "ok 84 lines\n".to_owned()));
    let (status, message) = judged(|log| log.replace("A RON", "A SELFDRAWN"), answer);
    assert_eq!(status, Some(1));
    assert!(
        message.starts_with("wrong answer line 83: expected `A RON`, found `A SELFDRAWN`: "),
        "{message}"
    );
    let (status, message) = judged(|log| log.replace("A RON", "A HULE"), answer);
    assert_eq!(status, Some(2));
    assert!(message.starts_with("wrong output format line 83: "), "{message}");
    let (status, message) = judged(|log| log, DECK);
    assert_eq!(status, Some(3));
    assert!(message.starts_with("FAIL examples/sample.deck: the answer file is wrong"), "{message}");
    assert_eq!(hule(&["check", "--testlib", DECK]).status.code(), Some(3));
    let result = folder.path().join("result");
    let checked = hule(&["check", "--testlib", DECK, answer, answer, result.to_str().expect("a plain name")]);
    assert_eq!((checked.status.code(), text(&checked.stderr)), (Some(0), ""));
    assert_eq!(fs::read_to_string(result).expect("it was written"), "ok 84 lines\n");
}

#[test]
fn it_is_an_output_validator_for_kattis() {
    let folder = folder();
    let feedback = folder.path().to_str().expect("a plain name");
    let judged = |change: fn(String) -> String| {
        let mut command = common::hule();
        let stdin = fs::File::open(output(folder.path(), change)).expect("it was written");
        command.args(["check", "--kattis", DECK, "examples/sample.log", feedback]).current_dir(root());
        let status = command.env("LC_ALL", "C").stdin(stdin).status().expect("hule runs");
        let message = fs::read_to_string(folder.path().join("judgemessage.txt")).expect("it was written");
        (status.code(), message)
    };
    assert_eq!(judged(|log| log), (Some(42), "ok: 84 lines\n".to_owned()));
    let (status, message) = judged(|_| String::new());
    assert_eq!(status, Some(43));
    assert!(message.starts_with("line 1: expected `A IN 8M`, found the end: "), "{message}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let output = hule(&["check", "nowhere.deck", "examples/sample.log"]);
    assert_eq!(complaint(&output, 1), "nowhere.deck: there is no such file");
    let output = hule(&["check", "examples/sample.log", "examples/sample.log"]);
    assert!(complaint(&output, 2).starts_with("examples/sample.log: line 1: "));
    let output = hule(&["check", "-", "-"]);
    assert_eq!(complaint(&output, 2), "only one of the two can be standard input");
    let output = hule(&["check", "a", "b", "c"]);
    assert_eq!(complaint(&output, 2), "3 files are given; expected a deck and an output");
}
