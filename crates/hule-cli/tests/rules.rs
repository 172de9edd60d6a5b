//! `hule rules` as its users meet it.

use crate::common::{self, complaint, printed};
use hule::{Language, Localized, Rule};
use serde_json::{Value, json};
use std::process::Output;

fn rules(arguments: &[&str]) -> Output {
    common::hule().arg("rules").args(arguments).output().expect("hule runs")
}

/// The numbers of the rules that are printed.
fn numbers(arguments: &[&str]) -> Vec<String> {
    let output = rules(arguments);
    let titles = printed(&output).lines().filter_map(|line| line.split(' ').next());
    titles.filter(|word| word.parse::<Rule>().is_ok()).map(str::to_owned).collect()
}

#[test]
fn all_rules_are_printed_in_both_languages() {
    let all: Vec<&str> = Rule::ALL.iter().map(|rule| rule.number()).collect();
    for language in Language::ALL {
        let arguments = ["--lang", language.name()];
        assert_eq!(numbers(&arguments), all);
        let output = rules(&arguments);
        for rule in Rule::ALL {
            for part in [rule.text(language), rule.statement(language), rule.section(language).to_owned()] {
                assert!(printed(&output).contains(&part), "{rule}: {part}");
            }
        }
    }
}

#[test]
fn a_rule_is_found_by_its_number() {
    let expected = "\
R26  Least distance
     Otherwise, the player discards the tile that leaves the least distance.
";
    for number in ["R26", "r26", "26", " R26, "] {
        assert_eq!(printed(&rules(&[number])), expected);
    }
    let expected = "\
R26  和牌距离最小
     否则，打出一张牌，使得打出后的和牌距离最小。
";
    assert_eq!(printed(&rules(&["R26", "--lang", "zh"])), expected);
    assert_eq!(numbers(&["f3", "R27", "1,R27"]), ["R1", "R27", "F3"]);
    for range in ["R30-R32", "r30-32", "30-32", "30-r32"] {
        assert_eq!(numbers(&[range]), ["R30", "R31", "R32"]);
    }
    assert_eq!(numbers(&["F1-2"]), ["F1", "F2"]);
    assert_eq!(numbers(&["R33-F1"]), ["R33", "F1"]);
}

#[test]
fn rules_are_found_by_words() {
    assert_eq!(numbers(&["Kong"]), ["R14"]);
    assert_eq!(numbers(&["截和"]), ["R20", "R31"]);
    assert_eq!(numbers(&["no", "kong"]), ["R14"]);
    assert_eq!(numbers(&["kong", "R2"]), ["R2", "R14"]);
    assert!(numbers(&["pong"]).len() > 5);
}

#[test]
fn what_is_no_rule_gets_one_sentence() {
    let range = "expected R1 to R33 or F1 to F10";
    for number in ["R34", "r0", "F11", "99999999999999999999", "R026", "R", "f"] {
        assert_eq!(complaint(&rules(&["R1", number]), 2), format!("there is no rule `{number}`; {range}"));
    }
    for (typed, wrong) in [
        ("R31-R24", "R24 comes before R31".to_owned()),
        ("r30-40", format!("there is no rule `R40`; {range}")),
        ("F0-F11", format!("there is no rule `F0`; {range}")),
    ] {
        assert_eq!(complaint(&rules(&[typed]), 2), format!("the range `{typed}` is wrong: {wrong}"));
    }
    for nothing in ["", " ", ","] {
        assert_eq!(complaint(&rules(&[nothing]), 2), "expected the number of a rule or a word");
    }
    let sentence = "no rule contains `Kong Riichi`; `hule rules` prints all rules";
    assert_eq!(complaint(&rules(&["Kong", "Riichi"]), 2), sentence);
    let sentence = "no rule contains `\\u{1b}[31m`; `hule rules` prints all rules";
    assert_eq!(complaint(&rules(&["\u{1b}[31m"]), 2), sentence);
}

#[test]
fn json_has_every_rule_in_every_language() {
    let output = rules(&["--json"]);
    let lines: Vec<Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), Rule::ALL.len());
    assert_eq!(
        lines[25],
        json!({
            "rule": "R26",
            "section": {"en": "The standard player", "zh": "标准玩家"},
            "title": {"en": "Least distance", "zh": "和牌距离最小"},
            "statement": {
                "en": "Otherwise, the player discards the tile that leaves the least distance.",
                "zh": "否则，打出一张牌，使得打出后的和牌距离最小。",
            },
        })
    );
}
