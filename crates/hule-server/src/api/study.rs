//! `POST /api/v1/study`: many games, drawn while they are played.

use crate::api::App;
use crate::api::lines::{Lines, line};
use crate::meter::Client;
use crate::request::{Asked, Refused};
use crate::server::stop_wanted;
use crate::study::{SharedScheduler, StudyPlace};
use crate::task::spawn;
use axum::body::Bytes;
use axum::extract::State as Shared;
use hule::say;
use hule_api::StudyRequest;
use hule_report::{Study, StudyLine};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Plays many games and draws charts of them. The answer is sent as lines of JSON while they are played. The work ends
/// when the client disconnects.
pub async fn study(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<StudyRequest>,
) -> Result<Lines, Refused> {
    let study = asked.study(language)?;
    let place = StudyPlace::of(&app, client, language).await?;
    let (lines, sender, _) = Lines::new();
    spawn(work(app, client, study, sender, place));
    Ok(lines)
}

/// Plays on a thread of its own, so that none of those is taken on which players at tables think.
async fn work(
    app: Arc<App>,
    client: Client,
    mut study: Study,
    sender: mpsc::Sender<Bytes>,
    _place: StudyPlace,
) {
    let language = study.language();
    let scheduler = Arc::new(SharedScheduler::new(&app, client));
    let mut stopped = app.stopped.clone();
    let (done, mut is_done) = oneshot::channel();
    let (tell, turns) = (sender.clone(), Arc::clone(&scheduler));
    let play = move || {
        let mut last = None;
        while let Some(said) = study.next_line(&*turns) {
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
    let early = tokio::select! {
        result = &mut is_done => Some(result),
        () = stop_wanted(&mut stopped) => None,
        // The client has gone.
        () = sender.closed() => None,
    };
    let result = if let Some(result) = early {
        result
    } else {
        scheduler.stop_study();
        is_done.await
    };
    let last = result.ok().flatten();
    let last = last
        .unwrap_or_else(|| StudyLine::Error { error: say!(language, "the request failed", "请求失败") });
    let _ = sender.send(line(&last)).await;
}
