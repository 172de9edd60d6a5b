//! A running server, and a client that sends what it is told to the byte.

pub mod lines;
pub mod live;

use hule_server::{Options, Server, Stopper};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// No answer takes as long, unless the machine hangs.
pub const LONG: Duration = Duration::from_mins(2);

/// Asks again and again until it is so, and panics if that takes too long.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < end, "not within {LONG:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A server at a free port of the loopback. It ends with this.
pub struct Running {
    pub address: SocketAddr,
    pub stopper: Stopper,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    pub fn new() -> Running {
        Running::with(Options::default())
    }

    pub fn with(mut options: Options) -> Running {
        options.port = 0;
        let server = Server::bind(options).expect("some port is free");
        let (address, stopper) = (server.address(), server.stopper());
        Running { address, stopper, thread: Some(std::thread::spawn(|| server.run())) }
    }

    /// Ends it and waits for that.
    pub fn stop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server does not panic").expect("the server ends in order");
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(LONG)).expect("it can be set");
        stream
    }

    /// Sends these bytes on a connection of their own and reads the answer.
    pub fn raw(&self, request: impl AsRef<[u8]>) -> Answer {
        let mut stream = self.connect();
        // It may have been refused before all of it was read.
        let _ = stream.write_all(request.as_ref());
        Answer::read(&mut BufReader::new(stream))
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }

    /// Posts this text with these headers.
    pub fn post_with(&self, path: &str, headers: &str, body: &str) -> Answer {
        let length = body.len();
        self.raw(format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n{headers}\r\n{body}",
            self.address
        ))
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_with(path, "Content-Type: application/json\r\n", &body.to_string())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The head, with names in lower case.
    pub head: String,
    pub body: String,
}

impl Answer {
    /// Reads one answer.
    pub fn read(input: &mut impl BufRead) -> Answer {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(input.read_line(&mut head).expect("an answer"), 0, "it ends with {head:?}");
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut answer = Answer { status, head, body: String::new() };
        if let Some(length) = answer.header("content-length").and_then(|length| length.parse().ok()) {
            let mut body = vec![0; length];
            input.read_exact(&mut body).expect("the whole body");
            answer.body = String::from_utf8(body).expect("answers are UTF-8");
        }
        answer
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// It must have worked, and this is what it says.
    pub fn fine(&self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.json()
    }

    /// It must have been refused with this status, and this is why.
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json; charset=utf-8"));
        self.json()["error"].as_str().expect("a sentence").to_owned()
    }
}

/// The words of a list.
pub fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|name| name.as_str().expect("a name")).collect()
}
