//! A player that plays with a network from an ONNX file.

use crate::OnnxError;
use crate::file::NetworkFile;
use crate::network::Network;
use hule::observation::Observation;
use hule::players::Evaluation;
use hule::{Action, ActionSet, Player, View};
use std::path::Path;
use std::sync::Arc;

/// Chooses the legal action to which a network gives the greatest number.
///
/// The network gets an [observation](hule::observation) and returns 48 numbers (logits), one for each action as
/// [`Viewpoint`](hule::action::Viewpoint) numbers them. Numbers of illegal actions are ignored; of equal ones the first
/// counts. A win is an action like any other: a network that gives more to another declines it.
///
/// - The input has the shape `[N]`, `[1, N]` or `[batch, N]`, where `N` is the length of one kind of observation, and
///   elements of type `uint8`, `int32`, `int64`, `float16`, `float` or `double`. It gets the numbers as they are: a
///   network scales them itself.
/// - The output has 48 elements of type `float16`, `float` or `double`.
/// - If the metadata of the file has `hule.observation`, such as `full 1`, the kind and the
///   [version](hule::observation::VERSION) must be those. A network without it is taken by its length.
///
/// NaN counts as the least number. A network that fails in a game, or returns nothing but NaN for the legal actions, plays
/// the first legal action, and the [comment](Player::comment) says so.
///
/// Clones share the network. The same view always leads to the same choice on the same machine; other processors may
/// round differently.
///
/// ```no_run
/// use hule::play::GameId;
/// use hule::{BySeat, Deck, play};
/// use hule_onnx::OnnxPlayer;
/// let player = OnnxPlayer::open("mine.onnx")?;
/// let outcome = play(&Deck::seeded(1, 0), &mut BySeat::splat(player), GameId::new(1, 0), &mut ());
/// # Ok::<(), hule_onnx::OnnxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnnxPlayer {
    network: Arc<Network>,
    comment: Option<String>,
}

impl OnnxPlayer {
    /// Reads a network and lets it decide once.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a network that can play.
    pub fn open(path: impl AsRef<Path>) -> Result<OnnxPlayer, OnnxError> {
        let network = Network::new(NetworkFile::read(path.as_ref())?)?;
        Ok(OnnxPlayer { network: Arc::new(network), comment: None })
    }

    /// Returns the kind of observation that the network gets.
    pub fn observation(&self) -> Observation {
        self.network.observation()
    }

    /// The legal actions in the order of their numbers, each with what the network gives to it.
    fn ratings(&self, view: &View<'_>, legal: ActionSet) -> Result<Vec<(Action, f32)>, String> {
        let logits = self.network.logits(view)?;
        let viewpoint = view.viewpoint();
        let numbered = (0..).zip(logits).filter_map(|(id, logit)| Some((viewpoint.action(id)?, logit)));
        Ok(numbered.filter(|&(action, _)| legal.contains(action)).collect())
    }
}

impl Player for OnnxPlayer {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.comment = None;
        let ratings = self.ratings(view, legal).unwrap_or_else(|error| {
            self.comment = Some(format!("the network failed: {error}"));
            Vec::new()
        });
        let numbers = ratings.iter().filter(|(_, logit)| !logit.is_nan());
        // Of equal ones, `max_by` would take the last.
        let greatest =
            numbers.rev().max_by(|one, other| one.1.partial_cmp(&other.1).expect("they are numbers"));
        if let Some(&(action, _)) = greatest {
            return action;
        }
        self.comment.get_or_insert_with(|| "the network returned only NaN".to_owned());
        legal.iter().next().expect("there is always a legal action")
    }

    fn evaluations(&self, view: &View<'_>, legal: ActionSet) -> Vec<Evaluation> {
        let Ok(ratings) = self.ratings(view, legal) else { return Vec::new() };
        let chances = softmax(ratings.iter().map(|&(_, logit)| logit));
        let all = Evaluation::all(view);
        let evaluation = |action| {
            all.iter().find(|evaluation| evaluation.action == action).copied().expect("all are legal")
        };
        let mut evaluations: Vec<Evaluation> = ratings
            .iter()
            .zip(chances)
            .map(|(&(action, _), chance)| Evaluation { chance: Some(chance), ..evaluation(action) })
            .collect();
        evaluations.sort_by(|one, other| other.chance.partial_cmp(&one.chance).expect("chances are numbers"));
        evaluations
    }

    fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }
}

/// The chances of choices with these logits; they add up to 1.
fn softmax(logits: impl Iterator<Item = f32>) -> Vec<f64> {
    let finite = |logit: f32| if logit.is_nan() { f32::MIN } else { logit.clamp(f32::MIN, f32::MAX) };
    let logits: Vec<f64> = logits.map(|logit| f64::from(finite(logit))).collect();
    let greatest = logits.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = logits.iter().map(|logit| (logit - greatest).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_numbers_whatever_the_logits_are() {
        let chances = |logits: &[f32]| softmax(logits.iter().copied());
        assert_eq!(chances(&[0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(chances(&[f32::NAN, 1.0, f32::NEG_INFINITY]), [0.0, 1.0, 0.0]);
        assert_eq!(chances(&[f32::INFINITY, 3.0, f32::INFINITY]), [0.5, 0.0, 0.5]);
        assert_eq!(chances(&[f32::NAN; 4]), [0.25; 4]);
        let three = chances(&[2.0_f32.ln(), 0.0, 0.0]);
        assert!((three[0] - 0.5).abs() < 1e-6 && (three[1] - 0.25).abs() < 1e-6);
    }
}
