//! `hule review` as its users meet it: the report, its JSON, its errors and its exit status.

use crate::common::{self, complaint, hule, printed, text, with_input};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};

/// The log of the sample.
fn sample() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/sample.log")
}

/// Reviews the sample with few samples, unless the arguments say otherwise.
fn review(arguments: &[&str]) -> Output {
    let mut command = hule();
    command.arg("review").arg(sample()).args(arguments);
    if !arguments.contains(&"--samples") {
        command.args(["--samples", "100"]);
    }
    command.stdin(Stdio::null()).output().expect("hule runs")
}

fn json(arguments: &[&str]) -> Value {
    let output = review(&[&["--json"], arguments].concat());
    assert_eq!(printed(&output).lines().count(), 1);
    serde_json::from_str(printed(&output)).expect("JSON")
}

#[test]
fn the_report_has_mistakes_figures_and_curves() {
    let output = review(&[]);
    let report = printed(&output);
    let found = json(&[]);
    assert!(!report.contains('\u{1b}'), "no colours without a terminal: {report}");
    for seat in found["seats"].as_array().expect("a list") {
        let name = seat["seat"].as_str().expect("a name");
        let line = report.lines().find(|line| line.starts_with(&format!("{name}: ")));
        let line = line.unwrap_or_else(|| panic!("{name} in {report}"));
        let lost = 100.0 * seat["loss"]["mean"].as_f64().expect("a number");
        assert!(line.contains(&format!("{:.2} ±", lost.abs())), "{line} {lost}");
        let counts = ["decisions", "agreed", "mistakes"].map(|field| seat[field].to_string());
        let [decisions, agreed, mistakes] = &counts;
        let end = format!("decisions: {decisions}, best choice: {agreed}, mistakes: {mistakes}");
        assert!(line.ends_with(&end), "{line}");
        let rows = report.lines().filter(|line| line.contains(&format!(", {name}: ")));
        assert_eq!(rows.count(), seat["worst"].as_array().expect("a list").len());
    }
    assert!(report.contains("The chance to win, from line ") && report.contains('▁'), "{report}");
    // Where it was, what was done, what it cost, what was better.
    let worst = report.lines().find(|line| line.contains(" was better")).expect("a mistake");
    assert!(worst.starts_with("  line ") && worst.contains("  −") && worst.contains(" ± "), "{worst}");
}

#[test]
fn the_seats_and_the_decisions_can_be_chosen() {
    let all = json(&[]);
    let of = |seat: &str| {
        all["decisions"].as_array().expect("a list").iter().filter(|d| d["seat"] == seat).count()
    };
    let listed = |arguments: &[&str]| {
        let output = review(arguments);
        let report = printed(&output).to_owned();
        let count = |seat: &str| report.lines().filter(|line| line.contains(&format!(", {seat}: "))).count();
        ["A", "B", "C", "D"].map(count)
    };
    assert_eq!(listed(&["--all"]), ["A", "B", "C", "D"].map(of));
    assert_eq!(listed(&["--all", "--seats", "B,D"]), [0, of("B"), 0, of("D")]);
    assert_eq!(listed(&["-n", "0"]), [0; 4]);
    assert!(listed(&["-n", "1"]).into_iter().all(|count| count <= 1));
    assert_eq!(json(&["--seats", "C"])["seats"].as_array().expect("a list").len(), 1);
}

#[test]
fn json_is_the_same_on_any_number_of_threads() {
    let one = json(&["-j", "1"]);
    assert_eq!(one, json(&["-j", "3"]));
    assert_ne!(one, json(&["--seed", "7"]));
    assert_eq!([&one["version"], &one["samples"], &one["seed"]], [&json!(1), &json!(100), &json!(0)]);
    let decision = &one["decisions"][0];
    for field in ["number", "line", "seat", "turn", "made", "best", "loss", "mistake", "choices"] {
        assert!(!decision[field].is_null(), "{field} in {decision}");
    }
    assert_eq!(decision["choices"][0]["action"], decision["best"]);
    // It reads what other commands print, and decks.
    let log = fs::read_to_string(sample()).expect("the sample is there");
    let lines =
        printed(&with_input(hule().args(["run", "--format", "json", "--explain"]), deck())).to_owned();
    for input in [log.clone(), log.replace('\n', "\r\n"), lines, deck()] {
        let output = with_input(hule().args(["review", "-", "--json", "--samples", "100"]), input);
        assert_eq!(serde_json::from_str::<Value>(printed(&output)).expect("JSON"), one);
    }
}

fn deck() -> String {
    fs::read_to_string(sample().with_extension("deck")).expect("the sample is there")
}

#[test]
fn what_is_no_game_is_refused() {
    let refused = |input: &str| {
        let output = with_input(hule().args(["review", "--samples", "2"]), input);
        complaint(&output, 2).to_owned()
    };
    assert!(refused("").starts_with("standard input: "));
    assert!(refused("x").starts_with("standard input: line 1: "));
    assert!(refused("\u{0}\u{ffff}").starts_with("standard input: line 1: "));
    assert!(refused("{}").starts_with("standard input: line 1: "));
    let log = fs::read_to_string(sample()).expect("the sample is there");
    let cut: String = log.split_inclusive('\n').take(60).collect();
    assert_eq!(refused(&cut), "standard input: line 61: the log ends here: the game is not over");
    let twice = refused(&log.repeat(2));
    assert!(twice.contains("the game is over") || twice.contains("a fifth tile"), "{twice}");
    assert!(refused(&"A IN 1M\n".repeat(200_000)).ends_with("too long for a deck or a log"));
    let missing = hule().args(["review", "no.log"]).output().expect("hule runs");
    assert_eq!(complaint(&missing, 1), "no.log: there is no such file");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, part) in [
        (&["--samples", "0"][..], "expected a number from 1"),
        (&["--samples", "-1"], "unexpected argument"),
        (&["--samples", "99999999999999999999"], "expected a number such as"),
        (&["--seats", "E"], "expected A, B, C or D"),
        (&["--seats", "A,,B"], "expected A, B, C or D"),
        (&["-j", "0"], "0"),
        (&["--all", "--json"], "cannot be used with"),
        (&["--all", "-n", "3"], "cannot be used with"),
    ] {
        let output = review(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn it_speaks_chinese() {
    let output = review(&["--lang", "zh", "--all"]);
    let report = printed(&output);
    for part in ["平均每次决策损失 ", "，A：打出 ", "最佳选择", "\n胜率，从第 ", "± 为 95 % 置信区间"]
    {
        assert!(report.contains(part), "{part} in {report}");
    }
    for english in ["line", "decision", "better"] {
        assert!(!report.contains(english), "{english} in {report}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_it_without_output() {
    let running = common::Running::start(hule().arg("review").arg(sample()).args(["--samples", "1000M"]));
    running.wait_until_it_catches_signals();
    running.send(rustix::process::Signal::INT);
    let sentence = "stopped before the review was complete; nothing was printed";
    assert_eq!(complaint(&running.output(), 4), sentence);
}

#[test]
#[cfg(target_os = "linux")]
fn it_fits_a_narrow_terminal() {
    use unicode_width::UnicodeWidthStr;
    for language in ["en", "zh"] {
        for columns in [40, 60, 100] {
            let mut command = hule();
            command.arg("review").arg(sample()).args(["--samples", "50", "--all", "--lang", language]);
            let shown = common::on_terminal(&mut command, columns);
            assert!(shown.contains('█') || shown.contains('▁'), "{shown}");
            for line in shown.lines() {
                assert!(line.width() <= usize::from(columns), "{columns}: {line}");
            }
        }
    }
}
