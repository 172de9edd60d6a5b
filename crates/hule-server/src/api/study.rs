//! `POST /api/v1/study`: many games, drawn while they are played.

use crate::api::App;
use crate::api::lines::{Lines, line, work};
use crate::rate_limit::Client;
use crate::request::{Asked, Refused};
use crate::study::{SharedScheduler, StudyPlace};
use crate::task::spawn;
use axum::extract::State as Shared;
use hule_api::StudyRequest;
use hule_report::StudyLine;
use std::sync::Arc;

/// Plays many games and draws charts of them. The answer is sent as lines of JSON while they are played. The work ends
/// when the client disconnects.
pub async fn study(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<StudyRequest>,
) -> Result<Lines, Refused> {
    let mut study = asked.study(language)?;
    let place = StudyPlace::of(&app, client, language).await?;
    let (lines, sender) = Lines::new();
    let scheduler = Arc::new(SharedScheduler::new(&app, client));
    let (progress, turns, language) = (sender.clone(), Arc::clone(&scheduler), study.language());
    let play = move || {
        let mut last = None;
        while let Some(said) = study.next_line(&*turns) {
            match said {
                // A client that does not keep up is sent the next line.
                StudyLine::Progress { .. } => drop(progress.try_send(line(&said))),
                StudyLine::Study { .. } | StudyLine::Error { .. } => last = Some(line(&said)),
            }
        }
        last
    };
    spawn(async move {
        work(&app, "study", language, sender, || scheduler.stop_study(), play).await;
        drop(place);
    });
    Ok(lines)
}
