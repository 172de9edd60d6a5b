//! Logs read back: the right ones into their games, the wrong ones to the line that is wrong.

mod common;

use hule::{Deck, Log, Replay, ReplayError, Rule};

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
