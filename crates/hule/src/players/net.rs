//! A player that has learnt.

mod network;
mod weights;

use super::{Player, Thought, Useful};
use crate::game::View;
use crate::players::observation::Observation;
use crate::words::{Action, ActionSet};
pub use network::Network;
use std::sync::{Arc, LazyLock};
pub use weights::WeightsError;

/// The weights of the built-in network, made by `python/train`.
static BUILT_IN: LazyLock<Network> = LazyLock::new(|| {
    Network::read(include_bytes!("../../data/net.bin")).expect("the built-in weights are whole")
});

/// Plays what a small neural network prefers. It has learnt by itself, from some billion decisions against standard
/// players, [`Useful`] and itself.
///
/// A win is always taken.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// `None` for the built-in network.
    network: Option<Arc<Network>>,
}

impl Net {
    /// The built-in network.
    pub const fn built_in() -> Net {
        Net { network: None }
    }

    /// Another network.
    pub fn new(network: Arc<Network>) -> Net {
        Net { network: Some(network) }
    }

    fn network(&self) -> &Network {
        match &self.network {
            Some(network) => network,
            None => &BUILT_IN,
        }
    }

    /// Returns the estimated probability that the seat to decide wins the game, from 0 to 1.
    pub fn win_chance(&self, view: &View<'_>) -> f64 {
        let mut numbers = [0; Observation::Deep.len()];
        Observation::Deep.write(view, &mut numbers);
        1.0 / (1.0 + (-self.network().value(&numbers)).exp())
    }

    /// The results for these actions, by their numbers from the viewpoint.
    fn weigh(&self, view: &View<'_>, legal: ActionSet) -> [i32; Action::COUNT] {
        let mut numbers = [0; Observation::Deep.len()];
        Observation::Deep.write_with(view, legal, &mut numbers);
        self.network().weigh(&numbers, view.viewpoint().mask(legal))
    }

    /// The actions and their probabilities, the most probable first; only the win if there is one.
    pub(super) fn chances(&self, view: &View<'_>, legal: ActionSet) -> Vec<(Action, f64)> {
        if let Some(win) = legal.win() {
            return vec![(win, 1.0)];
        }
        let results = self.weigh(view, legal);
        let result = |action| results[usize::from(view.viewpoint().id(action))];
        let most = legal.iter().map(result).max().unwrap_or(0);
        let worth = |action| self.network().worth(result(action).saturating_sub(most)).exp();
        let sum: f64 = legal.iter().map(worth).sum();
        let mut chances: Vec<(Action, f64)> =
            legal.iter().map(|action| (action, worth(action) / sum)).collect();
        // By the whole numbers: the order must not depend on rounding.
        chances.sort_by_key(|&(action, _)| (std::cmp::Reverse(result(action)), view.viewpoint().id(action)));
        chances
    }
}

impl Player for Net {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        if let Some(win) = legal.win() {
            return win;
        }
        let viewpoint = view.viewpoint();
        let results = self.weigh(view, legal);
        // Of equal results, that of the lowest number.
        let best = (0..Action::COUNT).rev().max_by_key(|&id| results[id]).expect("there are actions");
        viewpoint.action(best as u8).expect("it is legal")
    }

    fn thoughts(&self, view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
        let thoughts = Useful.thoughts(view, legal);
        let with_chance = |(action, chance)| {
            let thought = thoughts.iter().find(|thought| thought.action == action)?;
            Some(Thought { chance: Some(chance), ..*thought })
        };
        self.chances(view, legal).into_iter().filter_map(with_chance).collect()
    }
}
