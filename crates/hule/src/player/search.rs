//! The player that plays the game out in its head.

use super::{Player, Standard, Thought, Useful};
use crate::action::{Action, ActionSet};
use crate::game::Game;
use crate::random::Random;
use crate::tile::Seat;
use crate::view::View;
use std::fmt;
use std::time::{Duration, Instant};

/// Imagines the tiles that it cannot see in many ways, plays each of its choices out in all of them with fast players,
/// and takes the choice that wins most often.
#[derive(Clone, Debug)]
pub struct Search {
    options: SearchOptions,
    random: Random,
    thoughts: Vec<Thought>,
}

/// How long a [`Search`] may think about a decision. With both limits, the first that is reached counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many worlds it may imagine.
    pub samples: Option<usize>,
    /// How much time it may take. Its choices then depend on the machine.
    pub time: Option<Duration>,
}

/// Some samples, and no limit of time.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { samples: Some(200), time: None }
    }
}

impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let samples = self.samples.map(|samples| format!("samples={samples}"));
        let time = self.time.map(|time| format!("time={}ms", time.as_millis()));
        f.write_str(&samples.into_iter().chain(time).collect::<Vec<_>>().join(","))
    }
}

impl Search {
    /// A player with these options.
    #[must_use]
    pub const fn new(options: SearchOptions) -> Search {
        Search { options, random: Random::new(0), thoughts: Vec::new() }
    }

    /// The choices worth playing out, the first the one to beat: it needs proof to deviate from that.
    fn candidates(view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
        const DISCARDS: usize = 4;
        let first = Useful.choose(view, legal);
        let mut thoughts = Useful.thoughts(view, legal);
        thoughts.sort_by_key(|thought| thought.action != first);
        let mut discards = 0;
        thoughts.retain(|thought| match thought.action {
            Action::Discard(tile) if !tile.is_special() => {
                discards += 1;
                discards <= DISCARDS
            }
            _ => true,
        });
        thoughts
    }
}

impl Player for Search {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let deadline = self.options.time.map(|time| Instant::now() + time);
        self.thoughts.clear();
        if let Some(win) = [Action::Ron, Action::SelfDrawn].into_iter().find(|&win| legal.contains(win)) {
            return win;
        }
        let mut thoughts = Search::candidates(view, legal);
        let first = thoughts[0].action;
        if thoughts.len() == 1 {
            return first;
        }
        let mut wins = vec![0.0; thoughts.len()];
        // The sums of the differences to the first, and of their squares.
        let mut differences = vec![(0.0, 0.0); thoughts.len()];
        let mut samples = 0.0;
        for _ in 0..self.options.samples.unwrap_or(usize::MAX) {
            let world = view.imagine(&mut self.random).expect("it is its turn");
            for (place, thought) in thoughts.iter().enumerate() {
                let won = f64::from(u8::from(wins_with(&world, view.seat(), thought.action)));
                wins[place] += won;
                let base = if place == 0 { won } else { 0.0 };
                let _ = base;
                differences[place].0 += won;
                differences[place].1 += won * won;
            }
            samples += 1.0;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
        }
        for (thought, wins) in thoughts.iter_mut().zip(wins) {
            thought.wins = Some(wins / samples);
        }
        self.thoughts = thoughts;
        first
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.random = Random::new(seed);
    }

    fn thoughts(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Thought> {
        self.thoughts.clone()
    }
}

/// Whether a seat wins a game after this action.
fn wins_with(world: &Game, seat: Seat, action: Action) -> bool {
    let mut game = world.clone();
    game.play(action).expect("what is legal here is legal there");
    game.play_out(&mut [Standard; 4], &mut |_| {}).winner() == Some(seat)
}
