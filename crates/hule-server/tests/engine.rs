//! Without a server the same is answered, byte for byte.

use crate::common::Running;
use crate::common::lines::Streamed;
use hule::{Deck, Language, Log};
use hule_api::Engine;
use hule_report::Unscheduled;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// What is asked in both ways must be answered in the same way.
struct Both {
    server: Running,
    engine: Engine,
}

impl Both {
    fn new() -> Both {
        Both { server: Running::new(), engine: Engine::default() }
    }

    /// Asks for a path in both languages; one with a body is posted. Returns the answer in English.
    fn ask(&mut self, path: &str, body: Option<&Value>) -> (u16, String) {
        let [chinese, english] = [Language::Chinese, Language::English].map(|language| {
            let version = if path.starts_with("/tables") { 2 } else { 1 };
            let address = format!("/api/v{version}{path}?lang={}", language.name());
            let served =
                body.map_or_else(|| self.server.get(&address), |body| self.server.post(&address, body));
            let method = if body.is_some() { "POST" } else { "GET" };
            let text = body.map(Value::to_string).unwrap_or_default();
            let answer = self.engine.ask(method, path, language, &text);
            assert_eq!(served.status, answer.status.as_u16(), "{path} {text}: {served:?}");
            assert_eq!(served.header("content-type"), Some(answer.kind), "{path} {text}");
            assert_eq!(served.body, answer.body, "{path} {text}");
            (served.status, served.body)
        });
        assert_eq!(chinese.0, english.0);
        english
    }
}

#[test]
fn questions_without_a_table() {
    let mut both = Both::new();
    let deck = Deck::seeded(7, 0);
    let log = Log::of(&deck).to_string();
    let wrong = log.replacen("OUT", "PUT", 1);
    let cases = [
        (200, "/replay", json!({ "seed": 1 })),
        (
            200,
            "/replay",
            json!({ "seed": "18446744073709551615", "players": ["net", "useful", "random", "standard"] }),
        ),
        (200, "/replay", json!({ "text": log })),
        (422, "/replay", json!({ "text": wrong })),
        (422, "/replay", json!({ "seed": 1, "players": ["search", "useful", "random", "standard"] })),
        (422, "/replay", json!({ "seed": 1, "packed": "AAAA" })),
        (400, "/replay", json!({ "seed": -1 })),
        (400, "/replay", json!({ "sead": 1 })),
        (200, "/replay/html", json!({ "seed": 1 })),
        (422, "/replay/html", json!({ "deck": "1M" })),
        (200, "/check", json!({ "seed": 7, "output": log })),
        (200, "/check", json!({ "seed": 7, "output": wrong })),
        (422, "/check", json!({ "output": wrong })),
        (200, "/hand", json!({ "tiles": "123M 55P", "open": 3 })),
        (422, "/hand", json!({ "tiles": "10M" })),
        (400, "/hand", json!("123M")),
        (422, "/tables", json!({ "people": ["A"], "players": { "A": "useful" } })),
        (422, "/tables", json!({ "people": ["A"], "players": { "B": "net:mine.onnx" } })),
        (400, "/tables", json!({})),
        (404, "/tables/nobody/act", json!({ "action": "OUT 1M", "turn": 0 })),
        (404, "/nowhere", json!({})),
    ];
    for (status, path, body) in cases {
        assert_eq!(both.ask(path, Some(&body)).0, status, "{path} {body}");
    }
    assert_eq!(both.ask("/tables/nobody", None).0, 404);
}

#[test]
fn a_table_to_its_end() {
    let Both { server, mut engine } = Both::new();
    let setup = json!({ "people": ["B"], "name": "x", "seed": 11, "players": { "A": "useful", "C": "net" } });
    let served = server.post("/api/v2/tables", &setup).fine();
    let made = engine.ask("POST", "/tables", Language::English, &setup.to_string());
    assert_eq!(made.status.as_u16(), 201);
    let mut state: Value = serde_json::from_str(&made.body).expect("JSON");
    let names = [&served, &state]
        .map(|state| state["links"]["seats"]["B"]["token"].as_str().expect("a token").to_owned());
    let mut post = |what: &str, body: &Value| {
        let served = server.post(&format!("/api/v2/tables/{}/{what}", names[0]), body);
        // It might be all that is left after the page was loaded again.
        let record = engine.record(&names[1]).expect("the table is there");
        engine = Engine::default();
        assert!(engine.restore(&record));
        let path = format!("/tables/{}/{what}", names[1]);
        let answer = engine.ask("POST", &path, Language::English, &body.to_string());
        assert_eq!(served.status, answer.status.as_u16(), "{what} {body}");
        let said: Value = serde_json::from_str(&answer.body).expect("JSON");
        if what != "hint" {
            assert_eq!(served.body, answer.body, "{what} {body}");
        }
        (served.status, said)
    };
    assert_eq!(post("undo", &json!({})).0, 409);
    assert_eq!(post("act", &json!({ "action": "RON", "turn": 0 })).0, 422);
    assert_eq!(post("act", &json!({ "action": "OUT 1M", "turn": 5 })).0, 409);
    let mut turns = 0;
    while state["over"].is_null() {
        let (status, hint) = post("hint", &json!({}));
        assert_eq!(status, 200);
        let made = json!({ "action": hint["action"], "turn": state["turn"] });
        let (status, next) = post("act", &made);
        assert_eq!(status, 200);
        state = next;
        turns += 1;
        if turns == 3 {
            assert_eq!(post("undo", &json!({})).0, 200);
            state = post("act", &made).1;
        }
    }
    assert!(turns > 3, "{turns}");
    for part in ["", "/log", "/games"] {
        let paths = names.each_ref().map(|name| format!("/tables/{name}{part}"));
        let served = server.get(&format!("/api/v2{}", paths[0]));
        assert_eq!(served.body, engine.ask("GET", &paths[1], Language::English, "").body);
        assert!(served.body.len() > 100);
    }
    assert_eq!(
        engine.ask("GET", &format!("/tables/{}x", names[1]), Language::English, "").status.as_u16(),
        404
    );
    assert!(engine.record(&names[1][..30]).is_none(), "it is a secret");
    assert!(!engine.restore("{}"));
}

#[test]
fn reviews_and_studies() {
    let Both { server, engine } = Both::new();
    let asked = json!({ "text": Deck::seeded(3, 0).to_string(), "seats": ["C"], "samples": 20 });
    let served = Streamed::of(&server, "/api/v1/review", &asked).lines();
    let work = engine.review(Language::English, &asked.to_string()).expect("a game");
    let reviewer = work.reviewer();
    // Several share the work, and send what they found as JSON.
    let never = AtomicBool::new(false);
    let decisions = (0..reviewer.len()).rev().map(|index| reviewer.appraise(index, &never));
    let sent: Vec<String> = decisions
        .map(|decision| serde_json::to_string(&decision.expect("a decision")).expect("JSON"))
        .collect();
    let read = sent.iter().rev().map(|text| serde_json::from_str(text).expect("a decision")).collect();
    let whole = serde_json::to_value(reviewer.finish(read).expect("all decisions")).expect("JSON");
    let mut last = served.last().expect("a review").clone();
    assert_eq!(last.as_object_mut().expect("an object").remove("type"), Some(json!("review")));
    assert_eq!(last, whole);
    let refused = engine.review(Language::English, "{}").err().expect("there is no game");
    assert_eq!(refused.status.as_u16(), 422);

    for asked in [
        json!({ "games": 2000, "seed": 5 }),
        json!({ "games": 40, "players": ["useful", "standard"], "sprt": [0, 90] }),
        json!({ "games": 600, "players": ["useful", "random"], "sprt": [0, 1] }),
        json!({ "games": 100, "players": ["useful", "standard", "random"], "round_robin": true }),
    ] {
        let served = Streamed::of(&server, "/api/v1/study", &asked).lines();
        let mut study = engine.study(Language::English, &asked.to_string()).expect("games");
        let mut lines = Vec::new();
        while let Some(line) = study.next_line(&Unscheduled::default()) {
            lines.push(serde_json::to_value(line).expect("JSON"));
        }
        assert_eq!(served.first(), lines.first());
        assert_eq!(served.last(), lines.last());
        assert_eq!(lines.last().expect("a line")["type"], "study");
        if study.decks() > 0 {
            assert_eq!(shared(&engine, &asked).last(), served.last());
        }
    }
    assert_eq!(
        engine.study(Language::English, r#"{"games":0}"#).err().expect("no games").status.as_u16(),
        422
    );
}

/// The lines of a study whose decks another one plays, in parts of different lengths, and out of order.
fn shared(engine: &Engine, asked: &Value) -> Vec<Value> {
    let study = || engine.study(Language::English, &asked.to_string()).expect("games");
    let (mut counts, plays) = (study(), study());
    let played = |decks| plays.play_decks(decks, &Unscheduled::default());
    let mut lines = Vec::new();
    let (mut next, mut len) = (0, 1);
    while !counts.has_ended() {
        let later = counts.take(&played(next + len..next + len + 1)).expect("decks");
        assert!(next > 0 || later.is_none(), "these are not the next");
        lines.extend(counts.take(&played(next..next + len)).expect("decks"));
        next += len;
        len += 1;
    }
    assert_eq!(played(counts.decks()..counts.decks() + 3), "[]");
    assert!(counts.take(&played(0..1)).expect("decks").is_none());
    assert!(counts.take("[1]").is_err());
    let other = json!({ "games": 24, "players": ["useful", "standard", "random", "useful"] });
    let other = engine.study(Language::English, &other.to_string()).expect("games");
    assert!(counts.take(&other.play_decks(0..1, &Unscheduled::default())).is_err(), "other players");
    lines.into_iter().map(|line| serde_json::to_value(line).expect("JSON")).collect()
}
