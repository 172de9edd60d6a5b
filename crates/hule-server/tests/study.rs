//! Studies of many games, sent while they are played.

use crate::common::lines::Streamed;
use crate::common::{Running, wait_until};
use hule::Language;
use hule::players::PlayerName;
use hule::stats::Stats;
use hule_report::{Arena, ArenaOptions, BatchReport, sprt};
use hule_server::{Limits, Options};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

const PATH: &str = "/api/v1/study";

/// The last line, after lines of progress.
fn ended(lines: Vec<Value>) -> Value {
    let mut lines = lines;
    let last = lines.pop().expect("a last line");
    assert_eq!(
        (&lines[0]["type"], &lines[0]["games"], &lines[0]["charts"]),
        (&json!("progress"), &json!(0), &json!(""))
    );
    let mut before = 0;
    for line in &lines {
        assert_eq!((&line["type"], &line["of"]), (&json!("progress"), &last["of"]));
        let games = line["games"].as_u64().expect("a number");
        assert!(games >= before && games <= line["of"].as_u64().expect("a number"), "{games}");
        before = games;
    }
    assert!(lines.len() > 1, "something is drawn before the end");
    last
}

#[test]
fn games_are_counted_as_the_library_does() {
    let server = Running::new();
    let body = json!({ "games": 2000, "seed": "18446744073709551615" });
    let report = BatchReport { seed: u64::MAX, first: 0, stats: Stats::of(u64::MAX, 0..2000) };
    for (path, language) in [(PATH, Language::English), ("/api/v1/study?lang=zh", Language::Chinese)] {
        let last = ended(Streamed::of(&server, path, &body).lines());
        let expected = json!({
            "type": "study", "games": 2000, "of": 2000, "title": report.title(language), "charts": report.charts(language),
            "ended": "played", "report": report.html(language),
        });
        assert!(last == expected, "not what the library says");
    }
}

/// The arena of these players on the same decks.
fn played(players: &[&str], round_robin: bool, points: Option<[f64; 2]>) -> Arena<PlayerName> {
    let players = players.iter().map(|name| name.parse::<PlayerName>().expect("a player")).collect();
    let sprt = points.map(|[low, high]| sprt(low, high).expect("a test"));
    let options = ArenaOptions { games: Some(1199), seed: 3, sprt, round_robin, ..ArenaOptions::default() };
    let mut arena = Arena::new(players, options).expect("an arena");
    let stop = AtomicBool::new(false);
    arena
        .play(NonZeroUsize::MIN, &stop, |name| Ok::<_, ()>(name.player()), |_| {})
        .expect("built-in players");
    arena
}

#[test]
fn players_are_compared_as_the_library_does() {
    let server = Running::new();
    for (players, round_robin, points, ended_by) in [
        (&["useful", "useful"][..], false, None, "played"),
        (&["useful", "standard", "random", "standard"], false, None, "played"),
        (&["useful", "standard", "random"], true, None, "played"),
        (&["useful", "random"], false, Some([0.0, 5.0]), "decided"),
    ] {
        let mut body = json!({ "players": players, "round_robin": round_robin, "games": 1199, "seed": 3 });
        if points.is_some() {
            body["sprt"] = json!(points);
        }
        let last = ended(Streamed::of(&server, PATH, &body).lines());
        let arena = played(players, round_robin, points);
        let report = arena.report();
        let expected = json!({
            "type": "study", "games": report.results.games(), "of": arena.decks() * arena.games_a_deck(),
            "title": report.title(Language::English), "charts": report.charts(Language::English),
            "ended": ended_by, "report": report.html(Language::English),
        });
        assert!(last == expected, "{players:?}");
        assert_eq!(last["charts"].as_str().expect("a text").contains("sequential test"), points.is_some());
    }
}

#[test]
fn what_cannot_be_studied_is_refused() {
    let server = Running::new();
    let refused = |body: Value, status| server.post(PATH, &body).refused(status);
    for games in [0, 1_000_001, 4_000_000_000_u64] {
        let sentence = refused(json!({ "games": games }), 422);
        assert!(sentence.starts_with("a study here has 1 to 1000000 games"), "{sentence}");
    }
    let two = ["useful", "standard"];
    let sentence = refused(json!({ "games": 100_001, "players": two }), 422);
    assert!(sentence.starts_with("a study here has 1 to 100000 games"), "{sentence}");
    for players in [&["useful"][..], &["useful"; 3], &["useful"; 5]] {
        let sentence = refused(json!({ "games": 1, "players": players }), 422);
        assert_eq!(sentence, "expected two or four players, or two to 8 of a round robin");
    }
    refused(json!({ "games": 1, "players": vec!["useful"; 9], "round_robin": true }), 422);
    refused(json!({ "games": 1, "players": ["useful", "bot:rm"] }), 422);
    refused(json!({ "games": 1, "players": ["useful", "search:samples=1001"] }), 422);
    for sprt in [[1, 0], [0, 101], [5, 5]] {
        let sentence = refused(json!({ "games": 1, "players": two, "sprt": sprt }), 422);
        assert_eq!(sentence, "expected two numbers from -100 to 100, the lower first, such as 0,1");
    }
    refused(json!({ "games": 1, "players": two, "sprt": [0, 1], "round_robin": true }), 422);
    refused(json!({ "games": 1, "players": vec!["useful"; 4], "sprt": [0, 1] }), 422);
    assert_eq!(
        refused(json!({ "games": 1, "round_robin": true }), 422),
        "`round_robin` and `sprt` need players"
    );
    for wrong in [
        json!({}),
        json!({ "games": -1 }),
        json!({ "games": "10" }),
        json!({ "games": 1, "seed": 1.5 }),
        json!({ "games": 1, "players": "useful" }),
        json!({ "games": 1, "sprt": [0] }),
        json!({ "games": 1, "threads": 8 }),
    ] {
        refused(wrong, 400);
    }
    let chinese = server.post("/api/v1/study?lang=zh", &json!({ "games": 0 })).refused(422);
    assert!(chinese.starts_with("这里的统计为 1 到 1000000 局"), "{chinese}");
}

/// A study that takes an hour or more.
fn long() -> Value {
    json!({ "games": 100_000, "players": ["search:samples=1000", "standard"] })
}

#[test]
fn who_leaves_ends_the_work_and_frees_the_place() {
    let server = Running::with(Options { studies: 1, ..Options::default() });
    let mut client = Streamed::of(&server, PATH, &long());
    assert_eq!(client.line().expect("the first comes at once")["type"], "progress");
    let sentence = server.post(PATH, &json!({ "games": 1 })).refused(503);
    assert_eq!(sentence, "too many studies are under way; please try again later");
    drop(client);
    wait_until("the place is free again", || {
        Streamed::with_head(&server, PATH, &json!({ "games": 1 }), "").is_ok()
    });
}

#[test]
fn an_address_has_one_study_and_its_share_of_thinking() {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    let mut server = Running::with(Options {
        limits: Limits { proxies, thinking: 0, ..Limits::default() },
        ..Options::default()
    });
    let of = |client: &str, body: &Value| {
        Streamed::with_head(&server, PATH, body, &format!("X-Forwarded-For: {client}\r\n"))
    };
    let mut first = of("1.1.1.1", &json!({ "games": 1 })).expect("it is taken");
    assert_eq!(first.line().expect("the first comes at once")["games"], 0);
    let head = of("1.1.1.1", &json!({ "games": 1 })).err().expect("it is refused");
    assert!(head.starts_with("HTTP/1.1 429"), "{head}");
    let other = of("2.2.2.2", &json!({ "games": 1 })).expect("another address has its own");
    drop(first);
    wait_until("the address is free again", || of("1.1.1.1", &json!({ "games": 1 })).is_ok());
    // Without any time to think, the other has waited all the while.
    server.stop();
    let last = other.lines().pop().expect("a last line");
    assert_eq!(last, json!({ "type": "error", "error": "stopped before the first games were played" }));
}

#[test]
fn a_server_that_stops_ends_its_studies() {
    let mut server = Running::new();
    let mut some = Streamed::of(&server, PATH, &json!({ "games": 100_000, "players": ["net", "useful"] }));
    let none = Streamed::of(&server, PATH, &long());
    while some.line().expect("more")["games"] == json!(0) {}
    server.stop();
    let last = some.lines().pop().expect("a last line");
    assert_eq!((&last["type"], &last["ended"]), (&json!("study"), &json!("stopped")));
    let last = none.lines().pop().expect("a last line");
    assert!(last["type"] == "error" || last["ended"] == "stopped", "{last}");
}

#[test]
fn charts_look_the_same_on_the_page_and_in_files() {
    let server = Running::new();
    let sheet = server.get("/assets/charts.css");
    assert_eq!(sheet.status, 200);
    assert_eq!(sheet.body, hule_report::CHART_STYLE);
    // The colours that charts take from around them are the same there.
    let report = BatchReport { seed: 1, first: 0, stats: Stats::of(1, 0..64) };
    let file = report.html(Language::English);
    let page = server.get("/assets/style.css").body;
    let root = &file[file.find(":root {").expect("colours")..file.find("\n}").expect("their end")];
    let colours: Vec<&str> = root.lines().filter(|line| line.trim().starts_with("--")).collect();
    assert!(colours.len() > 5);
    for colour in colours {
        assert!(page.contains(colour), "{colour}");
    }
}
