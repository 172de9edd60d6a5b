//! `/api/v1/rooms/{token}/live`: a table for people over a WebSocket.
//!
//! Not server-sent events: the moves go over the same connection, so that a move and its answer need no other one, a browser
//! may have more of them than the six that HTTP/1.1 gets, and pings find out who is gone.

use crate::api::rooms::{Wish, find, grant};
use crate::api::socket::{self, ErrorWord, Heard};
use crate::api::{App, Named};
use crate::language::Wanted;
use crate::meter::Client;
use crate::onlooker::{Eyes, Onlooker, RoomState};
use crate::request::Refused;
use crate::rooms::LiveRoom;
use crate::server::stop_wanted;
use crate::websocket::{Upgrade, WebSocket};
use axum::extract::State as Shared;
use axum::response::Response;
use hule::Language;
use serde::Serialize;
use std::sync::Arc;

/// What a client is sent.
#[derive(Serialize)]
#[serde(untagged)]
enum Word {
    State(Box<RoomState>),
    Error(ErrorWord),
}

/// The table live.
pub async fn live(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
    client: Client,
    upgrade: Option<Upgrade>,
) -> Result<Response, Refused> {
    let (room, eyes) = find(&app, &token, language).await?;
    let (upgrade, place) = socket::accept(&app, client, upgrade, language)?;
    Ok(upgrade.answer(move |socket| async move {
        talk(socket, &app, &room, eyes, client, language).await;
        drop(place);
    }))
}

/// Sends every change and does what the client asks for, until the client disconnects or the server stops. Errors of the
/// socket mean that the client has disconnected.
async fn talk(
    mut socket: WebSocket,
    app: &Arc<App>,
    live: &Arc<LiveRoom>,
    eyes: Eyes,
    client: Client,
    language: Language,
) {
    let _connected = live.connect(eyes);
    let mut onlooker = Onlooker::new(eyes, language);
    let mut changed = live.changed.subscribe();
    changed.mark_changed(); // The client has seen nothing yet.
    let mut stopped = app.stopped.clone();
    let mut pings = socket::pings(app);
    let mut heard = true;
    loop {
        let word = tokio::select! {
            _ = changed.changed() => {
                let sitting = live.sitting.lock().await;
                match onlooker.look(&sitting.room, &live.around(&sitting)) {
                    Some(state) => Word::State(Box::new(state)),
                    None => continue, // What has changed is hidden.
                }
            }
            message = socket.receive() => {
                heard = true;
                let done = match Heard::<Wish>::of(message, app, client, language) {
                    Heard::Wish(Ok(wish)) => grant(app, live, eyes, wish, language).await,
                    Heard::Wish(Err(refusal)) => Err(refusal),
                    Heard::Sign => continue,
                    Heard::End => return,
                };
                match done {
                    Ok(()) => continue, // The change is told to all who may know it.
                    Err(refusal) => Word::Error(refusal.into()),
                }
            }
            () = pings.tick() => {
                if !std::mem::take(&mut heard) || socket.ping().await.is_err() {
                    return;
                }
                continue;
            }
            () = stop_wanted(&mut stopped) => {
                let _ = socket.close().await;
                return;
            }
        };
        if !socket::send(&mut socket, &word).await {
            return;
        }
    }
}
