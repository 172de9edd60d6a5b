//! Tables of one person, over HTTP and over a WebSocket.

use crate::common::live::Live;
use crate::common::{Running, names, wait_until};
use hule::{Action, Deck, Game, Random, Replay, Seat, Tile};
use hule_server::{Clock, Options};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::time::Duration;
use tungstenite::Message;

/// A table over HTTP, and every byte that came from it.
struct Sitting<'a> {
    server: &'a Running,
    path: String,
    state: Value,
    /// All that was sent before the game was over.
    sent: String,
}

impl<'a> Sitting<'a> {
    fn new(server: &'a Running, asked: &Value) -> Sitting<'a> {
        let answer = server.post("/api/v2/tables", asked);
        assert_eq!(answer.status, 201, "{answer:?}");
        let mut state = answer.json();
        let links = state.as_object_mut().and_then(|state| state.remove("links")).expect("links");
        let link = links["seats"].as_object().and_then(|seats| seats.values().next()).expect("a link");
        let path = format!("/api/v2/tables/{}", link["token"].as_str().expect("a token"));
        Sitting { server, path, state, sent: answer.body }
    }

    fn is_over(&self) -> bool {
        !self.state["over"].is_null()
    }

    fn post(&mut self, what: &str, body: &Value) -> Value {
        let answer = self.server.post(&format!("{}/{what}", self.path), body);
        let value = answer.fine();
        if value.get("over").is_none_or(Value::is_null) {
            self.sent += &answer.body;
        }
        value
    }

    fn act(&mut self, action: &str) {
        let turn = self.state["turn"].clone();
        self.state = self.post("act", &json!({ "action": action, "turn": turn }));
    }

    fn legal(&self) -> Vec<String> {
        let legal = self.state["own"]["legal"].as_array().expect("a list").iter();
        legal.map(|choice| choice["action"].as_str().expect("an action").to_owned()).collect()
    }

    /// Any of the legal actions.
    fn any(&self, random: &mut Random) -> String {
        let legal = self.legal();
        legal[random.below(legal.len() as u64) as usize].clone()
    }
}

#[test]
fn whole_games_are_played_from_every_seat() {
    let server = Running::new();
    let mut random = Random::new(1);
    for (number, seat) in Seat::ALL.into_iter().cycle().take(12).enumerate() {
        let mut players = json!({ "A": "useful", "B": "net", "C": "random", "D": "standard" });
        players.as_object_mut().expect("an object").remove(seat.name());
        let asked = json!({ "people": [seat], "name": "x", "players": players, "seed": 9, "game": number });
        let mut sitting = Sitting::new(&server, &asked);
        while !sitting.is_over() {
            let action = sitting.any(&mut random);
            sitting.act(&action);
        }
        let over = &sitting.state["over"];
        assert_eq!((&over["seed"], &over["game"]), (&json!(9), &json!(number)));
        // What was played is a game of this deck, and its log can be had.
        let replay = Replay::unpack(over["packed"].as_str().expect("a game")).expect("a whole game");
        assert_eq!(replay.deck(), &Deck::seeded(9, number as u64));
        let log = server.get(&format!("{}/log", sitting.path)).body;
        assert_eq!(log, replay.log().to_string());
        let film = server.post("/api/v1/replay", &json!({ "packed": over["packed"] })).fine();
        assert_eq!(film["outcome"]["text"], over["text"]);
        let last = replay.games().last().expect("an end");
        for seat in Seat::ALL {
            let hand: Vec<&str> = last.hand(seat).tiles().map(Tile::name).collect();
            assert_eq!(names(&over["hands"][seat.name()]), hand);
        }
        let refused = |what, body| server.post(&format!("{}/{what}", sitting.path), &body).refused(409);
        assert_eq!(refused("act", json!({ "action": "PONG", "turn": 0 })), "the game is over");
        assert_eq!(refused("undo", json!({})), "the game is over");
        assert_eq!(refused("hint", json!({})), "the game is over");
    }
}

#[test]
fn a_game_is_played_on_from_any_line() {
    let server = Running::new();
    let replay = Replay::standard(&Deck::seeded(8, 1));
    let log = replay.log().to_string();
    let lines: Vec<&str> = log.lines().collect();
    for line in (0..lines.len()).step_by(11) {
        let asked = json!({ "people": ["C"], "name": "x", "packed": replay.pack(), "line": line });
        let mut sitting = Sitting::new(&server, &asked);
        // The seat goes on like a standard player, so it is the same game again.
        let given = replay.actions_to_line(line).len();
        let games = replay.games().zip(replay.actions()).skip(given);
        for (_, action) in games.filter(|(game, _)| game.turn().is_some_and(|turn| turn.seat() == Seat::C)) {
            sitting.act(&action.to_string());
        }
        assert_eq!(sitting.state["over"]["packed"], replay.pack());
        assert!(sitting.state["over"].get("seed").is_none());
    }
    let refused = |body| server.post("/api/v2/tables", &body).refused(422);
    let over = refused(json!({ "people": ["A"], "name": "x", "packed": replay.pack(), "line": lines.len() }));
    assert_eq!(over, format!("the game is over at line {}", lines.len()));
    assert_eq!(
        refused(json!({ "people": ["A"], "name": "x", "packed": replay.pack(), "seed": 1 })),
        "expected a seed or a packed game, not both"
    );
    refused(json!({ "people": ["A"], "name": "x", "packed": "AAAA" }));
    server
        .post("/api/v2/tables", &json!({ "people": ["A"], "name": "x", "packed": replay.pack(), "line": -1 }))
        .refused(400);
}

#[test]
fn nothing_that_is_hidden_is_ever_sent() {
    let server = Running::new();
    let mut random = Random::new(5);
    for number in 0..6 {
        let asked = json!({ "people": ["B"], "name": "x", "players": { "A": "net", "C": "useful" }, "seed": 77, "game": number });
        let mut sitting = Sitting::new(&server, &asked);
        let mut refused = String::new();
        while !sitting.is_over() {
            sitting.post("hint", &json!({}));
            sitting.sent += &server.get(&sitting.path).body;
            refused += &server.get(&format!("{}/log", sitting.path)).refused(409);
            refused += &server
                .post(
                    &format!("{}/act", sitting.path),
                    &json!({ "action": "OUT PASS B", "turn": sitting.state["turn"] }),
                )
                .body;
            let action = sitting.any(&mut random);
            sitting.act(&action);
            if !sitting.is_over() && random.below(4) == 0 {
                sitting.state = sitting.post("undo", &json!({}));
            }
        }
        let sent = sitting.sent.clone() + &refused;
        assert!(!sent.contains("packed") && !sent.contains("\"seed\""), "the deck is told");
        // Every moment of the game, its wall and the hands of the others.
        let packed = sitting.state["over"]["packed"].as_str().expect("a game");
        for game in Replay::unpack(packed).expect("a game").games() {
            let mut hidden: Vec<Vec<&str>> =
                vec![game.wall().iter().take(6).map(|tile| tile.name()).collect()];
            for seat in [Seat::A, Seat::C, Seat::D] {
                hidden.push(game.hand(seat).tiles().map(Tile::name).collect());
            }
            for tiles in hidden.iter().filter(|tiles| tiles.len() > 5) {
                for between in ["\",\"", " ", ""] {
                    assert!(!sent.contains(&tiles.join(between)), "{tiles:?}");
                }
            }
        }
        // What others draw has no tile.
        for event in sitting.state["events"].as_array().expect("events") {
            assert_eq!(
                event["kind"] == "draw" && event["seat"] != "B",
                event["kind"] == "draw" && event.get("tile").is_none()
            );
        }
    }
}

#[test]
fn a_seed_that_the_server_takes_is_told_at_the_end() {
    let server = Running::new();
    let asked = json!({ "people": ["A"], "name": "x" });
    let [mut one, other] = [(); 2].map(|()| Sitting::new(&server, &asked));
    assert_ne!(one.state["view"]["hands"], other.state["view"]["hands"], "nobody can guess it");
    while !one.is_over() {
        let action = one.legal().pop().expect("something is legal");
        one.act(&action);
    }
    let seed = one.state["over"]["seed"].as_u64().expect("a number that JavaScript can keep");
    let replay = Replay::unpack(one.state["over"]["packed"].as_str().expect("a game")).expect("a game");
    assert_eq!(replay.deck(), &Deck::seeded(seed, 0));
}

#[test]
fn a_table_is_the_same_after_a_reload_and_after_undo() {
    let server = Running::new();
    let asked = json!({ "people": ["C"], "name": "x", "players": { "A": "random", "B": "random", "D": "useful" }, "seed": 4 });
    let mut sitting = Sitting::new(&server, &asked);
    let mut random = Random::new(2);
    let undo = |sitting: &Sitting<'_>| server.post_with(&format!("{}/undo", sitting.path), "", "");
    assert_eq!(undo(&sitting).refused(409), "there is nothing to undo");
    let mut steps = 0;
    while steps < 12 && !sitting.is_over() {
        assert_eq!(server.get(&sitting.path).fine(), sitting.state);
        let before = sitting.state.clone();
        let action = sitting.any(&mut random);
        sitting.act(&action);
        if sitting.is_over() {
            break;
        }
        let after = sitting.state.clone();
        assert_eq!(sitting.post("undo", &json!({})), before);
        sitting.state = before;
        sitting.act(&action);
        assert_eq!(sitting.state, after, "the others answer in the same way");
        steps += 1;
    }
    assert!(steps > 3, "the game was too short to see anything");
}

#[test]
fn a_game_of_one_person_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("there is room");
    let start = || Running::with(Options { data: Some(folder.path().to_owned()), ..Options::default() });
    let mut server = start();
    let players = json!({ "B": "search:samples=8", "C": "random", "D": "net" });
    let asked = json!({ "people": ["A"], "name": "x", "players": players, "seed": 2 });
    let mut sitting = Sitting::new(&server, &asked);
    let mut states = vec![sitting.state.clone()];
    for _ in 0..3 {
        let action = sitting.legal()[0].clone();
        sitting.act(&action);
        states.push(sitting.state.clone());
    }
    let path = sitting.path.clone();
    server.stop();
    let server = start();
    assert_eq!(server.get(&path).fine(), states[3]);
    assert_eq!(server.post(&format!("{path}/undo"), &json!({})).fine(), states[2]);
    assert_eq!(server.post(&format!("{path}/hint"), &json!({})).fine()["type"], "hint");
    assert_eq!(server.post(&format!("{path}/undo"), &json!({})).fine(), states[1]);
    // The players answer in the same way again.
    let action = states[1]["own"]["legal"][0]["action"].clone();
    let again = server.post(&format!("{path}/act"), &json!({ "action": action, "turn": 1 })).fine();
    assert_eq!(again, states[2]);
}

#[test]
fn a_wrong_move_changes_nothing() {
    let server = Running::new();
    let sitting = Sitting::new(&server, &json!({ "people": ["A"], "name": "x", "seed": 1 }));
    let act = |action: &str, turn: usize| {
        server.post(&format!("{}/act", sitting.path), &json!({ "action": action, "turn": turn }))
    };
    let legal = sitting.legal();
    for action in
        Action::ALL.map(|action| action.to_string()).into_iter().filter(|action| !legal.contains(action))
    {
        assert!(act(&action, 0).refused(422).starts_with(&format!("{action} is not legal for A")));
    }
    assert!(act("OUT 0M", 0).refused(422).contains("is not an action"));
    assert_eq!(act(&legal[0], 1).refused(409), "too late: the game has gone on (turn 0)");
    assert_eq!(server.get(&sitting.path).fine(), sitting.state);
    act(&legal[0], 0).fine();
    act(&legal[0], 0).refused(409);
}

#[test]
fn impossible_tables_are_refused() {
    let server = Running::new();
    let refused = |asked: Value| server.post("/api/v2/tables", &asked).refused(422);
    assert!(
        refused(json!({ "people": ["A"], "players": { "A": "random" } })).contains("a seat for a person")
    );
    assert!(
        refused(json!({ "people": ["A"], "name": "x", "players": { "B": "best" } }))
            .starts_with("`best` is not a player")
    );
    for foreign in ["net:/etc/passwd", "bot:true"] {
        let names = ["standard", "standard", "standard", foreign];
        for sentence in [
            refused(json!({ "people": ["A"], "name": "x", "players": { "B": foreign } })),
            server.post("/api/v1/replay", &json!({ "seed": 1, "players": names })).refused(422),
        ] {
            let start =
                format!("`{foreign}` cannot play here: the server reads no files and starts no programs");
            assert!(sentence.starts_with(&start), "{sentence}");
        }
        let chinese = server.post(
            "/api/v2/tables?lang=zh",
            &json!({ "people": ["A"], "name": "x", "players": { "B": foreign } }),
        );
        assert!(chinese.refused(422).contains("服务器不读取文件"));
    }
    for greedy in ["search:samples=1001", "search:time=101ms", "search:samples=10,time=5000ms"] {
        assert!(
            refused(json!({ "people": ["A"], "name": "x", "players": { "B": greedy } })).contains("at most")
        );
    }
    server.post("/api/v2/tables", &json!({ "seat": "E" })).refused(400);
    server
        .post("/api/v2/tables", &json!({ "people": ["A"], "name": "x", "players": { "E": "random" } }))
        .refused(400);
    server.post("/api/v2/tables", &json!({})).refused(400);
    for nowhere in ["x", "AAAAAAAAAAAAAAAAAAAAAA", "..%2f", "%00"] {
        server.get(&format!("/api/v2/tables/{nowhere}")).refused(404);
    }
}

#[test]
fn a_table_is_followed_live() {
    let server = Running::new();
    let sitting = Sitting::new(&server, &json!({ "people": ["A"], "name": "x", "seed": 1 }));
    let [mut one, mut other] = [(); 2].map(|()| Live::new(&server, &sitting.path));
    let first = one.next()["own"].clone();
    assert_eq!((&other.next()["own"], &first), (&first, &sitting.state["own"]));
    one.send(&json!({ "type": "hint" }));
    let hint = one.until(|said| said["type"] == "hint").clone();
    assert!(sitting.legal().iter().any(|action| hint["action"] == *action));
    assert!(!names(&hint["reasons"]).is_empty());
    one.send(&json!({ "type": "act", "action": hint["action"], "turn": 0 }));
    for live in [&mut one, &mut other] {
        live.until(|said| said["turn"] == 1 && said["whole"] == false && said["own"]["can_undo"] == true);
    }
    // What is done over HTTP is told as well: all of the table, as moves that were sent are not there any more.
    let undone = server.post(&format!("{}/undo", sitting.path), &json!({})).fine();
    assert_eq!(undone["own"], sitting.state["own"]);
    for live in [&mut one, &mut other] {
        let state = live.until(|said| said["turn"] == 0);
        assert_eq!((&state["whole"], &state["own"]), (&json!(true), &first));
        assert_eq!(state["events"], sitting.state["events"]);
    }
    other.send(&json!({ "type": "undo" }));
    let error = other.until(|said| said["type"] == "error");
    assert_eq!(error["error"], "there is nothing to undo");
    drop(one);
    assert_eq!(Live::new(&server, &sitting.path).next()["own"], first, "it is the same after a reconnect");
}

#[test]
fn garbage_on_a_live_connection_is_answered_or_ends_it() {
    let server = Running::new();
    let sitting = Sitting::new(&server, &json!({ "people": ["A"], "name": "x", "seed": 1 }));
    let mut live = Live::new(&server, &sitting.path);
    live.next();
    for garbage in ["", "{", "[]", "null", "{\"type\":\"win\"}", "{\"type\":\"act\"}", "<b>"] {
        live.socket.send(Message::text(garbage)).expect("it is connected");
        let answer = live.next();
        assert_eq!(answer["type"], "error", "{garbage}");
        assert!(answer["error"].as_str().is_some_and(|error| error.contains("invalid message")), "{answer}");
    }
    live.socket.send(Message::binary(vec![0; 100])).expect("it is connected");
    assert_eq!(live.next()["type"], "error");
    // It is still of use.
    live.send(&json!({ "type": "act", "action": sitting.legal()[0], "turn": 0 }));
    assert_eq!(live.next()["turn"], 1);
    // Too long a message ends it, and so do bytes that are no frames.
    live.socket.send(Message::text("x".repeat(5000))).expect("it is connected");
    wait_until("the connection ends", || live.socket.read().is_err());
    let mut broken = Live::new(&server, &sitting.path);
    broken.next();
    let _ = broken.socket.get_mut().write_all(&[0xff; 64]);
    wait_until("the connection ends", || broken.socket.read().is_err());
    assert_eq!(server.get(&sitting.path).fine()["turn"], 1, "the table is still there");
}

#[test]
fn who_does_not_answer_pings_is_let_go() {
    const EVERY: Duration = Duration::from_secs(20);
    const PING: [u8; 2] = [0x89, 0];
    let clock = Clock::stopped();
    let server = Running::with(Options { ping_every: EVERY, clock: clock.clone(), ..Options::default() });
    let sitting = Sitting::new(&server, &json!({ "people": ["A"], "name": "x", "seed": 1 }));
    let [mut silent, mut live] = [(); 2].map(|()| Live::new(&server, &sitting.path));
    silent.next();
    live.next();
    for round in 0..3 {
        clock.advance(EVERY);
        // The silent one is pinged once, and is gone at the next time: its socket would answer if it read the ping.
        let mut bytes = Vec::new();
        match round {
            0 => {
                bytes.resize(PING.len(), 0);
                silent.socket.get_mut().read_exact(&mut bytes).expect("a ping");
                assert_eq!(bytes, PING);
            }
            1 => {
                silent.socket.get_mut().read_to_end(&mut bytes).expect("the server closes it");
                assert!(bytes.is_empty(), "{}", bytes.escape_ascii());
            }
            _ => {}
        }
        assert!(live.socket.read().expect("it is connected").is_ping());
        live.socket.flush().expect("it is connected");
        // Once the server answers a ping that comes after it, it has read the answer to its own.
        live.socket.send(Message::Ping("".into())).expect("it is connected");
        assert!(live.socket.read().expect("it is connected").is_pong());
    }
    live.send(&json!({ "type": "act", "action": sitting.legal()[0], "turn": 0 }));
    assert_eq!(live.next()["turn"], 1);
}

#[test]
fn the_end_of_the_server_is_told() {
    let mut server = Running::new();
    let sitting = Sitting::new(&server, &json!({ "people": ["A"], "name": "x", "seed": 1 }));
    let path = sitting.path.clone();
    let mut live = Live::new(&server, &path);
    live.next();
    server.stop();
    assert!(matches!(live.socket.read(), Ok(Message::Close(Some(frame))) if u16::from(frame.code) == 1001));
}

#[test]
fn tables_are_as_many_as_there_is_room_for() {
    let server = Running::with(Options { tables: 2, ..Options::default() });
    let asked = json!({ "people": ["A"], "name": "x", "seed": 1 });
    let [one, two] = [(); 2].map(|()| Sitting::new(&server, &asked));
    let mut live = Live::new(&server, &one.path);
    live.next();
    let three = Sitting::new(&server, &asked);
    server.get(&two.path).refused(404);
    let mut other = Live::new(&server, &three.path);
    other.next();
    assert!(server.post("/api/v2/tables", &asked).refused(503).starts_with("all tables are in use"));
    assert_eq!(server.get(&one.path).status, 200);
    let game = Game::new(&Deck::seeded(1, 0));
    assert_eq!(names(&one.state["view"]["hands"]["A"]).join(" "), game.hand(Seat::A).to_string());
}
