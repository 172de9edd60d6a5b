//! `/api/v1/rooms/{token}/live`: a table for people over a WebSocket.
//!
//! Not server-sent events: the moves go over the same connection, so that a move and its answer need no other one, a browser
//! may have more of them than the six that HTTP/1.1 gets, and pings find out who is gone.

use crate::api::rooms::{Wish, find, grant};
use crate::api::socket::{self, ErrorWord, Heard};
use crate::api::{App, Lang, Named};
use crate::language::Wanted;
use crate::meter::Client;
use crate::onlooker::{Eyes, Onlooker, RoomState};
use crate::request::Refused;
use crate::rooms::LiveRoom;
use crate::server::stop_wanted;
use axum::extract::State as Shared;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::response::Response;
use hule::Language;
use hule_api::Refusal;
use serde::Serialize;
use std::sync::Arc;

/// There may be many connections, and most messages are short. The buffer grows if one is not.
const READ_AT_ONCE: usize = 512;

/// What a client is sent.
#[derive(Serialize)]
#[serde(untagged)]
enum Word {
    State(Box<RoomState>),
    Error(ErrorWord),
}

/// The table live: the server sends the whole state at once, and after every change what is new for this seat. The client
/// may send `{"type":"sit","name":…}`, `{"type":"start"}`, `{"type":"act","action":…,"turn":…}`, `{"type":"leave"}` and
/// `{"type":"again"}`; what is wrong with it comes back as `{"type":"error","error":…}`. A move is stored when a state with
/// a greater `turn` arrives.
#[utoipa::path(get, operation_id = "room_live", path = "/api/v1/rooms/{token}/live", params(("token" = String, Path), Lang), tag = "friends",
    responses((status = 101, description = "a WebSocket"), (status = 404, body = Refusal), (status = 426, body = Refusal)))]
pub async fn live(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
    client: Client,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let (room, eyes) = find(&app, &token, language).await?;
    let (upgrade, place) = socket::accept(&app, client, upgrade, READ_AT_ONCE, language)?;
    Ok(upgrade.on_upgrade(move |socket| async move {
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
            message = socket.recv() => {
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
                if !std::mem::take(&mut heard) || !socket::ping(&mut socket).await {
                    return;
                }
                continue;
            }
            () = stop_wanted(&mut stopped) => return socket::close(&mut socket).await,
        };
        if !socket::send(&mut socket, &word).await {
            return;
        }
    }
}
