//! `hule check` as its users meet it.

use crate::common::{self, complaint, text};
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

/// A change to the right output.
type Change = fn(String) -> String;

#[test]
fn a_right_output_is_ok() {
    let checked = hule(&["check", DECK, "examples/sample.log"]);
    assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(0), "ok: 84 lines\n"));
    let checked = hule(&["check", "--json", DECK, "examples/sample.log"]);
    assert_eq!(text(&checked.stdout), "{\"exact\":true,\"lines\":84,\"verdict\":\"ok\"}\n");
}

#[test]
fn the_first_wrong_line_is_explained() {
    let folder = folder();
    // It chows nothing, and crashes.
    let out =
        output(folder.path(), |log| log[..log.find("B CHOW").expect("B chows")].to_owned() + "B IN 5M\n");
    let checked = hule(&["check", DECK, &out]);
    assert_eq!(checked.status.code(), Some(3));
    let report = text(&checked.stdout);
    for part in [
        "Line 61 is wrong.\n",
        "      60  A OUT 9P                  A OUT 9P\n",
        ">     61  B CHOW 7P 8P 9P           B IN 5M\n",
        "      62  B OUT Z                   (the output ends)\n",
        "B decides. Tiles left to draw: 93; the order of play is A B C D.\n",
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
    let folder = folder();
    let changes: [(&str, Change); 9] = [
        ("white space at the end", |log| log.replace('\n', " \n")),
        ("CR LF", |log| log.replace('\n', "\r\n")),
        ("one between words", |log| log.replacen(' ', "  ", 1)),
        ("an empty line", |log| log.replacen("\nB", "\n\nB", 1)),
        ("upper case", |log| log.to_lowercase()),
        ("in ascending order", |log| log.replace("CHOW 7P 8P 9P", "CHOW 9P 7P 8P")),
        ("a line WIN", |log| log.replace("A WIN\n", "")),
        ("no line end", |log| log.trim_end().to_owned()),
        ("the game ended", |log| log + "A IN 1M\n"),
    ];
    for (part, change) in changes {
        if cfg!(windows) && part == "CR LF" {
            continue; // A program there writes it without being asked.
        }
        let checked = hule(&["check", "--strict", DECK, &output(folder.path(), change)]);
        assert_eq!(checked.status.code(), Some(3), "{part}");
        assert!(text(&checked.stdout).contains(part), "{part:?} is not in\n{}", text(&checked.stdout));
    }
}

#[test]
fn white_space_at_the_end_matters_only_with_strict() {
    let folder = folder();
    let changes: [(usize, &str, Change); 4] = [
        (1, "there is white space at the end of the line", |log| log.replace('\n', " \n")),
        (1, "the line ends in CR LF; expected LF alone", |log| log.replace('\n', "\r\n")),
        (84, "the last line has no line end", |log| log.trim_end().to_owned()),
        (85, "there is an empty line", |log| log + "\n \n"),
    ];
    for (line, mistake, change) in changes {
        if cfg!(windows) && mistake.contains("CR LF") {
            continue; // A program there writes it without being asked.
        }
        let out = output(folder.path(), change);
        for lenient in [&[][..], &["--lenient"]] {
            let checked = hule(&[&["check", DECK, &out], lenient].concat());
            let expected = format!("ok: 84 lines, but not byte for byte: line {line}: {mistake}\n");
            assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(0), &*expected));
        }
        let checked = hule(&["check", "--json", DECK, &out]);
        assert_eq!(text(&checked.stdout), "{\"exact\":false,\"lines\":84,\"verdict\":\"ok\"}\n");
        let checked = hule(&["check", "--strict", DECK, &out]);
        assert_eq!(checked.status.code(), Some(3));
        assert!(text(&checked.stdout).ends_with(
            "\nMost judges ignore this; without --strict it is ignored and the rest is compared.\n"
        ));
    }
    assert_eq!(hule(&["check", "--strict", "--lenient", DECK]).status.code(), Some(2));
}

#[test]
fn an_output_that_is_too_long_or_cannot_be_read_is_wrong() {
    let folder = folder();
    let check = |arguments: &[&str]| {
        let checked = hule(&[&["check", DECK], arguments].concat());
        assert_eq!((checked.status.code(), text(&checked.stderr)), (Some(3), ""), "{arguments:?}");
        text(&checked.stdout).to_owned()
    };
    let changes: [(usize, Change); 3] = [
        (85, |log| log + &"\n".repeat(1 << 20)),
        (84, |log| log.trim_end().to_owned() + &" ".repeat(1 << 20)),
        (85, |log| log + &"A IN 1M\n".repeat(1 << 18)),
    ];
    for (line, change) in changes {
        let out = output(folder.path(), change);
        let report = check(&[&out]);
        assert!(report.starts_with(&format!("Line {line} is wrong.\n")), "{report}");
        assert!(report.ends_with("out: it is longer than 1048576 bytes, and no log is.\n"), "{report}");
    }
    // It has no end.
    #[cfg(unix)]
    assert!(check(&["/dev/zero"]).starts_with("Line 1 is wrong.\n"));
    // A file that is not there is a wrong call.
    let missing = hule(&["check", DECK, "nowhere.out"]);
    assert_eq!(complaint(&missing, 1), "nowhere.out: there is no such file");
    let folder = hule(&["check", DECK, "examples"]);
    assert_eq!(complaint(&folder, 1), "examples: it is a directory; expected a file");
}

#[test]
fn it_is_a_checker_for_testlib() {
    let folder = folder();
    let judged = |change: Change, answer: &str| {
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
    assert!(message.starts_with("FAIL examples/sample.deck: the answer of the jury is wrong"), "{message}");
    let (status, message) = judged(|log| log.replace('\n', " \n"), answer);
    assert_eq!(status, Some(0));
    assert!(message.starts_with("ok 84 lines, but not byte for byte: line 1: "), "{message}");
    let spaces = output(folder.path(), |log| log.replace('\n', " \n"));
    let checked = hule(&["check", "--testlib", "--strict", DECK, &spaces, answer]);
    assert_eq!(checked.status.code(), Some(2));
}

#[test]
fn the_result_is_written_as_testlib_does() {
    let folder = folder();
    let result = folder.path().join("result");
    let name = result.to_str().expect("a plain name");
    let answer = "examples/sample.log";
    let judged = |deck: &str, out: &str, more: &[&str], status: i32| {
        let checked = hule(&[&["check", "--testlib", deck, out, answer, name], more].concat());
        let printed = (text(&checked.stdout), text(&checked.stderr));
        assert_eq!((checked.status.code(), printed), (Some(status), ("", "")));
        fs::read_to_string(&result).expect("it was written")
    };
    let wrong = output(folder.path(), |log| log.replace("A RON", "A <&\">"));
    assert_eq!(judged(DECK, answer, &[], 0), "84 lines\n");
    assert!(judged(DECK, &wrong, &[], 2).starts_with("line 83: expected `A RON`, found `A <&\\\">`: "));
    let xml = |deck: &str, out: &str, status: i32, begin: &str| {
        for flag in ["-appes", "-APPES"] {
            let text = judged(deck, out, &[flag], status);
            let begin = format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"{begin}");
            assert!(text.starts_with(&begin) && text.ends_with("</result>\n"), "{text}");
        }
    };
    xml(DECK, answer, 0, "accepted\">84 lines</result>\n");
    xml(DECK, &wrong, 2, "presentation-error\">line 83: expected `A RON`, found `A &lt;&amp;\\&quot;&gt;`: ");
    let wrong = output(folder.path(), |log| log.replace("A RON", "A SELFDRAWN"));
    xml(DECK, &wrong, 1, "wrong-answer\">line 83: expected `A RON`, found `A SELFDRAWN`: ");
    xml("nowhere.deck", &wrong, 3, "fail\">nowhere.deck: there is no such file");
    xml(DECK, "nowhere.out", 2, "presentation-error\">line 1: ");
}

#[test]
fn a_wrong_call_of_a_testlib_checker_has_status_3() {
    let answer = "examples/sample.log";
    let cases: &[(&[&str], &str)] = &[
        (&[], "the following required arguments were not provided: <FILE>..."),
        (&[DECK], "--testlib takes IN OUT ANS [RESULT [-appes]]; 1 argument is given"),
        (&[DECK, answer, answer, "result", "xml"], "--testlib takes IN OUT ANS [RESULT [-appes]]; 5 "),
        (&[DECK, answer, answer, "-appes"], "--testlib takes IN OUT ANS [RESULT [-appes]]; 4 "),
        (&["--unknown", DECK, answer, answer], "unexpected argument '--unknown' found"),
        (&["--json", DECK, answer, answer], "the argument '--testlib' cannot be used with '--json'"),
        (&["--testlib", DECK, answer, answer], "the argument '--testlib' cannot be used multiple times"),
        (&["nowhere.deck", answer, answer], "nowhere.deck: there is no such file"),
        (&[DECK, answer, "nowhere.ans"], "nowhere.ans: there is no such file"),
        (&[DECK, answer, answer, "no/where"], "the result cannot be written: "),
    ];
    for (arguments, expected) in cases {
        let checked = hule(&[&["check", "--testlib"], *arguments].concat());
        let message = text(&checked.stderr);
        assert_eq!((checked.status.code(), text(&checked.stdout)), (Some(3), ""), "{arguments:?}");
        assert!(message.starts_with(&format!("FAIL {expected}")), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    let checked = hule(&["check", "--testlib", "--testset", "tests", "--group", "1", DECK, answer, answer]);
    assert_eq!(checked.status.code(), Some(0));
    assert_eq!(hule(&["check", "--testlib", "--help"]).status.code(), Some(0));
    for wrong in [&["--lang", "xx", "check", "--testlib"][..], &["check", "--testlib", "--testset"]] {
        let arguments = if wrong.len() == 4 { [wrong, &[DECK, answer, answer]] } else { [&[], wrong] };
        assert_eq!(hule(&arguments.concat()).status.code(), Some(3), "{wrong:?}");
    }
}

#[test]
fn it_is_an_output_validator_for_kattis() {
    let folder = folder();
    let feedback = folder.path().to_str().expect("a plain name");
    let with_flags = |change: Change, flags: &[&str]| {
        let mut command = common::hule();
        let stdin = fs::File::open(output(folder.path(), change)).expect("it was written");
        command.args(["check", "--kattis", DECK, "examples/sample.log", feedback]).current_dir(root());
        command.args(flags);
        let status = command.env("LC_ALL", "C").stdin(stdin).status().expect("hule runs");
        let message = fs::read_to_string(folder.path().join("judgemessage.txt")).expect("it was written");
        (status.code(), message)
    };
    let judged = |change| with_flags(change, &[]);
    assert_eq!(judged(|log| log), (Some(42), "ok: 84 lines\n".to_owned()));
    let flags = ["case_sensitive", "float_tolerance", "1e-6"];
    let (status, message) = with_flags(|log| log.replace('\n', " \n"), &flags);
    assert_eq!(status, Some(42));
    assert!(message.starts_with("ok: 84 lines, but not byte for byte: line 1: "), "{message}");
    for strict in ["--strict", "space_change_sensitive"] {
        let (status, message) = with_flags(|log| log.replace('\n', " \n"), &[strict]);
        assert_eq!(status, Some(43), "{strict}");
        assert!(message.starts_with("line 1: "), "{message}");
    }
    let (status, message) = judged(|log| log + &"\n".repeat(1 << 20));
    assert_eq!(status, Some(43));
    assert!(message.starts_with("line 85: expected the end, found ``: "), "{message}");
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
    assert_eq!(complaint(&output, 2), "expected a deck and an output; number of files given: 3");
}
