//! A review in parts.

use super::decisions::{Decided, decisions};
use super::{Review, ReviewOptions, ReviewedDecision};
use crate::game::GameId;
use crate::insight::Replay;
use crate::players::{Appraisal, SearchOptions};
use crate::words::{Language, Localized, Outcome, Random, localized_errors, say};
use std::sync::atomic::AtomicBool;

/// Reviews a game decision by decision, in any order and on any machine. [`review`](super::review()) is made of this.
///
/// Two reviewers of the same game with the same options have the same decisions. So several programs can share the work,
/// send each other their decisions, as JSON for instance, and one of them finishes the review.
///
/// ```
/// use hule::review::{ReviewOptions, Reviewer};
/// use hule::{Deck, Replay};
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// let replay = Replay::standard(&Deck::seeded(1, 0));
/// let samples = NonZeroUsize::new(20).expect("not zero");
/// let reviewer = Reviewer::new(&replay, &ReviewOptions { samples, ..ReviewOptions::default() });
/// let never = AtomicBool::new(false);
/// let decisions = (0..reviewer.len()).filter_map(|index| reviewer.appraise(index, &never)).collect();
/// let review = reviewer.finish(decisions)?;
/// println!("{} decisions", review.decisions.len());
/// # Ok::<(), hule::review::WrongDecision>(())
/// ```
pub struct Reviewer {
    options: ReviewOptions,
    decided: Vec<Decided>,
    /// The number of lines of the log.
    lines: usize,
    outcome: Outcome,
}

impl Reviewer {
    /// Finds the decisions of a game.
    pub fn new(replay: &Replay, options: &ReviewOptions) -> Reviewer {
        let (decided, lines, outcome) = decisions(replay, options.seats);
        Reviewer { options: *options, decided, lines, outcome }
    }

    /// Returns the number of decisions to appraise.
    pub const fn len(&self) -> usize {
        self.decided.len()
    }

    /// Returns whether there is nothing to appraise.
    pub const fn is_empty(&self) -> bool {
        self.decided.is_empty()
    }

    /// Appraises a decision, by its index from 0 to [`len`](Reviewer::len). Returns `None` if there is no such decision or
    /// `stop` is set before it is done.
    pub fn appraise(&self, index: usize, stop: &AtomicBool) -> Option<ReviewedDecision> {
        let decided = self.decided.get(index)?;
        let seat = decided.turn.seat();
        let random = Random::new(GameId::new(self.options.seed, decided.number as u64).player_seed(seat));
        let options = SearchOptions::samples(self.options.samples);
        let appraisal =
            Appraisal::until(&decided.game.view(seat), Some(decided.made), options, random, stop)?;
        Some(ReviewedDecision::new(decided, appraisal))
    }

    /// Sums up all decisions, which have to be in order.
    ///
    /// # Errors
    /// Returns an error if a decision is missing, or one is none of this review.
    pub fn finish(&self, decisions: Vec<ReviewedDecision>) -> Result<Review, WrongDecision> {
        let fits = |index: usize| match (self.decided.get(index), decisions.get(index)) {
            (Some(decided), Some(decision)) => decision.is_of(decided),
            _ => false,
        };
        match (0..self.len().max(decisions.len())).find(|&index| !fits(index)) {
            Some(index) => Err(WrongDecision { index }),
            None => Ok(Review::new(&self.options, self.outcome, self.lines, decisions)),
        }
    }
}

impl ReviewedDecision {
    /// Whether this is an appraisal of the decision.
    fn is_of(&self, decided: &Decided) -> bool {
        let best = self.choices.first();
        (self.number, self.line, self.turn, self.made)
            == (decided.number, decided.line, decided.turn, decided.made)
            && self.seat == decided.turn.seat()
            && best.is_some_and(|best| best.wins.is_some() && best.wins_error.is_some())
    }
}

/// A decision is missing, or is none of the review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongDecision {
    /// Its index among those of the review.
    pub index: usize,
}

impl Localized for WrongDecision {
    fn text(&self, language: Language) -> String {
        let number = self.index + 1;
        say!(
            language,
            "decision {number} is missing or is none of this review",
            "第 {number} 个决定缺失，或不属于这次复盘"
        )
    }
}

localized_errors!(WrongDecision);
