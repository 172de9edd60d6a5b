//! `/review`: what the decisions of a game cost, with progress while it is found out.

use crate::read::{need_network, read_count, read_packed};
use crate::refusal::Refusal;
use crate::seed::Unchecked;
use hule::review::{Review, ReviewOptions, Reviewer, Stopped};
use hule::{BySeat, Language, Localized, Replay, Seat, say};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// How many samples a client may ask for.
const MOST_SAMPLES: usize = 10_000;

/// A game to review: one of `text` and `packed`.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ReviewRequest {
    /// A log, or a deck that four standard players play.
    text: Option<String>,
    /// A packed game.
    packed: Option<String>,
    /// The seats whose decisions are reviewed; all if none are named.
    #[serde(default)]
    seats: Vec<Seat>,
    /// The number of imagined games that select the best choice of a decision, and of those that then measure the
    /// choices: 1 to 10000, by default 5000.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<usize>))]
    samples: Option<Unchecked>,
}

/// A line of the answer.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReviewLine {
    /// How far the review is. The first comes at once, even if the review has to wait for others.
    Progress {
        /// How many decisions are reviewed.
        done: usize,
        /// How many there are; 0 if that is not known yet.
        total: usize,
    },
    /// The review, in the last line.
    Review {
        /// What `hule review --json` prints; docs/PROTOCOL.md says more of its fields.
        #[serde(flatten)]
        review: Box<Review>,
    },
    /// Why there is no review, in the last line.
    Error {
        /// One sentence.
        error: String,
    },
}

impl ReviewRequest {
    /// The review to be made.
    ///
    /// # Errors
    /// Returns a refusal if the game or the number of samples is wrong.
    pub fn work(&self, language: Language) -> Result<ReviewWork, Refusal> {
        let replay = self.replay(language)?;
        let options = self.options(language)?;
        need_network(language)?;
        Ok(ReviewWork { replay, options })
    }

    fn replay(&self, language: Language) -> Result<Replay, Refusal> {
        match (&self.text, &self.packed) {
            (Some(text), None) => {
                Replay::read(text).map_err(|error| Refusal::wrong_line(error.text(language), error.line()))
            }
            (None, Some(packed)) => read_packed(packed, language),
            _ => Err(Refusal::wrong(say!(
                language,
                "expected one of text and packed",
                "应给出 text、packed 之一"
            ))),
        }
    }

    fn options(&self, language: Language) -> Result<ReviewOptions, Refusal> {
        let seats = BySeat::from_fn(|seat| self.seats.is_empty() || self.seats.contains(&seat));
        let samples = match &self.samples {
            None => ReviewOptions::SAMPLES,
            Some(samples) => {
                let samples = read_count(samples, "samples", language)?;
                let allowed = NonZeroUsize::new(samples).filter(|samples| samples.get() <= MOST_SAMPLES);
                allowed.ok_or_else(|| {
                    Refusal::wrong(say!(
                        language,
                        "a review here takes 1 to {MOST_SAMPLES} samples",
                        "这里的复盘使用 1 到 {MOST_SAMPLES} 个样本"
                    ))
                })?
            }
        };
        Ok(ReviewOptions { seats, samples, ..ReviewOptions::default() })
    }
}

/// A review to be made.
pub struct ReviewWork {
    replay: Replay,
    options: ReviewOptions,
}

impl ReviewWork {
    /// Makes it on this thread, and tells how far it is.
    ///
    /// # Errors
    /// Returns an error if `stop` was set before the end.
    pub fn run(&self, stop: &AtomicBool, mut tell: impl FnMut(ReviewLine)) -> Result<ReviewLine, Stopped> {
        let progress = |done, total| tell(ReviewLine::Progress { done, total });
        hule::review::review(&self.replay, &self.options, NonZeroUsize::MIN, stop, progress)
            .map(|review| ReviewLine::Review { review: Box::new(review) })
    }

    /// The same decision by decision, for several who share the work.
    pub fn reviewer(&self) -> Reviewer {
        Reviewer::new(&self.replay, &self.options)
    }
}
