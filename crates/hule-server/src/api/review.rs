//! `POST /api/v1/review`: what the decisions of a game cost, with progress while it is found out.

use crate::api::App;
use crate::api::lines::{Lines, line};
use crate::request::{Asked, Refused};
use crate::server::stop_wanted;
use crate::task::spawn;
use axum::body::Bytes;
use axum::extract::State as Shared;
use hule::review::Stopped;
use hule::{Language, Localized, say};
use hule_api::{Refusal, ReviewLine, ReviewRequest, ReviewWork, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};

/// Reviews a game. The answer is sent as lines of JSON: the progress, and at last the review. The work ends when the client
/// disconnects.
pub async fn review(
    Shared(app): Shared<Arc<App>>,
    Asked(language, asked): Asked<ReviewRequest>,
) -> Result<Lines, Refused> {
    let review = asked.work(language)?;
    let place = Arc::clone(&app.review_places).try_acquire_owned().map_err(|_| {
        let sentence = say!(
            language,
            "too many games are being reviewed; please try again later",
            "正在复盘的对局太多；请稍后再试"
        );
        Refusal::new(Status::ServiceUnavailable, sentence)
    })?;
    let (lines, sender, stop) = Lines::new();
    spawn(make(app, Job { review, language, sender, stop }, place));
    Ok(lines)
}

/// A review to be made, and who hears of it.
struct Job {
    review: ReviewWork,
    language: Language,
    sender: mpsc::Sender<Bytes>,
    stop: Arc<AtomicBool>,
}

/// Waits for a turn, and then for the review.
async fn make(app: Arc<App>, job: Job, _place: OwnedSemaphorePermit) {
    let Job { language, sender, stop, .. } = &job;
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
    let _ = std::thread::Builder::new().name("review".to_owned()).spawn(move || done.send(job.run()));
    let result = tokio::select! {
        result = &mut is_done => result,
        () = stop_wanted(&mut stopped) => {
            stop.store(true, Ordering::Relaxed);
            is_done.await
        }
    };
    drop(turn);
    let last = match result {
        Ok(Ok(review)) => review,
        Ok(Err(error)) => ReviewLine::Error { error: error.text(language) },
        Err(_) => ReviewLine::Error { error: say!(language, "the request failed", "请求失败") },
    };
    let _ = sender.send(line(&last)).await;
}

impl Job {
    fn run(&self) -> Result<ReviewLine, Stopped> {
        // A client that does not keep up hears of the next.
        self.review.run(&self.stop, |said| drop(self.sender.try_send(line(&said))))
    }
}
