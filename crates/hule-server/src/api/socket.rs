//! What all live connections share.

use crate::api::App;
use crate::clocks::Ticks;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use hule::{Language, Localized, say};
use hule_api::{Refusal, read_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// How long a message of a client may be.
pub const LONGEST_MESSAGE: usize = 4 << 10;

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

/// Accepts a connection that reads this many bytes at once, if there is a place for it. Dropping the place frees it.
pub fn accept(
    app: &App,
    Client(address): Client,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    read_at_once: usize,
    language: Language,
) -> Result<(WebSocketUpgrade, impl Send + 'static), Refusal> {
    let upgrade = upgrade.map_err(|_| {
        let sentence = say!(language, "expected a WebSocket", "这里需要 WebSocket");
        Refusal::new(StatusCode::UPGRADE_REQUIRED, sentence)
    })?;
    let held = app.usage.hold(address).ok_or_else(|| {
        let sentence =
            say!(language, "your address has too many live connections", "你的 IP 地址的实时连接太多");
        Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence)
    })?;
    let place = Arc::clone(&app.live).try_acquire_owned().map_err(|_| {
        let sentence = say!(language, "there are too many live connections", "实时连接太多");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    })?;
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(read_at_once)
        .write_buffer_size(0); // A state is sent when it is there.
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
    pub fn of(
        message: Option<Result<Message, axum::Error>>,
        app: &App,
        client: Client,
        language: Language,
    ) -> Heard<W> {
        let wish = match message {
            Some(Ok(Message::Text(text))) => read_json(text.as_bytes()).map_err(|error| error.text(language)),
            Some(Ok(Message::Binary(_))) => Err(say!(language, "expected text", "应为文本")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Heard::Sign,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Heard::End,
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

/// Pings the client. Returns whether it is still connected, as far as is known.
pub async fn ping(socket: &mut WebSocket) -> bool {
    socket.send(Message::Ping(Bytes::new())).await.is_ok()
}

/// Tells the client that the server stops.
pub async fn close(socket: &mut WebSocket) {
    let reason = CloseFrame { code: close_code::AWAY, reason: "".into() };
    let _ = socket.send(Message::Close(Some(reason))).await;
}

/// Sends something. Returns whether the client is still connected, as far as is known.
pub async fn send(socket: &mut WebSocket, word: &impl Serialize) -> bool {
    let text = serde_json::to_string(word).expect("answers have nothing that JSON has not");
    socket.send(Message::Text(text.into())).await.is_ok()
}
