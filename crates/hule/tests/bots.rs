//! Example bots at the table, and all messages against their schema.

#![cfg(feature = "serde")]

mod common;

use hule::{Action, ActionSet, Deck, Event, FromBot, Game, Outcome, Player, RandomPlayer, Seat, Standard};
use hule::{ToBot, Useful, View};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The schema of messages, or of one kind of them.
fn schema(part: &str) -> Validator {
    let text = common::read(&root().join("docs/bot-protocol.schema.json"));
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    schema["oneOf"] = json!([{ "$ref": format!("#/$defs/{part}") }]);
    jsonschema::validator_for(&schema).expect("the schema can be used")
}

/// A bot that is well behaved, talked to in the simplest way, every message looked at.
struct Bot {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    said: Validator,
    answered: Validator,
    id: u64,
    comments: usize,
}

impl Bot {
    fn start(command: &mut Command) -> Bot {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let lines = BufReader::new(process.stdout.take().expect("it was asked for")).lines();
        let (said, answered) = (schema("from_arena"), schema("from_bot"));
        let mut bot = Bot { process, lines, said, answered, id: 0, comments: 0 };
        let (name, version) = ("test".to_owned(), "0".to_owned());
        bot.say(&ToBot::Hello { protocol: 1, name, version, start_seconds: 10.0, move_seconds: 0.5 });
        let hello = bot.hear();
        assert!(matches!(hello, FromBot::Hello { protocol: 1, .. }), "{hello:?}");
        bot
    }

    fn say(&mut self, message: &ToBot) {
        let json = serde_json::to_value(message).expect("JSON");
        self.said.validate(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        let stdin = self.process.stdin.as_mut().expect("it was asked for");
        writeln!(stdin, "{json}").expect("the bot listens");
    }

    fn hear(&mut self) -> FromBot {
        let line = self.lines.next().expect("the bot says something").expect("the bot can be heard");
        let json: Value = serde_json::from_str(&line).expect(&line);
        self.answered.validate(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        serde_json::from_value(json).expect(&line)
    }

    /// It leaves when nothing more is said.
    fn end(mut self) {
        drop(self.process.stdin.take());
        assert!(self.process.wait().expect("it ends").success());
        assert!(self.lines.next().is_none(), "it says nothing that nobody asked for");
    }
}

impl Player for Bot {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.say(&ToBot::Start { game: 1, seat, seed });
    }

    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.id += 1;
        let request =
            ToBot::Request { id: self.id, view: Box::new(view.seen()), legal: legal.iter().collect() };
        self.say(&request);
        match self.hear() {
            FromBot::Answer { id, action, comment } if id == self.id => {
                self.comments += usize::from(comment.is_some());
                action
            }
            other => panic!("{other:?}"),
        }
    }
}

/// How many of these games the player wins against three standard players.
fn wins(player: &mut impl Player, games: u64) -> usize {
    let mut wins = 0;
    for number in 0..games {
        let seat = Seat::ALL[(number % 4) as usize];
        let mut log: Vec<Event> = Vec::new();
        let mut game = Game::start(&Deck::seeded(14, number), &mut |event| log.push(event));
        player.begin(seat, number);
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let action =
                if turn.seat() == seat { player.choose(&view, legal) } else { Standard.choose(&view, legal) };
            game.play_into(action, &mut |event| log.push(event)).expect("a legal action");
        }
        let outcome = game.outcome().expect("it is over");
        player.end(outcome, &log);
        wins += usize::from(outcome.winner() == Some(seat));
    }
    wins
}

fn first() -> Bot {
    Bot::start(Command::new("python3").arg(root().join("examples/bots/first.py")))
}

fn careful() -> Bot {
    let test = std::env::current_exe().expect("it has a name");
    let folder = test.parent().and_then(Path::parent).expect("tests are two folders deep");
    Bot::start(&mut Command::new(folder.join("examples/bot")))
}

#[test]
fn the_bot_in_python_plays_and_sometimes_wins() {
    let mut bot = first();
    let wins = wins(&mut bot, 60);
    assert!((1..30).contains(&wins) && bot.comments as u64 == bot.id, "{wins} wins");
    bot.end();
}

#[test]
fn the_bot_in_rust_plays_nearly_as_well_as_useful() {
    let mut bot = careful();
    let (careful, useful) = (wins(&mut bot, 400), wins(&mut Useful, 400));
    assert!(bot.comments > 20, "{}", bot.comments);
    assert!(careful.abs_diff(useful) < 40, "{careful} {useful}");
    bot.end();
}

/// The blocks of a language in docs/BOTS.md.
fn blocks(language: &str) -> Vec<String> {
    let document = common::read(&root().join("docs/BOTS.md"));
    let begin = format!("\n```{language}\n");
    let blocks = document.split(&begin).skip(1);
    blocks.map(|block| block.split("```").next().expect("a block has an end").to_owned()).collect()
}

#[test]
fn the_bot_of_the_page_plays() {
    let [greedy] = &blocks("python")[..] else { panic!("there is one bot in Python") };
    let mut bot = Bot::start(Command::new("python3").args(["-c", greedy]));
    wins(&mut bot, 10);
    bot.end();
}

#[test]
fn the_conversation_of_the_page_follows_the_schema() {
    let (from_arena, from_bot) = (schema("from_arena"), schema("from_bot"));
    let mut requests = 0;
    for line in blocks("json").iter().flat_map(|block| block.lines()) {
        let message: Value = serde_json::from_str(line).expect(line);
        assert!(from_arena.is_valid(&message) != from_bot.is_valid(&message), "{line}");
        if let Ok(ToBot::Request { view, legal, .. }) = serde_json::from_value(message) {
            let game = view.game().expect("such a game is possible");
            assert!(game.legal_actions().iter().eq(legal), "{line}");
            requests += 1;
        }
    }
    assert_eq!(requests, 2);
}

#[test]
fn examples_are_short() {
    for example in ["examples/bots/first.py", "crates/hule/examples/bot.rs"] {
        assert!(common::read(&root().join(example)).lines().count() < 100, "{example}");
    }
}

/// A player that looks at the messages that a bot in its place would get.
struct Watched<P> {
    player: P,
    schema: Validator,
    seen: usize,
    longest: usize,
}

impl<P: Player> Watched<P> {
    fn look_at(&mut self, message: &ToBot) {
        let json = serde_json::to_value(message).expect("JSON");
        self.schema.validate(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        self.seen += 1;
        self.longest = self.longest.max(json.to_string().len());
    }
}

impl<P: Player> Player for Watched<P> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.look_at(&ToBot::Start { game: 1, seat, seed: u64::MAX - seed });
        self.player.begin(seat, seed);
    }

    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let (view_seen, legal_list) = (Box::new(view.seen()), legal.iter().collect());
        self.look_at(&ToBot::Request { id: 1, view: view_seen, legal: legal_list });
        self.player.choose(view, legal)
    }

    fn end(&mut self, outcome: Outcome, log: &[Event]) {
        self.look_at(&ToBot::End { outcome, log: log.to_vec() });
    }
}

#[test]
fn all_messages_of_many_games_follow_the_schema() {
    fn watch(player: impl Player) -> (usize, usize) {
        let mut watched = Watched { player, schema: schema("from_arena"), seen: 0, longest: 0 };
        wins(&mut watched, 150);
        (watched.seen, watched.longest)
    }
    for (seen, longest) in [watch(Useful), watch(RandomPlayer::new(1))] {
        assert!(seen > 2000, "{seen}");
        // docs/PROTOCOL.md says how long they can be.
        assert!((2000..16_384).contains(&longest), "{longest}");
    }
}

#[test]
fn every_message_that_follows_the_schema_can_be_read_and_no_other() {
    let schema = schema("from_bot");
    let good = [
        json!({"type": "hello", "protocol": 1, "name": "x"}),
        json!({"type": "hello", "protocol": 1, "name": "x", "version": "2", "author": null, "new": [1]}),
        json!({"type": "answer", "id": 3, "action": "OUT PASS B"}),
        json!({"type": "answer", "id": 3, "action": "SELFDRAWN", "comment": "和了"}),
    ];
    for message in good {
        assert!(schema.is_valid(&message), "{message}");
        serde_json::from_value::<FromBot>(message).expect("it can be read");
    }
    let wrong = [
        json!(null),
        json!([]),
        json!({}),
        json!({"type": "bye"}),
        json!({"type": "hello", "name": "x"}),
        json!({"type": "hello", "protocol": "1", "name": "x"}),
        json!({"type": "answer", "action": "PONG"}),
        json!({"type": "answer", "id": -1, "action": "PONG"}),
        json!({"type": "answer", "id": 1.5, "action": "PONG"}),
        json!({"type": "answer", "id": 1, "action": "pong"}),
        json!({"type": "answer", "id": 1, "action": "OUT 10M"}),
        json!({"type": "answer", "id": 1, "action": "OUT 1M "}),
        json!({"type": "answer", "id": 1, "action": 45}),
        json!({"type": "answer", "id": 1, "action": "PONG", "comment": 3}),
    ];
    for message in wrong {
        assert!(!schema.is_valid(&message), "{message}");
        assert!(serde_json::from_value::<FromBot>(message.clone()).is_err(), "{message}");
    }
    for action in Action::ALL {
        assert!(schema.is_valid(&json!({"type": "answer", "id": 1, "action": action})), "{action}");
    }
}

#[test]
fn the_schema_misses_no_field_of_a_request() {
    let schema = schema("from_arena");
    let game = Game::new(&Deck::seeded(1, 0));
    let view = Box::new(game.view(Seat::A).seen());
    let request = ToBot::Request { id: 1, view, legal: game.legal_actions().iter().collect() };
    let request = serde_json::to_value(request).expect("JSON");
    assert!(schema.is_valid(&request));
    for (place, object) in
        [("", &request), ("/view", &request["view"]), ("/view/turn", &request["view"]["turn"])]
    {
        for field in object.as_object().expect("an object").keys() {
            for value in [None, Some(json!("x")), Some(json!(-1)), Some(json!([{}]))] {
                let mut wrong = request.clone();
                let object = wrong.pointer_mut(place).and_then(Value::as_object_mut).expect("an object");
                match value {
                    None => drop(object.remove(field)),
                    Some(value) => drop(object.insert(field.clone(), value)),
                }
                assert!(!schema.is_valid(&wrong), "{wrong}");
            }
        }
    }
}
