//! `hule deck` as its users meet it: decks on demand, checks and tags.

use crate::common::{self, complaint, printed, text, with_input};
use hule::situation::{self, rare_situations, situations};
use hule::{Deck, Situation};
use serde_json::Value;
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
    assert!(!text(&typo.stderr).contains("possible values"), "{}", text(&typo.stderr));
    let unknown = deck(folder.path(), &["new", "--with", "xyz"]);
    let sentence = "`hule deck list --all` lists all situations";
    assert!(text(&unknown.stderr).contains(sentence), "{}", text(&unknown.stderr));
    let unknown = deck(folder.path(), &["new", "--with", "xyz", "--lang", "zh"]);
    let sentence = "的值 'xyz' 无效；`hule deck list --all` 列出所有局面";
    assert!(text(&unknown.stderr).contains(sentence), "{}", text(&unknown.stderr));
    for arguments in [&["--with", ""][..], &["--with", "Ron-By-Three"], &["--game", "-1"], &["extra"]] {
        let output = deck(folder.path(), &[&["new"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
}

#[test]
fn the_list_has_every_situation() {
    let folder = folder();
    let list = deck(folder.path(), &["list", "--all"]);
    let json = deck(folder.path(), &["list", "--all", "--json"]);
    let lines: Vec<(&str, &str)> = printed(&list).lines().zip(printed(&json).lines()).collect();
    assert_eq!(lines.len(), Situation::ALL.len());
    for (situation, (line, json)) in Situation::ALL.iter().zip(lines) {
        assert!(line.starts_with(&format!("{situation}: {}", situation.meaning())), "{line}");
        let json: Value = serde_json::from_str(json).expect("JSON");
        assert_eq!(json["name"], situation.name());
        assert_eq!(json["meaning"], situation.meaning());
        let directions = json["directions"].as_array().expect("a list").len();
        assert_eq!(directions == 1, line.contains(" only) ["), "{line}");
        assert!(line.ends_with(&format!(" [{}]", situation.rule())), "{line}");
        assert_eq!(
            (&json["rule"], &json["rare"]),
            (&situation.rule().number().into(), &situation.is_rare().into())
        );
    }
    let rare = deck(folder.path(), &["list"]);
    assert_eq!(printed(&rare).lines().count(), Situation::ALL.iter().filter(|one| one.is_rare()).count());
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
    // On Windows no name has such a letter.
    let bad = if cfg!(windows) { "bad" } else { "bad\u{1b}" };
    write(bad, "1M\n");
    write("worse", "1M\r\n");
    let output = deck(folder.path(), &["check", bad, "no", "good", "worse"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), "good: ok\n"));
    let complaints: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    let expected = format!("hule: {}: line 1: the deck ends after 1 tile", bad.escape_debug());
    assert!(complaints[0].starts_with(&expected), "{complaints:?}");
    assert_eq!(complaints[1], "hule: no: there is no such file");
    assert!(complaints[2].starts_with("hule: worse: "));
    assert_eq!(complaint(&deck(folder.path(), &["check", "no"]), 1), "no: there is no such file");
}

// ------------------------------------------------------------------ tags

#[test]
fn tags_are_the_situations_of_the_game() {
    let folder = folder();
    let rare = situation::deck_with(&[Situation::LastTileReverse], 2, 0).expect("it can occur");
    let plain = Deck::seeded(0, 1);
    assert!(rare_situations(&plain).is_empty());
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
    assert_eq!(tags.len(), rare_situations(&rare).len());
    assert!(tags.contains(&serde_json::json!({"name": "last-tile-reverse", "direction": "reversed"})));
    assert_eq!(objects[1]["situations"], serde_json::json!([]));
    assert_eq!(complaint(&deck(folder.path(), &["tags", "no"]), 1), "no: there is no such file");
    assert!(
        complaint(&deck_with(folder.path(), &["tags"], b"1M"), 2).starts_with("standard input: line 1: ")
    );
}

#[test]
fn every_command_explains_itself() {
    for command in ["new", "list", "check", "tags", "package"] {
        let output = deck(Path::new("."), &[command, "--help"]);
        let help = printed(&output);
        assert!(help.contains("\nExamples:\n") && help.contains("\nExit status:\n"), "{help}");
    }
}
