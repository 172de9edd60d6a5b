//! `POST /api/v1/review`: what the decisions of a game cost, with progress while it is found out.

use crate::api::App;
use crate::api::lines::{Lines, line, work};
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
use tokio::sync::{OwnedSemaphorePermit, mpsc};

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
    let (lines, sender) = Lines::new();
    spawn(make(app, review, language, sender, place));
    Ok(lines)
}

/// Waits for a turn, and then for the review.
async fn make(
    app: Arc<App>,
    review: ReviewWork,
    language: Language,
    sender: mpsc::Sender<Bytes>,
    _place: OwnedSemaphorePermit,
) {
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
    let stop = Arc::new(AtomicBool::new(false));
    let (progress, stops) = (sender.clone(), Arc::clone(&stop));
    let job = move || {
        // A client that does not keep up is sent the next line.
        let reviewed = review.run(&stops, |said| drop(progress.try_send(line(&said))));
        Some(line(&reviewed.unwrap_or_else(|stopped| ReviewLine::Error { error: stopped.text(language) })))
    };
    work(&app, "review", language, sender, || stop.store(true, Ordering::Relaxed), job).await;
    drop(turn);
}
