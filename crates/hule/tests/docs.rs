//! The documents say what the code does.

use crate::common;
use hule::observation::{Feature, Observation, VERSION, hidden};
use hule::play::GameId;
use hule::{Action, Deck, Language, Localized, Rule, Seat};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn document(name: &str) -> String {
    common::read(&common::root().join("docs").join(name))
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

/// The titles of a document below this mark.
fn headings<'a>(document: &'a str, mark: &str) -> Vec<&'a str> {
    document.lines().filter_map(|line| line.strip_prefix(mark)?.strip_prefix(' ')).collect()
}

#[test]
fn the_rules_have_their_numbers_and_titles() {
    for (name, language) in [("RULES.md", Language::English), ("RULES.zh.md", Language::Chinese)] {
        let expected: Vec<String> =
            Rule::ALL.iter().map(|rule| format!("{rule} {}", rule.text(language))).collect();
        assert_eq!(headings(&document(name), "###"), expected);
    }
}

/// The numbers of rules that a text mentions.
fn rules_named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| word.parse::<Rule>().is_ok()).collect()
}

#[test]
fn the_rules_say_the_same_in_both_languages() {
    for &rule in Rule::ALL {
        let [english, chinese] = Language::ALL.map(|language| rule.statement(language));
        let codes = |text: &str| quoted(text).into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(codes(&english), codes(&chinese), "{rule}");
        assert_eq!(rules_named(&english), rules_named(&chinese), "{rule}");
        assert!(!english.contains(['*', '\n', '#']) && english.ends_with(['.', ')']), "{rule}: {english}");
        assert!(!chinese.contains(['*', '\n', '#']) && chinese.ends_with(['。', '）']), "{rule}: {chinese}");
    }
}

#[test]
fn the_rules_are_in_sections() {
    for (name, language) in [("RULES.md", Language::English), ("RULES.zh.md", Language::Chinese)] {
        let mut sections: Vec<&str> = Rule::ALL.iter().map(|rule| rule.section(language)).collect();
        sections.dedup();
        assert_eq!(headings(&document(name), "##"), sections);
    }
}

/// The code blocks of a document, with the language of each.
fn code_blocks(document: &str) -> Vec<(&str, &str)> {
    let blocks = document.split("```").skip(1).step_by(2);
    blocks.map(|block| block.split_once('\n').expect("a block has lines")).collect()
}

/// What stands in backquotes outside of code blocks, except what is different in every language.
fn codes(document: &str) -> BTreeSet<&str> {
    let prose = document.split("```").step_by(2);
    prose.flat_map(quoted).filter(|code| code.is_ascii() && !code.starts_with("LANG=")).collect()
}

#[test]
fn both_editions_have_the_same_commands() {
    for name in ["docs/RULES", "docs/TUTORIAL", "README"] {
        let read = |ending: &str| common::read(&common::root().join(format!("{name}{ending}")));
        let (english, chinese) = (read(".md"), read(".zh.md"));
        let levels = |document: &str| -> Vec<usize> {
            let prose: String = document.split("```").step_by(2).collect();
            let levels = prose.lines().map(|line| line.bytes().take_while(|&byte| byte == b'#').count());
            levels.filter(|&level| level > 0).collect()
        };
        assert_eq!(levels(&english), levels(&chinese), "{name}");
        let commands = |document: &str| -> Vec<String> {
            let commands = code_blocks(document).into_iter().filter(|(kind, _)| *kind == "sh");
            commands.map(|(_, text)| text.replace("--lang zh ", "")).collect()
        };
        assert_eq!(commands(&english), commands(&chinese), "{name}");
        assert_eq!(code_blocks(&english).len(), code_blocks(&chinese).len(), "{name}");
        let missing: Vec<&str> = codes(&english).symmetric_difference(&codes(&chinese)).copied().collect();
        assert!(missing.is_empty(), "{name}: only one of the two has {missing:?}");
        let rows = |document: &str| document.lines().filter(|line| line.starts_with('|')).count();
        assert_eq!(rows(&english), rows(&chinese), "{name}");
    }
}

/// The names of all tests of all crates.
fn tests() -> BTreeSet<String> {
    let mut source = String::new();
    sources(&common::root().join("crates"), &mut source);
    let mut lines = source.lines().map(str::trim_start);
    let mut tests = BTreeSet::new();
    while lines.any(|line| line == "#[test]") {
        let name = lines.find_map(|line| line.strip_prefix("fn ")?.split('(').next());
        tests.insert(name.expect("a test is a function").to_owned());
    }
    tests
}

#[test]
fn every_rule_has_tests_that_exist() {
    let tests = tests();
    let document = document("RULES-TESTS.md");
    let rows = table(&document, "# The tests of the rules");
    let rules: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(rules, Rule::ALL.iter().map(|rule| rule.number()).collect::<Vec<_>>());
    for row in &rows {
        assert!(!quoted(&row[1]).is_empty(), "{row:?}");
    }
    for test in quoted(&document) {
        assert!(tests.contains(test), "there is no test {test}");
    }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    // A `\|` does not end a cell.
    line.replace("\\|", "\u{0}").split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// The rows of the table under a heading, as cells.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let document = format!("\n{document}");
    let section = document.split(&format!("\n{heading}\n")).nth(1).unwrap_or_else(|| panic!("no {heading}"));
    let lines = section.lines().take_while(|line| !line.starts_with('#'));
    let table = lines.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows: Vec<_> = table.skip(2).map(cells).collect();
    assert!(!rows.is_empty(), "there is no table under {heading}");
    rows
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
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 8, "{}", lines.len());
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let deck = Deck::seeded(words[0].parse().expect("a seed"), words[1].parse().expect("a game"));
        let names: Vec<&str> = deck.tiles().iter().map(|tile| tile.name()).collect();
        assert_eq!(words[2..], names, "{} {}", words[0], words[1]);
    }
}

#[test]
fn the_protocol_has_test_vectors_for_players() {
    let rows = table(&document("PROTOCOL.md"), "### Seeds of players");
    assert!(rows.len() >= 4);
    for row in rows {
        let number = |cell: usize| row[cell].parse().expect("a number");
        let id = GameId { seed: number(0), deck: number(1), seating: number(2) };
        let seat: Seat = row[3].trim_matches('`').parse().expect("a seat");
        assert_eq!(row[4], id.player_seed(seat).to_string(), "{row:?}");
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = common::read(&common::root().join("README.md"));
    let excerpt =
        readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an excerpt");
    assert!(excerpt.lines().count() > 5, "{excerpt}");
    assert!(common::read(&common::data("sample.explained")).contains(excerpt), "{excerpt}");
}

/// Lines one after the other that all are rows of a table, or items of a list.
fn blocks(document: &str) -> Vec<Vec<&str>> {
    let kind = |line: &str| ["|", "- ", "* "].into_iter().find(|start| line.starts_with(start));
    let lines: Vec<&str> = document.lines().collect();
    let blocks = lines.chunk_by(|one, other| kind(one) == kind(other));
    blocks.filter(|block| kind(block[0]).is_some()).map(<[_]>::to_vec).collect()
}

#[test]
fn no_figure_is_left_open() {
    let folder = fs::read_dir(common::root().join("docs")).expect("the folder is there");
    let mut documents: Vec<PathBuf> = folder.map(|entry| entry.expect("readable").path()).collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.push(common::root().join("README.md"));
    for path in documents {
        let text = common::read(&path);
        let left = ["FIGURE", "TODO", "TBD", "XXX"].into_iter().find(|word| text.contains(word));
        assert_eq!(left, None, "{}", path.display());
    }
    // Every row that says what was measured has a figure.
    let performance = document("PERFORMANCE.md");
    let tables = blocks(&performance).into_iter().filter(|block| block[0].starts_with('|'));
    let mut figures = 0;
    for table in tables {
        let columns = cells(table[0]).len();
        assert!(table.len() > 2, "a table without rows: {table:?}");
        for row in &table[2..] {
            let cells = cells(row);
            assert_eq!(cells.len(), columns, "{row}");
            // The numbers of commands, which stand in backquotes, are not figures.
            let mut said = cells[1..].iter().flat_map(|cell| cell.split('`').step_by(2));
            let is_figure = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
            assert!(said.any(is_figure), "there is no figure in {row}");
            let is_open = |cell: &String| matches!(cell.as_str(), "" | "?" | "-" | "–" | "—" | "…" | "...");
            assert!(!cells.iter().any(is_open), "a cell of {row} is open");
            figures += 1;
        }
    }
    assert!(figures >= 10, "{figures}");
}

/// The names of the methods of a trait: those that have to be implemented, and the others.
fn methods<'a>(source: &'a str, name: &str) -> (Vec<&'a str>, Vec<&'a str>) {
    let body = source.split(&format!("pub trait {name} {{\n")).nth(1).expect("the trait is there");
    let body = body.split("\n}\n").next().expect("the trait has an end");
    let signatures = body.lines().filter_map(|line| line.strip_prefix("    fn "));
    let (required, provided): (Vec<&str>, Vec<&str>) = signatures.partition(|line| line.ends_with(';'));
    let names = |lines: Vec<&'a str>| lines.into_iter().filter_map(|line| line.split('(').next()).collect();
    (names(required), names(provided))
}

#[test]
fn the_page_of_players_lists_the_methods_of_players() {
    let source = common::read(&common::root().join("crates/hule/src/game/player.rs"));
    let (required, provided) = methods(&source, "Player");
    assert!(required.contains(&"choose") && provided.len() > 2, "{required:?} {provided:?}");
    let document = document("PLAYERS.md");

    // What stands in backquotes at the beginning of rows and items: `choose`, `choose(view, legal)`, `Player::choose`.
    let first_names = |block: &[&str]| -> Vec<String> {
        let firsts = block.iter().map(|line| match line.strip_prefix('|') {
            Some(_) => cells(line).swap_remove(0),
            None => line[2..].split([':', '–', '—']).next().unwrap_or_default().to_owned(),
        });
        let names =
            firsts.flat_map(|first| quoted(&first).into_iter().map(str::to_owned).collect::<Vec<_>>());
        names.map(|name| name.split('(').next().unwrap_or_default().replace("Player::", "")).collect()
    };
    let lists = blocks(&document).iter().map(|block| first_names(block)).collect::<Vec<_>>();
    let mut lists = lists.into_iter().filter(|names| names.iter().any(|name| name == "choose"));
    let mut listed = lists.next().expect("there is a table or list with `choose`");
    assert_eq!(lists.next(), None, "there are two lists of methods");
    let mut methods = [&required[..], &provided[..]].concat();
    methods.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, methods);

    // Numbers in a sentence on its methods are those that have to be there, those that may, or all.
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let possible = [required.len(), provided.len(), methods.len()];
    let text = document.replace('\n', " ");
    for sentence in text.split(['.', ':', '|']).filter(|sentence| sentence.contains("method")) {
        for word in sentence.split(|letter: char| !letter.is_alphanumeric()) {
            let place = words.iter().position(|&number| number == word.to_lowercase());
            if let Some(number) = place.map(|place| place + 1).or_else(|| word.parse().ok()) {
                assert!(possible.contains(&number), "{word} of {possible:?}: {sentence}");
            }
        }
    }
}

#[test]
fn the_features_of_observations_are_listed() {
    let document = document("PYTHON.md");
    let tables: [(&str, &[Feature]); 2] = [
        ("## The observation", Observation::Deep.features()),
        ("## What a seat does not know", hidden::FEATURES),
    ];
    for (heading, features) in tables {
        let rows = table(&document, heading);
        let expected: Vec<Vec<String>> = features
            .iter()
            .map(|feature| {
                let [first, len, most] =
                    [feature.offset, feature.len, feature.most.into()].map(|n| n.to_string());
                vec![format!("`{}`", feature.name), first, len, most, feature.meaning.to_owned()]
            })
            .collect();
        let lines: Vec<String> = expected.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
        assert!(rows == expected, "the table under {heading} should be\n\n{}\n", lines.join("\n"));
    }
    let section = document.split("## The observation").nth(1).expect("there is a section");
    assert!(section.trim_start().starts_with(&format!("Version {VERSION} ")));
    for kind in [Observation::Basic, Observation::Full] {
        let last = kind.features().last().expect("there are features");
        assert!(section.contains(&format!("`{}`", last.name)));
    }
    assert_eq!(Observation::ALL.map(Observation::len), [185, 1221, 1443]);
}
