//! A player that simulates the rest of the game.

mod appraisal;
mod decision_kind;
mod playout;
mod win_rate;
mod world;

use super::{Evaluation, Net, Player};
use crate::game::View;
use crate::words::{Action, ActionSet, Instant, Random, Seat};
pub use appraisal::Appraisal;
pub use decision_kind::DecisionKind;
use playout::Playout;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;
pub use win_rate::WinRateClass;
use world::Worlds;

/// Samples the tiles that it cannot see, simulates the choices of [`Net`] in every sample, and takes the choice that wins
/// most often.
///
/// It tries up to four choices to which the network gives at least a hundredth of the chance of the first; most often there
/// is only one. Another than the first is taken only if it is better by more than one standard error, and the more, the less
/// the network thinks of it. The other players are assumed to be standard players, and samples that contradict their
/// discards and declined claims are mostly rejected. Each simulation stops after two rounds and is then rated by
/// [`WinRateClass`]. The network is the [built-in](Net::built_in) one.
#[derive(Clone, Debug)]
pub struct Search {
    options: SearchOptions,
    random: Random,
    evaluations: Vec<Evaluation>,
}

/// The limits of a [`Search`] per decision, and the decisions that it searches. There is always a limit; if there are
/// two, the search stops at the first that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    samples: Option<NonZeroUsize>,
    time: Option<Duration>,
    only: Option<DecisionKind>,
}

impl SearchOptions {
    /// Limits the number of samples.
    pub const fn samples(samples: NonZeroUsize) -> SearchOptions {
        SearchOptions { samples: Some(samples), time: None, only: None }
    }

    /// Limits the time, rounded up to milliseconds. The choices then depend on the speed of the machine.
    pub const fn time(time: Duration) -> SearchOptions {
        SearchOptions { samples: None, time: Some(milliseconds(time)), only: None }
    }

    /// Adds a limit of time, rounded up to milliseconds.
    pub const fn and_time(self, time: Duration) -> SearchOptions {
        SearchOptions { time: Some(milliseconds(time)), ..self }
    }

    /// Searches only decisions of this kind and plays like [`Net`] otherwise, to measure which decisions matter.
    pub const fn only(self, kind: DecisionKind) -> SearchOptions {
        SearchOptions { only: Some(kind), ..self }
    }

    /// Returns the limit of samples; `None` if only the time is limited.
    pub const fn max_samples(&self) -> Option<NonZeroUsize> {
        self.samples
    }

    /// Returns the limit of time; `None` if only the samples are limited.
    pub const fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns whether the choices depend only on the views and the seed, not on the speed of the machine.
    pub const fn is_deterministic(&self) -> bool {
        self.time.is_none()
    }
}

/// A time as names of players have it: at least a millisecond, without a part of one.
const fn milliseconds(time: Duration) -> Duration {
    let rounded = time.as_nanos().div_ceil(1_000_000);
    let most = u64::MAX as u128;
    Duration::from_millis(if rounded == 0 {
        1
    } else if rounded > most {
        u64::MAX
    } else {
        rounded as u64
    })
}

/// 500 samples, without a limit of time.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions::samples(const { NonZeroUsize::new(500).expect("not zero") })
    }
}

/// The syntax of [`PlayerName`](super::PlayerName): `samples=7,time=5ms,only=claims`.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let samples = self.samples.map(|samples| format!("samples={samples}"));
        let time = self.time.map(|time| format!("time={}ms", time.as_millis()));
        let only = self.only.map(|only| format!("only={only}"));
        f.write_str(&samples.into_iter().chain(time).chain(only).collect::<Vec<_>>().join(","))
    }
}

impl Search {
    /// A choice is tried if the logarithm of its chance, divided by the greatest, is at least this: 1 %.
    const LEAST: f64 = -4.6;

    /// How many choices are tried at most.
    const MOST: usize = 4;

    /// Creates a player with these options.
    pub const fn new(options: SearchOptions) -> Search {
        Search { options, random: Random::new(0), evaluations: Vec::new() }
    }

    /// The choices to try, that of the network first, and what it thinks of the others.
    fn candidates(&self, view: &View<'_>, legal: ActionSet) -> (Vec<Candidate>, Vec<Evaluation>) {
        let preferences = Net::built_in().preferences(view, legal);
        let first = preferences[0].0.action;
        let decided =
            |action| self.options.only.is_none_or(|only| DecisionKind::between(first, action) == only);
        let (mut candidates, mut others) = (Vec::new(), Vec::new());
        for (evaluation, logarithm) in preferences {
            let tried =
                logarithm >= Search::LEAST && candidates.len() < Search::MOST && decided(evaluation.action);
            if tried || evaluation.action == first {
                candidates.push(Candidate::new(evaluation, Candidate::TRUST * logarithm));
            } else {
                others.push(evaluation);
            }
        }
        (candidates, others)
    }

    /// Samples until all samples are taken, only the default is left, or `stopped` says so.
    fn try_out(&mut self, view: &View<'_>, candidates: &mut [Candidate], mut stopped: impl FnMut() -> bool) {
        let worlds = Worlds::of(view);
        let mut playout = Playout::of(view);
        for sample in 1..=self.options.samples.map_or(usize::MAX, NonZeroUsize::get) {
            let world = worlds.imagine(&mut self.random);
            let (first, others) = candidates.split_first_mut().expect("there is always a choice");
            let value = playout.value(&world, first.evaluation.action);
            first.note(value, value);
            for other in others.iter_mut().filter(|other| !other.beaten) {
                other.note(playout.value(&world, other.evaluation.action), value);
            }
            if sample % Candidate::FEWEST == 0 {
                others.iter_mut().for_each(Candidate::give_up_if_beaten);
                if others.iter().all(|other| other.beaten) {
                    return;
                }
            }
            if stopped() {
                return;
            }
        }
    }
}

impl Player for Search {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.evaluations.clear();
        if let Some(win) = legal.win() {
            return win;
        }
        let (mut candidates, others) = self.candidates(view, legal);
        if candidates.len() > 1 {
            let deadline = self.options.time.map(|time| Instant::now() + time);
            self.try_out(view, &mut candidates, || {
                deadline.is_some_and(|deadline| Instant::now() >= deadline)
            });
        }
        Candidate::sort(&mut candidates);
        self.evaluations.extend(candidates.iter().map(Candidate::verdict).chain(others));
        candidates[0].evaluation.action
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.random = Random::new(seed);
    }

    fn evaluations(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Evaluation> {
        self.evaluations.clone()
    }
}

/// A choice and its results.
#[derive(Debug)]
struct Candidate {
    evaluation: Evaluation,
    /// What is added to the difference because of the chance that the network gives it.
    prior: f64,
    samples: f64,
    wins: f64,
    /// The sum of the differences to the default in the same samples, and of their squares.
    difference: f64,
    squares: f64,
    beaten: bool,
}

impl Candidate {
    /// What a choice with an `e`-th of the chance must win more: the network knows more than the samples.
    const TRUST: f64 = 0.005;

    /// The number of samples between two comparisons.
    const FEWEST: usize = 32;

    const fn new(evaluation: Evaluation, prior: f64) -> Candidate {
        Candidate { evaluation, prior, samples: 0.0, wins: 0.0, difference: 0.0, squares: 0.0, beaten: false }
    }

    fn note(&mut self, value: f64, first: f64) {
        self.samples += 1.0;
        self.wins += value;
        self.difference += value - first;
        self.squares += (value - first).powi(2);
    }

    /// The mean difference to the default, and its standard error.
    fn difference(&self) -> (f64, f64) {
        let samples = self.samples.max(1.0);
        let mean = self.difference / samples;
        let variance = (self.squares / samples - mean * mean).max(0.0);
        (mean, (variance / samples).sqrt())
    }

    fn give_up_if_beaten(&mut self) {
        let (mean, error) = self.difference();
        self.beaten |= self.prior + mean + 2.0 * error < 0.0;
    }

    /// The mean difference less its standard error and what the network holds against it; 0 for the default.
    fn lead(&self) -> f64 {
        let (mean, error) = self.difference();
        self.prior + mean - error
    }

    /// Puts the choice to take first.
    fn sort(candidates: &mut [Candidate]) {
        // The sort is stable, so the default wins ties.
        candidates.sort_by(|one, other| other.lead().total_cmp(&one.lead()));
    }

    fn verdict(&self) -> Evaluation {
        Evaluation { wins: (self.samples > 0.0).then(|| self.wins / self.samples), ..self.evaluation }
    }
}
