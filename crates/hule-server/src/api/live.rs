//! `/api/v2/tables/{token}/live`: a table over a WebSocket.
//!
//! Not server-sent events: the moves go over the same connection, so that a move and its answer need no other one, a browser
//! may have more of them than the six that HTTP/1.1 gets, and pings find out which client is gone.

use crate::api::tables::run;
use crate::api::{App, Named};
use crate::clocks::Ticks;
use crate::language::Wanted;
use crate::limits::Use;
use crate::metrics::add;
use crate::rate_limit::Client;
use crate::registry::LiveTable;
use crate::request::Refused;
use crate::server::stop_wanted;
use crate::table_updates::find;
use crate::websocket::{Message, Upgrade, WebSocket};
use axum::extract::State as Shared;
use axum::response::Response;
use hule::{Language, Localized, say};
use hule_api::{Hint, Refusal, State, Status, TableCommand, Viewer, ViewerFeed, read_json};
use serde::Serialize;
use std::sync::Arc;

/// What a client is sent. The state and the hint say themselves what they are.
#[derive(Serialize)]
#[serde(untagged)]
enum Sent {
    State(Box<State>),
    Hint(Hint),
    Error {
        #[serde(rename = "type")]
        kind: &'static str,
        error: String,
    },
}

/// The table live.
pub async fn live(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
    client: Client,
    upgrade: Option<Upgrade>,
) -> Result<Response, Refused> {
    let (table, viewer) = find(&app, &token).await.map_err(|error| error.refusal(language))?;
    let upgrade = upgrade.ok_or_else(|| {
        let sentence = say!(language, "expected a WebSocket", "这里需要 WebSocket");
        Refusal::new(Status::UpgradeRequired, sentence)
    })?;
    let held = app.usage.hold(client.0).ok_or_else(|| {
        let sentence =
            say!(language, "your address has too many live connections", "你的 IP 地址的实时连接太多");
        Refusal::new(Status::TooManyRequests, sentence)
    })?;
    let place = Arc::clone(&app.live).try_acquire_owned().map_err(|_| {
        let sentence = say!(language, "there are too many live connections", "实时连接太多");
        Refusal::new(Status::ServiceUnavailable, sentence)
    })?;
    Ok(upgrade.answer(move |socket| async move {
        serve(socket, &app, &table, viewer, client, language).await;
        drop((held, place));
    }))
}

/// Sends every change and does what the client asks for, until the client disconnects or the server stops. Errors of the
/// socket mean that the client has disconnected.
async fn serve(
    mut socket: WebSocket,
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    viewer: Viewer,
    client: Client,
    language: Language,
) {
    let _connected = live.connect(viewer);
    let mut feed = ViewerFeed::new(viewer, language);
    let mut changed = live.changed.subscribe();
    changed.mark_changed(); // The client has seen nothing yet.
    let mut stopped = app.stopped.clone();
    let mut pings = Ticks::new(&app.options.clock, app.options.ping_every);
    let mut heard = true;
    loop {
        let sent = tokio::select! {
            _ = changed.changed() => {
                let locked = live.locked.lock().await;
                match feed.next(&locked.table, &live.presence(&locked)) {
                    Some(state) => Sent::State(Box::new(state)),
                    None => continue, // What has changed is hidden.
                }
            }
            message = socket.receive() => {
                heard = true;
                let done = match message {
                    None => return,
                    Some(Message::Sign) => continue,
                    Some(message) => match read(message, app, client, language) {
                        Ok(command) => run(app, live, viewer, client, command, language).await,
                        Err(refusal) => Err(refusal),
                    },
                };
                match done {
                    Ok(None) => continue, // The change is sent to all who may know it.
                    Ok(Some(hint)) => Sent::Hint(hint),
                    Err(refusal) => Sent::Error { kind: "error", error: refusal.error() },
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
        let text = serde_json::to_string(&sent).expect("answers have nothing that JSON has not");
        if socket.send(&text).await.is_err() {
            return;
        }
    }
}

/// Reads a message, and counts it.
fn read(message: Message, app: &App, client: Client, language: Language) -> Result<TableCommand, Refusal> {
    let command = match message {
        Message::Text(text) => read_json(text.as_bytes()).map_err(|error| error.text(language)),
        _ => Err(say!(language, "expected text", "应为文本")),
    };
    add(&app.metrics.messages);
    app.count(client, Use::Request, language)?;
    command.map_err(|error| {
        Refusal::wrong(say!(language, "invalid message: {error}", "消息不符合要求：{error}"))
    })
}
