//! `hule merge` for arenas: the parts of an arena, merged, are the whole.

use crate::common::programs::puppet;
use crate::common::{self, complaint, text};
use hule::{Language, Random};
use hule_report::{Report, ReportError, ReportMerger};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A slow machine may take so long.
const PATIENT: [&str; 4] = ["--move-time", "120", "--start-time", "120"];

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn hule(folder: &Path, arguments: &[&str]) -> Output {
    common::hule().current_dir(folder).args(arguments).output().expect("hule runs")
}

/// It must have worked, and this is what it printed.
fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

fn arena(folder: &Path, arguments: &[&str]) -> String {
    printed(&hule(folder, &[&["arena"], arguments].concat()))
}

/// The arena on these decks only, each of which has so many games.
fn part(folder: &Path, arguments: &[&str], first: u64, decks: u64, a_deck: u64, how: &str) -> String {
    let (first, games) = (first.to_string(), (decks * a_deck).to_string());
    arena(folder, &[arguments, &["--first", &first, "-n", &games, how]].concat())
}

/// What `hule merge` makes of these files.
fn merge(folder: &Path, files: &[String], options: &[&str]) -> Output {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    hule(folder, &[&["merge"], &files[..], options].concat())
}

fn write(folder: &Path, name: &str, content: &str) -> String {
    fs::write(folder.join(name), content).expect("writable");
    name.to_owned()
}

/// Cuts at random places, with both ends.
fn cuts(random: &mut Random, decks: u64) -> Vec<u64> {
    let mut cuts: Vec<u64> = (1..decks).filter(|_| random.below(3) == 0).collect();
    cuts.insert(0, 0);
    cuts.push(decks);
    cuts
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        let other = random.below(place as u64 + 1);
        items.swap(place, usize::try_from(other).expect("small"));
    }
}

/// A report without the column of speeds.
fn without_speeds(report: &str) -> String {
    let Some((before, counts)) = report.split_once("\nCounts\n") else { panic!("no counts in {report}") };
    let (table, behind) = counts.split_once("\n\n").expect("a blank line follows");
    let width = table.lines().next().and_then(|titles| titles.rfind("decisions")).expect("a column")
        + "decisions".len();
    // All names are ASCII, so that bytes are columns.
    let rows: Vec<&str> = table.lines().map(|row| &row[..width]).collect();
    format!("{before}\nCounts\n{}\n\n{behind}", rows.join("\n"))
}

#[test]
fn parts_of_arenas_merge_to_the_whole() {
    let folder = folder();
    let folder = folder.path();
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/useful.onnx");
    fs::copy(network, folder.join("mine (2).onnx")).expect("writable");
    let bot = format!("bot:'{}' bot useful", env!("CARGO_BIN_EXE_hule"));
    let mut random = Random::new(16);
    let mut kinds: Vec<(Vec<&str>, u64, u64)> = vec![
        (vec!["useful", "random", "--seed", "18446744073709551615"], 6, 20),
        (vec!["useful", "useful"], 6, 9),
        (vec!["useful", "random", "standard", "search:samples=1"], 4, 20),
        (vec!["useful", "standard", "standard", "useful"], 4, 9),
        (vec!["useful", "standard", "standard", "standard"], 4, 9),
        (vec!["useful"; 4], 4, 9),
        (vec!["random", "useful", "useful", "standard", "random", "--round-robin"], 60, 8),
        (vec!["random", "useful", "--round-robin"], 6, 20),
        (vec!["standard", &bot, "--seed", "3"], 6, 4),
        (vec![&bot, "useful", &bot, "--round-robin"], 18, 3),
    ];
    if cfg!(feature = "onnx") {
        kinds.push((vec!["net:mine (2).onnx", "useful"], 6, 5));
    }
    for (arguments, a_deck, decks) in kinds {
        let mut arguments = arguments.clone();
        if arguments.contains(&bot.as_str()) {
            arguments.extend(PATIENT);
        }
        let whole = part(folder, &arguments, 0, decks, a_deck, "--json");
        let shown = arena(folder, &[&arguments[..], &["-n", &(decks * a_deck).to_string()]].concat());
        let cuts = cuts(&mut random, decks);
        let mut names: Vec<String> = Vec::new();
        for (number, cut) in cuts.windows(2).enumerate() {
            let how = ["--json", "--part"][number % 2];
            let report = part(folder, &arguments, cut[0], cut[1] - cut[0], a_deck, how);
            assert_eq!(report.lines().count() == 1, how == "--part", "{report}");
            names.push(write(folder, &format!("{number}.json"), &report));
        }
        for _ in 0..3 {
            shuffle(&mut random, &mut names);
            let merged = merge(folder, &names, &["--json", "-"]);
            assert_eq!(printed(&merged), whole, "{arguments:?} cut at {cuts:?}, in the order {names:?}");
            let found = text(&merged.stderr);
            assert!(names.len() == 1 || found == without_speeds(&shown), "{found}\n{shown}");
        }
        // What was merged can be merged again.
        names.sort_by_key(|name| name.trim_end_matches(".json").parse::<usize>().expect("a number"));
        let (some, others) = names.split_at(names.len().div_ceil(2));
        printed(&merge(folder, some, &["--json", "some"]));
        let again = [&["some".to_owned()], others].concat();
        assert_eq!(printed(&merge(folder, &again, &["--json", "-"])), whole, "{arguments:?}");
    }
}

#[test]
fn the_text_is_that_of_one_arena() {
    let folder = folder();
    let folder = folder.path();
    for (arguments, a_deck) in [
        (&["useful", "random"][..], 6),
        (
            &["search:samples=1,time=100000ms", "useful", "search:samples=1,time=100000ms", "--round-robin"],
            18,
        ),
    ] {
        let whole = part(folder, arguments, 7, 5, a_deck, "--seed=1");
        assert!(whole.contains(" games on decks 7 to 11 of seed 1\n"), "{whole}");
        assert!(whole.contains("a second"));
        let one =
            |first, decks, how| part(folder, &[arguments, &["--seed=1"]].concat(), first, decks, a_deck, how);
        let names = [write(folder, "a", &one(9, 3, "--json")), write(folder, "b", &one(7, 2, "--part"))];
        assert_eq!(printed(&merge(folder, &names, &[])), without_speeds(&whole));
        write(folder, "a", &one(9, 3, "--part"));
        let timed = printed(&merge(folder, &names, &[]));
        assert!(
            timed.contains("decisions  a second\n") || timed.contains("decisions   a second\n"),
            "{timed}"
        );
        assert_eq!(without_speeds(&timed), without_speeds(&whole));
    }
    let deck = part(folder, &["useful", "random"], 3, 1, 6, "--seed=2");
    assert!(deck.starts_with("useful - random: 6 games on deck 3 of seed 2\n"), "{deck}");
}

#[test]
fn a_test_that_others_play_ends_where_it_is_decided() {
    let folder = folder();
    let folder = folder.path();
    for (arguments, least) in [
        (&["useful", "standard", "--sprt=0,5"][..], 50),
        (&["random", "standard", "useful", "random", "--sprt"], 50),
    ] {
        let whole = arena(folder, &[arguments, &["--json"]].concat());
        let decks = serde_json::from_str::<Value>(&whole).expect("JSON")["decks"].as_u64().expect("a number");
        assert!(decks >= least);
        let a_deck = if arguments.len() == 3 { 6 } else { 4 };
        let cuts = [0, 1, decks / 3, decks - 1, decks + 10, decks + 20];
        let mut names: Vec<String> = Vec::new();
        for cut in cuts.windows(2) {
            let lines = part(folder, arguments, cut[0], cut[1] - cut[0], a_deck, "--part");
            assert_eq!(lines.lines().count() as u64, cut[1] - cut[0], "a line a deck");
            names.push(write(folder, &format!("{}.jsonl", cut[0]), &lines));
        }
        names.reverse();
        let merged = merge(folder, &names, &["--json", "-"]);
        assert_eq!(printed(&merged), whole);
        assert!(text(&merged.stderr).contains(&format!(" accepted after {decks} decks: ")));
        assert!(text(&merged.stderr).contains("a second"), "all times are known");
        // Before that it is undecided.
        names.drain(..2);
        let undecided = printed(&merge(folder, &names, &["--json", "-"]));
        assert!(undecided.contains("\"accepted\": null"), "{undecided}");
        // A whole test has no parts.
        let name = write(folder, "whole.json", &whole);
        assert_eq!(printed(&merge(folder, std::slice::from_ref(&name), &["--json", "-"])), whole);
        let sentence =
            "whole.json is the report of a whole sequential test, which cannot be merged with others";
        for others in [vec![name.clone(), names[0].clone()], vec![names[0].clone(), name]] {
            assert_eq!(complaint(&merge(folder, &others, &[]), 2), sentence);
        }
    }
    let lines = part(folder, &["useful", "standard", "--sprt"], 0, 5, 6, "--part");
    let gap: Vec<&str> =
        lines.lines().enumerate().filter(|(place, _)| *place != 2).map(|(_, line)| line).collect();
    let name = write(folder, "gap", &gap.join("\n"));
    let sentence = "deck 2 is missing between gap, report 2 and gap, report 3";
    assert_eq!(complaint(&merge(folder, &[name], &[]), 2), sentence);
    let name = write(folder, "twice", &(lines.clone() + &lines));
    assert_eq!(
        complaint(&merge(folder, &[name], &[]), 2),
        "twice, report 1 and twice, report 6 both have deck 0"
    );
}

#[test]
fn faults_of_bots_add_up() {
    let folder = folder();
    let folder = folder.path();
    let bot = format!("bot:'{}' bot-with-faults", puppet());
    let arguments = [&[bot.as_str(), "standard", "standard", "standard", "-j", "1"], &PATIENT[..]].concat();
    let mut sums = [0; 4];
    let mut names = Vec::new();
    let mut firsts = Vec::new();
    for first in 0..3 {
        let errors = format!("errors-{first}");
        let report =
            part(folder, &[&arguments[..], &["--bot-errors", &errors]].concat(), first, 1, 4, "--json");
        let read: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(read["bots"]["errors"], errors);
        for (sum, kind) in sums.iter_mut().zip(["late", "illegal", "garbled", "gone"]) {
            *sum += read["bots"]["entrants"][0]["forfeited"][kind].as_u64().expect("a count");
        }
        firsts.push(read["bots"]["entrants"][0]["first"].clone());
        names.push(write(folder, &format!("{first}.json"), &report));
    }
    names.swap(0, 2);
    let merged: Value =
        serde_json::from_str(&printed(&merge(folder, &names, &["--json", "-"]))).expect("JSON");
    let bots = &merged["bots"];
    let [late, illegal, garbled, gone] = sums;
    assert_eq!(
        bots["entrants"][0]["forfeited"],
        json!({ "late": late, "illegal": illegal, "garbled": garbled, "gone": gone })
    );
    assert!(sums.iter().sum::<u64>() > 0);
    assert_eq!((&bots["entrants"][0]["first"], &bots["errors"]), (&firsts[0], &json!("errors-0")));
    let shown = printed(&merge(folder, &names, &[]));
    assert!(
        shown.contains(" forfeited decisions: ") && shown.contains(" is a program with a time limit"),
        "{shown}"
    );
    assert!(shown.ends_with("The standard error of bots is in errors-0.\n"), "{shown}");
}

#[test]
fn what_does_not_fit_is_said() {
    let folder = folder();
    let folder = folder.path();
    let save = |name: &str, arguments: &[&str]| {
        write(folder, name, &arena(folder, &[arguments, &["--json"]].concat()));
    };
    save("a", &["useful", "standard", "-n", "60"]);
    save("b", &["useful", "standard", "-n", "6", "--first", "11"]);
    save("c", &["useful", "standard", "-n", "6", "--first", "20"]);
    save("seed", &["useful", "standard", "-n", "6", "--first", "10", "--seed", "5"]);
    save("others", &["useful", "random", "-n", "6", "--first", "10"]);
    save("four", &["useful", "standard", "standard", "standard", "-n", "4", "--first", "10"]);
    save("even", &["useful", "standard", "standard", "useful", "-n", "4", "--first", "10"]);
    save("all", &["useful", "standard", "--round-robin", "-n", "6", "--first", "10"]);
    save("test", &["useful", "standard", "--sprt", "-n", "60"]);
    printed(&hule(folder, &["batch", "-n", "10", "--first", "10", "--json", "batch"]));
    let refused = |files: &[&str]| {
        let files: Vec<String> = files.iter().map(|&name| name.to_owned()).collect();
        complaint(&merge(folder, &files, &[]), 2).to_owned()
    };
    assert_eq!(refused(&["a", "a"]), "a and a both have deck 0");
    assert_eq!(refused(&["b", "a"]), "deck 10 is missing between a and b");
    assert_eq!(refused(&["c", "a"]), "decks 10 to 19 are missing between a and c");
    assert_eq!(refused(&["seed", "a"]), "a has seed 0 and seed has seed 5");
    assert_eq!(
        refused(&["others", "a"]),
        "a has the players useful - standard and others has useful - random"
    );
    for other in ["four", "even"] {
        let sentence = format!("a and {other} have the same players at other seats");
        assert_eq!(refused(&[other, "a"]), sentence);
    }
    assert_eq!(refused(&["four", "even"]), "four and even have the same players at other seats");
    assert_eq!(refused(&["all", "a"]), "all is a round robin and a is not");
    assert_eq!(refused(&["test", "b"]), "test and b do not have the same sequential test");
    assert_eq!(refused(&["batch", "a"]), "batch is a report of hule batch and a is one of hule arena");
    let csv = merge(folder, &["a".to_owned()], &["--csv", "x"]);
    assert_eq!(complaint(&csv, 2), "--csv is for reports of hule batch; those of hule arena have no CSV");
    assert!(!folder.join("x").exists());

    let changed = |from: &str, to: &str| {
        let report = fs::read_to_string(folder.join("a")).expect("readable");
        assert!(report.contains(from));
        write(folder, "changed", &report.replacen(from, to, 1));
        refused(&["changed"])
    };
    assert_eq!(
        changed("\"version\": 1", "\"version\": 2"),
        "changed: hule-arena version 2; expected hule-arena version 1"
    );
    assert_eq!(
        changed("hule-arena", "hule-judge"),
        "changed: its format is hule-judge; expected hule-batch or hule-arena"
    );
    assert_eq!(changed("\"decks\": 10", "\"decks\": 0"), "changed: it has no decks, or too many");
    assert_eq!(
        changed("\"first\": 0", "\"first\": 18446744073709551615"),
        "changed: it has no decks, or too many"
    );
    assert_eq!(
        changed("\"decks\": 10", "\"decks\": 11"),
        "changed: its numbers contradict each other; it is damaged"
    );
    assert!(
        changed("\"first\": 0,", "")
            .starts_with("changed: not a report of hule arena: missing field `first`")
    );
    assert!(
        changed("\"seed\": 0", "\"seed\": -1")
            .starts_with("changed: not a report of hule arena: invalid value")
    );
    write(folder, "empty", "");
    assert_eq!(refused(&["empty"]), "empty: not a report of hule batch or hule arena: it is empty");

    for (arguments, sentence) in [
        (&["--first", "18446744073709551615"][..], "expected numbers of decks below 2^64"),
        (
            &["--first", "1", "--sprt"],
            "a sequential test counts the decks from 0; it has no other first deck",
        ),
    ] {
        let output = hule(folder, &[&["arena", "useful", "standard"], arguments].concat());
        assert_eq!(complaint(&output, 2), sentence);
    }
}

/// All values that a report has at any place, and others that it does not have there.
fn replacements() -> Vec<Value> {
    let numbers = [0, 1, 2, 6, 7, 1 << 47, 1 << 48, 1 << 62, 1 << 63, u64::MAX];
    let mut values: Vec<Value> = numbers.into_iter().map(Value::from).collect();
    values.extend([
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!(-1e300),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("useful (2)"),
        json!("bot:x"),
        json!([]),
        json!([1]),
        json!([[1, 2], [3, 4]]),
        json!({}),
        json!({ "a": 1 }),
    ]);
    values
}

/// The places of a value and of all in it.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(place, item)| places(item, &format!("{path}/{place}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, item)| places(item, &format!("{path}/{name}"), found));
        }
        _ => {}
    }
}

/// What is merged, or why it is not.
fn merged(reports: &[&str]) -> Result<String, ReportError> {
    let mut merger = ReportMerger::default();
    for report in reports {
        for (report, name) in Report::read_all("x", report.as_bytes(), Language::English)? {
            merger.add(report, name)?;
        }
    }
    let whole = merger.whole()?;
    Ok(whole.json() + &whole.text(Language::English, false))
}

#[test]
fn damaged_reports_are_refused_without_a_panic() {
    let folder = folder();
    let folder = folder.path();
    printed(&hule(folder, &["batch", "-n", "100", "--json", "batch"]));
    printed(&hule(folder, &["batch", "-n", "100", "--first", "100", "--json", "next"]));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("readable");
    let bot = format!("bot:'{}' bot useful", env!("CARGO_BIN_EXE_hule"));
    let mut pairs = vec![(read("batch"), read("next"))];
    let mut random = Random::new(17);
    for (arguments, a_deck) in [
        (&["useful", "standard"][..], 6),
        (&["useful", "standard", "random", "standard"], 4),
        (&["useful", "standard", "random", "--round-robin"], 18),
        (&["useful", "standard", "--sprt"], 6),
        (&[&bot, "standard", "--move-time", "120", "--start-time", "120"], 6),
    ] {
        let of = |first| part(folder, arguments, first, 1, a_deck, "--part");
        pairs.push((of(0), of(1)));
    }
    for (report, next) in &pairs {
        assert!(merged(&[report, next]).is_ok(), "{:?}", merged(&[report, next]));
        let mut value: Value = serde_json::from_str(report).expect("JSON");
        // They follow from the totals and are not read.
        value.as_object_mut().expect("an object").remove("figures");
        let mut found = Vec::new();
        places(&value, "", &mut found);
        for place in found {
            for with in replacements().into_iter().filter(|_| random.below(10) == 0) {
                let mut changed = value.clone();
                let there = changed.pointer_mut(&place).expect("it is there");
                if *there == with {
                    continue;
                }
                *there = with.clone();
                let changed = changed.to_string();
                let alone = merged(&[&changed]);
                for all in [merged(&[&changed, next]), merged(&[next, &changed])] {
                    assert!(all.is_err() || alone.is_ok(), "{place}: {with}");
                }
                // Counts of games are bound to each other.
                let is_count = place.contains("/totals/") && !place.ends_with("decisions");
                let is_free = ["forfeits", "distance_after", "/products/", "chows", "pongs", "wall", "deal"];
                if is_count && !is_free.iter().any(|free| place.contains(free)) && !place.contains("specials")
                {
                    assert!(alone.is_err(), "{place}: {with} is accepted: {alone:?}");
                }
            }
            // A place that is missing.
            if let Some((above, name)) = place.rsplit_once('/') {
                let mut changed = value.clone();
                let missing = match changed.pointer_mut(above).expect("it is there") {
                    Value::Object(fields) => fields.remove(name).is_some(),
                    Value::Array(items) => items.pop().is_some(),
                    _ => unreachable!("it has something in it"),
                };
                let _ = merged(&[&changed.to_string()]);
                assert!(missing);
            }
        }
        for _ in 0..100 {
            let length = report.trim_end().len() as u64;
            let end = usize::try_from(random.below(length)).expect("small");
            assert!(merged(&[&report[..end]]).is_err(), "cut at {end}");
        }
    }
    for foreign in ["[]", "null", "1", "{}", "{}{}", "\u{feff}", "{\"format\":1}", "[[[[[[", "\"hule-arena\""]
    {
        assert!(merged(&[foreign]).is_err(), "{foreign}");
    }
    assert!(merged(&[&"[".repeat(1 << 20)]).is_err());
    assert!(merged(&[]).is_err());
}
