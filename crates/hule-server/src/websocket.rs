//! The server of the WebSocket protocol, RFC 6455, without extensions and subprotocols.
//!
//! The libraries for it depend on 20 other packages, or keep 8 KiB for each connection: half as much again as a table takes.

use crate::task::spawn;
use axum::extract::OptionalFromRequestParts;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use sha1_smol::Sha1;
use std::convert::Infallible;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// How long a message of a client may be.
const LONGEST_MESSAGE: usize = 4 << 10;

/// How much is read at once. There may be many connections, and most messages are short.
const READ_AT_ONCE: usize = 512;

/// A request for a WebSocket, of a connection that can become one.
pub struct Upgrade {
    /// What shows the client that it was understood.
    accept: String,
    upgraded: OnUpgrade,
}

impl<S: Sync> OptionalFromRequestParts<S> for Upgrade {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Option<Upgrade>, Infallible> {
        Ok(Upgrade::of(parts))
    }
}

impl Upgrade {
    fn of(parts: &mut Parts) -> Option<Upgrade> {
        let is = |name, expected: &str| {
            let value = parts.headers.get(name).map(axum::http::HeaderValue::as_bytes);
            value.is_some_and(|value| value.eq_ignore_ascii_case(expected.as_bytes()))
        };
        let asked = parts.method == Method::GET
            && wants_upgrade(&parts.headers)
            && is(header::UPGRADE, "websocket")
            && is(SEC_WEBSOCKET_VERSION, "13");
        let key = parts.headers.get(SEC_WEBSOCKET_KEY).filter(|_| asked)?;
        let accept = accept(key.as_bytes());
        Some(Upgrade { accept, upgraded: parts.extensions.remove()? })
    }

    /// Answers that the connection becomes a WebSocket, and talks over it then.
    pub fn answer<F>(self, talk: impl FnOnce(WebSocket) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        spawn(async move {
            // An error here means that the client has disconnected.
            if let Ok(upgraded) = self.upgraded.await {
                talk(WebSocket::new(TokioIo::new(upgraded))).await;
            }
        });
        let headers =
            [(CONNECTION, "upgrade"), (header::UPGRADE, "websocket"), (SEC_WEBSOCKET_ACCEPT, &*self.accept)];
        (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
    }
}

/// Whether the header `Connection` names an upgrade, besides other things.
fn wants_upgrade(headers: &HeaderMap) -> bool {
    let named = headers.get(CONNECTION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    named.to_ascii_lowercase().contains("upgrade")
}

/// The answer to a key.
fn accept(key: &[u8]) -> String {
    let mut hash = Sha1::from(key);
    hash.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    base64(&hash.digest().bytes())
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().zip([16, 8, 0]).fold(0, |bits, (&byte, place)| bits | u32::from(byte) << place);
        for (digit, place) in [18, 12, 6, 0].into_iter().enumerate() {
            let value = ALPHABET[(bits >> place & 63) as usize];
            text.push(if digit > three.len() { '=' } else { value.into() });
        }
    }
    text
}

/// What a client sends.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    Text(String),
    Binary,
    /// A ping, which is answered, or a pong.
    Sign,
}

/// What is in a frame, by its number.
mod kind {
    pub const CONTINUATION: u8 = 0;
    pub const TEXT: u8 = 1;
    pub const BINARY: u8 = 2;
    pub const CLOSE: u8 = 8;
    pub const PING: u8 = 9;
    pub const PONG: u8 = 10;
}

struct Frame {
    kind: u8,
    /// Whether no other frame of the message follows.
    is_last: bool,
    payload: Vec<u8>,
}

/// A connection after the upgrade.
pub struct WebSocket<S = TokioIo<Upgraded>> {
    stream: S,
    /// What was read, from the beginning of a frame on.
    read: Vec<u8>,
    /// The kind of a message of which more frames follow, and its payload up to now.
    begun: Option<(u8, Vec<u8>)>,
    /// What is not yet written.
    unwritten: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocket<S> {
    fn new(stream: S) -> WebSocket<S> {
        WebSocket { stream, read: Vec::new(), begun: None, unwritten: Vec::new() }
    }

    /// The next message; `None` if the client has disconnected, closes the connection, or sends what is not allowed. The
    /// future can be dropped without the loss of a message.
    pub async fn receive(&mut self) -> Option<Message> {
        loop {
            self.flush().await.ok()?;
            let Some(frame) = take_frame(&mut self.read).ok()? else {
                if self.read.len() == self.read.capacity() {
                    self.read.reserve(READ_AT_ONCE);
                }
                match self.stream.read_buf(&mut self.read).await {
                    Ok(1..) => continue,
                    Ok(0) | Err(_) => return None,
                }
            };
            match frame.kind {
                kind::PING => {
                    self.queue(kind::PONG, &frame.payload);
                    return Some(Message::Sign);
                }
                kind::PONG => return Some(Message::Sign),
                kind::CLOSE => {
                    // The same code.
                    self.queue(kind::CLOSE, frame.payload.get(..2).unwrap_or_default());
                    let _ = self.flush().await;
                    return None;
                }
                _ => {}
            }
            let (kind, payload) = match (frame.kind, self.begun.take()) {
                (kind::CONTINUATION, Some((kind, mut payload))) => {
                    payload.extend(frame.payload);
                    (kind, payload)
                }
                (kind @ (kind::TEXT | kind::BINARY), None) => (kind, frame.payload),
                _ => return None,
            };
            if payload.len() > LONGEST_MESSAGE {
                return None;
            }
            if !frame.is_last {
                self.begun = Some((kind, payload));
            } else if kind == kind::TEXT {
                return String::from_utf8(payload).ok().map(Message::Text);
            } else {
                return Some(Message::Binary);
            }
        }
    }

    /// Sends a text.
    pub async fn send(&mut self, text: &str) -> io::Result<()> {
        self.queue(kind::TEXT, text.as_bytes());
        self.flush().await
    }

    /// Asks the client for a sign of life.
    pub async fn ping(&mut self) -> io::Result<()> {
        self.queue(kind::PING, &[]);
        self.flush().await
    }

    /// Tells the client that the server goes away.
    pub async fn close(&mut self) -> io::Result<()> {
        const GOING_AWAY: u16 = 1001;
        self.queue(kind::CLOSE, &GOING_AWAY.to_be_bytes());
        self.flush().await
    }

    /// Appends a frame to what is to be written.
    fn queue(&mut self, kind: u8, payload: &[u8]) {
        const LAST: u8 = 0x80;
        let length = payload.len();
        self.unwritten.reserve(10 + length);
        self.unwritten.push(LAST | kind);
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length @ 0..126), _) => self.unwritten.push(length),
            (_, Ok(length)) => {
                self.unwritten.push(126);
                self.unwritten.extend(length.to_be_bytes());
            }
            _ => {
                self.unwritten.push(127);
                self.unwritten.extend((length as u64).to_be_bytes());
            }
        }
        self.unwritten.extend(payload);
    }

    /// Writes what is to be written. If the future is dropped, the rest is written the next time.
    async fn flush(&mut self) -> io::Result<()> {
        while !self.unwritten.is_empty() {
            match self.stream.write(&self.unwritten).await? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written if written == self.unwritten.len() => self.unwritten = Vec::new(),
                written => drop(self.unwritten.drain(..written)),
            }
        }
        Ok(())
    }
}

/// Bytes that are not the frame of a client, or one that is too long.
#[derive(Debug)]
struct WrongFrame;

/// Takes a frame from the beginning of what was read; `None` if it is not all there.
fn take_frame(read: &mut Vec<u8>) -> Result<Option<Frame>, WrongFrame> {
    let [first, second, rest @ ..] = &**read else { return Ok(None) };
    let (is_last, reserved, kind) = (first & 0x80 != 0, first & 0x70, first & 0x0f);
    let (is_masked, length) = (second & 0x80 != 0, second & 0x7f);
    if reserved != 0 || !is_masked || kind >= kind::CLOSE && (!is_last || length > 125) {
        return Err(WrongFrame);
    }
    let found = match length {
        126 => rest.split_first_chunk().map(|(&length, rest)| (u16::from_be_bytes(length).into(), rest)),
        127 => rest.split_first_chunk().map(|(&length, rest)| (u64::from_be_bytes(length), rest)),
        length => Some((length.into(), rest)),
    };
    let Some((length, rest)) = found else { return Ok(None) };
    if length > LONGEST_MESSAGE as u64 {
        return Err(WrongFrame);
    }
    let Some((mask, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
    let Some((masked, rest)) = rest.split_at_checked(length as usize) else { return Ok(None) };
    let payload = masked.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
    let frame = Frame { kind, is_last, payload };
    let taken = read.len() - rest.len();
    read.drain(..taken);
    Ok(Some(frame))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{DuplexStream, duplex};

    /// A frame as a client sends it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
        let mut frame = vec![first];
        match payload.len() {
            length @ ..126 => frame.push(0x80 + length as u8),
            length => {
                frame.push(0xfe);
                frame.extend((length as u16).to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        frame
    }

    /// Lets a client send these bytes, so many at a time, and disconnect. Returns what is received of it, and what is sent to it.
    fn talk(sent: &[u8], at_once: usize) -> (Vec<Message>, Vec<u8>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            let (mut client, server) = duplex(64 << 10);
            let mut socket: WebSocket<DuplexStream> = WebSocket::new(server);
            let mut received = Vec::new();
            let mut rest = sent.chunks(at_once);
            loop {
                match rest.next() {
                    Some(bytes) => client.write_all(bytes).await.expect("there is room"),
                    None => client.shutdown().await.expect("it is open"),
                }
                // A future that is dropped loses nothing.
                tokio::select! {
                    biased;
                    message = socket.receive() => match message {
                        Some(message) => received.push(message),
                        None => break,
                    },
                    () = std::future::ready(()) => {}
                }
            }
            drop(socket);
            let mut answer = Vec::new();
            client.read_to_end(&mut answer).await.expect("the server ends");
            (received, answer)
        })
    }

    fn text(text: &str) -> Message {
        Message::Text(text.to_owned())
    }

    #[test]
    fn keys_and_frames_are_as_in_the_standard() {
        assert_eq!(accept(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for (bytes, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
        let hello = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(hello, *frame(0x81, b"Hello"));
        assert_eq!(talk(&hello, 100), (vec![text("Hello")], vec![]));
    }

    #[test]
    fn messages_are_put_together_wherever_they_are_cut() {
        let long = "和".repeat(1000);
        let (first, second) = long.as_bytes().split_at(1001); // within a character
        let sent = [
            frame(0x01, b"Hel"),
            frame(0x89, b"are you there"),
            frame(0x80, b"lo"),
            frame(0x81, b""),
            frame(0x82, &[0xff; 200]),
            frame(0x8a, b""),
            frame(0x01, first),
            frame(0x00, b""),
            frame(0x80, second),
            frame(0x88, &[0x03, 0xe8, b'b', b'y', b'e']),
            frame(0x81, b"too late"),
        ]
        .concat();
        let expected = [Message::Sign, text("Hello"), text(""), Message::Binary, Message::Sign, text(&long)];
        let pong = [&[0x8a, 13], &b"are you there"[..]].concat();
        for at_once in [1, 2, 3, 7, 64, sent.len()] {
            let (received, answer) = talk(&sent, at_once);
            assert_eq!(received, expected, "{at_once}");
            assert_eq!(answer, [&*pong, &[0x88, 2, 0x03, 0xe8]].concat(), "{at_once}");
        }
    }

    #[test]
    fn what_is_not_allowed_ends_the_connection() {
        let longest = [b'x'; LONGEST_MESSAGE];
        assert_eq!(talk(&frame(0x81, &longest), 1000).0, [text(&"x".repeat(LONGEST_MESSAGE))]);
        let too_long = [&longest[..], b"x"].concat();
        let huge = [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
        let unmasked = [0x81, 0x05, b'H', b'e', b'l', b'l', b'o'];
        for wrong in [
            &frame(0x81, &too_long),
            &[frame(0x01, &longest), frame(0x80, b"x")].concat(),
            &huge[..],
            &unmasked,
            &frame(0x91, b"a reserved bit"),
            &frame(0x83, b"an unknown kind"),
            &frame(0x8b, b"an unknown kind"),
            &frame(0x80, b"nothing has begun"),
            &[frame(0x01, b"one in"), frame(0x81, b"another")].concat(),
            &frame(0x09, b"a ping in parts"),
            &frame(0x89, &[0; 126]),
            &frame(0x81, b"not UTF-8: \xff"),
            &[0xff; 64],
        ] {
            let sent = [&frame(0x81, b"fine"), wrong, &frame(0x81, b"too late")].concat();
            let (received, answer) = talk(&sent, sent.len());
            assert_eq!((received, answer), (vec![text("fine")], vec![]), "{wrong:?}");
        }
    }

    #[test]
    fn frames_of_every_length_are_written() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        for (length, head) in [
            (0, &[0x81, 0][..]),
            (125, &[0x81, 125]),
            (126, &[0x81, 126, 0, 126]),
            (65_535, &[0x81, 126, 0xff, 0xff]),
            (65_536, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let text = "x".repeat(length);
            let written = runtime.block_on(async {
                // The client takes a little at a time.
                let (mut client, server) = duplex(1000);
                let mut written = Vec::new();
                let send = async {
                    let mut socket = WebSocket::new(server);
                    socket.send(&text).await.expect("the client reads");
                    socket.ping().await.expect("the client reads");
                    socket.close().await.expect("the client reads");
                };
                tokio::join!(send, client.read_to_end(&mut written)).1.expect("the server ends");
                written
            });
            let end = [0x89, 0, 0x88, 2, 0x03, 0xe9];
            assert!(written == [head, text.as_bytes(), &end].concat(), "{length}");
        }
    }
}
