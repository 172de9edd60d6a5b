//! A live connection.

use super::Running;
use serde_json::Value;
use std::net::TcpStream;
use tungstenite::{Message, WebSocket};

/// A live connection, and every message that came over it.
pub struct Live {
    pub socket: WebSocket<TcpStream>,
    pub frames: Vec<Value>,
    /// The game and the turn of the last decision.
    pub decided: Option<(Value, Value)>,
}

impl Live {
    pub fn new(server: &Running, path: &str) -> Live {
        let url = format!("ws://{}{path}/live", server.address);
        let socket = tungstenite::client(url, server.connect()).expect("a WebSocket").0;
        Live { socket, frames: Vec::new(), decided: None }
    }

    /// The next message that is not a ping.
    pub fn next(&mut self) -> &Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a message") {
                self.frames.push(serde_json::from_str(&text).expect("JSON"));
                return self.frames.last().expect("it was just added");
            }
        }
    }

    /// Waits for a message with this property.
    pub fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> &Value {
        while !is_it(self.next()) {}
        self.frames.last().expect("it was just added")
    }

    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("it is connected");
    }
}
