//! `hule hand` as its users meet it: what it prints, its JSON, its errors and its exit status.

use crate::common::{self, complaint, printed, text, with_input};
use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};

fn hule() -> Command {
    let mut command = common::hule();
    command.arg("hand").env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn hand(arguments: &[&str]) -> Output {
    hule().args(arguments).stdin(Stdio::null()).output().expect("hule runs")
}

/// Looks at a hand from standard input.
fn hand_from(arguments: &[&str], input: &[u8]) -> Output {
    with_input(hule().args(arguments), input)
}

fn json(arguments: &[&str]) -> Value {
    let output = hand(&[&["--json"], arguments].concat());
    assert_eq!(printed(&output).lines().count(), 1);
    serde_json::from_str(printed(&output)).expect("JSON")
}

const FULL: &str = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z";
const READY: &str = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E 2S 3S";

// ------------------------------------------------------------------ what works

#[test]
fn a_hand_that_is_to_discard() {
    let expected = "\
1M 2M 3M  4P 5P 6P  7S 8S 9S  E E E F Z
Distance 1: ready.

  Discard  Distance  Left  Useful tiles (how many are left, if not 4)
> Z               1     3  F(3)
  F               1     3  Z(3)
  E               2     7  E(1) F(3) Z(3)
  9S              2    13  6S 9S(3) F(3) Z(3)
  8S              2     9  8S(3) F(3) Z(3)
  7S              2     9  7S(3) F(3) Z(3)
  6P              2    13  3P 6P(3) F(3) Z(3)
  5P              2     9  5P(3) F(3) Z(3)
  4P              2    13  4P(3) 7P F(3) Z(3)
  3M              2     9  3M(3) F(3) Z(3)
  2M              2     9  2M(3) F(3) Z(3)
  1M              2    13  1M(3) 4M F(3) Z(3)

The standard player discards Z:
  Z is the first of the best in the order Z F B N W S E 9S-1S 9P-1P 9M-1M. [R26, R27]

A shortest way to win:
   1. give up Z, add F
      1M 2M 3M | 4P 5P 6P | 7S 8S 9S | E E E | F F
";
    assert_eq!(printed(&hand(&[FULL])), expected);
    let one_by_one: Vec<&str> = FULL.split(' ').collect();
    assert_eq!(printed(&hand(&one_by_one)), expected);
    for arguments in [&["-"][..], &[]] {
        let input = format!("\u{feff}{}\r\n", FULL.replace(' ', "\r\n"));
        assert_eq!(printed(&hand_from(arguments, input.as_bytes())), expected);
    }
}

#[test]
fn hands_in_short_forms() {
    let expected = hand(&[FULL]);
    for arguments in [
        &["123M 456P 789S EEE FZ"][..],
        &["123M", "456P", "789S", "EEE", "FZ"],
        &["123m456p789s11167z"],
        &["1M2M3M", "456P 7S 89s", "e", "EE", "f", "Z"],
    ] {
        assert_eq!(printed(&hand(arguments)), printed(&expected), "{arguments:?}");
    }
    assert_eq!(printed(&hand_from(&[], b"123M 456P\n789S EEE\nFZ\n")), printed(&expected));
}

#[test]
fn a_hand_at_rest() {
    let expected = "\
1M 2M 3M  4P 5P 6P  2S 3S 7S 8S 9S  E E
Distance 1: ready.

Left  Waits (how many are left, if not 4)
   8  1S 4S

A shortest way to win:
   1. add 1S
      1M 2M 3M | 4P 5P 6P | 1S 2S 3S | 7S 8S 9S | E E
";
    assert_eq!(printed(&hand(&[READY])), expected);
    let output = hand(&["1M 2M 4M 5M 7P 8P 2S 3S 5S 6S E E Z"]);
    assert!(printed(&output).contains("\n  28  3M 6M 6P 9P 1S 4S 7S\n"));
}

#[test]
fn a_hand_that_wins() {
    let expected = "\
1M 1M 1M  Z Z and 3 open melds
Distance 0: it wins. [R15]

1M 1M 1M | Z Z and 3 open melds
";
    assert_eq!(printed(&hand(&["--open", "3", "Z Z 1M 1M 1M"])), expected);
}

#[test]
fn hands_of_other_sizes_are_looked_at_as_well() {
    let output = hand(&["E"]);
    let printed = printed(&output);
    assert!(
        printed.contains("\nDistance 13.\n1 tile given; a hand has 13, or 14 before a discard.\n"),
        "{printed}"
    );
    assert!(printed.contains("\n  13. add "), "{printed}");
    let output = hand(&["1M 2M 3M 5P PASS", "--open", "2"]);
    let sentence = "5 tiles given; a hand with 2 open melds has 7, or 8 before a discard.";
    assert!(text(&output.stdout).contains(sentence), "{output:?}");
}

#[test]
fn the_rules_behind_the_choice() {
    let special = hand(&["1M 2M 3M 4P 5P 6P 7S 8S 9S E E REVERSE PASS DOUBLE"]);
    let sentence =
        "PASS goes first: special tiles do, in the order PASS, REVERSE, DOUBLE; the distance stays 3.";
    assert!(printed(&special).contains(&format!("\n  {sentence} [R24]\n")), "{special:?}");
    let table = "\
> PASS            3   125  1M(3) 2M(3) 3M(3) 4M-9M 1P-3P 4P(3) 5P(3) 6P(3) 7P-9P
                           1S-6S 7S(3) 8S(3) 9S(3) E(2) S W N B F Z
  REVERSE         3   125  as above
";
    assert!(printed(&special).contains(table), "{special:?}");
    let limit = hand(&["--open", "3", "1M 1M 1M 1M Z"]);
    let sentences = "\
The standard player discards 1M:
  1M leaves the least distance. [R26]
  If more than four of a kind were allowed, it would be Z: distance 1 without it. [R17]
";
    assert!(printed(&limit).contains(sentences), "{limit:?}");
}

#[test]
fn lines_are_not_too_long() {
    let output = hand(&["1M 4M 7M 2P 5P 8P 3S 6S 9S E S W N Z"]);
    let table: Vec<&str> = printed(&output).lines().take_while(|line| !line.starts_with("The ")).collect();
    assert!(table.len() > 20 && table.iter().all(|line| line.len() <= 80), "{table:#?}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let output = hule().args(["1M", "PASS"]).env("CLICOLOR_FORCE", "1").output().expect("hule runs");
    assert!(printed(&output).starts_with("\u{1b}[31m1M\u{1b}[0m  \u{1b}[35mPASS\u{1b}[0m\n"), "{output:?}");
    assert!(!printed(&hand(&["1M", "PASS"])).contains('\u{1b}'));
}

#[test]
fn json_of_a_hand_that_is_to_discard() {
    let mut report = json(&[FULL]);
    let discards = report["discards"].take();
    assert_eq!(discards.as_array().map(Vec::len), Some(12));
    let useful = json!([{"tile": "F", "left": 3}]);
    assert_eq!(discards[0], json!({"tile": "Z", "distance": 1, "useful": useful, "useful_left": 3}));
    assert_eq!(discards[2]["useful_left"], 7); // the E that goes is not left
    assert_eq!(
        report,
        json!({
            "version": 1,
            "tiles": FULL.split(' ').collect::<Vec<_>>(),
            "open": 0,
            "distance": 1,
            "useful": [{"tile": "F", "left": 3}, {"tile": "Z", "left": 3}],
            "useful_left": 6,
            "waits": [],
            "discards": null,
            "choice": {
                "tile": "Z",
                "without_limit": null,
                "rules": ["R26", "R27"],
                "reason": "Z is the first of the best in the order Z F B N W S E 9S-1S 9P-1P 9M-1M. [R26, R27]",
            },
            "way": [{"give_up": "Z"}, {"add": "F"}],
            "groups": [["1M", "2M", "3M"], ["4P", "5P", "6P"], ["7S", "8S", "9S"], ["E", "E", "E"], ["F", "F"]],
        })
    );
}

#[test]
fn json_of_other_hands() {
    let ready = json(&[READY]);
    let waits = json!([{"tile": "1S", "left": 4}, {"tile": "4S", "left": 4}]);
    assert_eq!((&ready["waits"], &ready["useful"], &ready["useful_left"]), (&waits, &waits, &json!(8)));
    assert_eq!((&ready["discards"], &ready["choice"]), (&json!([]), &Value::Null));

    let won = json(&["Z Z", "--open", "4"]);
    assert_eq!(
        (&won["distance"], &won["open"], &won["groups"]),
        (&json!(0), &json!(4), &json!([["Z", "Z"]]))
    );
    assert_eq!((&won["way"], &won["discards"], &won["choice"]), (&json!([]), &json!([]), &Value::Null));

    let limit = json(&["1M 1M 1M 1M Z", "--open", "3"]);
    assert_eq!(limit["choice"]["without_limit"], json!({"tile": "Z", "distance": 1}));
    assert_eq!(limit["choice"]["rules"], json!(["R26"]));
}

#[test]
fn help_has_examples_that_work() {
    let output = hand(&["--help"]);
    let help = printed(&output);
    assert!(help.contains("\nExamples:\n  hule hand ") && help.contains("\nExit status:\n  0  "));
    assert!(help.contains(&format!("hule hand {FULL} ")));
    let output = hand(&["1M 2M 3M 2S 3S E E", "--open", "2"]);
    assert!(printed(&output).contains("\n   8  1S 4S\n"));
}

// ------------------------------------------------------------------ what does not

#[test]
fn wrong_hands_get_one_sentence() {
    let expected = "expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE or DOUBLE, \
                    or several tiles such as 123M or EE";
    let not_a_tile = |word: &str| format!("`{word}` is not a tile; {expected}");
    let cases: [(&[&str], &str); 12] = [
        (&[""], "there are no tiles; expected some, for example 1M 2M 3M E E or 123M EE"),
        (&["123m 8z"], &not_a_tile("8z")),
        (&["123"], &not_a_tile("123")),
        (&["19MPS"], &not_a_tile("19MPS")),
        (&["10M"], &not_a_tile("10M")),
        (&["1M", "-"], &not_a_tile("-")),
        (&["\u{1b}[31m"], &not_a_tile("\\u{1b}[31m")),
        (&[&"七".repeat(1000)], &not_a_tile(&format!("{}…", "七".repeat(24)))),
        (&["1M 1M 1M 1M 1M"], "five tiles `1M`; there are only four of each kind"),
        (&[FULL, "B"], "too many tiles; this hand can have at most 14; 15 are given"),
        (&["E E E", "--open", "5"], "5 open melds; there can be at most 4"),
        (
            &["E E E", "--open", "4"],
            "too many tiles; this hand can have at most 2, because three tiles are on the table for each open meld; 3 are given",
        ),
    ];
    for (arguments, sentence) in cases {
        assert_eq!(complaint(&hand(arguments), 2), sentence);
        assert_eq!(complaint(&hand(&[arguments, &["--json"]].concat()), 2), sentence);
    }
}

#[test]
fn wrong_input_is_named() {
    let no_tiles = "standard input: there are no tiles; expected some, for example 1M 2M 3M E E or 123M EE";
    assert_eq!(complaint(&hand_from(&[], b" \n"), 2), no_tiles);
    assert!(complaint(&hand_from(&["-"], b"\xff1\0M\0"), 2).starts_with("standard input: `"));
    let sentence = "standard input: too long for a hand";
    assert_eq!(complaint(&hand_from(&["-"], &vec![b' '; 1 << 20]), 2), sentence);
}

#[test]
fn wrong_arguments_are_usage_errors() {
    for arguments in [&["E", "--open", "many"][..], &["E", "--open", "-1"], &["E", "--format", "json"]] {
        let output = hand(arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_io_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let output = hule().arg("E").stdout(full).output().expect("hule runs");
    assert!(complaint(&output, 1).starts_with("standard output: "));
}
