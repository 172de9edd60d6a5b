//! Programs as players: `hule bot`, and bots in `hule arena` and `hule run`.

#[cfg(unix)]
use crate::common::Running;
use crate::common::programs::{all_are_gone, puppet};
use crate::common::{self, complaint, printed, text};
use hule::Deck;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

/// A slow machine may take so long.
const PATIENT: [&str; 4] = ["--move-time", "120", "--start-time", "120"];

/// The words that name a bot.
fn bot(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    format!("bot:{}", words.join(" "))
}

/// A player of the library as a bot.
fn as_bot(player: &str) -> String {
    bot(&[env!("CARGO_BIN_EXE_hule"), "bot", player])
}

fn hule(arguments: &[&str]) -> Output {
    common::hule().args(arguments).stdin(Stdio::null()).output().expect("hule runs")
}

fn arena(players: &[&str], options: &[&str]) -> Output {
    hule(&[&["arena"], players, options].concat())
}

fn arena_json(players: &[&str], options: &[&str]) -> Value {
    let output = arena(players, &[options, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn decks(folder: &Path, games: u64) -> PathBuf {
    let path = folder.join("decks");
    let decks: String = (0..games).map(|game| Deck::seeded(33, game).to_string()).collect();
    fs::write(&path, decks).expect("the folder is writable");
    path
}

#[test]
fn a_player_plays_the_same_through_the_protocol() {
    let folder = tempfile::tempdir().expect("there is room");
    let decks = decks(folder.path(), 5);
    let log = |players: &[String]| {
        let mut run = common::hule();
        run.args(["run", "--many", "--seed", "7", "--players", &players.join(",")]).args(PATIENT).arg(&decks);
        printed(&run.output().expect("hule runs")).to_owned()
    };
    let mut logs = Vec::new();
    for players in [["standard", "standard"], ["useful", "standard"], ["random", "useful"], ["random", "net"]]
    {
        let by_itself = log(&players.map(str::to_owned));
        assert_eq!(log(&players.map(as_bot)), by_itself, "{players:?}");
        logs.push(by_itself);
    }
    logs.dedup();
    assert_eq!(logs.len(), 4, "all play differently");
}

#[test]
fn an_arena_finds_bots_as_good_as_they_are() {
    let shares = |player: &str, threads: &str| {
        let options = [&["-n", "60", "-j", threads][..], &PATIENT].concat();
        let report = arena_json(&[player, "standard"], &options);
        (report["matches"][0]["shares"].clone(), report["bots"].clone())
    };
    let expected = shares("useful", "1");
    assert!(expected.1.is_null());
    for threads in ["1", "3"] {
        let (found, bots) = shares(&as_bot("useful"), threads);
        assert_eq!(found, expected.0);
        let none = json!({"late": 0, "illegal": 0, "garbled": 0, "gone": 0});
        assert_eq!((&bots["entrants"][0]["forfeited"], &bots["errors"]), (&none, &Value::Null));
    }
}

#[cfg(unix)] // It is in Python.
#[test]
fn the_first_bot_plays_without_a_fault() {
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/first.py");
    let first = bot(&["python3", first.to_str().expect("a plain name")]);
    let report = arena_json(&[&first, "standard"], &[&["-n", "12"][..], &PATIENT].concat());
    assert!(report["bots"]["entrants"][0]["first"].is_null(), "{report}");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sample.deck");
    let sample = sample.to_str().expect("a plain name");
    let run = hule(
        &[&["run", "--explain", "--players", &format!("{first},standard"), sample][..], &PATIENT].concat(),
    );
    let log = printed(&run);
    assert!(log.contains("\n    A > OUT ") && log.contains(": its company is worth "), "{log}");
    let json = hule(
        &[&["run", "--explain", "--format", "json", "--players", &first, sample][..], &PATIENT].concat(),
    );
    assert!(printed(&json).contains(r#""comment":"no claims""#));
}

#[cfg(unix)] // They are for a shell of Unix, and one has a bot in Python.
#[test]
fn the_commands_of_the_page_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/BOTS.md")).expect("the page is there");
    let block = page.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let folder = Path::new(env!("CARGO_BIN_EXE_hule")).parent().expect("it is in a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").expect("there is a PATH"));
    assert!(block.lines().count() >= 3);
    for line in block.lines() {
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", line]).current_dir(&root).env("PATH", &path).output();
        let output = output.expect("there is a shell");
        assert_eq!(output.status.code(), Some(0), "{line}: {output:?}");
    }
}

#[test]
fn faults_are_counted_by_kind_and_shown() {
    let folder = tempfile::tempdir().expect("there is room");
    let bot = bot(&[puppet(), "bot-with-faults"]);
    let errors = folder.path().join("errors");
    let options = ["-n", "4", "-j", "1", "--bot-errors", errors.to_str().expect("a plain name")];
    let options = [&options[..], &PATIENT].concat();
    let players = [&bot, "standard", "standard", "standard"];
    let report = arena_json(&players, &options);
    let found = &report["bots"]["entrants"][0];
    let count = |kind: &str| found["forfeited"][kind].as_u64().expect("a number");
    assert!(count("garbled") > 5 && count("illegal").abs_diff(count("garbled")) < 6, "{found}");
    assert_eq!((count("late"), count("gone")), (0, 0));
    assert_eq!(found["first"], "request 1: OUT PASS is not legal");
    assert_eq!(report["deterministic"], false);
    let written = fs::read_to_string(errors.join("1-puppet.txt")).expect("it was kept");
    let begin = format!("[{} bot-with-faults]\noh dear\noh dear\n", puppet());
    assert!(written.starts_with(&begin), "{written}");
    let output = arena(&players, &options);
    let report = text(&output.stdout);
    assert!(report.contains(" forfeited decisions: ") && report.contains(" illegal, "), "{report}");
    assert!(report.contains("The first: request 1: OUT PASS is not legal."), "{report}");
    assert!(report.contains(&format!("standard error of bots is in {}.", errors.display())), "{report}");
    let chinese = hule(&[&["--lang", "zh", "arena"][..], &players, &options].concat());
    assert!(text(&chinese.stdout).contains("请求 1：OUT PASS 不合法"), "{}", text(&chinese.stdout));
}

#[test]
fn with_strict_a_fault_costs_the_game() {
    let bot = bot(&[puppet(), "bot-with-a-fault-in-every-game"]);
    let options = [&["-n", "6", "--strict"][..], &PATIENT].concat();
    let report = arena_json(&[&bot, "standard"], &options);
    let record = &report["matches"][0]["totals"]["entrants"][0];
    assert_eq!(record["forfeits"], 12, "two seats in each of six games: {record}");
    for seat in record["seats"].as_array().expect("four seats") {
        assert_eq!((&seat["ron"], &seat["self_drawn"]), (&json!(0), &json!(0)));
    }
    let lenient = arena_json(&[&bot, "standard"], &[&["-n", "6"][..], &PATIENT].concat());
    assert_eq!(lenient["matches"][0]["totals"]["entrants"][0]["forfeits"], 0);
}

#[test]
fn nothing_is_left_of_bots_and_their_children() {
    let folder = tempfile::tempdir().expect("there is room");
    let locks = ["bot", "child", "orphan"].map(|name| folder.path().join(name));
    let [own, child, orphan] = locks.each_ref().map(|path| path.to_str().expect("a plain name"));
    let own = format!("lock={own}");
    let others = format!(
        "bot=start-apart=lock={child}+sleep=1000;start-apart=start-apart=lock={orphan}+sleep=1000;await={child};await={orphan}"
    );
    let bot = bot(&[puppet(), &own, &others]);
    arena_json(&[&bot, "standard"], &[&["-n", "6"][..], &PATIENT].concat());
    all_are_gone(&locks);
}

#[cfg(unix)] // Signals.
#[test]
fn whoever_stops_it_waits_for_no_bot() {
    let folder = tempfile::tempdir().expect("there is room");
    let deck = decks(folder.path(), 1);
    let deck = deck.to_str().expect("a plain name");
    for command in ["arena", "run"] {
        let lock = folder.path().join(command);
        let bot = bot(&[puppet(), &format!("bot=lock={}+sleep=1000", lock.display())]);
        let arguments = match command {
            "arena" => vec!["arena", &bot, "standard", "-j", "2"],
            _ => vec!["run", "--players", &bot, deck],
        };
        let mut hule = common::hule();
        hule.args(arguments).args(["--move-time", "80000", "--start-time", "120"]);
        let running = Running::start(&mut hule);
        common::wait_until("the bot is asked", || common::programs::is_locked(&lock));
        running.send(rustix::process::Signal::INT);
        let output = running.output();
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(4), ""), "{output:?}");
        assert!(text(&output.stderr).starts_with("hule: stopped before "), "{output:?}");
        all_are_gone(&[lock]);
    }
}

#[test]
fn what_is_wrong_with_a_bot_is_said() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sample.deck");
    let sample = sample.to_str().expect("a plain name");
    assert_eq!(
        complaint(&arena(&["bot:./nowhere", "useful"], &[]), 1),
        "./nowhere: there is no such program"
    );
    let run = hule(&["run", "--players", "bot:nowhere-at-all x", sample]);
    assert_eq!(complaint(&run, 1), "nowhere-at-all: there is no such program");
    for (arguments, part) in [
        (&["bot:", "useful"][..], "expected a program"),
        (&["bot:'x", "useful"], "a quote is not closed in `'x`"),
        (&["mine.py", "useful"], "or bot: and a program"),
        (&["bot:x", "useful", "--move-time", "-1"], "expected a number of seconds above 0, up to 86400"),
        (&["bot:x", "useful", "--move-time", "1e300"], "expected a number of seconds above 0, up to 86400"),
        (&["bot:x", "useful", "--start-time", "NaN"], "expected a number of seconds above 0, up to 86400"),
    ] {
        let output = arena(arguments, &[]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    }
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("taken");
    fs::write(&file, "").expect("the folder is writable");
    let output = arena(&["bot:true", "useful"], &["--bot-errors", file.to_str().expect("a plain name")]);
    assert!(complaint(&output, 1).ends_with("it is a file; expected a directory"));
    // Not to say hello is no reason to give up; the games are played.
    let silent = bot(&[puppet(), "exit=0"]);
    let report = arena_json(&[&silent, "useful"], &[&["-n", "24"][..], &PATIENT].concat());
    assert_eq!(report["bots"]["entrants"][0]["first"], "it ended");
    let run = hule(&[&["run", "--players", &format!("{silent},useful"), sample][..], &PATIENT].concat());
    assert_eq!(run.status.code(), Some(0));
    assert!(text(&run.stderr).contains(" forfeited decisions: "), "{}", text(&run.stderr));
}

#[test]
fn hule_bot_says_what_it_does_not_understand() {
    let answer = |input: &str| common::with_input(common::hule().args(["bot", "useful"]), input);
    assert_eq!(printed(&answer("")), "");
    let hello =
        r#"{"type":"hello","protocol":1,"name":"x","version":"1","start_seconds":1,"move_seconds":1}"#;
    assert_eq!(
        printed(&answer(&format!("{hello}\n{{\"type\":\"later\"}}\n"))),
        "{\"type\":\"hello\",\"protocol\":1,\"name\":\"hule useful\"}\n"
    );
    for (wrong, part) in [
        ("x\n", "standard input: line 1: not a message of the bot protocol: not JSON, column 1"),
        ("null", "standard input: line 1: not a message"),
        ("{\"type\":\"start\"}\n", "missing field `game`"),
        ("\u{feff}\n", "standard input: line 1"),
    ] {
        let output = answer(wrong);
        assert!(complaint(&output, 2).contains(part), "{output:?}");
    }
    assert!(text(&hule(&["bot", "best"]).stderr).contains("`best` is not a player"));
    assert_eq!(hule(&["bot"]).status.code(), Some(2));
}
