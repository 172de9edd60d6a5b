//! The player that does anything.

use super::Player;
use crate::words::action::{Action, ActionSet};
use crate::words::random::Random;
use crate::words::seat::Seat;
use crate::game::view::View;

/// Chooses any legal action, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player whose choices follow from the seed.
    #[must_use]
    pub const fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, _view: &View<'_>, legal: ActionSet) -> Action {
        let chosen = self.random.below(legal.len() as u64);
        legal.iter().nth(chosen as usize).expect("the number is below how many there are")
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.random = Random::new(seed);
    }
}
