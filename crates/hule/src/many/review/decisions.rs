//! The decisions of a game that can be reviewed.

use crate::game::{Decision, Game, GameId, Observer};
use crate::insight::Replay;
use crate::words::{Action, BySeat, Event, Outcome, Turn};

/// A decision between several actions.
pub struct Decided {
    /// The game before it.
    pub game: Game,
    /// The index of the decision among all.
    pub number: usize,
    /// The line that it caused; for a declined claim, the line of the discard.
    pub line: usize,
    pub turn: Turn,
    pub made: Action,
}

/// The decisions of these seats that have more than one legal action, the number of lines of the log, and the outcome.
pub fn decisions(replay: &Replay, seats: BySeat<bool>) -> (Vec<Decided>, usize, Outcome) {
    let mut collector = Collector { seats, number: 0, lines: 0, found: Vec::new() };
    let outcome = replay.observe(&mut collector);
    (collector.found, collector.lines, outcome)
}

struct Collector {
    seats: BySeat<bool>,
    number: usize,
    /// The lines so far.
    lines: usize,
    found: Vec<Decided>,
}

impl Observer for Collector {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        self.lines = game.deck().deal().count();
    }

    fn decided(&mut self, decision: &Decision<'_>) {
        if self.seats[decision.seat()] && decision.legal.len() > 1 {
            self.found.push(Decided {
                game: decision.game.clone(),
                number: self.number,
                line: self.lines + usize::from(decision.action != Action::Decline),
                turn: decision.turn,
                made: decision.action,
            });
        }
        self.number += 1;
    }

    fn event(&mut self, _event: Event, _game: &Game) {
        self.lines += 1;
    }
}
