//! Reviews of finished games: what each decision cost.
//!
//! Every decision with more than one legal action is [appraised](crate::players::Appraisal) from the view of the seat
//! that made it: hands that it could not see have no influence. The estimates are those of
//! [`Search`](crate::players::Search): a chance to win is the mean over imagined games, in which the other hands and the wall are
//! drawn at random such that they fit the discards, the seat goes on like [`GreedyPlayer`](crate::players::GreedyPlayer), and the others are
//! standard players. An imagined game that is not over after two rounds counts as the share of games that were won from
//! similar situations ([`WinRateClass`](crate::players::WinRateClass)).

mod decisions;
mod reviewer;

use super::queue::{Length, Parallel, in_order};
use crate::game::Evaluation;
use crate::insight::Replay;
use crate::players::Appraisal;
use crate::players::estimate::Measured;
use crate::words::{Action, BySeat, Language, Localized, Outcome, Seat, Turn, localized_errors, say};
use decisions::Decided;
pub use reviewer::{Reviewer, WrongDecision};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// What to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// The seats whose decisions are reviewed.
    pub seats: BySeat<bool>,
    /// The number of imagined games that select the best choice of a decision, and the number of those that then
    /// measure the choices.
    pub samples: NonZeroUsize,
    /// The seed of the imagined games.
    pub seed: u64,
}

impl ReviewOptions {
    /// The default number of samples.
    pub const SAMPLES: NonZeroUsize = NonZeroUsize::new(5000).expect("not zero");
}

/// All seats, [`SAMPLES`](ReviewOptions::SAMPLES) samples and seed 0.
impl Default for ReviewOptions {
    fn default() -> ReviewOptions {
        ReviewOptions { seats: BySeat::splat(true), samples: ReviewOptions::SAMPLES, seed: 0 }
    }
}

/// The review of a game. With serde it is the object of docs/PROTOCOL.md.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Review {
    /// The version of the format, [`Review::VERSION`].
    pub version: u32,
    /// The number of samples.
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    pub samples: NonZeroUsize,
    /// The seed of the imagined games.
    pub seed: u64,
    /// How the game ended.
    pub outcome: Outcome,
    /// A summary for each reviewed seat.
    pub seats: Vec<SeatReview>,
    /// The decisions of these seats that had more than one legal action, in the order of the game.
    pub decisions: Vec<ReviewedDecision>,
}

/// What a seat lost in the whole game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatReview {
    /// The seat.
    pub seat: Seat,
    /// The number of its decisions.
    pub decisions: usize,
    /// In how many of them the best choice was made.
    pub agreed: usize,
    /// In how many of them the loss is more than chance.
    pub mistakes: usize,
    /// The mean loss per decision; 0 without decisions. The error is that of the samples.
    pub loss: Measured,
    /// The [numbers](ReviewedDecision::number) of its worst decisions, worst first: at most [`SeatReview::WORST`] of the mistakes.
    pub worst: Vec<usize>,
    /// The estimated chance to win over the game.
    pub curve: Vec<CurvePoint>,
}

impl SeatReview {
    /// The most decisions in `worst`.
    pub const WORST: usize = 5;
}

/// A point of the curve of a seat: its chance to win before one of its decisions, if it makes the best choice, as far as
/// the seat can know. The last point is the end of the game, with 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurvePoint {
    /// The line of the decision; at the end, the last line of the log.
    pub line: usize,
    /// The chance to win.
    pub wins: f64,
    /// Its standard error.
    pub error: f64,
}

/// A decision and its choices.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReviewedDecision {
    /// The index of the decision in [`Replay::actions`].
    pub number: usize,
    /// The line of the text log that it caused, counted from 1; for a declined claim, the line of the discard.
    pub line: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// What it had to decide.
    pub turn: Turn,
    /// What it did.
    pub made: Action,
    /// The best choice.
    pub best: Action,
    /// How much less often `made` wins than `best` in the same samples. Negative if it won more often.
    pub loss: Measured,
    /// Whether the loss is more than chance. Otherwise `made` and `best` are about equal, or the same.
    pub mistake: bool,
    /// The choices, as [`Appraisal::choices`] returns them.
    pub choices: Vec<Evaluation>,
}

impl ReviewedDecision {
    fn new(decided: &Decided, appraisal: Appraisal) -> ReviewedDecision {
        let made = appraisal.choice(decided.made).expect("what was made was tried");
        let loss = made.loss.expect("what was made was tried");
        ReviewedDecision {
            number: decided.number,
            line: decided.line,
            seat: decided.turn.seat(),
            turn: decided.turn,
            made: decided.made,
            best: appraisal.best().action,
            loss,
            mistake: loss.is_positive(),
            choices: appraisal.into_choices(),
        }
    }

    fn point(&self) -> CurvePoint {
        let best = &self.choices[0];
        CurvePoint {
            line: self.line,
            wins: best.wins.expect("the best was tried"),
            error: best.wins_error.expect("the best was tried"),
        }
    }
}

/// Reviews a game on several threads. The result does not depend on their number.
///
/// `progress` is called with the number of decisions that are done and the number of all.
///
/// ```
/// use hule::review::{ReviewOptions, review};
/// use hule::{Deck, Replay};
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// let replay = Replay::standard(&Deck::seeded(1, 0));
/// let samples = NonZeroUsize::new(20).expect("not zero");
/// let options = ReviewOptions { samples, ..ReviewOptions::default() };
/// let review = review(&replay, &options, NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {})?;
/// for seat in &review.seats {
///     println!("{} lost {:.2} % per decision", seat.seat, 100.0 * seat.loss.mean);
/// }
/// # Ok::<(), hule::review::Stopped>(())
/// ```
///
/// # Errors
/// Returns an error if `stop` was set before the end.
pub fn review(
    replay: &Replay,
    options: &ReviewOptions,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Review, Stopped> {
    let reviewer = Reviewer::new(replay, options);
    let how = Parallel { threads, chunk: NonZeroUsize::MIN, stop };
    let mut decisions = Vec::with_capacity(reviewer.len());
    progress(0, reviewer.len());
    in_order(
        &(0..reviewer.len() as u64),
        how,
        Length::Fixed,
        || |range: std::ops::Range<u64>| reviewer.appraise(range.start as usize, stop),
        |_, decision| {
            let Some(decision) = decision else { return ControlFlow::Break(()) };
            decisions.push(decision);
            progress(decisions.len(), reviewer.len());
            ControlFlow::Continue(())
        },
    );
    // If it was not stopped, all are there.
    reviewer.finish(decisions).map_err(|_| Stopped)
}

impl Review {
    /// The version of the JSON format (docs/PROTOCOL.md).
    pub const VERSION: u32 = 1;

    fn new(
        options: &ReviewOptions,
        outcome: Outcome,
        lines: usize,
        decisions: Vec<ReviewedDecision>,
    ) -> Review {
        let ReviewOptions { seats, samples, seed } = *options;
        let mut review =
            Review { version: Review::VERSION, samples, seed, outcome, seats: Vec::new(), decisions };
        let seats = Seat::ALL.into_iter().filter(|&seat| seats[seat]);
        review.seats = seats.map(|seat| review.sum_up(seat, lines)).collect();
        review
    }

    /// Returns the decisions of a seat.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = &ReviewedDecision> {
        self.decisions.iter().filter(move |decision| decision.seat == seat)
    }

    /// Returns the mistakes of a seat, greatest loss first.
    pub fn mistakes(&self, seat: Seat) -> Vec<&ReviewedDecision> {
        let mut mistakes: Vec<_> = self.of(seat).filter(|decision| decision.mistake).collect();
        mistakes.sort_by(|one, other| other.loss.mean.total_cmp(&one.loss.mean));
        mistakes
    }

    #[allow(clippy::cast_precision_loss)] // There are a few hundred.
    fn sum_up(&self, seat: Seat, lines: usize) -> SeatReview {
        let decisions = self.of(seat).count();
        let mistakes = self.mistakes(seat);
        let sum: f64 = self.of(seat).map(|decision| decision.loss.mean).sum();
        let squares: f64 = self.of(seat).map(|decision| decision.loss.error.powi(2)).sum();
        let each = decisions.max(1) as f64;
        let won = self.outcome.winner() == Some(seat);
        let end = CurvePoint { line: lines, wins: f64::from(u8::from(won)), error: 0.0 };
        SeatReview {
            seat,
            decisions,
            agreed: self.of(seat).filter(|decision| decision.made == decision.best).count(),
            mistakes: mistakes.len(),
            loss: Measured { mean: sum / each, error: squares.sqrt() / each },
            worst: mistakes.iter().take(SeatReview::WORST).map(|decision| decision.number).collect(),
            curve: self.of(seat).map(ReviewedDecision::point).chain([end]).collect(),
        }
    }
}

/// A review was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Localized for Stopped {
    fn text(&self, language: Language) -> String {
        say!(language, "the review was stopped", "复盘被中断")
    }
}

localized_errors!(Stopped);
