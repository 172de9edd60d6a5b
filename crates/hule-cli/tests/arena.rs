//! `hule arena` as its users meet it.

use crate::common::{self, complaint, text};
#[cfg(unix)]
use crate::common::{
    Running,
    programs::{all_are_gone, is_locked, puppet},
};
#[cfg(unix)]
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

fn arena(arguments: &[&str]) -> Output {
    common::hule().arg("arena").args(arguments).output().expect("hule runs")
}

/// It must have worked, and this is what it printed.
fn printed(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(printed(&arena(&[arguments, &["--json"]].concat()))).expect("JSON")
}

/// A number somewhere in the object.
fn number(value: &Value, path: &str) -> f64 {
    value.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("no number at {path} in {value}"))
}

#[test]
fn threads_do_not_show_in_the_json() {
    for arguments in [
        &["useful", "random", "-n", "600", "--seed", "5"][..],
        &["useful", "standard", "random", "standard", "-n", "400"],
        &["useful", "standard", "--sprt=0,5"],
        &["random", "useful", "standard", "random", "search:samples=1", "--round-robin", "-n", "300"],
    ] {
        let run = |threads| printed(&arena(&[arguments, &["--json", "-j", threads]].concat())).to_owned();
        let expected = run("1");
        assert!(run("2") == expected && run("5") == expected, "{arguments:?}");
        assert!(
            expected.starts_with("{\n  \"format\": \"hule-arena\",\n  \"version\": 1,\n  \"seed\": "),
            "{expected}"
        );
    }
}

#[test]
fn the_json_says_what_the_protocol_says() {
    let report = json(&["useful", "standard", "-n", "2999"]);
    assert_eq!((number(&report, "/decks"), number(&report, "/games")), (500.0, 3000.0), "whole decks");
    assert_eq!(report["deterministic"], true);
    assert_eq!(report["entrants"], serde_json::json!(["useful", "standard"]));
    assert!(report["ratings"].is_null() && report["sprt"].is_null());
    assert!(number(&report, "/matches/0/differences/0/low") > 0.0, "useful is better: {report}");
    let share = number(&report, "/matches/0/shares/0/value");
    let (low, high) =
        (number(&report, "/matches/0/shares/0/low"), number(&report, "/matches/0/shares/0/high"));
    assert!(low < share && share < high && high - low < 0.05);
    let mut wins = number(&report, "/matches/0/totals/exhausted");
    for entrant in 0..2 {
        for seat in 0..4 {
            let at = |field| {
                number(&report, &format!("/matches/0/totals/entrants/{entrant}/seats/{seat}/{field}"))
            };
            assert!((at("games") - 1500.0).abs() < 0.5, "half of the games at each seat");
            wins += at("ron") + at("self_drawn");
        }
    }
    assert!((wins - 3000.0).abs() < 0.5, "{wins}");

    let tested = json(&["standard", "useful", "--sprt"]);
    assert_eq!(tested["sprt"]["accepted"], "H0");
    assert!(number(&tested, "/sprt/log_ratio") < -2.9 && number(&tested, "/decks") >= 50.0);
    assert_eq!((number(&tested, "/sprt/d0"), number(&tested, "/sprt/d1")), (0.0, 0.01));
    let undecided = json(&["useful", "standard", "--sprt=-1,1.5", "-n", "6"]);
    assert!(undecided["sprt"]["accepted"].is_null());
    assert!((number(&undecided, "/sprt/d1") - 0.015).abs() < 1e-12);
    let clocked = json(&["search:time=1ms", "useful", "-n", "1"]);
    assert_eq!(clocked["deterministic"], false);

    let rated = json(&["random", "useful", "standard", "random", "useful", "--round-robin", "-n", "600"]);
    assert_eq!(
        rated["entrants"],
        serde_json::json!(["random", "useful", "standard", "random (2)", "useful (2)"])
    );
    assert_eq!((number(&rated, "/decks"), rated["matches"].as_array().map(Vec::len)), (10.0, Some(10)));
    assert_eq!(rated["ratings"][1]["entrant"], "useful");
    assert!(number(&rated, "/ratings/1/value") > number(&rated, "/ratings/0/value"));
    assert!(number(&rated, "/ratings/1/reach") > 0.0);
    let one = json(&["random", "useful", "--round-robin", "-n", "1"]);
    assert!(one["ratings"][0]["reach"].is_null(), "one deck says nothing of how sure that is");
}

#[test]
fn the_report_is_for_people() {
    let output = arena(&["useful", "standard", "standard", "standard", "-n", "1k"]);
    let report = printed(&output);
    assert!(
        report.starts_with("useful - standard: 1000 games on 250 decks of seed 0\n\nWins by player\n"),
        "{report}"
    );
    for part in
        ["\n  useful    ", "\nDifferences\n", "\n  useful - standard  +", "\nCounts\n", "\nDrawn games: "]
    {
        assert!(report.contains(part), "{part} in {report}");
    }
    assert!(!report.contains('\u{1b}'), "no colours but on a terminal");
    assert!(text(&output.stderr).starts_with("1000 games in "), "{}", text(&output.stderr));
    let clocked = arena(&["search:time=1ms", "useful", "-n", "1"]);
    let sentence = "search:time=1ms does not always make the same choices: another run will differ.\n";
    assert!(printed(&clocked).ends_with(sentence), "{}", printed(&clocked));
    let tested = arena(&["useful", "standard", "--sprt"]);
    assert!(printed(&tested).contains("\nSPRT: H1 accepted after "), "{}", printed(&tested));
    assert!(text(&tested.stderr).contains(" of 1000002 games in "), "{}", text(&tested.stderr));
    let rated = arena(&["random", "useful", "--round-robin", "-n", "60"]);
    assert!(printed(&rated).contains("\nRatings\n          rating"), "{}", printed(&rated));
    let line = printed(&rated).lines().find(|line| line.starts_with("  useful")).expect("a rating");
    assert!(line.contains('+'), "the best first: {line}");
}

#[test]
fn what_cannot_be_played_is_said() {
    let cases: [(&[&str], &str); 6] = [
        (&["useful"], "1 player is given; expected at least two"),
        (&["useful", "--round-robin"], "1 player is given; expected at least two"),
        (&["useful", "random", "random"], "3 players are given; expected two or four, or --round-robin"),
        (&["random"; 5], "5 players are given; expected two or four, or --round-robin"),
        (&["useful", "standard", "-n", "0"], "expected at least one game"),
        (
            &["useful", "useful", "useful", "useful", "--sprt"],
            "all players are the same; --sprt compares the first player with others",
        ),
    ];
    for (arguments, sentence) in cases {
        assert_eq!(complaint(&arena(arguments), 2), sentence);
    }
    for (arguments, part) in [
        (&[][..], "<PLAYER>"),
        (
            &["useful", "best"],
            "`best` is not a player; expected one of random, standard, useful, net, search",
        ),
        (&["useful", "search:depth=3"], "`depth=3` is not an option of search"),
        (&["useful", "standard", "-n", "many"], "expected a number such as"),
        (&["useful", "standard", "--sprt=1,0"], "expected two numbers from -100 to 100, the lower first"),
        (&["useful", "standard", "--sprt=nan,1"], "expected two numbers from -100 to 100"),
        (&["useful", "standard", "--sprt=5"], "expected two numbers from -100 to 100"),
        (&["useful", "standard", "--sprt", "--round-robin"], "--round-robin"),
        (&["useful", "standard", "-j", "0"], "0"),
    ] {
        let output = arena(arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_closed_pipe_is_silence_and_success() {
    let mut command = common::hule();
    command.args(["arena", "useful", "standard", "-n", "60"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("hule starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("hule ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

/// A bot that follows the rules, and does this when it has been told so many messages of a kind.
#[cfg(unix)] // Signals.
fn puppet_bot(kind: &str, number: u32, steps: &str) -> String {
    format!("bot:'{}' 'on={kind}:{number}:{steps}' bot", puppet())
}

/// An arena of these players that would take for ever.
#[cfg(unix)]
fn endless(players: [&str; 2], options: &[&str]) -> Running {
    let mut command = common::hule();
    command.arg("arena").args(players).args(["-n", "18446744073709551615", "-j", "1"]).args(options);
    Running::start(command.args(["--move-time", "80000", "--start-time", "80000"]))
}

#[test]
#[cfg(unix)]
fn ctrl_c_reports_the_decks_that_were_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let (played, chart) = (folder.path().join("played"), folder.path().join("chart.html"));
    // A deck has six games, so the first is done.
    let bot = puppet_bot("end", 12, &format!("write={}", played.display()));
    let html = format!("--html={}", chart.display());
    for options in [&["--json"][..], &[&html]] {
        let arena = endless([&bot, "standard"], options);
        common::wait_until("two decks are played", || played.exists());
        // Several signals at once are one.
        (0..3).for_each(|_| arena.send(Signal::INT));
        let output = arena.output();
        let rest = text(&output.stderr);
        assert!(rest.contains(" of 18446744073709551615 games in "), "{rest}");
        if options == ["--json"] {
            let report: Value = serde_json::from_str(printed(&output)).expect("JSON");
            let decks = number(&report, "/decks");
            assert!(decks > 0.0 && (number(&report, "/games") - 6.0 * decks).abs() < 0.5);
        } else {
            assert!(printed(&output).contains("\nDifferences\n"));
            assert!(chart.exists());
        }
        fs::remove_file(&played).expect("it was made");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_before_there_is_a_result_is_a_status_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let lock = folder.path().join("lock");
    let bot = puppet_bot("request", 1, &format!("lock={}", lock.display()));
    // A deck takes a minute, but it does not wait for its end.
    let arena = endless([&bot, "search:time=500ms"], &[]);
    common::wait_until("the bot is asked", || is_locked(&lock));
    arena.send(Signal::INT);
    assert_eq!(complaint(&arena.output(), 4), "stopped before the first deck was played");
    all_are_gone(&[lock]);
}

#[test]
#[cfg(unix)]
fn a_second_ctrl_c_does_not_wait_for_players_who_think_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let locks = tempfile::tempdir().expect("a folder");
    let lock = locks.path().join("lock");
    let bot = puppet_bot("start", 1, &format!("lock={}", lock.display()));
    let html = format!("--html={}", folder.path().join("chart.html").display());
    let mut arena = endless(["search:samples=18446744073709551615", &bot], &[&html]);
    common::wait_until("a game begins", || is_locked(&lock));
    common::wait_until("it ends", || {
        arena.send(Signal::INT);
        arena.has_ended()
    });
    let output = arena.output();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(4), ""));
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
    all_are_gone(&[lock]);
}

/// The page for those who write players names these commands.
#[test]
fn the_commands_of_the_page_work() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PLAYERS.md");
    let page = fs::read_to_string(page).expect("it is there");
    let commands = page.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("commands");
    assert!(commands.lines().count() >= 3);
    for line in commands.lines() {
        let words: Vec<&str> = line.strip_prefix("hule arena ").expect(line).split(' ').collect();
        assert!(printed(&arena(&words)).contains("\nDifferences\n"), "{line}");
    }
}
