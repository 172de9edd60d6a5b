//! A player that has learnt.

mod built_in;
mod network;
mod weights;

use super::{Evaluation, Player, Unseen};
use crate::game::View;
use crate::players::observation::Observation;
use crate::words::{Action, ActionSet};
use built_in::built_in;
pub use built_in::{install_network, network_is_installed};
use libm::exp;
pub use network::Network;
use std::cmp::Reverse;
use std::sync::Arc;
pub(super) use weights::MAGIC;
pub use weights::WeightsError;

/// Plays what a small neural network prefers. It has learnt by itself, from some billion decisions against standard
/// players, [`GreedyPlayer`](super::GreedyPlayer) and itself.
///
/// A win is always taken.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// `None` for the built-in network.
    network: Option<Arc<Network>>,
}

impl Net {
    /// The built-in network.
    ///
    /// Without the feature `weights`, the player panics at its first decision unless the network was
    /// [installed](install_network).
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
            None => built_in(),
        }
    }

    /// Returns the estimated probability that the seat to decide wins the game, from 0 to 1.
    pub fn win_chance(&self, view: &View<'_>) -> f64 {
        let mut numbers = [0; Observation::Deep.len()];
        Observation::Deep.write(view, &mut numbers);
        1.0 / (1.0 + exp(-self.network().value(&numbers)))
    }

    /// The results for these actions, by their numbers from the viewpoint.
    fn weigh(&self, view: &View<'_>, legal: ActionSet) -> [i32; Action::COUNT] {
        let mut numbers = [0; Observation::Deep.len()];
        Observation::Deep.write_with(view, legal, &mut numbers);
        self.network().weigh(&numbers, view.viewpoint().mask(legal))
    }

    /// The actions, the best first, each with the logarithm of its probability divided by that of the best; only the win if
    /// there is one.
    pub(super) fn preferences(&self, view: &View<'_>, legal: ActionSet) -> Vec<(Evaluation, f64)> {
        let legal = legal.win().map_or(legal, ActionSet::only);
        let viewpoint = view.viewpoint();
        let results = self.weigh(view, legal);
        let mut found: Vec<(Action, i32)> =
            legal.iter().map(|action| (action, results[usize::from(viewpoint.id(action))])).collect();
        found.sort_by_key(|&(action, result)| (Reverse(result), viewpoint.id(action)));
        let best = found.first().map_or(0, |&(_, result)| result);
        let logarithm = |result: i32| self.network().worth(result.saturating_sub(best));
        let sum: f64 = found.iter().map(|&(_, result)| exp(logarithm(result))).sum();
        let unseen = Unseen::of(view);
        let preference = |(action, result)| {
            let logarithm = logarithm(result);
            let chance = Some(exp(logarithm) / sum);
            (Evaluation { chance, ..unseen.evaluation(view, action) }, logarithm)
        };
        found.into_iter().map(preference).collect()
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

    fn evaluations(&self, view: &View<'_>, legal: ActionSet) -> Vec<Evaluation> {
        self.preferences(view, legal).into_iter().map(|(evaluation, _)| evaluation).collect()
    }
}
