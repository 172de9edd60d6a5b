//! Bots that behave, and bots that do not.

use super::*;
use hule::play::GameId;
use hule::{BySeat, Deck, Log, Standard};
use std::fs;
use std::sync::atomic::AtomicUsize;

/// What the bots of the tests begin with.
const PRELUDE: &str = r#"
import json, os, signal, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def hello():
    return say(type="hello", protocol=1, name="test")
def requests():
    global start, end
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            hello()
        elif message["type"] == "start":
            start = message
        elif message["type"] == "end":
            end = message
        elif message["type"] == "request":
            yield message
def answer(request, action=None, **more):
    say(type="answer", id=request["id"], action=action or request["legal"][0], **more)
"#;

/// Always the same choice for a seed and the number of the request.
const PICKY: &str = r#"
for request in requests():
    legal = request["legal"]
    answer(request, legal[(start["seed"] + request["id"]) % len(legal)], comment="picked")
"#;

/// The same within the library.
#[derive(Default)]
struct Picky {
    seed: u64,
    id: u64,
}

impl Player for Picky {
    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, _view: &View<'_>, legal: ActionSet) -> Action {
        self.id += 1;
        let place = (self.seed + self.id) % legal.len() as u64;
        legal.iter().nth(place as usize).expect("it is below how many there are")
    }
}

/// A bot of a test, with the text in its command line that only its processes have.
struct Tested {
    setup: Arc<BotSetup>,
    marker: String,
    _folder: tempfile::TempDir,
}

/// Only a machine that hangs takes as long.
const PATIENT: Duration = Duration::from_mins(2);
/// For bots that never answer.
const HASTY: Duration = Duration::from_millis(100);

impl Tested {
    fn new(script: &str, start_time: Duration, move_time: Duration) -> Tested {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let marker = format!("bot-of-test-{}-{number}", std::process::id());
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let command = ["python3", "-c", &format!("{PRELUDE}{script}"), &marker].map(str::to_owned).to_vec();
        let errors = ErrorFolder::new(Some(folder.path().join("errors"))).expect("the folder can be made");
        let setup = BotSetup {
            command,
            start_time,
            move_time,
            strict: false,
            errors: Arc::new(errors),
            faults: Faults::default(),
            stop: Arc::default(),
        };
        Tested { setup: Arc::new(setup), marker, _folder: folder }
    }

    fn strict(mut self) -> Tested {
        Arc::get_mut(&mut self.setup).expect("it has one owner").strict = true;
        self
    }

    fn bot(&self) -> Bot {
        Bot::new(&self.setup).unwrap_or_else(|failure| panic!("python3 is needed: {}", failure.sentence()))
    }

    /// Plays so many games with it, and looks that nothing is left of it.
    fn play(&self, games: u64) {
        let mut bot = self.bot();
        for game in 0..games {
            play(&mut bot, game);
        }
        drop(bot);
        self.is_gone();
    }

    fn is_gone(&self) {
        // Who has been killed may need a moment to be gone.
        let started = Instant::now();
        loop {
            let left = processes_with(&self.marker);
            if left.is_empty() {
                return;
            }
            assert!(started.elapsed() < PATIENT, "{left:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Late, illegal, garbled, gone.
    fn faults(&self) -> [u64; 4] {
        BotFault::ALL.map(|fault| self.setup.faults.count(fault))
    }

    fn first(&self) -> &str {
        self.setup.faults.first().expect("something went wrong")
    }
}

fn processes_with(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("there is /proc").flatten();
    let commands = entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    commands.filter(|command| command.contains(text)).collect()
}

/// The game with this number.
fn id(game: u64) -> GameId {
    GameId::new(5, game)
}

/// A game of this player at seat A with three standard players: its log.
fn play(player: &mut dyn Player, game: u64) -> Vec<String> {
    let mut log = Log::default();
    let (mut b, mut c, mut d) = (Standard, Standard, Standard);
    let mut players: BySeat<&mut dyn Player> = BySeat::new([player, &mut b, &mut c, &mut d]);
    hule::play(&Deck::seeded(5, game), &mut players, id(game), &mut log);
    log.events.iter().map(ToString::to_string).collect()
}

#[test]
fn a_bot_plays_as_it_would_at_the_table() {
    let tested = Tested::new(PICKY, PATIENT, PATIENT);
    let mut bot = tested.bot();
    let mut picky = Picky::default();
    for game in 0..4 {
        assert_eq!(play(&mut bot, game), play(&mut picky, game));
    }
    assert_eq!(bot.comment(), Some("picked"));
    assert!(!bot.forfeited());
    drop(bot);
    tested.is_gone();
    assert_eq!((tested.faults(), tested.setup.faults.first()), ([0; 4], None));
    assert_eq!(tested.setup.errors.written(), None);
}

#[test]
fn a_bot_is_told_how_a_game_went() {
    let script = "
for request in requests():
    answer(request)
print(json.dumps([start, end]), file=sys.stderr)
";
    let tested = Tested::new(script, PATIENT, PATIENT);
    let mut bot = tested.bot();
    let log = play(&mut bot, 3);
    drop(bot);
    let folder = tested.setup.errors.written().expect("it wrote something");
    let file = fs::read_to_string(folder.join("1-python3.txt")).expect("it is there");
    let [start, end]: [serde_json::Value; 2] =
        serde_json::from_str(file.lines().last().expect("a line")).expect("JSON");
    let seed = id(3).player_seed(Seat::A);
    assert_eq!(start, serde_json::json!({"type": "start", "game": 1, "seat": "A", "seed": seed}));
    assert_eq!(end["log"], serde_json::json!(log));
    assert_eq!(end["type"], "end");
}

#[test]
fn who_says_no_hello_is_gone() {
    let hello = "hello(); time.sleep(1000)";
    let cases = [
        ("time.sleep(1000)", "it did not send `hello` within 0.1 s"),
        ("os.close(1); time.sleep(1000)", "it closed its standard output"),
        (
            &format!("say(type='hello', protocol=2, name='x'); {hello}"),
            "version 2 of the protocol; expected 1",
        ),
        ("print('null', flush=True); time.sleep(1000)", "its first line is not `hello`"),
        ("say(type='answer', id=1, action='RON'); time.sleep(1000)", "its first message is not `hello`"),
    ];
    for (script, sentence) in cases {
        let silent = sentence.contains("within");
        let tested = Tested::new(script, if silent { HASTY } else { PATIENT }, PATIENT);
        tested.play(1);
        let [late, illegal, garbled, gone] = tested.faults();
        assert!(gone > 0 && [late, illegal, garbled] == [0; 3], "{script}: {:?}", tested.faults());
        assert!(tested.first().contains(sentence), "{script}: {}", tested.first());
    }
}

#[test]
fn who_ends_is_started_again_for_three_games() {
    let tested = Tested::new("sys.exit(7)", PATIENT, PATIENT);
    let mut bot = tested.bot();
    for game in 0..3 {
        play(&mut bot, game);
        assert!(bot.program.is_none());
    }
    let started_again = |bot: &mut Bot| {
        bot.begin(Seat::A, 0);
        bot.lost_games < Bot::MOST
    };
    assert!(!started_again(&mut bot));
    assert_eq!(tested.first(), "it ended with exit status 7");
    tested.is_gone();

    let script = "
for request in requests():
    if request['id'] % 5 == 0: sys.exit()
    answer(request)
";
    let tested = Tested::new(script, PATIENT, PATIENT);
    let mut bot = tested.bot();
    for game in 0..5 {
        play(&mut bot, game);
    }
    let [late, illegal, garbled, gone] = tested.faults();
    assert!(gone > 3 && [late, illegal, garbled] == [0; 3], "{:?}", tested.faults());
    assert_eq!((tested.first(), bot.lost_games), ("request 5: it ended", 5));
}

#[test]
fn who_is_silent_three_times_is_ended_for_the_game() {
    let tested = Tested::new("for request in requests(): pass", PATIENT, HASTY);
    tested.play(2);
    let [late, illegal, garbled, gone] = tested.faults();
    assert_eq!([late, illegal, garbled], [6, 0, 0]);
    assert!(gone > 10);
    assert_eq!(tested.first(), "request 1: no answer within 0.1 s");
}

#[test]
fn what_is_no_answer_is_garbled_and_the_next_counts() {
    let lines = [
        r"b'\xff\xfe\x00'",
        "b'null'",
        "b'{}'",
        "b'[' * 60000",
        "b'{\"x\":' * 10000",
        "b'x' * 70000",
        "b'x' * 1000000",
        "b'{\"type\":\"answer\",\"id\":1000000,\"action\":\"DECLINE\"}'",
        "b'{\"type\":\"answer\",\"id\":%d,\"action\":\"OUT 10M\"}' % request['id']",
        "b'{\"type\":\"hello\",\"protocol\":1,\"name\":\"again\"}'",
    ];
    for line in lines {
        let script = format!(
            "
for request in requests():
    if request['id'] % 4 == 2:
        sys.stdout.buffer.write({line} + b'\\n')
        sys.stdout.flush()
    else:
        answer(request)
"
        );
        let tested = Tested::new(&script, PATIENT, PATIENT);
        tested.play(1);
        let [late, illegal, garbled, gone] = tested.faults();
        assert!(garbled > 1 && [late, illegal, gone] == [0; 3], "{line}: {:?}", tested.faults());
        assert!(
            tested.first().starts_with("request 2: ") && tested.first().len() < 900,
            "{}",
            tested.first()
        );
    }
}

#[test]
fn illegal_answers_are_counted_and_with_strict_forfeit_the_game() {
    let script = "for request in requests(): answer(request, 'OUT PASS', comment='?')";
    let tested = Tested::new(script, PATIENT, PATIENT);
    tested.play(2);
    let [late, illegal, garbled, gone] = tested.faults();
    assert!(illegal > 20 && [late, garbled, gone] == [0; 3], "{:?}", tested.faults());
    assert_eq!(tested.first(), "request 1: OUT PASS is not legal");

    let once = "
for request in requests():
    answer(request, 'OUT PASS' if request['id'] == 3 else None)
";
    let tested = Tested::new(once, PATIENT, PATIENT).strict();
    let mut bot = tested.bot();
    play(&mut bot, 0);
    assert!(bot.forfeited() && bot.id == 3, "nothing more is asked for");
    play(&mut bot, 1);
    assert!(!bot.forfeited());
    assert_eq!(tested.faults(), [0, 1, 0, 0]);
}

#[test]
fn late_answers_are_dropped() {
    // To every second request it answers at the next, before it answers that.
    let script = "
late = None
for request in requests():
    if late: answer(late, request['legal'][1])
    late = None if late else request
    if not late: answer(request)
";
    let (hasty, patient) = (Tested::new(script, PATIENT, HASTY), Tested::new(script, PATIENT, PATIENT));
    let mut bot = hasty.bot();
    bot.begin(Seat::A, 1);
    let game = Game::new(&Deck::seeded(5, 0));
    let legal = game.legal_actions();
    for _ in 0..2 {
        bot.setup = Arc::clone(&hasty.setup);
        bot.choose(&game.view(Seat::A), legal);
        bot.setup = Arc::clone(&patient.setup);
        assert_eq!(Some(bot.choose(&game.view(Seat::A), legal)), legal.iter().next());
    }
    drop(bot);
    assert_eq!((hasty.faults(), patient.faults()), ([2, 0, 0, 0], [0; 4]));
}

#[test]
fn floods_are_borne() {
    let unread = "hello()\nwhile True: time.sleep(1000)";
    let lines = "hello()\nwhile True: print('x' * 50, flush=True)";
    let endless = "hello()\nwhile True: sys.stdout.write('x' * 50000)";
    let old = "hello()\nwhile True: say(type='answer', id=0, action='DECLINE')";
    for (script, kind, time) in
        [(unread, 0, HASTY), (lines, 2, PATIENT), (endless, 0, HASTY), (old, 0, HASTY)]
    {
        let tested = Tested::new(script, PATIENT, time);
        tested.play(3);
        let faults = tested.faults();
        assert!(faults[kind] > 3, "{script}: {faults:?}");
        assert_eq!(faults[1], 0, "{script}: {faults:?}");
    }
}

#[test]
fn empty_lines_are_passed_over() {
    let script = "
for request in requests():
    print('\\n  ', flush=True)
    answer(request)
";
    let tested = Tested::new(script, PATIENT, PATIENT);
    tested.play(1);
    assert_eq!(tested.faults(), [0; 4]);
}

#[test]
fn what_is_written_to_standard_error_is_kept_up_to_a_limit() {
    let script = "
for request in requests():
    sys.stderr.write('x' * 300000)
    answer(request)
";
    let tested = Tested::new(script, PATIENT, PATIENT);
    tested.play(1);
    assert_eq!(tested.faults(), [0; 4]);
    let folder = tested.setup.errors.written().expect("it wrote something");
    let file = fs::read_to_string(folder.join("1-python3.txt")).expect("it is there");
    let expected = "x".repeat(ErrorFile::MOST) + "\n[cut here; there was more]\n";
    assert!(file.starts_with("[python3 ") && file.ends_with(&format!("]\n{expected}")), "{}", file.len());
}

#[test]
fn nothing_is_left_of_bots_that_want_to_stay() {
    let ends = "for request in requests(): answer(request)";
    for (script, time) in [
        (format!("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{ends}\ntime.sleep(1000)"), PATIENT),
        (format!("if os.fork() == 0: time.sleep(1000)\n{ends}"), PATIENT),
        // The one that stays has its standard output.
        ("if os.fork() == 0:\n    signal.signal(signal.SIGHUP, signal.SIG_IGN)\n    time.sleep(1000)\nhello()\nsys.exit(3)".to_owned(), HASTY),
    ] {
        Tested::new(&script, PATIENT, time).play(1);
    }
}

#[test]
fn whoever_stops_does_not_wait() {
    let tested = Tested::new("for request in requests(): time.sleep(1000)", PATIENT, PATIENT);
    let mut bot = tested.bot();
    bot.begin(Seat::A, 1);
    tested.setup.stop.store(true, Ordering::Relaxed);
    play(&mut bot, 0);
    drop(bot);
    assert_eq!(tested.faults(), [0; 4], "otherwise it would be late");
    tested.is_gone();
}

#[test]
fn what_cannot_be_started_is_said() {
    let mut tested = Tested::new("", PATIENT, PATIENT);
    Arc::get_mut(&mut tested.setup).expect("it has one owner").command = vec!["./nowhere".to_owned()];
    let failure = Bot::new(&tested.setup).err().expect("it cannot be started");
    assert_eq!(failure.sentence(), "./nowhere: there is no such program");
}
