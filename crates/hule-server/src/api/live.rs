//! `/api/v1/tables/{table}/live`: a table over a WebSocket.

use crate::api::socket::{self, ErrorWord, Heard};
use crate::api::tables::{find, make, take_back, think};
use crate::api::{App, Named};
use crate::language::Wanted;
use crate::meter::Client;
use crate::request::Refused;
use crate::server::stop_wanted;
use crate::tables::LiveTable;
use crate::websocket::{Upgrade, WebSocket};
use axum::extract::State as Shared;
use axum::response::Response;
use hule::Language;
use hule_api::{Act, Hint, State, Unchecked};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a client may send.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields, expecting = "an object with `type`")]
enum Wish {
    Act { action: String, turn: Unchecked },
    // With braces, serde refuses unknown fields of these too.
    Undo {},
    Hint {},
}

/// What a client is sent. The state and the hint say themselves what they are.
#[derive(Serialize)]
#[serde(untagged)]
enum Word {
    State(Box<State>),
    Hint(Hint),
    Error(ErrorWord),
}

/// The table live.
pub async fn live(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
    client: Client,
    upgrade: Option<Upgrade>,
) -> Result<Response, Refused> {
    let table = find(&app, &id, language)?;
    let (upgrade, place) = socket::accept(&app, client, upgrade, language)?;
    Ok(upgrade.answer(move |socket| async move {
        talk(socket, &app, &table, client, language).await;
        drop(place);
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
    let mut pings = socket::pings(app);
    let mut heard = true;
    loop {
        let word = tokio::select! {
            _ = changed.changed() => {
                Word::State(Box::new(live.table.lock().await.state(&live.id, language)))
            }
            message = socket.receive() => {
                heard = true;
                let done = match Heard::of(message, app, client, language) {
                    Heard::Wish(Ok(Wish::Act { action, turn })) => {
                        make(app, live, client, Act { action, turn }, language).await.map(|()| None)
                    }
                    Heard::Wish(Ok(Wish::Undo {})) => take_back(app, live, client, language).await.map(|()| None),
                    Heard::Wish(Ok(Wish::Hint {})) => think(app, live, client, language).await.map(Some),
                    Heard::Wish(Err(refusal)) => Err(refusal),
                    Heard::Sign => continue,
                    Heard::End => return,
                };
                match done {
                    Ok(None) => continue, // The change is told to all who follow.
                    Ok(Some(hint)) => Word::Hint(hint),
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
