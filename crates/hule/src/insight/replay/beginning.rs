//! The decisions of the beginning of a game.

use super::Replay;
use crate::game::{Decision, Game, GameId, Observer};
use crate::words::{Action, Event};

impl Replay {
    /// Returns the decisions of the first lines of the log, as long as they cause no further line. Who may claim the discard
    /// in the last of these lines has not been asked.
    ///
    /// ```
    /// use hule::{Deck, Game, Replay};
    /// let replay = Replay::standard(&Deck::seeded(1, 0));
    /// let mut game = Game::new(replay.deck());
    /// for &action in replay.actions_to_line(100) {
    ///     game.play(action)?;
    /// }
    /// println!("{}", game.turn().expect("the game is longer"));
    /// # Ok::<(), hule::IllegalAction>(())
    /// ```
    pub fn actions_to_line(&self, line: usize) -> &[Action] {
        let mut beginning = Beginning { most: line, ..Beginning::default() };
        self.observe(&mut beginning);
        &self.actions[..beginning.kept]
    }
}

#[derive(Default)]
struct Beginning {
    /// How many lines are wanted, and how many there are so far.
    most: usize,
    lines: usize,
    /// How many decisions were made.
    made: usize,
    /// How many of them caused the lines that are wanted, and all but those of the last line.
    kept: usize,
    before: usize,
    is_over: bool,
}

impl Observer for Beginning {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        self.lines = game.deck().deal().count();
    }

    fn decided(&mut self, _decision: &Decision<'_>) {
        self.made += 1;
    }

    fn event(&mut self, _event: Event, _game: &Game) {
        self.lines += 1;
        if self.is_over {
            return;
        }
        self.is_over = self.lines > self.most;
        if self.is_over {
            if self.kept == self.made {
                self.kept = self.before;
            }
        } else if self.kept < self.made {
            (self.before, self.kept) = (self.kept, self.made);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insight::Log;
    use crate::words::{Deck, Turn};

    #[test]
    fn a_beginning_has_no_further_line_and_asks_for_claims_again() {
        let mut asked = 0;
        for number in 0..20 {
            let replay = Replay::standard(&Deck::seeded(4, number));
            let Log { events } = replay.log();
            for line in 0..=events.len() {
                let actions = replay.actions_to_line(line);
                let mut game = Game::new(replay.deck());
                // The deal and the first draw come without a decision.
                let mut lines = Deck::DEALT + 1;
                for &action in actions {
                    game.play_into(action, &mut |_, _| lines += 1).expect("it was played");
                }
                assert!(lines <= line.max(Deck::DEALT + 1), "{lines} {line}");
                let Some(turn) = game.turn() else {
                    assert_eq!(line, events.len());
                    continue;
                };
                // With the next decision there would be more, or a claim of the last discard is declined.
                let next = replay.actions()[actions.len()];
                let mut more = 0;
                game.clone().play_into(next, &mut |_, _| more += 1).expect("it was played");
                let is_answer = matches!(turn, Turn::Answer { .. });
                assert!(lines + more > line || (is_answer && more == 0), "{number} {line}");
                if is_answer {
                    assert!(matches!(events[lines - 1], Event::Discard { .. } | Event::Pass { .. }));
                    asked += 1;
                }
            }
        }
        assert!(asked > 20, "{asked}");
    }
}
