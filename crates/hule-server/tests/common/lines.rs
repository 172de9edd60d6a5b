//! Answers that come in lines of JSON.

use super::Running;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// An answer that is being sent, after its head.
pub struct Streamed(BufReader<TcpStream>);

impl Streamed {
    /// Posts what is not refused.
    pub fn of(server: &Running, path: &str, body: &Value) -> Streamed {
        Streamed::with_head(server, path, body, "").unwrap_or_else(|head| panic!("{head}"))
    }

    /// Posts with these headers; returns the head of the answer if it is refused.
    pub fn with_head(server: &Running, path: &str, body: &Value, headers: &str) -> Result<Streamed, String> {
        let mut stream = server.connect();
        let (host, body) = (server.address, body.to_string());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{headers}\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("the server reads");
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(reader.read_line(&mut head).expect("an answer"), 0, "{head}");
        }
        let is_fine = head.starts_with("HTTP/1.1 200") && head.contains("content-type: application/x-ndjson");
        if is_fine { Ok(Streamed(reader)) } else { Err(head) }
    }

    /// The next line; `None` at the end. Each is sent as a chunk.
    pub fn line(&mut self) -> Option<Value> {
        let mut length = String::new();
        self.0.read_line(&mut length).expect("a chunk");
        let length = usize::from_str_radix(length.trim(), 16).expect("the length of a chunk");
        let mut chunk = vec![0; length + 2];
        self.0.read_exact(&mut chunk).expect("the whole chunk");
        (length > 0).then(|| serde_json::from_slice(&chunk[..length]).expect("a line of JSON"))
    }

    pub fn lines(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.line()).collect()
    }
}
