//! A player that plays at random.

use super::Player;
use crate::game::View;
use crate::words::{Action, ActionSet, Random, Seat};

/// Chooses uniformly among the legal actions.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// Creates a player with this seed, which [`Player::begin`] replaces.
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
