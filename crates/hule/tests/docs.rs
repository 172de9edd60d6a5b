//! The documents say what the code does.

mod common;

use hule::{Action, Deck, Rule, Seat, player_seed};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    common::read(&root().join("docs").join(name))
}

fn sources(folder: &Path, found: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            *found += &common::read(&path);
        }
    }
}

/// What stands between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_rules_have_their_numbers_and_titles() {
    let document = document("RULES.md");
    let headings: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let expected: Vec<String> = Rule::ALL.iter().map(|rule| format!("{rule} {}", rule.title())).collect();
    assert_eq!(headings, expected);
}

#[test]
fn the_rules_name_tests_that_exist() {
    let mut tests = BTreeSet::new();
    let mut source = String::new();
    sources(&root().join("crates"), &mut source);
    for part in source.split("#[test]").skip(1) {
        let name =
            part.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).expect("a test is a function");
        tests.insert(name);
    }
    let document = document("RULES.md");
    for rule in document.split("\n### ").skip(1) {
        let title = rule.lines().next().expect("a title");
        let named = rule.split("\nTests: ").nth(1).unwrap_or_else(|| panic!("{title} names no tests"));
        let named = quoted(named.split("\n## ").next().expect("there is a text"));
        assert!(!named.is_empty(), "{title}");
        for test in named {
            assert!(tests.contains(test), "{title}: there is no test {test}");
        }
    }
}

/// The rows of the table under a heading, as cells.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let section = document.split(&format!("\n{heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading}"));
    section
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

#[test]
fn the_protocol_numbers_all_actions() {
    let document = document("PROTOCOL.md");
    let mut listed = Vec::new();
    for row in table(&document, "## Actions") {
        let numbers: Vec<usize> = row[0].split('–').map(|number| number.parse().expect("a number")).collect();
        let names = quoted(&row[1]);
        let (first, last) = (numbers[0], *numbers.last().expect("one or two"));
        assert_eq!(names.first().copied(), Some(Action::ALL[first].to_string().as_str()), "{row:?}");
        assert_eq!(names.last().copied(), Some(Action::ALL[last].to_string().as_str()), "{row:?}");
        listed.extend(first..=last);
    }
    assert!(listed.into_iter().eq(0..Action::COUNT));
}

#[test]
fn the_protocol_has_test_vectors_for_decks() {
    let document = document("PROTOCOL.md");
    let rows = table(&document, "### Test vectors");
    assert!(rows.len() >= 4);
    for row in rows {
        let (seed, game) = (row[0].parse().expect("a seed"), row[1].parse().expect("a game"));
        let deck = Deck::seeded(seed, game);
        let names: Vec<&str> = deck.tiles().iter().map(|tile| tile.name()).collect();
        assert_eq!(
            row[2],
            format!("`{} … {}`", names[..8].join(" "), names[144..].join(" ")),
            "{seed} {game}"
        );
    }
    let text = common::read(&common::data("decks.txt"));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let deck = Deck::seeded(words[0].parse().expect("a seed"), words[1].parse().expect("a game"));
        let names: Vec<&str> = deck.tiles().iter().map(|tile| tile.name()).collect();
        assert_eq!(words[2..], names, "{} {}", words[0], words[1]);
    }
}

#[test]
fn the_protocol_has_a_test_vector_for_players() {
    let vector = player_seed(1, 2, 3, Seat::D);
    assert!(
        document("PROTOCOL.md").contains(&format!("From seed 1, deck 2, seating 3, seat `D`:\n`{vector}`.")),
        "{vector}"
    );
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = common::read(&root().join("README.md"));
    let excerpt =
        readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an excerpt");
    assert!(common::read(&common::data("sample.explained")).contains(excerpt));
}

#[test]
fn no_figure_is_left_open() {
    let performance = document("PERFORMANCE.md");
    assert!(!performance.contains("FIGURE") && !performance.contains("TODO"));
}
