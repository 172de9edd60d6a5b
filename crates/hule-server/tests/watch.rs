//! Replays, verdicts and hands over HTTP.

use crate::common::{Running, names};
use hule::hand_report::HandReport;
use hule::play::GameId;
use hule::players::{PlayerName, RandomPlayer};
use hule::{BySeat, Deck, Hand, Language, Log, Replay, Seat, Tile};
use hule_report::hand_text;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Puts a patch over what is shown, as the page does.
fn merge(shown: &mut Map<String, Value>, patch: &Value) {
    for (key, value) in patch.as_object().expect("an object") {
        match (shown.get_mut(key), value) {
            (Some(Value::Object(seats)), Value::Object(changed)) if key != "drawn" => {
                seats.extend(changed.clone());
            }
            _ => {
                shown.insert(key.clone(), value.clone());
            }
        }
    }
}

fn count(seats: &Value, of: impl Fn(&Value) -> usize) -> usize {
    seats
        .as_object()
        .expect("by seat")
        .values()
        .flat_map(|list| list.as_array().expect("a list"))
        .map(of)
        .sum()
}

/// The log that a film tells, after looking at every frame of it.
fn log_of(film: &Value) -> String {
    let mut log = names(&film["deal"]).join("\n") + "\n";
    let mut shown = Map::new();
    for (place, frame) in film["frames"].as_array().expect("frames").iter().enumerate() {
        merge(&mut shown, &frame["set"]);
        let melds = count(&shown["melds"], |_| 3);
        let wins = frame["kind"] == "ron" || (frame["kind"] == "win" && film["outcome"]["kind"] == "ron");
        let lying = count(&shown["rivers"], |discard| usize::from(discard["claimed_by"].is_null()));
        let hands = count(&shown["hands"], |_| 1);
        let wall = shown["wall"].as_u64().expect("a number") as usize;
        assert_eq!(hands + melds + lying + usize::from(wins) + wall, Deck::LEN, "{frame}");
        for seat in Seat::ALL.map(Seat::name) {
            let hand: Hand = {
                let tiles = names(&shown["hands"][seat]).join(" ");
                Hand::read(&tiles, shown["melds"][seat].as_array().expect("melds").len()).expect("a hand")
            };
            assert_eq!(shown["distances"][seat], hand.distance(), "{frame}");
            let useful: Vec<&str> = hand.useful().iter().map(Tile::name).collect();
            assert_eq!(names(&shown["useful"][seat]), useful, "{frame}");
        }
        if place > 0 {
            let text = frame["text"].as_str().expect("a line");
            log.extend([text, "\n"]);
            assert_eq!(frame["line"], log.lines().count());
            if frame["kind"] == "pass" {
                let target = frame["target"].as_str().expect("a PASS names somebody");
                assert!(shown["skips"][target].as_u64() > Some(0), "{frame}");
            }
        }
    }
    log
}

#[test]
fn decisions_show_their_choices() {
    let server = Running::new();
    let mut shown = 0;
    for asked in
        [json!({ "seed": 2 }), json!({ "seed": 2, "players": ["net", "useful", "random", "standard"] })]
    {
        let film = server.post("/api/v1/replay", &asked).fine();
        for frame in film["frames"].as_array().expect("frames") {
            let considered = frame["considered"].as_array().into_iter().flatten();
            for decision in frame.get("decision").into_iter().chain(considered) {
                let Some(made) = decision.get("made") else { continue };
                let choices = decision["choices"].as_array().expect("choices");
                assert!(choices.iter().any(|choice| choice["action"] == *made), "{decision}");
                let mut actions: Vec<String> = choices.iter().map(|one| one["action"].to_string()).collect();
                actions.sort_unstable();
                actions.dedup();
                assert_eq!(actions.len(), choices.len(), "{decision}");
                shown += choices.len();
            }
            if let Some(decision) = frame.get("decision").filter(|_| frame["kind"] == "discard") {
                assert_eq!(decision["made"], format!("OUT {}", frame["tile"].as_str().expect("a tile")));
            }
        }
    }
    assert!(shown > 200, "{shown}");
}

#[test]
fn a_game_can_be_had_as_one_file() {
    let server = Running::new();
    let deck = Deck::seeded(1, 0);
    for asked in [json!({ "packed": Replay::standard(&deck).pack() }), json!({ "deck": deck.to_string() })] {
        let answer = server.post("/api/v1/replay/html", &asked);
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains("content-disposition: attachment"), "{}", answer.head);
        assert_eq!(answer.body, hule_server::replay_html(&deck.to_string()).expect("a deck"));
    }
    server.post("/api/v1/replay/html", &json!({ "deck": "1M X" })).refused(422);
}

#[test]
fn frames_tell_the_log() {
    let server = Running::new();
    for number in ["01", "07", "13", "24"] {
        let deck = file(&format!("crates/hule/tests/data/official/{number}.deck"));
        let film = server.post("/api/v1/replay", &json!({ "deck": deck })).fine();
        assert_eq!(log_of(&film), file(&format!("crates/hule/tests/data/official/{number}.log")));
        assert_eq!(film["players"], json!(["standard", "standard", "standard", "standard"]));
    }
    // Free players do what standard ones never would.
    for game in 0..20 {
        let mut players = BySeat::splat(RandomPlayer::new(0));
        let replay = Replay::played(&Deck::seeded(6, game), &mut players, GameId::new(6, game));
        let log = replay.log();
        let film = server.post("/api/v1/replay", &json!({ "text": log.to_json() })).fine();
        assert_eq!((log_of(&film), &film["players"]), (log.to_string(), &Value::Null));
        let last = replay.games().last().and_then(|game| game.outcome()).expect("it is over");
        assert_eq!(film["outcome"]["text"], last.to_string());
    }
}

#[test]
fn a_game_is_the_same_however_it_is_given() {
    let server = Running::new();
    let film = |asked: &Value| {
        let mut film = server.post("/api/v1/replay", asked).fine();
        let film = film.as_object_mut().expect("an object");
        film.remove("seed");
        film.remove("game");
        film.clone()
    };
    let deck = Deck::seeded(3, 4);
    let first = film(&json!({ "seed": 3, "game": 4 }));
    let log = Log::of(&deck);
    assert_eq!(film(&json!({ "deck": deck.to_string() })), first);
    assert_eq!(film(&json!({ "text": deck.to_string() })), first);
    assert_eq!(film(&json!({ "packed": first["packed"] })), first);
    assert_eq!(film(&json!({ "log": log.to_string(), "deck": deck.to_string() })), first);
    assert_eq!(film(&json!({ "seed": "3", "game": "4" })), first);
    // Without its deck, a log does not say what was left in the wall.
    assert_eq!(film(&json!({ "text": log.to_string() }))["frames"], first["frames"]);
    let played = film(&json!({ "seed": 3, "players": ["random", "useful", "standard", "random"] }));
    let again = film(&json!({ "packed": played["packed"] }));
    assert_eq!(log_of(&again.into()), log_of(&played.into()));
}

#[test]
fn players_get_the_seeds_of_their_game() {
    let server = Running::new();
    let names = ["random", "useful", "random", "standard"];
    let deck = Deck::seeded(5, 7);
    let game = |id| {
        let players = BySeat::new(names).map(|name| name.parse::<PlayerName>().expect("a player").player());
        Replay::played(&deck, &mut { players }, id).pack()
    };
    let seeded = server.post("/api/v1/replay", &json!({ "seed": 5, "game": 7, "players": names })).fine();
    assert_eq!(seeded["packed"], game(GameId::new(5, 7)));
    let given = server.post("/api/v1/replay", &json!({ "deck": deck.to_string(), "players": names })).fine();
    assert_eq!(given["packed"], game(GameId::new(0, 0)));
}

#[test]
fn frames_give_the_reasons_of_the_explained_log() {
    let server = Running::new();
    let film = server.post("/api/v1/replay", &json!({ "deck": file("examples/sample.deck") })).fine();
    let explained = file("crates/hule/tests/data/sample.explained");
    let mut expected: Vec<&str> = explained.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let frames = film["frames"].as_array().expect("frames");
    let considered = frames.iter().filter_map(|frame| frame["considered"].as_array()).flatten();
    let decided = frames.iter().map(|frame| &frame["decision"]).filter(|decision| !decision.is_null());
    let mut found: Vec<&str> = decided.chain(considered).flat_map(|why| names(&why["reasons"])).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    for frame in frames.iter().filter(|frame| frame["kind"] == "chow" || frame["kind"] == "pong") {
        assert_eq!(frame["decision"]["seat"], frame["seat"], "who claims has a reason: {frame}");
    }
}

#[test]
fn players_with_thoughts_give_them_as_reasons() {
    let server = Running::new();
    for (player, has_chance) in [("net", true), ("useful", false)] {
        let players = json!(vec![player; 4]);
        let film = server.post("/api/v1/replay", &json!({ "seed": 6, "players": players })).fine();
        assert_eq!(film["players"], players);
        let mut discards = 0;
        for frame in film["frames"].as_array().expect("frames") {
            let (true, Some(text)) = (frame["kind"] == "discard", frame["text"].as_str()) else { continue };
            // What the player does comes first.
            let action = text.split_once(' ').expect("a seat comes first").1;
            let reasons = names(&frame["decision"]["reasons"]);
            assert!(reasons[0].starts_with(&format!("{action}: distance ")), "{frame}");
            assert_eq!(reasons[0].ends_with(" %"), has_chance, "{frame}");
            discards += 1;
        }
        assert!(discards > 10, "{discards}");
    }
}

#[test]
fn both_languages_say_the_same() {
    fn is_chinese(text: &str) -> bool {
        text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
    }
    let server = Running::new();
    let asked = json!({ "seed": 2, "players": ["useful", "standard", "random", "net"] });
    let english = server.post("/api/v1/replay?lang=en", &asked).fine();
    let chinese = server.post("/api/v1/replay?lang=zh", &asked).fine();
    assert_eq!(english["packed"], chinese["packed"]);
    let (english, chinese) = (english["frames"].as_array(), chinese["frames"].as_array());
    for (english, chinese) in english.expect("frames").iter().zip(chinese.expect("frames")) {
        assert_eq!(english["set"], chinese["set"]);
        for (key, in_english) in [("say", true), ("say", false)] {
            let text = if in_english { &english[key] } else { &chinese[key] };
            assert_eq!(is_chinese(text.as_str().expect("a sentence")), !in_english, "{text}");
        }
        if let (Some(_), Some(why)) = (english.get("decision"), chinese.get("decision")) {
            assert!(names(&why["reasons"]).iter().all(|line| is_chinese(line)), "{why}");
        }
    }
    // The browser says what it wants, if the address does not.
    let with = |headers: &str| {
        let headers = format!("Content-Type: application/json\r\n{headers}");
        server.post_with("/api/v1/hand", &headers, "{\"tiles\":\"\"}").refused(422)
    };
    assert!(is_chinese(&with("Accept-Language: zh-CN,zh;q=0.9,en;q=0.8\r\n")));
    assert!(is_chinese(&with("Accept-Language: fr, zh\r\n")));
    assert!(!is_chinese(&with("Accept-Language: en-GB,zh;q=0.8\r\n")));
    assert!(!is_chinese(&with("Accept-Language: 中文\r\n")));
    assert!(!is_chinese(&with("")));
}

#[test]
fn what_is_wrong_is_said_as_on_the_command_line() {
    let server = Running::new();
    let refused = |asked: Value| {
        let answer = server.post("/api/v1/replay", &asked);
        (answer.refused(422), answer.json()["line"].as_u64())
    };
    let wrong = "1M\n2M\n10M";
    let sentence = wrong.parse::<Deck>().expect_err("10M").to_string();
    assert_eq!(refused(json!({ "deck": wrong })), (sentence.clone(), Some(3)));
    assert_eq!(refused(json!({ "text": wrong })), (sentence, Some(3)));
    let log = file("examples/sample.log").replace("A WIN", "B WIN");
    let sentence = Replay::read(&log).expect_err("A won").to_string();
    assert_eq!(refused(json!({ "log": log })), (sentence, Some(log.lines().count() as u64)));
    let cut = file("examples/sample.log");
    assert!(refused(json!({ "text": &cut[..500] })).1.is_some());
    assert_eq!(refused(json!({ "packed": "!" })).0, Replay::unpack("!").expect_err("!").to_string());
    assert!(
        refused(json!({ "seed": 1, "players": ["best", "random", "random", "random"] })).0.contains("`best`")
    );
    assert!(refused(json!({ "seed": 1, "players": ["random"] })).0.starts_with("1 players"));
    assert!(
        refused(json!({ "seed": 1, "players": ["search", "random", "random", "random"] }))
            .0
            .contains("available here are random, standard, useful and net")
    );
    for unclear in [json!({}), json!({ "deck": "", "seed": 1 }), json!({ "packed": "", "players": [] })] {
        assert!(refused(unclear).0.starts_with("expected one of"));
    }
    let body = |body: &Value| server.post("/api/v1/replay", body).refused(400);
    assert!(body(&json!({ "seed": -1 })).contains("from 0 to 18446744073709551615"));
    assert!(body(&json!({ "sed": 1 })).contains("unknown field `sed`"));
    assert!(body(&json!([1])).contains("expected"));
}

#[test]
fn outputs_are_judged() {
    let server = Running::new();
    let (deck, log) = (file("examples/sample.deck"), file("examples/sample.log"));
    let check =
        |output: &str| server.post("/api/v1/check", &json!({ "deck": deck, "output": output })).fine();
    assert_eq!(check(&log), json!({ "right": true }));
    let loose = check(&log.replace('\n', " \n"));
    assert_eq!(loose["right"], true);
    assert!(loose["warning"].as_str().is_some_and(|warning| warning.starts_with("line 1: ")));
    let number = log.lines().position(|line| line.contains("CHOW")).expect("somebody chows");
    let lines: Vec<&str> = log.lines().take(number).collect();
    let ends = check(&lines.join("\n"));
    assert_eq!(
        (&ends["right"], &ends["line"], &ends["found"]),
        (&json!(false), &json!(number + 1), &Value::Null)
    );
    let early = check(&(lines.join("\n") + "\nA OUT 1M\n"));
    assert_eq!(early["rule"], "R3");
    // The player who chows draws instead.
    let chow = log.lines().nth(number).expect("the line");
    let drawn = log.lines().skip(number).find_map(|line| line.split_once(" IN ")).expect("tiles are left").1;
    let wrong = check(&format!("{}\n{} IN {drawn}\n", lines.join("\n"), &chow[..1]));
    assert_eq!(wrong["expected"], log.lines().nth(number).expect("the line"));
    assert_eq!(wrong["rule"], "R28");
    let why = names(&wrong["why"]);
    assert!(why[0].ends_with("[R28 Claim only if nearer]") && why.len() > 2, "{why:?}");
    let seeded = json!({ "seed": 1, "output": "" });
    assert_eq!(server.post("/api/v1/check", &seeded).fine()["line"], 1);
    server.post("/api/v1/check", &json!({ "output": "" })).refused(422);
}

#[test]
fn hands_are_looked_at_as_by_the_command() {
    let server = Running::new();
    let tiles = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z";
    let report = HandReport::new(&tiles.parse().expect("a hand"));
    for language in Language::ALL {
        let answer = server.post(&format!("/api/v1/hand?lang={language}"), &json!({ "tiles": tiles })).fine();
        let text = hand_text(&report, language);
        assert_eq!(names(&answer["lines"]), text.lines().collect::<Vec<_>>());
        for (key, value) in serde_json::to_value(&report).expect("JSON").as_object().expect("an object") {
            assert_eq!(&answer[key], value);
        }
    }
    let short = server.post("/api/v1/hand", &json!({ "tiles": "123m" })).fine();
    assert_eq!(names(&short["tiles"]), ["1M", "2M", "3M"]);
    let wrong = server.post("/api/v1/hand", &json!({ "tiles": "123x" })).refused(422);
    assert!(wrong.starts_with("`123x` is not a tile; "), "{wrong}");
    server.post("/api/v1/hand", &json!({ "tiles": "1M", "open": 5 })).refused(422);
}
