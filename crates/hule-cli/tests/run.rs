//! `hule run` as its users meet it: the program, its output, its errors and its exit status.

use crate::common::{self, complaint, printed, text, with_input};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn hule() -> Command {
    let mut command = common::hule();
    command.current_dir(root()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the command with this on its standard input.
fn hule_with(arguments: &[&str], input: &[u8]) -> Output {
    with_input(hule().args(arguments), input)
}

fn sample(ending: &str) -> String {
    fs::read_to_string(root().join("examples/sample").with_extension(ending)).expect("the sample is there")
}

// ------------------------------------------------------------------ what works

#[test]
fn a_deck_from_a_file_and_from_standard_input() {
    let log = sample("log");
    assert_eq!(printed(&hule().args(["run", "examples/sample.deck"]).output().expect("hule runs")), log);
    assert_eq!(printed(&hule_with(&["run"], sample("deck").as_bytes())), log);
    assert_eq!(printed(&hule_with(&["run", "-"], sample("deck").as_bytes())), log);
}

#[test]
fn crlf_and_a_byte_order_mark() {
    let deck = format!("\u{feff}{}", sample("deck").replace('\n', "\r\n"));
    assert_eq!(printed(&hule_with(&["run"], deck.as_bytes())), sample("log"));
}

#[test]
fn many_decks_with_a_blank_line_between_the_logs() {
    let log = sample("log");
    let decks = sample("deck").repeat(3).replace('\n', " ");
    assert_eq!(printed(&hule_with(&["run", "--many"], decks.as_bytes())), [&*log, &*log, &*log].join("\n"));
    assert_eq!(printed(&hule_with(&["run", "--many"], sample("deck").as_bytes())), log);
    assert_eq!(printed(&hule_with(&["run", "--many"], b"")), "");
    let files = hule().args(["run", "--many", "examples/sample.deck", "examples/sample.deck"]).output();
    assert_eq!(printed(&files.expect("hule runs")), [&*log, &*log].join("\n"));
    // More than is held back at a time.
    let many = hule_with(&["run", "--many"], sample("deck").repeat(200).as_bytes());
    assert_eq!(printed(&many), vec![&*log; 200].join("\n"));
}

#[test]
fn many_answers_before_it_waits_for_more() {
    let mut child = hule()
        .args(["run", "--many"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("hule starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let mut stdout = child.stdout.take().expect("it was asked for");
    let log = sample("log");
    for answered in [log.clone(), format!("\n{log}")] {
        stdin.write_all(sample("deck").as_bytes()).expect("hule reads");
        let mut answer = vec![0; answered.len()];
        stdout.read_exact(&mut answer).expect("hule answers");
        assert_eq!(text(&answer), answered);
    }
    drop(stdin);
    assert!(child.wait().expect("hule ends").success());
}

#[test]
fn json_from_which_the_text_can_be_printed() {
    let output = hule_with(&["run", "--format", "json"], sample("deck").as_bytes());
    let log = hule::Log::from_json(printed(&output)).expect("a log");
    assert_eq!(log.to_string(), sample("log"));
}

#[cfg(unix)] // Python runs it.
#[test]
fn the_python_of_the_protocol_prints_the_text() {
    let protocol = fs::read_to_string(root().join("docs/PROTOCOL.md")).expect("the protocol is there");
    let python =
        protocol.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let decks = sample("deck").repeat(2);
    let json = hule_with(&["run", "--many", "--explain", "--format", "json"], decks.as_bytes());
    let mut child = Command::new("python3")
        .args(["-c", python])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed for this test");
    let mut stdin = child.stdin.take().expect("it was asked for");
    stdin.write_all(printed(&json).as_bytes()).expect("python3 reads");
    drop(stdin);
    let output = child.wait_with_output().expect("python3 ends");
    assert_eq!(text(&output.stdout), [sample("log"), sample("log")].join("\n"));
}

#[test]
fn explanations_are_indented_and_without_colour() {
    let output = hule_with(&["run", "--explain"], sample("deck").as_bytes());
    let explained =
        fs::read_to_string(root().join("crates/hule/tests/data/sample.explained")).expect("is there");
    assert_eq!(printed(&output), explained);
}

#[test]
fn named_players_play() {
    let run = |arguments: &[&str]| {
        let output = hule().args([&["run", "examples/sample.deck"], arguments].concat()).output();
        printed(&output.expect("hule runs")).to_owned()
    };
    // Four standard players are four standard players, however they are named.
    for names in ["standard", "standard,standard", "standard,standard,standard,standard"] {
        for arguments in [&[][..], &["--explain"], &["--format", "json"], &["--explain", "--format", "json"]]
        {
            assert_eq!(
                run(&[arguments, &["--players", names]].concat()),
                run(arguments),
                "{names} {arguments:?}"
            );
        }
    }
    let mixed = run(&["--players", "useful,standard,random,search:samples=2"]);
    assert_ne!(mixed, sample("log"));
    let seeded = |seed| run(&["--players", "useful,standard,random,search:samples=2", "--seed", seed]);
    assert_eq!(seeded("0"), mixed);
    assert_ne!(seeded("1"), mixed, "the random player follows the seed");

    let explained = run(&["--players", "useful,standard,random,search:samples=2", "--explain"]);
    let (said, log): (Vec<&str>, Vec<&str>) = explained.lines().partition(|line| line.starts_with("    "));
    assert_eq!(log.join("\n") + "\n", mixed);
    assert!(
        said.iter().any(|line| line.starts_with("    A > OUT ") && line.ends_with(" useful tiles left")),
        "{said:?}"
    );
    assert!(said.iter().any(|line| line.starts_with("    B holds ")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("    D > OUT ") && line.ends_with(" %")), "{said:?}");
    assert!(!said.iter().any(|line| line.starts_with("    C ")), "the random player has nothing to say");

    let json =
        run(&["--players", "useful,standard,random,search:samples=2", "--explain", "--format", "json"]);
    assert_eq!(hule::Log::from_json(&json).expect("a log").to_string(), mixed);
    let thoughts = json.lines().find(|line| line.contains("thoughts")).expect("A thinks");
    let start = "{\"type\":\"explain\",\"decision\":\"thoughts\",\"seat\":\"A\",\"chosen\":\"OUT ";
    assert!(thoughts.starts_with(start), "{thoughts}");
}

#[test]
fn a_network_tells_how_likely_its_choices_are() {
    let run = |arguments: &[&str]| {
        let output =
            hule().args([&["run", "examples/sample.deck", "--explain"], arguments].concat()).output();
        printed(&output.expect("hule runs")).to_owned()
    };
    let explained = run(&["--players", "net,useful"]);
    let chosen: Vec<&str> = explained.lines().filter(|line| line.contains(" > OUT ")).collect();
    assert!(chosen.len() > 5, "{explained}");
    for line in chosen {
        assert_eq!(line.ends_with(" %"), line.starts_with("    A ") || line.starts_with("    C "), "{line}");
    }
    let json = run(&["--players", "net,useful", "--format", "json"]);
    let lines = json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    for line in lines.filter(|line| line["decision"] == "thoughts") {
        let thoughts = line["thoughts"].as_array().expect("a list");
        let chances: Vec<f64> = thoughts.iter().filter_map(|thought| thought["chance"].as_f64()).collect();
        let is_network = line["seat"] == "A" || line["seat"] == "C";
        assert_eq!(chances.len(), if is_network { thoughts.len() } else { 0 }, "{line}");
        // At most five are printed, so their sum is at most 1.
        assert!(chances.is_sorted_by(|one, other| one >= other), "{line}");
        assert!((0.0..=1.0 + 1e-9).contains(&chances.iter().sum::<f64>()), "{line}");
        assert!(thoughts.iter().all(|thought| thought["wins"].is_null()), "{line}");
    }
}

#[test]
fn every_deck_of_many_has_seeds_of_its_own() {
    let arguments = ["run", "--many", "--players", "random"];
    let output = hule_with(&arguments, sample("deck").repeat(2).as_bytes());
    let logs: Vec<&str> = printed(&output).split("\n\n").collect();
    assert!(logs.len() == 2 && logs[0].trim_end() != logs[1].trim_end());
    let one = hule_with(&["run", "--players", "random"], sample("deck").as_bytes());
    assert_eq!(printed(&one).trim_end(), logs[0]);
}

#[test]
fn help_names_the_exit_statuses() {
    for arguments in [&["--help"][..], &["run", "--help"], &["run", "-h"]] {
        let output = hule().args(arguments).output().expect("hule runs");
        assert!(printed(&output).contains("\nExit status:\n  0  "), "{arguments:?}");
    }
    let version = hule().arg("--version").output().expect("hule runs");
    assert_eq!(printed(&version), format!("hule {}\n", env!("CARGO_PKG_VERSION")));
}

// ------------------------------------------------------------------ what does not

#[test]
fn wrong_decks_get_one_sentence() {
    let names: Vec<String> = sample("deck").lines().map(str::to_owned).collect();
    let with = |place: usize, name: &str| {
        let mut names = names.clone();
        names[place] = name.to_owned();
        names.join("\n")
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (Vec::new(), "standard input: there are no tiles; expected the names of 148 tiles"),
        (
            names[..147].join("\n").into(),
            "standard input: line 147: the deck ends after 147 tiles; expected 148 (missing: E)",
        ),
        (
            format!("{}\nZ\n", names.join("\n")).into(),
            "standard input: line 149: `Z` is one tile too many; a deck has 148; use --many for several decks",
        ),
        (
            with(16, "10M").into(),
            "standard input: line 17: `10M` is not a tile; expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, \
             REVERSE or DOUBLE",
        ),
        (with(16, "2s").into(), "standard input: line 17: `2s` is not a tile; names are in upper case: `2S`"),
        (
            with(147, "N").into(),
            "standard input: lines 41, 53, 55, 147 and 148: five tiles `N`; a deck has four of each kind \
             (missing: E)",
        ),
        (
            with(3, "\u{1b}[31m9P").into(),
            "standard input: line 4: `\\u{1b}[31m9P` is not a tile; expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, \
             PASS, REVERSE or DOUBLE",
        ),
    ];
    for (deck, sentence) in cases {
        assert_eq!(complaint(&hule_with(&["run"], &deck), 2), sentence);
    }
    // Binary garbage, wherever it comes from.
    let mut garbage = Vec::new();
    File::open(env!("CARGO_BIN_EXE_hule"))
        .and_then(|file| file.take(5000).read_to_end(&mut garbage))
        .expect("read");
    assert!(complaint(&hule_with(&["run"], &garbage), 2).starts_with("standard input: line 1: `"));
}

#[test]
fn a_wrong_deck_among_many_is_numbered_and_those_before_it_are_played() {
    let decks = format!("{}{}", sample("deck"), sample("deck").replace("REVERSE", "SKIP"));
    let output = hule_with(&["run", "--many"], decks.as_bytes());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), &*sample("log")));
    let sentence = text(&output.stderr);
    assert!(
        sentence.starts_with("hule: standard input: deck 2: line 206: `SKIP` is not a tile; "),
        "{sentence}"
    );
}

#[test]
fn wrong_arguments_are_usage_errors() {
    for arguments in [
        &["walk"][..],
        &[],
        &["run", "--format", "xml"],
        &["run", "--nothing"],
        &["run", "--players", "useful,useful,useful"],
        &["run", "--players", ""],
        &["run", "--players", "best"],
    ] {
        let output = hule().args(arguments).output().expect("hule runs");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}");
    }
}

#[test]
fn files_that_cannot_be_read_are_io_errors() {
    let missing = hule().args(["run", "no/such.deck"]).output().expect("hule runs");
    assert_eq!(complaint(&missing, 1), "no/such.deck: there is no such file");
    let directory = hule().args(["run", "examples"]).output().expect("hule runs");
    assert_eq!(complaint(&directory, 1), "examples: it is a directory; expected a file");
    #[cfg(unix)] // On Windows no name has such a letter.
    {
        let inside = hule().args(["run", "examples/sample.deck/x\ny"]).output().expect("hule runs");
        assert_eq!(complaint(&inside, 1), "examples/sample.deck/x\\ny: part of the path is not a directory");
    }
    let second = hule().args(["run", "a", "b"]).output().expect("hule runs");
    assert_eq!(complaint(&second, 2), "2 decks are given; expected one, or --many");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_io_error() {
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = hule().args(["run", "examples/sample.deck"]).stdout(full).output().expect("hule runs");
    assert!(complaint(&output, 1).starts_with("standard output: "));
}

#[test]
fn a_closed_pipe_is_silence_and_success() {
    let mut child = hule()
        .args(["run", "--many"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hule starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it was asked for");
    let decks = sample("deck");
    for _ in 0..1000 {
        if stdin.write_all(decks.as_bytes()).is_err() {
            break; // It has noticed.
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("hule ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

/// Endless input, of white space, of one long name, or of right names, takes no more memory than a deck.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_input() {
    let long_name = vec![b'A'; 1 << 16];
    let spaces = vec![b' '; 1 << 16];
    let decks = sample("deck").repeat(150).into_bytes();
    let cases = [
        (&["run"][..], &long_name, Some(2)),
        (&["run"], &spaces, Some(2)),
        (&["run"], &decks, Some(2)),
        (&["run", "--many"], &decks, Some(0)),
    ];
    for (arguments, chunk, status) in cases {
        let mut child = hule()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("hule starts");
        let mut stdin = child.stdin.take().expect("it was asked for");
        let mut peak = 0;
        for _ in 0..1000 {
            if stdin.write_all(chunk).is_err() {
                break;
            }
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            peak = peak.max(kilobytes.unwrap_or(0));
        }
        drop(stdin);
        assert_eq!(child.wait().expect("hule ends").code(), status, "{arguments:?}");
        assert!(peak < 16_000, "{arguments:?}: {peak} KB");
    }
}
