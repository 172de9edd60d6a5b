//! `POST /api/v1/review`: what the decisions of a game cost, with progress while it is found out.

use crate::api::lines::{Lines, line};
use crate::api::{App, Lang};
use crate::request::{Asked, Refusal};
use crate::seed::Unchecked;
use crate::server::stop_wanted;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use hule::review::{Review, ReviewOptions, Stopped};
use hule::{BySeat, Language, Localized, Replay, Seat, say};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use utoipa::ToSchema;

/// How many samples a client may ask for.
const MOST_SAMPLES: usize = 10_000;

/// A game to review: one of `text` and `packed`.
#[derive(Deserialize, ToSchema)]
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
    #[schema(value_type = Option<usize>)]
    samples: Option<Unchecked>,
}

/// A line of the answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ReviewLine {
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

/// Reviews a game. The answer is sent as lines of JSON: the progress, and at last the review. The work ends when the client
/// disconnects.
#[utoipa::path(post, path = "/api/v1/review", request_body = ReviewRequest, params(Lang), tag = "watch",
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"), (status = 422, body = Refusal),
        (status = 503, body = Refusal)))]
pub async fn review(
    Shared(app): Shared<Arc<App>>,
    Asked(language, asked): Asked<ReviewRequest>,
) -> Result<Lines, Refusal> {
    let replay = asked.replay(language)?;
    let options = asked.options(language)?;
    let place = Arc::clone(&app.review_places).try_acquire_owned().map_err(|_| {
        let sentence = say!(
            language,
            "too many games are being reviewed; please try again later",
            "正在复盘的对局太多；请稍后再试"
        );
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    })?;
    let (lines, sender, stop) = Lines::new();
    tokio::spawn(work(app, Work { replay, options, language, sender, stop }, place));
    Ok(lines)
}

impl ReviewRequest {
    fn replay(&self, language: Language) -> Result<Replay, Refusal> {
        match (&self.text, &self.packed) {
            (Some(text), None) => {
                Replay::read(text).map_err(|error| Refusal::wrong_line(error.text(language), error.line()))
            }
            (None, Some(packed)) => {
                Replay::unpack(packed).map_err(|error| Refusal::wrong(error.text(language)))
            }
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
                let samples =
                    samples.count("samples").map_err(|error| Refusal::wrong_number(error, language))?;
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
struct Work {
    replay: Replay,
    options: ReviewOptions,
    language: Language,
    sender: mpsc::Sender<Bytes>,
    stop: Arc<AtomicBool>,
}

/// Waits for a turn, and then for the review.
async fn work(app: Arc<App>, work: Work, _place: OwnedSemaphorePermit) {
    let Work { language, sender, stop, .. } = &work;
    let (language, sender, stop) = (*language, sender.clone(), Arc::clone(stop));
    let mut stopped = app.stopped.clone();
    // The client has just connected, and there is room for a line.
    let _ = sender.try_send(line(&ReviewLine::Progress { done: 0, total: 0 }));
    let turn = tokio::select! {
        turn = app.reviews.acquire() => turn,
        () = sender.closed() => return,
        () = stop_wanted(&mut stopped) => {
            let _ = sender.try_send(line(&ReviewLine::Error { error: Stopped.text(language) }));
            return;
        }
    };
    let (done, mut is_done) = oneshot::channel();
    // A thread of its own, so that reviews take none of those on which players at tables think. If it cannot be started
    // or panics, `done` is dropped.
    let _ = std::thread::Builder::new().name("review".to_owned()).spawn(move || done.send(work.run()));
    let result = tokio::select! {
        result = &mut is_done => result,
        () = stop_wanted(&mut stopped) => {
            stop.store(true, Ordering::Relaxed);
            is_done.await
        }
    };
    drop(turn);
    let last = match result {
        Ok(Ok(review)) => ReviewLine::Review { review },
        Ok(Err(error)) => ReviewLine::Error { error },
        Err(_) => ReviewLine::Error { error: say!(language, "the request failed", "请求失败") },
    };
    let _ = sender.send(line(&last)).await;
}

impl Work {
    fn run(&self) -> Result<Box<Review>, String> {
        let progress = |done, total| {
            // A client that does not keep up hears of the next.
            let _ = self.sender.try_send(line(&ReviewLine::Progress { done, total }));
        };
        hule::review::review(&self.replay, &self.options, NonZeroUsize::MIN, &self.stop, progress)
            .map(Box::new)
            .map_err(|error| error.text(self.language))
    }
}
