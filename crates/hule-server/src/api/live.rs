//! `/api/v1/tables/{table}/live`: a table over a WebSocket.

use crate::api::tables::{Act, find, make, take_back, think};
use crate::api::{App, Lang, Named};
use crate::language::Wanted;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use crate::request::{Refusal, read_json};
use crate::seed::Unchecked;
use crate::server::stop_wanted;
use crate::table::{Hint, State};
use crate::tables::LiveTable;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use hule::{Language, Localized, say};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::time::{MissedTickBehavior, interval};

/// How long a message of a client may be.
const LONGEST_MESSAGE: usize = 4 << 10;

/// What a client may send.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields, expecting = "an object with `type`")]
enum Wish {
    Act { action: String, turn: Unchecked },
    Undo,
    Hint,
}

/// What a client is sent. The state and the hint say themselves what they are.
#[derive(Serialize)]
#[serde(untagged)]
enum Word {
    State(Box<State>),
    Hint(Hint),
    Error {
        #[serde(rename = "type")]
        kind: &'static str,
        error: String,
    },
}

/// The table live: the server sends the state at once and after every change. The client may send
/// `{"type":"act","action":…,"turn":…}`, `{"type":"undo"}` and `{"type":"hint"}`; what is wrong with it comes back as
/// `{"type":"error","error":…}`.
#[utoipa::path(get, path = "/api/v1/tables/{table}/live", params(("table" = String, Path), Lang), tag = "play",
    responses((status = 101, description = "a WebSocket"), (status = 404, body = Refusal), (status = 426, body = Refusal)))]
pub async fn live(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
    client: Client,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let table = find(&app, &id, language)?;
    let upgrade = upgrade.map_err(|_| {
        let sentence = say!(language, "expected a WebSocket", "这里需要 WebSocket");
        Refusal::new(StatusCode::UPGRADE_REQUIRED, sentence)
    })?;
    let seat = Arc::clone(&app.live).try_acquire_owned().map_err(|_| {
        let sentence = say!(language, "there are too many live connections", "实时连接太多");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    })?;
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(LONGEST_MESSAGE)
        .write_buffer_size(0); // A state is sent when it is there.
    Ok(upgrade.on_upgrade(move |socket| async move {
        talk(socket, &app, &table, client, language).await;
        drop(seat);
    }))
}

/// Sends every change and does what the client asks for, until the client disconnects or the server stops. Errors of the
/// socket mean that the client has disconnected.
async fn talk(
    mut socket: WebSocket,
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
) {
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
                Word::State(Box::new(live.table.lock().await.state(&live.id, language)))
            }
            message = socket.recv() => {
                heard = true;
                let wish = match message {
                    Some(Ok(Message::Text(text))) => {
                        read_json(text.as_bytes()).map_err(|error| error.text(language))
                    }
                    Some(Ok(Message::Binary(_))) => Err(say!(language, "expected text", "应为文本")),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                };
                add(&app.metrics.messages);
                let allowed = app.count(client, Use::Request, language);
                let done = match wish {
                    _ if allowed.is_err() => allowed.map(|()| None),
                    Ok(Wish::Act { action, turn }) => make(app, live, client, Act { action, turn }, language).await.map(|()| None),
                    Ok(Wish::Undo) => take_back(app, live, client, language).await.map(|()| None),
                    Ok(Wish::Hint) => think(app, live, client, language).await.map(Some),
                    Err(error) => Err(Refusal::wrong(say!(
                        language,
                        "the message is not what is expected here: {error}",
                        "消息不符合要求：{error}"
                    ))),
                };
                match done {
                    Ok(None) => continue, // The change is told to all who follow.
                    Ok(Some(hint)) => Word::Hint(hint),
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
