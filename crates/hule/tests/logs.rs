//! Logs and packed games read back: the right ones into their games, the wrong ones to the line that is wrong.

use crate::common;
use hule::play::GameId;
use hule::players::RandomPlayer;
use hule::replay::{ReadReplayError, ReplayError};
use hule::{BySeat, Deck, Log, Replay, Rule};

/// The sample, with one line changed.
fn changed(line: usize, to: &str) -> ReplayError {
    let (_, _, log) = common::decks("official").swap_remove(0);
    let mut lines: Vec<&str> = log.lines().collect();
    lines[line - 1] = to;
    let log: Log = lines.join("\n").parse().expect("lines of a log");
    Replay::new(&log.events).expect_err("a wrong line")
}

#[test]
fn all_logs_of_the_test_data_replay() {
    for folder in ["official", "situations", "situations/hoarded"] {
        for (name, deck, text) in common::decks(folder) {
            let log: Log = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let replay = Replay::new(&log.events).unwrap_or_else(|error| panic!("{name}: {error}"));
            let drawn = text.lines().filter(|line| line.contains(" IN ")).count();
            assert_eq!(replay.deck().tiles()[..drawn], deck.tiles()[..drawn], "{name}");
            assert_eq!(replay.games().count(), replay.actions().len() + 1, "{name}");
        }
    }
}

#[test]
fn wrong_lines_are_found_with_the_rule_they_break() {
    for (line, to, rule, message) in [
        (1, "B IN 8M", Rule::Deal, "line 1: `B IN 8M` breaks rule R2 (Deal): expected `A IN 8M`"),
        (53, "B IN N", Rule::Deal, "line 53: `B IN N` breaks rule R2 (Deal): expected `A IN N`"),
        (54, "A OUT PASS A", Rule::PassNamesAnother, "a player cannot name itself"),
        (54, "A OUT 1M", Rule::Turn, "the player does not hold such a tile"),
        (54, "B OUT 1P", Rule::Turn, "A has to discard"),
        (54, "A SELFDRAWN", Rule::WinningHand, "the player cannot win now"),
        (55, "B IN Z", Rule::Pass, "breaks rule R4 (PASS): expected `C IN Z`"),
        (55, "DRAW", Rule::DrawnGame, "expected `C IN "),
        (59, "D PONG Z Z Z", Rule::Pong, "`D PONG Z Z Z` breaks rule R10 (Pong): expected `D IN "),
        (61, "C CHOW 7P 8P 9P", Rule::ChowIsForTheNext, "expected `B IN "),
        (61, "C RON", Rule::Ron, "expected `B IN "),
        (57, "C IN Z", Rule::Tiles, "a fifth tile Z"),
    ] {
        let error = changed(line, to);
        assert_eq!((error.rule, error.line), (rule, line), "{to}: {error}");
        assert!(error.to_string().contains(message), "{to}: {error}");
    }
}

#[test]
fn of_several_wrong_lines_the_first_is_named() {
    let mut events = common::standard_events(&Deck::seeded(1, 0));
    let draws: Vec<usize> =
        (0..events.len()).filter(|&line| matches!(events[line], hule::Event::Draw { .. })).collect();
    for &line in &draws[60..] {
        events[line] = events[0]; // a fifth tile, sooner or later
    }
    events[53] = hule::Event::Ron { seat: hule::Seat::D };
    assert_eq!(Replay::new(&events).expect_err("wrong").line, 54);
}

#[test]
fn logs_end_where_the_game_does() {
    let events = common::standard_events(&Deck::seeded(1, 0));
    let message = |events: &[hule::Event]| Replay::new(events).expect_err("a wrong end").to_string();
    let len = events.len();
    assert_eq!(message(&events[..len - 1]), format!("line {len}: the log ends here: the game is not over"));
    assert_eq!(message(&events[..10]), "line 11: the log ends here: the game is not over");
    assert_eq!(message(&[]), "line 1: the log ends here: the game is not over");
    let drawn = common::decks("situations").into_iter().find(|(name, ..)| name == "claim-on-last-discard");
    let drawn = common::standard_events(&drawn.expect("it is there").1);
    let more = [drawn.as_slice(), &[hule::Event::Exhausted]].concat();
    assert!(message(&more).ends_with("breaks rule R23 (Drawn game): the game is over"));
    let twice = [events.as_slice(), &events[len - 1..]].concat();
    assert!(message(&twice).ends_with("breaks rule R22 (A win ends the game): the game is over"));
}

// ------------------------------------------------------------------ what is a log and what is a deck

#[test]
fn decks_and_logs_are_told_apart() {
    let deck = Deck::seeded(5, 0);
    let replay = Replay::read(&deck.to_string()).expect("a deck");
    assert_eq!(replay.deck(), &deck);
    let log = replay.log();
    for text in
        [log.to_string(), log.to_json(), format!("\u{feff}{log}"), log.to_string().replace('\n', "\r\n")]
    {
        let again = Replay::read_log(&text, Some(&deck)).expect("a log");
        assert_eq!(again, replay);
        assert_eq!(Replay::read(&text).expect("a log").actions(), replay.actions());
    }
    let other = Replay::read_log(&log.to_string(), Some(&Deck::seeded(5, 1))).expect_err("another deck");
    assert_eq!(other.line(), Some(1));
    assert!(matches!(Replay::read("B IN"), Err(ReadReplayError::Log(_))));
    assert!(matches!(Replay::read("B F\nX"), Err(ReadReplayError::Deck(_))));
    assert_eq!(Replay::read("B F\nX").expect_err("no tile").line(), Some(2));
    assert_eq!(Replay::read("").expect_err("empty").line(), None);
}

// ------------------------------------------------------------------ text and JSON

#[test]
fn text_may_end_its_lines_as_on_windows() {
    let log: Log = "A IN 1M\r\nDRAW\r\n\r\n".parse().expect("a log");
    assert_eq!(log.to_string(), "A IN 1M\nDRAW\n");
    assert_eq!("".parse::<Log>().expect("empty"), Log::default());
}

#[test]
fn wrong_lines_are_located() {
    let error = "A IN 1M\nA IN 10M\n".parse::<Log>().expect_err("10M");
    assert!(error.to_string().starts_with("line 2: \"A IN 10M\" is not a line of a log; "));
    let error = "A IN 1M\n\nDRAW\n".parse::<Log>().expect_err("an empty line");
    assert_eq!(error.line, 2);
}

#[cfg(feature = "serde")]
#[test]
fn json_round_trips() {
    let log: Log = "A IN 1M\nA OUT PASS B\nDRAW\n".parse().expect("a log");
    let json = log.to_json();
    assert_eq!(
        json,
        concat!(
            r#"{"type":"start","version":1}"#,
            "\n",
            r#"{"type":"draw","seat":"A","tile":"1M"}"#,
            "\n",
            r#"{"type":"discard","seat":"A","tile":"PASS","target":"B"}"#,
            "\n",
            r#"{"type":"exhausted"}"#,
            "\n",
        )
    );
    assert_eq!(Log::from_json(&json).expect("its own JSON"), log);
}

#[cfg(feature = "serde")]
#[test]
fn wrong_json_is_located() {
    let message = |text: &str| Log::from_json(text).expect_err(text).to_string();
    let start = r#"{"type":"start","version":1}"#;
    assert!(message("{}").starts_with("line 1: not an event: missing field `type`"));
    assert!(message(&format!("{start}\nnonsense")).starts_with("line 2: not an event: not JSON, column 2"));
    assert!(message(&format!("{start}\n{start}")).starts_with("line 2: a second log begins"));
    assert!(message(r#"{"type":"start","version":2}"#).starts_with("line 1: unknown version 2 of the log"));
    let unknown = format!("{start}\n{}", r#"{"type":"sing","seat":"A"}"#);
    assert!(message(&unknown).starts_with("line 2: not an event: unknown variant"));
    assert_eq!(message(r#"{"type":"exhausted"}"#), r#"line 1: expected {"type":"start","version":1}"#);
}

// ------------------------------------------------------------------ packed games

#[test]
fn games_unpack_as_they_were() {
    for number in 0..50 {
        let deck = Deck::seeded(3, number);
        let standard = Replay::standard(&deck);
        assert_eq!(standard.pack().len(), Deck::LEN);
        assert_eq!(Replay::unpack(&standard.pack()), Ok(standard));
        let mut players = BySeat::splat(RandomPlayer::new(0));
        let free = Replay::played(&deck, &mut players, GameId::new(3, number));
        assert!(free.pack().len() > Deck::LEN);
        assert_eq!(Replay::unpack(&free.pack()), Ok(free));
    }
}
