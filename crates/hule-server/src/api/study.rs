//! `POST /api/v1/study`: many games, drawn while they are played.

use crate::api::App;
use crate::api::lines::{Lines, line};
use crate::rate_limit::Client;
use crate::request::{Asked, Refused};
use crate::server::stop_wanted;
use crate::study::{Courtesy, StudyPlace};
use crate::task::spawn;
use axum::body::Bytes;
use axum::extract::State as Shared;
use hule::say;
use hule_api::{Study, StudyLine, StudyRequest};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{mpsc, oneshot};

/// Plays many games and draws what comes of them. The answer is sent as lines of JSON while they are played. The work ends
/// when the client disconnects.
pub async fn study(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<StudyRequest>,
) -> Result<Lines, Refused> {
    let study = asked.study(language)?;
    let place = StudyPlace::of(&app, client, language).await?;
    let (lines, sender, stop) = Lines::new();
    let courtesy = Courtesy::new(&app, client, stop);
    spawn(work(app, study, courtesy, sender, place));
    Ok(lines)
}

/// Plays on a thread of its own, so that none of those is taken on which players at tables think.
async fn work(
    app: Arc<App>,
    mut study: Study,
    courtesy: Courtesy,
    sender: mpsc::Sender<Bytes>,
    _place: StudyPlace,
) {
    let (language, stop) = (study.language(), Arc::clone(&courtesy.stop));
    let mut stopped = app.stopped.clone();
    let (done, mut is_done) = oneshot::channel();
    let tell = sender.clone();
    let play = move || {
        let mut last = None;
        while let Some(said) = study.next_line(&courtesy) {
            match said {
                // A client that does not keep up is told of the next.
                StudyLine::Progress { .. } => drop(tell.try_send(line(&said))),
                StudyLine::Study { .. } | StudyLine::Error { .. } => last = Some(said),
            }
        }
        done.send(last)
    };
    // If it cannot be started or panics, `done` is dropped.
    let _ = std::thread::Builder::new().name("study".to_owned()).spawn(play);
    let result = tokio::select! {
        result = &mut is_done => result,
        () = stop_wanted(&mut stopped) => {
            stop.store(true, Ordering::Relaxed);
            is_done.await
        }
    };
    let last = result.ok().flatten();
    let last = last
        .unwrap_or_else(|| StudyLine::Error { error: say!(language, "the request failed", "请求失败") });
    let _ = sender.send(line(&last)).await;
}
