//! `/api/v1/rooms/{token}/live`: a table for people over a WebSocket.
//!
//! Not server-sent events: the moves go over the same connection, so that a move and its answer need no other one, a browser
//! may have more of them than the six that HTTP/1.1 gets, and pings find out who is gone.

use crate::api::rooms::{Wish, find, grant};
use crate::api::{App, Lang, Named};
use crate::language::Wanted;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use crate::onlooker::{Eyes, Onlooker, RoomState};
use crate::request::{Refusal, read_json};
use crate::rooms::LiveRoom;
use crate::server::stop_wanted;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use hule::{Language, Localized, say};
use serde::Serialize;
use std::sync::Arc;
use tokio::time::{MissedTickBehavior, interval};

/// How long a message of a client may be. The buffer grows to it only if one is.
const LONGEST_MESSAGE: usize = 4 << 10;
const READ_AT_ONCE: usize = 512;

/// What a client is sent.
#[derive(Serialize)]
#[serde(untagged)]
enum Word {
    State(Box<RoomState>),
    Error {
        #[serde(rename = "type")]
        kind: &'static str,
        error: String,
    },
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
) -> Result<Response, Refusal> {
    let (room, eyes) = find(&app, &token, language).await?;
    let upgrade = upgrade.map_err(|_| {
        let sentence = say!(language, "expected a WebSocket", "这里需要 WebSocket");
        Refusal::new(StatusCode::UPGRADE_REQUIRED, sentence)
    })?;
    let place = Arc::clone(&app.live).try_acquire_owned().map_err(|_| {
        let sentence = say!(language, "there are too many live connections", "实时连接太多");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    })?;
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(0); // A state is sent when it is there.
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
    let mut pings = interval(app.options.ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
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
                let wish = match message {
                    Some(Ok(Message::Text(text))) => {
                        read_json::<Wish>(text.as_bytes()).map_err(|error| error.text(language))
                    }
                    Some(Ok(Message::Binary(_))) => Err(say!(language, "expected text", "应为文本")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                add(&app.metrics.messages);
                let allowed = app.count(client, Use::Request, language);
                let done = match wish {
                    _ if allowed.is_err() => allowed,
                    Ok(wish) => grant(app, live, eyes, wish, language).await,
                    Err(error) => Err(Refusal::wrong(say!(
                        language,
                        "the message is not what is expected here: {error}",
                        "消息不符合要求：{error}"
                    ))),
                };
                match done {
                    Ok(()) => continue, // The change is told to all who may know it.
                    Err(refusal) => Word::Error { kind: "error", error: refusal.error() },
                }
            }
            _ = pings.tick() => {
                if !std::mem::take(&mut heard) || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                    return;
                }
                continue;
            }
            () = stop_wanted(&mut stopped) => {
                let reason = CloseFrame { code: close_code::AWAY, reason: "".into() };
                let _ = socket.send(Message::Close(Some(reason))).await;
                return;
            }
        };
        let text = serde_json::to_string(&word).expect("answers have nothing that JSON has not");
        if socket.send(Message::Text(text.into())).await.is_err() {
            return;
        }
    }
}
