//! The player that plays the game on in its head.

mod decision_kind;
mod experience;
mod playout;
mod world;

use super::{Player, Thought, Useful};
use crate::words::action::{Action, ActionSet};
use crate::words::random::Random;
use crate::words::seat::Seat;
use crate::game::view::View;
pub use decision_kind::{DecisionKind, ParseDecisionKindError};
pub use experience::Experience;
use playout::Playout;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use world::Worlds;

/// Imagines the tiles that it cannot see in many likely ways, plays each of its choices on in all of them, and takes
/// the one that wins most often.
///
/// It begins with the choice of [`Useful`], and takes another only if that has proved better by more than chance. The
/// others it takes for standard players: what they have not discarded and not claimed says something about their
/// hands. A game is played on for two rounds, and what it is then worth is known from experience.
#[derive(Clone, Debug)]
pub struct Search {
    options: SearchOptions,
    random: Random,
    thoughts: Vec<Thought>,
}

/// How long a [`Search`] may think about a decision, and about which decisions it thinks. With both limits, the first that
/// is reached counts; there is always one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    samples: Option<NonZeroUsize>,
    time: Option<Duration>,
    only: Option<DecisionKind>,
}

impl SearchOptions {
    /// At most so many imagined worlds for a decision.
    #[must_use]
    pub const fn samples(samples: NonZeroUsize) -> SearchOptions {
        SearchOptions { samples: Some(samples), time: None, only: None }
    }

    /// At most this much time for a decision. The choices then depend on the machine.
    #[must_use]
    pub const fn time(time: Duration) -> SearchOptions {
        SearchOptions { samples: None, time: Some(time), only: None }
    }

    /// The same with a limit of time as well.
    #[must_use]
    pub const fn and_time(self, time: Duration) -> SearchOptions {
        SearchOptions { time: Some(time), ..self }
    }

    /// The same, but it thinks about these decisions only and plays like [`Useful`] in all others. This shows which
    /// decisions gain most.
    #[must_use]
    pub const fn only(self, kind: DecisionKind) -> SearchOptions {
        SearchOptions { only: Some(kind), ..self }
    }

    /// Whether the same view and seed always lead to the same choice, however fast the machine is.
    #[must_use]
    pub const fn is_deterministic(&self) -> bool {
        self.time.is_none()
    }
}

/// 500 samples, and no limit of time.
impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions::samples(const { NonZeroUsize::new(500).expect("not zero") })
    }
}

/// As on a command line: `samples=7,time=5ms,only=claims`.
impl fmt::Display for SearchOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let samples = self.samples.map(|samples| format!("samples={samples}"));
        let time = self.time.map(|time| format!("time={}ms", time.as_millis()));
        let only = self.only.map(|only| format!("only={only}"));
        f.write_str(&samples.into_iter().chain(time).chain(only).collect::<Vec<_>>().join(","))
    }
}

impl Search {
    /// How many discards of ordinary tiles are tried, the most useful first. Everything else is tried in any case.
    const DISCARDS: usize = 4;

    /// A player with these options.
    #[must_use]
    pub const fn new(options: SearchOptions) -> Search {
        Search { options, random: Random::new(0), thoughts: Vec::new() }
    }

    /// The choices to try, the one to beat first.
    fn candidates(&self, view: &View<'_>, legal: ActionSet) -> Vec<Candidate> {
        let first = Useful.choose(view, legal);
        let mut thoughts = Useful.thoughts(view, legal);
        thoughts.sort_by_key(|thought| thought.action != first);
        let mut discards = 0;
        thoughts.retain(|thought| match thought.action {
            Action::Discard(tile) if !tile.is_special() => {
                discards += 1;
                discards <= Search::DISCARDS
            }
            _ => true,
        });
        if let Some(only) = self.options.only {
            let decided = |action| action == first || DecisionKind::between(first, action) == only;
            thoughts.retain(|thought| decided(thought.action));
        }
        thoughts.into_iter().map(Candidate::new).collect()
    }

    /// Imagines worlds until the time is up, or until only the first choice is left.
    fn try_out(&mut self, view: &View<'_>, candidates: &mut [Candidate]) {
        let deadline = self.options.time.map(|time| Instant::now() + time);
        let worlds = Worlds::of(view);
        let mut playout = Playout::of(view);
        for sample in 1..=self.options.samples.map_or(usize::MAX, NonZeroUsize::get) {
            let world = worlds.imagine(&mut self.random);
            let (first, others) = candidates.split_first_mut().expect("there is always a choice");
            let value = playout.value(&world, first.thought.action);
            first.note(value, value);
            for other in others.iter_mut().filter(|other| !other.beaten) {
                other.note(playout.value(&world, other.thought.action), value);
            }
            if sample % Candidate::FEWEST == 0 {
                others.iter_mut().for_each(Candidate::give_up_if_beaten);
                if others.iter().all(|other| other.beaten) {
                    return;
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return;
            }
        }
    }
}

impl Player for Search {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.thoughts.clear();
        if let Some(win) = [Action::Ron, Action::SelfDrawn].into_iter().find(|&win| legal.contains(win)) {
            return win;
        }
        let mut candidates = self.candidates(view, legal);
        if candidates.len() > 1 {
            self.try_out(view, &mut candidates);
        }
        // Of equals the first, so the one to beat if nothing is better.
        candidates.sort_by(|one, other| other.lead().total_cmp(&one.lead()));
        self.thoughts.extend(candidates.iter().map(Candidate::verdict));
        candidates[0].thought.action
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.random = Random::new(seed);
    }

    fn thoughts(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Thought> {
        self.thoughts.clone()
    }
}

/// A choice, and what came of it in the worlds where it was tried.
#[derive(Debug)]
struct Candidate {
    thought: Thought,
    samples: f64,
    wins: f64,
    /// The sum of the differences to the first choice in the same worlds, and of their squares.
    difference: f64,
    squares: f64,
    beaten: bool,
}

impl Candidate {
    /// In fewer worlds nothing is settled.
    const FEWEST: usize = 32;

    const fn new(thought: Thought) -> Candidate {
        Candidate { thought, samples: 0.0, wins: 0.0, difference: 0.0, squares: 0.0, beaten: false }
    }

    fn note(&mut self, value: f64, first: f64) {
        self.samples += 1.0;
        self.wins += value;
        self.difference += value - first;
        self.squares += (value - first).powi(2);
    }

    /// By how much it is better than the first choice, and the standard error of that.
    fn difference(&self) -> (f64, f64) {
        let samples = self.samples.max(1.0);
        let mean = self.difference / samples;
        let variance = (self.squares / samples - mean * mean).max(0.0);
        (mean, (variance / samples).sqrt())
    }

    fn give_up_if_beaten(&mut self) {
        let (mean, error) = self.difference();
        self.beaten |= mean + 2.0 * error < 0.0;
    }

    /// By how much it is better, less what may be chance; 0 for the first choice.
    fn lead(&self) -> f64 {
        let (mean, error) = self.difference();
        mean - error
    }

    fn verdict(&self) -> Thought {
        Thought { wins: (self.samples > 0.0).then(|| self.wins / self.samples), ..self.thought }
    }
}
