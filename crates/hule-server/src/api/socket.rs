//! What all live connections share.

use crate::api::App;
use crate::clocks::Ticks;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use crate::websocket::{Message, Upgrade, WebSocket};
use hule::{Language, Localized, say};
use hule_api::{Refusal, Status, read_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What is wrong with a message of a client.
#[derive(Serialize)]
pub struct ErrorWord {
    #[serde(rename = "type")]
    kind: &'static str,
    error: String,
}

impl From<Refusal> for ErrorWord {
    fn from(refusal: Refusal) -> ErrorWord {
        ErrorWord { kind: "error", error: refusal.error() }
    }
}

/// Accepts a connection, if there is a place for it. Dropping the place frees it.
pub fn accept(
    app: &App,
    Client(address): Client,
    upgrade: Option<Upgrade>,
    language: Language,
) -> Result<(Upgrade, impl Send + 'static), Refusal> {
    let upgrade = upgrade.ok_or_else(|| {
        let sentence = say!(language, "expected a WebSocket", "这里需要 WebSocket");
        Refusal::new(Status::UpgradeRequired, sentence)
    })?;
    let held = app.usage.hold(address).ok_or_else(|| {
        let sentence =
            say!(language, "your address has too many live connections", "你的 IP 地址的实时连接太多");
        Refusal::new(Status::TooManyRequests, sentence)
    })?;
    let place = Arc::clone(&app.live).try_acquire_owned().map_err(|_| {
        let sentence = say!(language, "there are too many live connections", "实时连接太多");
        Refusal::new(Status::ServiceUnavailable, sentence)
    })?;
    Ok((upgrade, (held, place)))
}

/// What came over a connection.
pub enum Heard<W> {
    /// The client wants something, or sent what is not allowed.
    Wish(Result<W, Refusal>),
    /// A sign of life.
    Sign,
    /// The client has disconnected.
    End,
}

impl<W: DeserializeOwned> Heard<W> {
    /// Reads a message, and counts it if it wants something.
    pub fn of(message: Option<Message>, app: &App, client: Client, language: Language) -> Heard<W> {
        let wish = match message {
            Some(Message::Text(text)) => read_json(text.as_bytes()).map_err(|error| error.text(language)),
            Some(Message::Binary) => Err(say!(language, "expected text", "应为文本")),
            Some(Message::Sign) => return Heard::Sign,
            None => return Heard::End,
        };
        let wish = wish.map_err(|error| {
            Refusal::wrong(say!(language, "invalid message: {error}", "消息不符合要求：{error}"))
        });
        add(&app.metrics.messages);
        Heard::Wish(app.count(client, Use::Request, language).and(wish))
    }
}

/// Returns when it is time to ping.
pub fn pings(app: &App) -> Ticks {
    Ticks::new(&app.options.clock, app.options.ping_every)
}

/// Sends something. Returns whether the client is still connected, as far as is known.
pub async fn send(socket: &mut WebSocket, word: &impl Serialize) -> bool {
    let text = serde_json::to_string(word).expect("answers have nothing that JSON has not");
    socket.send(&text).await.is_ok()
}
