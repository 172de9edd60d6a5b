//! Example bots at the table, and the messages of the protocol. (`python/tests/test_bot_protocol.py` has their schema.)

use crate::common;
use hule::bot::{FromBot, ServeError, ToBot, serve};
use hule::play::GameId;
use hule::players::{GreedyPlayer, RandomPlayer};
use hule::{Action, ActionSet, BySeat, Deck, Game, Log, Outcome, Player, Replay, Seat, Standard, View, play};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How long a bot may take for anything. Only a machine that hangs takes as long.
const PATIENCE: Duration = Duration::from_mins(2);

/// A bot that is well behaved, talked to in the simplest way.
struct Bot {
    process: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<std::io::Result<String>>,
    id: u64,
    comments: usize,
}

impl Bot {
    fn start(command: &mut Command) -> Bot {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let stdin = process.stdin.take();
        let stdout = BufReader::new(process.stdout.take().expect("it was asked for"));
        // A channel can be waited for with a deadline, a pipe cannot.
        let (heard, lines) = mpsc::channel();
        thread::spawn(move || stdout.lines().try_for_each(|line| heard.send(line)));
        let mut bot = Bot { process, stdin, lines, id: 0, comments: 0 };
        let (name, version) = ("test".to_owned(), "0".to_owned());
        bot.say(&ToBot::Hello { protocol: 1, name, version, start_seconds: 10.0, move_seconds: 0.5 });
        let hello = bot.hear();
        assert!(matches!(hello, FromBot::Hello { protocol: 1, .. }), "{hello:?}");
        bot
    }

    fn say(&mut self, message: &ToBot) {
        let json = serde_json::to_string(message).expect("JSON");
        let stdin = self.stdin.as_mut().expect("it was asked for");
        writeln!(stdin, "{json}").expect("the bot listens");
    }

    fn hear(&mut self) -> FromBot {
        let line = match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line.expect("the bot can be heard"),
            Err(RecvTimeoutError::Timeout) => panic!("the bot says nothing for {PATIENCE:?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the bot has left: {:?}", self.process.try_wait()),
        };
        serde_json::from_str(&line).expect(&line)
    }

    /// It leaves when nothing more is said.
    fn end(mut self) {
        drop(self.stdin.take());
        let more = self.lines.recv_timeout(PATIENCE);
        assert!(matches!(more, Err(RecvTimeoutError::Disconnected)), "not asked for: {more:?}");
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            match self.process.try_wait().expect("it can be asked") {
                Some(status) => break status,
                None if Instant::now() > deadline => panic!("the bot does not end within {PATIENCE:?}"),
                None => thread::sleep(Duration::from_millis(5)),
            }
        };
        assert!(status.success(), "{status}");
    }
}

/// No test that fails leaves a process behind.
impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.process.kill(); // it may have ended
        let _ = self.process.wait();
    }
}

impl Player for Bot {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.say(&ToBot::Start { game: 1, seat, seed });
    }

    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.id += 1;
        let request = ToBot::Request {
            id: self.id,
            view: Box::new(view.to_owned_view()),
            legal: legal.iter().collect(),
        };
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

/// The player in question, or a standard player beside it.
enum Seated<'a, P> {
    Player(&'a mut P),
    Standard,
}

impl<P: Player> Player for Seated<'_, P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match self {
            Seated::Player(player) => player.choose(view, legal),
            Seated::Standard => Standard.choose(view, legal),
        }
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        if let Seated::Player(player) = self {
            player.begin(seat, seed);
        }
    }

    fn end(&mut self, game: &Game) {
        if let Seated::Player(player) = self {
            player.end(game);
        }
    }
}

/// How many of these games the player wins against three standard players.
fn wins(player: &mut impl Player, games: u64) -> usize {
    let mut wins = 0;
    for number in 0..games {
        let seat = Seat::ALL[(number % 4) as usize];
        let mut players = BySeat::from_fn(|_| Seated::Standard);
        players[seat] = Seated::Player(&mut *player);
        let outcome = play(&Deck::seeded(14, number), &mut players, GameId::new(14, number), &mut ());
        wins += usize::from(outcome.winner() == Some(seat));
    }
    wins
}

fn first() -> Bot {
    Bot::start(Command::new("python3").arg(common::root().join("examples/bots/first.py")))
}

fn careful() -> Bot {
    Bot::start(&mut Command::new(example("bot")))
}

/// The program of an example, made from the source as it is. Cargo makes examples before it runs tests, unless only some
/// tests are asked for: then the program may be missing or old, and is made here.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("it has a name");
    let folder = test.parent().and_then(Path::parent).expect("tests are two folders deep");
    let program = folder.join("examples").join(name);
    if is_fresh(&program) { program } else { built(name, folder) }
}

/// Whether a program is there and newer than all that it was made from, which stands beside it in a rule as of `make`.
fn is_fresh(program: &Path) -> bool {
    let changed = |path: &Path| -> Option<SystemTime> { path.metadata().ok()?.modified().ok() };
    let Ok(rule) = std::fs::read_to_string(program.with_extension("d")) else { return false };
    let Some((made, (_, sources))) = changed(program).zip(rule.split_once(": ")) else { return false };
    // Spaces in names are written `\ `; such a source is not found, and the program made again.
    let mut sources = sources.split_whitespace();
    sources.all(|source| changed(Path::new(source)).is_some_and(|source| source <= made))
}

/// Makes an example with the profile of the test that is running.
fn built(name: &str, folder: &Path) -> PathBuf {
    let profile =
        folder.file_name().and_then(|name| name.to_str()).expect("folders have the names of profiles");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "hule", "--example", name, "--message-format", "json"])
        .args(["--profile", if profile == "debug" { "dev" } else { profile }])
        .arg("--target-dir")
        .arg(folder.parent().expect("profiles have a folder"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "example {name}: {}", String::from_utf8_lossy(&output.stdout));
    let messages = output.stdout.split(|&byte| byte == b'\n');
    let mut programs = messages.filter_map(|line| {
        let message: Value = serde_json::from_slice(line).ok()?;
        let named = message["target"]["name"] == name && message["target"]["kind"] == json!(["example"]);
        message["executable"].as_str().filter(|_| named).map(PathBuf::from)
    });
    programs.next().unwrap_or_else(|| panic!("cargo has not said where the example {name} is"))
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
    let (careful, useful) = (wins(&mut bot, 400), wins(&mut GreedyPlayer, 400));
    assert!(bot.comments > 20, "{}", bot.comments);
    assert!(careful.abs_diff(useful) < 40, "{careful} {useful}");
    bot.end();
}

/// The blocks of a language in docs/BOTS.md.
fn blocks(language: &str) -> Vec<String> {
    let document = common::read(&common::root().join("docs/BOTS.md"));
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
fn the_conversation_of_the_page_is_possible() {
    let mut requests = 0;
    for line in blocks("json").iter().flat_map(|block| block.lines()) {
        if let Ok(ToBot::Request { view, legal, .. }) = serde_json::from_str(line) {
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
        assert!(common::read(&common::root().join(example)).lines().count() < 100, "{example}");
    }
}

/// A player that looks at the messages that a bot in its place would get.
struct Watched<P> {
    player: P,
    seen: usize,
    longest: usize,
}

impl<P: Player> Watched<P> {
    fn look_at(&mut self, message: &ToBot) {
        self.seen += 1;
        self.longest = self.longest.max(serde_json::to_string(message).expect("JSON").len());
    }
}

impl<P: Player> Player for Watched<P> {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.look_at(&ToBot::Start { game: 1, seat, seed });
        self.player.begin(seat, seed);
    }

    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let (view_seen, legal_list) = (Box::new(view.to_owned_view()), legal.iter().collect());
        self.look_at(&ToBot::Request { id: 1, view: view_seen, legal: legal_list });
        self.player.choose(view, legal)
    }

    fn end(&mut self, game: &Game) {
        let log = Replay::of_game(game).expect("it was played").log();
        let outcome = game.outcome().expect("the game is over");
        self.look_at(&ToBot::End { outcome, log: log.events });
    }
}

#[test]
fn no_message_is_longer_than_the_protocol_says() {
    fn watch(player: impl Player) -> (usize, usize) {
        let mut watched = Watched { player, seen: 0, longest: 0 };
        wins(&mut watched, 150);
        (watched.seen, watched.longest)
    }
    for (seen, longest) in [watch(GreedyPlayer), watch(RandomPlayer::new(1))] {
        assert!(seen > 2000, "{seen}");
        assert!((2000..16_384).contains(&longest), "{longest}");
    }
}

/// Those that the schema accepts, and no others.
#[test]
fn messages_of_bots_are_read_or_refused() {
    let messages = common::read(&common::data("bot-messages.json"));
    let messages: Value = serde_json::from_str(&messages).expect("JSON");
    for (kind, is_good) in [("good", true), ("wrong", false)] {
        for message in messages[kind].as_array().expect("a list") {
            assert_eq!(serde_json::from_value::<FromBot>(message.clone()).is_ok(), is_good, "{message}");
        }
    }
}

// ------------------------------------------------------------------ messages

fn request(id: u64, game: &Game) -> ToBot {
    let turn = game.turn().expect("a seat has to decide");
    let view = Box::new(game.view(turn.seat()).to_owned_view());
    ToBot::Request { id, view, legal: game.legal_actions().iter().collect() }
}

fn lines(messages: &[ToBot]) -> String {
    messages.iter().map(|message| serde_json::to_string(message).expect("JSON") + "\n").collect()
}

fn served(player: &mut impl Player, input: &str) -> Result<Vec<FromBot>, ServeError> {
    let mut output = Vec::new();
    serve(player, "test", input.as_bytes(), &mut output)?;
    let lines = str::from_utf8(&output).expect("JSON is UTF-8").lines();
    Ok(lines.map(|line| serde_json::from_str(line).expect(line)).collect())
}

#[test]
fn a_served_player_chooses_as_it_would_at_the_table() {
    let game = Game::new(&Deck::seeded(1, 0));
    let seat = Seat::A;
    let start = |seed| ToBot::Start { game: 1, seat, seed };
    let input = lines(&[start(5), request(3, &game), ToBot::Unknown, start(6), request(4, &game)]);
    let mut player = RandomPlayer::new(0);
    let answers = served(&mut player, &input).expect("all is well");
    let expected = |id, seed| {
        let action = RandomPlayer::new(seed).choose(&game.view(seat), game.legal_actions());
        FromBot::Answer { id, action, comment: None }
    };
    assert_eq!(answers, [expected(3, 5), expected(4, 6)]);
}

#[test]
fn messages_round_trip_and_unknown_fields_do_no_harm() {
    let deck = Deck::seeded(1, 0);
    let first = request(u64::MAX, &Game::new(&deck));
    let mut log = Log::default();
    let outcome = play(&deck, &mut BySeat::splat(GreedyPlayer), GameId::default(), &mut log);
    let log = log.events;
    let (name, version) = ("hule".to_owned(), "1".to_owned());
    let messages = [
        ToBot::Hello { protocol: 1, name, version, start_seconds: 10.0, move_seconds: 0.5 },
        ToBot::Start { game: 1, seat: Seat::B, seed: u64::MAX },
        first,
        ToBot::End { outcome, log: log.clone() },
        ToBot::End { outcome: Outcome::Exhausted, log },
    ];
    for message in messages {
        let mut json = serde_json::to_value(&message).expect("JSON");
        assert_eq!(serde_json::from_value::<ToBot>(json.clone()).expect("its own JSON"), message);
        json["new"] = serde_json::json!([{"deep": 1}]);
        assert_eq!(serde_json::from_value::<ToBot>(json).expect("a later version"), message);
    }
    let later = r#"{"type":"weather","rain":[true]}"#;
    assert_eq!(serde_json::from_str::<ToBot>(later).expect("a later version"), ToBot::Unknown);
    let answer = r#"{"id":7,"mood":{},"action":"OUT PASS B","type":"answer"}"#;
    let expected = FromBot::Answer { id: 7, action: Action::Pass(Seat::B), comment: None };
    assert_eq!(serde_json::from_str::<FromBot>(answer).expect("an answer"), expected);
}

#[test]
fn what_no_arena_says_is_refused() {
    let error = |line: &str| served(&mut GreedyPlayer, line).expect_err(line).to_string();
    assert!(
        error("{\"type\":\"hello\"}\n")
            .starts_with("line 1: not a message of the bot protocol: missing field")
    );
    assert!(error("\n").starts_with("line 1: not a message"));
    let good = lines(&[request(1, &Game::new(&Deck::seeded(1, 0)))]);
    assert_eq!(served(&mut GreedyPlayer, &good).expect("it is good").len(), 1);
    let other = error(&good.replace("\"wall\":95", "\"wall\":94"));
    assert_eq!(other, "line 1: this cannot happen in a game: `wall` does not follow from the river");
    let other = error(&good.replacen("\"legal\":[", "\"legal\":[\"DECLINE\",", 1));
    assert!(other.starts_with("line 1: expected the legal actions OUT "), "{other}");
    assert!(error(&"[".repeat(3_000_000)).starts_with("line 1: not a message"));
}
