//! Tables of several people.

use crate::common::live::Live;
use crate::common::{LONG, Running, names, wait_until};
use hule::{Deck, Game, Random, Replay, Seat, Tile, Turn};
use hule_server::{Clock, Options};
use serde_json::{Map, Value, json};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The paths of a new table: those of the seats, and that of the spectators.
struct Links {
    seats: Map<String, Value>,
    watch: String,
}

fn path(link: &Value) -> String {
    let token = link["token"].as_str().expect("a token");
    assert!(link["link"].as_str().is_some_and(|link| link.ends_with(&format!("/#/table?seat={token}"))));
    format!("/api/v2/tables/{token}")
}

impl Links {
    fn new(server: &Running, asked: &Value) -> Links {
        let answer = server.post("/api/v2/tables", asked);
        assert_eq!(answer.status, 201, "{answer:?}");
        let links = &answer.json()["links"];
        Links { seats: links["seats"].as_object().expect("seats").clone(), watch: path(&links["watch"]) }
    }

    fn seat(&self, seat: &str) -> String {
        path(&self.seats[seat])
    }
}

/// One of the legal actions of a message, if there are any.
fn choice(state: &Value, random: &mut Random) -> Option<Value> {
    let legal = state["own"]["legal"].as_array().filter(|legal| !legal.is_empty())?;
    let action = &legal[random.below(legal.len() as u64) as usize]["action"];
    Some(json!({ "type": "act", "action": action, "turn": state["turn"] }))
}

/// Makes a choice, if there is one. There may be several messages about one turn.
fn act(live: &mut Live, state: &Value, random: &mut Random) {
    let turn = Some((state["number"].clone(), state["turn"].clone()));
    if live.decided != turn
        && let Some(act) = choice(state, random)
    {
        live.send(&act);
        live.decided = turn;
    }
}

/// Lets people play at random, each over a connection, until all know the end. The last connections only watch.
fn play(lives: &mut [Live], random: &mut Random) {
    for live in lives.iter_mut() {
        live.socket.get_mut().set_read_timeout(Some(Duration::from_millis(2))).expect("it can be set");
    }
    let over = |live: &Live| live.frames.last().is_some_and(|state| !state["over"].is_null());
    let begin = Instant::now();
    while !lives.iter().all(over) {
        assert!(begin.elapsed() < LONG, "the game goes on and on");
        for live in lives.iter_mut() {
            let Ok(message) = live.socket.read() else { continue };
            let tungstenite::Message::Text(text) = message else { continue };
            let state: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(state["type"], "state", "{state}");
            act(live, &state, random);
            live.frames.push(state);
        }
    }
    for live in lives {
        live.socket.get_mut().set_read_timeout(Some(LONG)).expect("it can be set");
    }
}

/// All games of a log after each of its events, to hold messages against: the hands, by number of events.
struct Truth {
    /// After how many events the game was like this.
    moments: Vec<(usize, Game)>,
}

impl Truth {
    fn of(packed: &str) -> Truth {
        let replay = Replay::unpack(packed).expect("it is packed by the server");
        let mut moments = Vec::new();
        let mut game = Game::new(replay.deck());
        let mut events = Deck::DEALT + 1;
        moments.push((events, game.clone()));
        for &action in replay.actions() {
            game.play_into(action, &mut |_, _| events += 1).expect("it was legal");
            moments.push((events, game.clone()));
        }
        Truth { moments }
    }

    /// The last game after so many events.
    fn after(&self, events: usize) -> &Game {
        let found = self.moments.iter().rev().find(|(number, _)| *number == events);
        &found.unwrap_or_else(|| panic!("no decision was possible after {events} events")).1
    }
}

/// Every text anywhere in a value, with where it is.
fn texts<'a>(value: &'a Value, place: &str, found: &mut Vec<(String, &'a str)>) {
    match value {
        Value::String(text) => found.push((place.to_owned(), text)),
        Value::Array(list) => list.iter().for_each(|item| texts(item, &format!("{place}[]"), found)),
        Value::Object(fields) => {
            for (name, value) in fields {
                texts(value, &format!("{place}.{name}"), found);
            }
        }
        _ => {}
    }
}

/// The words of a text that are tiles. `B` and `C` are seats, except where there are only tiles.
fn tiles_in(place: &str, text: &str) -> Vec<Tile> {
    let only_tiles = [".tile", ".tiles[]", ".claimed", "[]"].iter().any(|end| place.ends_with(end));
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| only_tiles || Seat::from_str(word).is_err());
    words.filter_map(|word| Tile::from_str(word).ok()).collect()
}

/// Puts what has changed over what was known, as a page does, and holds all of it against the truth: the own hand is that of
/// the game, of the others there are numbers, and no tile stands anywhere that was not to be seen.
fn check_frames(frames: &[Value], own: Option<Seat>, truth: &Truth) -> usize {
    let mut events = 0;
    let mut shown: Map<String, Value> = Map::new();
    let mut checked = 0;
    for frame in frames {
        assert_eq!(frame["seat"], own.map_or(Value::Null, |seat| json!(seat.name())));
        let over = !frame["over"].is_null();
        let new = frame["events"].as_array().expect("a list");
        if frame["whole"] == json!(true) {
            (events, shown) = (0, Map::new());
        }
        let Some(view) = frame["view"].as_object() else {
            let mut found = Vec::new();
            texts(frame, "", &mut found);
            assert!(found.iter().all(|(place, text)| tiles_in(place, text).is_empty()), "{frame}");
            continue;
        };
        // The deal counts for all of its events.
        let deals = new.iter().filter(|event| event["kind"] == "deal").count();
        events += new.len() - deals + deals * Deck::DEALT;
        for (name, value) in view {
            match (shown.get_mut(name), value) {
                (Some(Value::Object(seats)), Value::Object(changed)) if name != "drawn" => {
                    seats.extend(changed.clone());
                }
                _ => {
                    shown.insert(name.clone(), value.clone());
                }
            }
        }
        let game = truth.after(events);
        let mut open: Vec<Tile> = game.river().as_slice().iter().map(|discard| discard.tile).collect();
        open.extend(Seat::ALL.into_iter().flat_map(|seat| game.melds(seat)).flat_map(|meld| meld.tiles()));
        for seat in Seat::ALL {
            let hand = &shown["hands"][seat.name()];
            if own == Some(seat) {
                let tiles: Vec<&str> = game.hand(seat).tiles().map(Tile::name).collect();
                assert_eq!(names(hand), tiles, "{frame}");
                open.extend(game.hand(seat).tiles());
            } else {
                assert_eq!(hand, game.hand(seat).len(), "{frame}");
            }
            assert_eq!(shown["skips"][seat.name()], game.skips(seat));
            assert_eq!(shown["melds"][seat.name()].as_array().map(Vec::len), Some(game.melds(seat).len()));
            let river: Vec<&str> = {
                let of = game.river().as_slice().iter().filter(|discard| discard.seat == seat);
                of.map(|discard| discard.tile.name()).collect()
            };
            let lying = shown["rivers"][seat.name()].as_array().expect("a list").iter();
            assert_eq!(
                lying.map(|discard| discard["tile"].as_str().expect("a tile")).collect::<Vec<_>>(),
                river
            );
        }
        assert_eq!(shown["wall"], game.wall().len());
        for event in new {
            let seat = event["seat"].as_str();
            if event["kind"] == "draw" && seat != own.map(Seat::name) {
                let say = format!("{} draws a tile", seat.expect("a seat"));
                assert_eq!(*event, json!({ "kind": "draw", "seat": seat, "say": say }), "{frame}");
            }
        }
        if over {
            assert_eq!(frame["over"]["hands"].as_object().map(Map::len), Some(4));
            continue;
        }
        assert!(frame["over"].is_null());
        // Only somebody who has to discard is named to the others.
        if let Some(waiting) = frame["waiting"].as_str().filter(|&seat| Some(seat) != own.map(Seat::name)) {
            let discards = |turn| matches!(turn, Turn::Discard { seat, .. } if seat.name() == waiting);
            assert!(game.turn().is_some_and(discards), "{frame}");
        }
        // The tiles that would be useful follow from the own hand; the wish to discard one is the own as well.
        let mut found = Vec::new();
        texts(frame, "", &mut found);
        for (place, text) in found {
            if place.starts_with(".own.useful") {
                assert!(own.is_some());
                continue;
            }
            for tile in tiles_in(&place, text) {
                // What was drawn and discarded again since the last message lies open by now.
                assert!(open.contains(&tile), "{tile} at {place} is hidden: {frame}");
            }
        }
        checked += 1;
    }
    checked
}

#[test]
fn no_message_shows_what_its_reader_may_not_see() {
    let server = Running::new();
    let mut random = Random::new(7);
    let mut checked = 0;
    for people in [&["A", "B", "C", "D"][..], &["A", "C"], &["B"], &["D", "A", "B"]] {
        let links = Links::new(&server, &json!({ "people": people }));
        assert_eq!(links.seats.len(), people.len());
        let mut lives: Vec<Live> = people.iter().map(|seat| Live::new(&server, &links.seat(seat))).collect();
        lives.push(Live::new(&server, &links.watch));
        for (live, seat) in lives.iter_mut().zip(people) {
            live.send(&json!({ "type": "sit", "name": format!("person {seat}") }));
        }
        play(&mut lives, &mut random);
        let end = lives[0].frames.last().expect("the end").clone();
        let truth = Truth::of(end["over"]["packed"].as_str().expect("it is over"));
        for (live, own) in lives.iter().zip(people.iter().map(|seat| seat.parse().ok()).chain([None])) {
            checked += check_frames(&live.frames, own, &truth);
            // A new connection gets all at once.
            assert_eq!(live.frames.last().expect("the end")["over"]["packed"], end["over"]["packed"]);
        }
        let log = server.get(&format!("{}/log", links.watch)).body;
        assert_eq!(
            log,
            Replay::unpack(end["over"]["packed"].as_str().expect("text")).expect("a game").log().to_string()
        );
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn people_come_and_go() {
    let server = Running::new();
    let links = Links::new(&server, &json!({ "people": ["A", "B"], "players": { "C": "random" } }));
    let mut spectator = Live::new(&server, &links.watch);
    let seats = spectator.next()["seats"].clone();
    let empty = json!({ "person": true, "name": null, "connected": false, "away": false });
    let player = |name: &str| json!({ "person": false, "name": name, "connected": true, "away": false });
    assert_eq!(seats, json!({ "A": empty, "B": empty, "C": player("random"), "D": player("standard") }));
    assert!(spectator.frames[0]["view"].is_null());
    let mut first = Live::new(&server, &links.seat("A"));
    first.next();
    assert_eq!(spectator.until(|state| state["seats"].is_object())["seats"]["A"]["connected"], true);
    first.send(&json!({ "type": "sit", "name": " 小明 " }));
    assert_eq!(spectator.until(|state| !state["seats"]["A"]["name"].is_null())["seats"]["A"]["name"], "小明");
    assert!(spectator.frames.iter().all(|state| state["view"].is_null()), "not all have sat down");
    // The second person sits down over HTTP, and the game begins.
    let state = server.post(&format!("{}/sit", links.seat("B")), &json!({ "name": "B's" })).fine();
    assert_eq!((&state["whole"], &state["seat"]), (&json!(true), &json!("B")));
    assert_eq!(names(&state["view"]["hands"]["B"]).len(), 13);
    first.until(|state| state["waiting"] == "A");
    // The first is gone, and comes back to the same.
    let known = first.frames.last().expect("a state")["own"].clone();
    drop(first);
    assert_eq!(spectator.until(|state| state["seats"]["A"]["connected"] == false)["waiting"], "A");
    let mut first = Live::new(&server, &links.seat("A"));
    assert_eq!(first.next()["own"], known);
    assert_eq!(first.frames[0]["seats"]["A"]["name"], "小明");
    // Who leaves is replaced by a standard player, until they come back.
    first.send(&json!({ "type": "leave" }));
    let state = spectator.until(|state| state["seats"]["A"]["away"] == true);
    assert!(!state["events"].as_array().expect("a list").is_empty(), "{state}");
    let refused = server.post(&format!("{}/act", links.seat("A")), &json!({ "action": "OUT 1M", "turn": 1 }));
    assert_eq!(refused.status, 409);
    first.send(&json!({ "type": "sit", "name": "A" }));
    spectator.until(|state| state["seats"]["A"]["away"] == false);
}

#[test]
fn what_is_not_possible_at_a_table_is_refused() {
    let server = Running::new();
    let refused = |asked: Value| server.post("/api/v2/tables", &asked).refused(422);
    assert_eq!(refused(json!({ "people": [] })), "a table needs at least one person");
    assert_eq!(refused(json!({ "people": ["B", "A", "B"] })), "`people` has B twice");
    for clock in [json!(0), json!(20), json!("10"), json!(-1), json!(266)] {
        assert_eq!(refused(json!({ "people": ["A"], "clock": clock })), "`clock` must be 10 or 30");
    }
    let taken = refused(json!({ "people": ["A"], "players": { "A": "random" } }));
    assert_eq!(taken, "`random` cannot sit at A, which is a seat for a person");
    assert!(refused(json!({ "people": ["A"], "players": { "B": "net:x.onnx" } })).contains("reads no files"));
    for chosen in [json!({ "people": ["A", "B"], "seed": 1 }), json!({ "people": ["A", "B"], "game": 1 })] {
        assert_eq!(refused(chosen), "a seed or a packed game can be chosen only for one person");
    }
    for asked in [json!({}), json!({ "people": ["E"] }), json!({ "people": ["A"], "seat": "A" })] {
        server.post("/api/v2/tables", &asked).refused(400);
    }
    let links = Links::new(&server, &json!({ "people": ["A", "B"] }));
    let ask = |path: &str, what: &str, body: Value| server.post(&format!("{path}/{what}?lang=zh"), &body);
    let (first, second) = (links.seat("A"), links.seat("B"));
    assert_eq!(ask(&links.watch, "sit", json!({ "name": "x" })).refused(403), "观众只能观看");
    assert_eq!(
        ask(&first, "sit", json!({ "name": "\u{202e}x" })).refused(422),
        "名字应有 1 到 20 个字符，不能含不可见的字符"
    );
    for what in ["start", "again", "leave"] {
        assert_eq!(ask(&first, what, json!({})).refused(409), "请先入座", "{what}");
    }
    let act = json!({ "action": "OUT 1M", "turn": 0 });
    assert_eq!(ask(&first, "act", act.clone()).refused(409), "对局还没有开始");
    ask(&first, "sit", json!({ "name": "x" })).fine();
    assert_eq!(ask(&first, "again", json!({})).refused(409), "对局还没有开始");
    // The other has not come. A standard player decides there.
    let state = ask(&first, "start", json!({})).fine();
    assert_eq!(state["waiting"], "A");
    assert_eq!(ask(&first, "start", json!({})).refused(409), "对局已经开始");
    assert_eq!(ask(&first, "again", json!({})).refused(409), "对局还没有结束");
    assert_eq!(ask(&second, "act", act.clone()).refused(409), "请先入座");
    assert_eq!(ask(&first, "act", json!({ "action": "PONG", "turn": 0 })).status, 422);
    assert_eq!(ask(&first, "act", json!({ "action": "x", "turn": 0 })).status, 422);
    assert_eq!(
        ask(&first, "act", json!({ "action": "OUT 1M", "turn": 9 })).refused(409),
        "晚了一步：对局已经继续（turn 0）"
    );
    server.get(&format!("{first}/log")).refused(409);
    for what in ["undo", "hint"] {
        assert_eq!(ask(&first, what, json!({})).refused(409), "这张牌桌有多人对局；不能提示，也不能撤销");
        assert_eq!(ask(&links.watch, what, json!({})).status, 403);
    }
    let tile = state["own"]["legal"][0]["action"].clone();
    ask(&first, "act", json!({ "action": tile, "turn": 0 })).fine();
    assert_eq!(ask(&first, "act", json!({ "action": tile, "turn": 0 })).status, 409, "no move is made twice");
    // Links are all or nothing.
    let name = &first["/api/v2/tables/".len()..];
    for wrong in
        ["x", &name[..32], &format!("{}A", &name[..32]), &format!("{name}A"), "", "%00", &"A".repeat(33)]
    {
        if !name.ends_with('A') || wrong.len() != 33 {
            assert_eq!(server.get(&format!("/api/v2/tables/{wrong}")).status, 404, "{wrong}");
        }
    }
}

#[test]
fn who_takes_too_long_is_decided_for() {
    let clock = Clock::stopped();
    let server = Running::with(Options { clock: clock.clone(), ..Options::default() });
    let links = Links::new(&server, &json!({ "people": ["A"], "clock": 10 }));
    let mut live = Live::new(&server, &links.seat("A"));
    live.send(&json!({ "type": "sit", "name": "slow" }));
    let state = live.until(|state| state["waiting"] == "A");
    assert_eq!(state["seconds"].as_f64(), Some(10.0));
    clock.advance(Duration::from_secs(9));
    let state = server.get(&links.seat("A")).fine();
    assert_eq!((state["seconds"].as_f64(), &state["turn"]), (Some(1.0), &json!(0)));
    clock.advance(Duration::from_secs(1));
    let state = live.until(|state| state["turn"] == 1);
    assert!(!state["events"].as_array().expect("a list").is_empty());
}

#[test]
fn players_think_and_games_follow_each_other() {
    let server = Running::new();
    let players = json!({ "B": "net", "C": "search:samples=8", "D": "useful" });
    let links = Links::new(&server, &json!({ "people": ["A"], "players": players }));
    let mut lives = [Live::new(&server, &links.seat("A")), Live::new(&server, &links.watch)];
    let mut random = Random::new(3);
    lives[0].send(&json!({ "type": "sit", "name": "x" }));
    play(&mut lives, &mut random);
    let first = lives[0].frames.last().expect("the end")["over"]["packed"].clone();
    lives[0].send(&json!({ "type": "again" }));
    let state = lives[0].until(|state| state["number"] == 2).clone();
    assert_eq!((&state["whole"], &state["over"]), (&json!(true), &Value::Null));
    for live in &mut lives {
        live.frames.clear();
    }
    act(&mut lives[0], &state, &mut random);
    play(&mut lives, &mut random);
    let second = lives[1].frames.last().expect("the end")["over"]["packed"].clone();
    let games = server.get(&format!("{}/games", links.watch)).fine();
    assert_eq!(games, json!({ "games": [first, second] }));
    assert_ne!(first, second);
}

#[test]
fn who_comes_and_goes_does_not_disturb_a_player_that_thinks() {
    let server = Running::new();
    let search = "search:samples=1000";
    for round in 0..6 {
        let players = json!({ "B": search, "D": search });
        let links = Links::new(&server, &json!({ "people": ["A", "C"], "players": players }));
        let (first, second) = (links.seat("A"), links.seat("C"));
        let ask = |path: &str, what: &str, body: Value| server.post(&format!("{path}/{what}"), &body).fine();
        ask(&first, "sit", json!({ "name": "a" }));
        let state = ask(&first, "start", json!({}));
        let action = &state["own"]["legal"][round]["action"];
        ask(&first, "act", json!({ "action": action, "turn": 0 }));
        for _ in 0..5 {
            ask(&second, "sit", json!({ "name": "c" }));
            ask(&second, "leave", json!({}));
            ask(&first, "sit", json!({ "name": "again" }));
        }
        let state = || server.get(&first).fine();
        wait_until("a person is asked, or it is over", || {
            let state = state();
            state["waiting"] == "A" || !state["over"].is_null()
        });
        let state = state();
        assert_ne!(state["over"]["kind"], "broken");
        assert!(state["turn"] == 1, "nobody decides for A: {state}");
    }
}

#[test]
fn a_table_that_is_kept_is_not_missing_while_there_is_no_place_for_it() {
    let folder = tempfile::tempdir().expect("there is room");
    let data = Some(folder.path().to_owned());
    let server = Running::with(Options { tables: 1, data, ..Options::default() });
    let asked = json!({ "people": ["A"] });
    let [one, two] = [(); 2].map(|()| Links::new(&server, &asked));
    let mut live = Live::new(&server, &two.watch);
    live.next();
    assert!(server.get(&one.watch).refused(503).starts_with("all tables are in use"));
    drop(live);
    wait_until("it is read again", || server.get(&one.watch).status == 200);
}

#[test]
fn links_lead_others_here() {
    let reached = Some([192, 0, 2, 7].into());
    let server = Running::with(Options { reached, ..Options::default() });
    let made = server.post("/api/v2/tables", &json!({ "people": ["A"] })).json()["links"].clone();
    let start = format!("http://192.0.2.7:{}/#/table?seat=", server.address.port());
    assert!(made["watch"]["link"].as_str().is_some_and(|link| link.starts_with(&start)), "{made}");
}

#[test]
fn nobody_loses_a_table_that_they_are_connected_to() {
    let server = Running::with(Options { tables: 2, ..Options::default() });
    let asked = json!({ "people": ["A"] });
    let [one, two] = [(); 2].map(|()| Links::new(&server, &asked));
    let mut live = Live::new(&server, &one.watch);
    live.next();
    let three = Links::new(&server, &asked);
    wait_until("the second is replaced", || server.get(&two.watch).status == 404);
    let mut other = Live::new(&server, &three.watch);
    other.next();
    assert!(server.post("/api/v2/tables", &asked).refused(503).starts_with("all tables are in use"));
    assert_eq!(server.get(&one.watch).status, 200);
}
