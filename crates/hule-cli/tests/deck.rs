//! `hule deck` as its users meet it: decks on demand, checks, tags and packages.

mod common;

use common::{complaint, printed, text, with_input};
use hule::situation::{self, situations};
use hule::{Deck, Log, Situation};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// Runs `hule deck` in a folder with this on its standard input.
fn deck_with(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    with_input(common::hule().current_dir(folder).arg("deck").args(arguments), input)
}

fn deck(folder: &Path, arguments: &[&str]) -> Output {
    deck_with(folder, arguments, b"")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
                files.insert(name, fs::read_to_string(&path).expect("readable"));
            }
        }
    }
    files
}

// ------------------------------------------------------------------ new and list

#[test]
fn decks_with_situations_have_them() {
    let folder = folder();
    let new = |arguments: &[&str]| deck(folder.path(), &[&["new"], arguments].concat());
    let wanted: [&[&str]; 3] = [
        &["--with", "ron-by-three"],
        &["--with", "claim-then-pass,several-good-chows", "--game", "3"],
        &["--with", "claim-then-pass", "--with", "several-good-chows", "--game", "3"],
    ];
    let made = wanted.map(|arguments| printed(&new(arguments)).to_owned());
    for (made, names) in
        made.iter().zip([&["ron-by-three"][..], &["claim-then-pass", "several-good-chows"], &[]])
    {
        let found = situations(&made.parse().expect("a deck"));
        assert!(names.iter().all(|name| found.iter().any(|(situation, _)| situation.name() == *name)));
    }
    assert_eq!(made[1], made[2]);
    assert_eq!(made[0], printed(&new(wanted[0])));
    assert_ne!(made[0], printed(&new(&["--with", "ron-by-three", "--game", "1"])));
    assert_eq!(printed(&new(&["--seed", "4"])), Deck::seeded(4, 0).to_string());
}

#[test]
fn what_cannot_be_had_is_said() {
    let folder = folder();
    let both = deck(folder.path(), &["new", "--with", "first-draw-win,last-tile-ron"]);
    assert!(complaint(&both, 2).starts_with("no deck was found with all of first-draw-win, last-tile-ron; "));
    let typo = deck(folder.path(), &["new", "--with", "ron-by-thre"]);
    assert_eq!((typo.status.code(), text(&typo.stdout)), (Some(2), ""));
    assert!(text(&typo.stderr).contains("'ron-by-three'"), "{}", text(&typo.stderr));
    for arguments in [&["--with", ""][..], &["--with", "Ron-By-Three"], &["--game", "-1"], &["extra"]] {
        let output = deck(folder.path(), &[&["new"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
}

#[test]
fn the_list_has_every_situation() {
    let folder = folder();
    let list = deck(folder.path(), &["list"]);
    let json = deck(folder.path(), &["list", "--json"]);
    let lines: Vec<(&str, &str)> = printed(&list).lines().zip(printed(&json).lines()).collect();
    assert_eq!(lines.len(), Situation::ALL.len());
    for (situation, (line, json)) in Situation::ALL.iter().zip(lines) {
        assert!(line.starts_with(&format!("{situation}: {}", situation.meaning())), "{line}");
        let json: Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(json["name"], situation.name());
        assert_eq!(json["meaning"], situation.meaning());
        let directions = json["directions"].as_array().expect("a list").len();
        assert_eq!(directions == 1, line.ends_with(" only)"), "{line}");
    }
}

// ------------------------------------------------------------------ check

#[test]
fn good_decks_are_ok() {
    let folder = folder();
    let good = Deck::seeded(1, 0).to_string();
    fs::write(folder.path().join("a.in"), &good).expect("writable");
    fs::write(folder.path().join("b.in"), Deck::sorted().to_string()).expect("writable");
    assert_eq!(printed(&deck(folder.path(), &["check", "a.in", "b.in"])), "a.in: ok\nb.in: ok\n");
    for arguments in [&["check"][..], &["check", "-"]] {
        let output = deck_with(folder.path(), arguments, good.as_bytes());
        assert_eq!(printed(&output), "standard input: ok\n");
    }
}

#[test]
fn every_departure_is_located() {
    let good = Deck::seeded(1, 0).to_string(); // 8S S 6S 3S …
    let line = |number: usize, other: &str| {
        let mut lines: Vec<&str> = good.lines().collect();
        lines[number - 1] = other;
        lines.join("\n") + "\n"
    };
    let cases: &[(String, &str)] = &[
        (good.replace('\n', "\r\n"), "line 1, column 3: found a carriage return; expected a line feed"),
        (good.replace('\n', " "), "line 1, column 3: found a space; expected a line feed"),
        (line(5, "3P "), "line 5, column 3: found a space; expected a line feed"),
        (line(5, "\t3P"), "line 5: found a tab; expected a tile"),
        (line(5, "\n3P"), "line 5: found a blank line; expected a tile"),
        (good.clone() + "\n", "line 149: found a blank line; expected the end of the file"),
        (good.trim_end().to_owned(), "line 148, column 2: found the end of the file; expected a line feed"),
        (format!("\u{feff}{good}"), "line 1: found a byte-order mark; expected a tile"),
        (line(5, "3p"), "line 5: `3p` is not a tile; names are in upper case: `3P`"),
        (line(5, "10P"), "line 5: `10P` is not a tile; expected "),
        (good.clone() + "Z\n", "line 149: `Z` is one tile too many; a deck has 148"),
        (line(148, "8S"), "lines "),
        (String::new(), "there are no tiles; expected the names of 148 tiles"),
        ("\0\x1b[31m".to_owned(), "line 1: `\\0\\u{1b}[31m` is not a tile"),
        (" ".repeat(1 << 21), "more than 1048576 bytes; expected one deck"),
    ];
    let folder = folder();
    for (text, expected) in cases {
        let output = deck_with(folder.path(), &["check"], text.as_bytes());
        let found = complaint(&output, 2);
        assert!(found.starts_with(&format!("standard input: {expected}")), "{found}\nnot {expected}");
    }
}

#[test]
fn all_files_are_checked_whatever_is_wrong_with_one() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    write("good", &Deck::seeded(1, 0).to_string());
    write("bad\u{1b}", "1M\n");
    write("worse", "1M\r\n");
    let output = deck(folder.path(), &["check", "bad\u{1b}", "no", "good", "worse"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), "good: ok\n"));
    let complaints: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert!(complaints[0].starts_with("hule: bad\\u{1b}: line 1: the deck ends after 1 tile"));
    assert_eq!(complaints[1], "hule: no: there is no such file");
    assert!(complaints[2].starts_with("hule: worse: "));
    assert_eq!(complaint(&deck(folder.path(), &["check", "no"]), 1), "no: there is no such file");
}

// ------------------------------------------------------------------ tags

#[test]
fn tags_are_the_situations_of_the_game() {
    let folder = folder();
    let rare = situation::deck_with(&[Situation::LastTileReverse], 2, 0).expect("it can occur");
    let plain = Deck::seeded(0, 0);
    assert!(situations(&plain).is_empty());
    // Any form that `hule run` reads will do.
    let crlf = rare.to_string().replace('\n', "\r\n");
    fs::write(folder.path().join("rare"), crlf).expect("writable");
    let output = deck_with(folder.path(), &["tags", "rare", "-"], plain.to_string().as_bytes());
    let lines: Vec<&str> = printed(&output).lines().collect();
    assert!(lines[0].starts_with("rare: ") && lines[0].contains("last-tile-reverse reversed"), "{lines:?}");
    assert_eq!(lines[1], "standard input: none");
    let output = deck_with(folder.path(), &["tags", "--json", "rare", "-"], plain.to_string().as_bytes());
    let objects: Vec<Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&objects[0]["deck"], &objects[1]["deck"]), (&"rare".into(), &"-".into()));
    let tags = objects[0]["situations"].as_array().expect("a list");
    assert_eq!(tags.len(), situations(&rare).len());
    assert!(tags.contains(&serde_json::json!({"name": "last-tile-reverse", "direction": "reversed"})));
    assert_eq!(objects[1]["situations"], serde_json::json!([]));
    assert_eq!(complaint(&deck(folder.path(), &["tags", "no"]), 1), "no: there is no such file");
    assert!(
        complaint(&deck_with(folder.path(), &["tags"], b"1M"), 2).starts_with("standard input: line 1: ")
    );
}

// ------------------------------------------------------------------ package

fn log(deck: &str) -> String {
    let deck = Deck::from_exact(deck.as_bytes()).expect("the form of the contest");
    Log::of(&deck).to_string()
}

/// Plays the tests of a package again: their inputs and answers, and what is said about them.
fn replay(files: &BTreeMap<String, String>, tests: usize, answer: impl Fn(&str) -> String) {
    let list: Vec<&str> = files["tests.txt"].lines().collect();
    assert_eq!(list.len(), tests);
    for line in list {
        let (input, rest) = line.split_once(": ").expect("a file and more");
        let (command, tags) = rest.split_once(": ").expect("a command and tags");
        assert_eq!(files[&answer(input)], log(&files[input]), "{input}");
        let words: Vec<&str> = command.split(' ').collect();
        let again = deck(Path::new("."), &words[2..]);
        assert_eq!(printed(&again), files[input], "{command}");
        let output = deck_with(Path::new("."), &["tags"], files[input].as_bytes());
        assert_eq!(printed(&output), format!("standard input: {tags}\n"));
        if let Some(wanted) = words.iter().skip_while(|&&word| word != "--with").nth(1) {
            assert!(tags.contains(wanted), "{line}");
        }
    }
}

fn package(folder: &Path, arguments: &[&str]) -> BTreeMap<String, String> {
    let output = deck(folder, &[&["package", "out"], arguments].concat());
    let printed = printed(&output);
    let files = files(&folder.join("out"));
    let tests = files["tests.txt"].lines().count();
    assert_eq!(printed, format!("{}{tests} tests in out\n", files["tests.txt"]));
    let left = fs::read_dir(folder).expect("readable").count();
    assert_eq!(left, 1, "nothing is left beside it");
    files
}

#[test]
fn a_package_has_random_decks_and_one_of_each_situation() {
    let folder = folder();
    let files = package(folder.path(), &["--seed", "5"]);
    let tests = 10 + Situation::ALL.len();
    assert_eq!(files.len(), 2 * tests + 1);
    assert_eq!(files["1.in"], Deck::seeded(5, 0).to_string());
    replay(&files, tests, |input| input.replace(".in", ".ans"));
    // Again, into an empty directory: the same bytes.
    let other = self::folder();
    fs::create_dir(other.path().join("out")).expect("it can be made");
    assert_eq!(package(other.path(), &["--seed", "5"]), files);
}

#[test]
fn packages_for_judges_are_laid_out_as_they_expect() {
    let tests = 3 + Situation::ALL.len();
    for judge in ["luogu", "tuack", "polygon", "kattis"] {
        let folder = folder();
        let files = package(folder.path(), &["--random", "3", "--for", judge]);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        let has = |name: &str| assert!(files.contains_key(name), "{judge}: no {name} in {names:?}");
        let settings = match judge {
            "luogu" => {
                has("27.out");
                let config = &files["config.yml"];
                for number in 1..=tests {
                    let limits = format!("{number}.in:\n  timeLimit: 1000\n  memoryLimit: 524288\n");
                    assert!(config.contains(&limits));
                }
                replay(&files, tests, |input| input.replace(".in", ".out"));
                1
            }
            "tuack" => {
                has("data/27.ans");
                let settings: Value = serde_json::from_str(&files["conf.json"]).expect("JSON");
                let cases = settings["data"][0]["cases"].as_array().expect("a list");
                assert!(cases.iter().map(Value::as_u64).eq((1..=tests as u64).map(Some)));
                replay(&files, tests, |input| input.replace(".in", ".ans"));
                1
            }
            "polygon" => {
                has("tests/01");
                has("tests/27.a");
                replay(&files, tests, |input| format!("{input}.a"));
                0
            }
            _ => {
                has("data/sample/001.ans");
                has("data/secret/027.ans");
                assert!(files["problem.yaml"].contains("\nvalidation: default\n"));
                replay(&files, tests, |input| input.replace(".in", ".ans"));
                1
            }
        };
        assert_eq!(files.len(), 2 * tests + 1 + settings, "{judge}");
    }
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left_half_written() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("full")).expect("it can be made");
    fs::write(path.join("full/mine"), "mine").expect("writable");
    fs::write(path.join("file"), "mine").expect("writable");
    let before = files(path);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["full"], 2, "full: it is not empty; expected a new directory"),
        (&["file"], 2, "file: it is a file; expected a new directory"),
        (&["file/new"], 2, "file/new: it is a file; expected a new directory"),
        (&["no/new"], 1, "no: there is no such directory"),
        (&["."], 2, ".: it is not empty; expected a new directory"),
        (&["new", "--random", "0", "--each", "0"], 2, "too few tests: 0; expected at least 1"),
        (
            &["new", "--random", "1", "--each", "0", "--for", "kattis"],
            2,
            "too few tests: 1; expected at least 2",
        ),
    ];
    for &(arguments, status, expected) in cases {
        let output = deck(path, &[&["package"], arguments].concat());
        assert_eq!(complaint(&output, status), expected);
    }
    for arguments in [&[][..], &["new", "--for", "spoj"], &["new", "--random", "-1"], &["new", "--each", "x"]]
    {
        let output = deck(path, &[&["package"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
    assert_eq!(files(path), before);
    assert_eq!(fs::read_dir(path).expect("readable").count(), 2);
    let here = self::folder();
    let output = deck(here.path(), &["package", "."]);
    assert_eq!(complaint(&output, 2), ".: it cannot be replaced; expected a new directory");
}

#[test]
fn every_command_explains_itself() {
    for command in ["new", "list", "check", "tags", "package"] {
        let output = deck(Path::new("."), &[command, "--help"]);
        let help = printed(&output);
        assert!(help.contains("\nExamples:\n") && help.contains("\nExit status:\n"), "{help}");
    }
}
