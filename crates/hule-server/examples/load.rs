//! Loads a server with replays of new decks and with live tables, and prints how fast it answers.
//!
//!     hule serve &
//!     cargo run --release -p hule-server --example load -- 127.0.0.1:4148 20 8 200
//!
//! The arguments are the address, the seconds, how many connections ask for replays, how many play at tables, and how many
//! moves a second each of them makes: 1 by default, which is faster than people play.

#![allow(clippy::cast_precision_loss)] // These are counts of what happens in seconds.

use hule::{Deck, Random};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// What all threads share.
struct Load {
    address: SocketAddr,
    /// Between two moves at a table.
    pause: Duration,
    stop: AtomicBool,
    next_deck: AtomicU64,
    errors: AtomicU64,
    bytes: AtomicU64,
    games: AtomicU64,
    /// How long each replay took, and each move until the next state was there, in microseconds.
    replays: Mutex<Vec<u64>>,
    moves: Mutex<Vec<u64>>,
}

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let address: SocketAddr = number("127.0.0.1:4148").parse()?;
    let seconds: u64 = number("10").parse()?;
    let (watchers, players): (usize, usize) = (number("8").parse()?, number("200").parse()?);
    let moves: f64 = number("1").parse()?;
    let load = Load {
        address,
        pause: Duration::try_from_secs_f64(1.0 / moves)?,
        stop: AtomicBool::new(false),
        next_deck: AtomicU64::new(0),
        errors: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        games: AtomicU64::new(0),
        replays: Mutex::default(),
        moves: Mutex::default(),
    };
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..watchers {
            scope.spawn(|| load.count(load.watch()));
        }
        for player in 0..players {
            let load = &load;
            scope.spawn(move || load.count(load.play(player as u64)));
        }
        thread::sleep(Duration::from_secs(seconds));
        load.stop.store(true, Ordering::Relaxed);
    });
    let seconds = begin.elapsed().as_secs_f64();
    let report = |what: &str, times: Mutex<Vec<u64>>| {
        let mut times = times.into_inner().unwrap_or_default();
        times.sort_unstable();
        let at =
            |share: usize| times.get(times.len() * share / 1000).map_or(0.0, |&time| time as f64 / 1000.0);
        let rate = times.len() as f64 / seconds;
        println!("{what}: {rate:.0} a second; half within {:.1} ms, 99 % within {:.1} ms", at(500), at(990));
    };
    println!("{watchers} connections for replays, {players} live tables, {seconds:.1} s");
    report("replays", load.replays);
    report("moves", load.moves);
    println!("games played to the end: {}", load.games.into_inner());
    println!("received: {:.0} MB a second", load.bytes.into_inner() as f64 / 1e6 / seconds);
    println!("errors: {}", load.errors.into_inner());
    Ok(())
}

impl Load {
    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn count(&self, done: Result<(), Failure>) {
        if let Err(error) = done {
            self.errors.fetch_add(1, Ordering::Relaxed);
            eprintln!("{error}");
        }
    }

    /// Asks for one replay after the other on one connection.
    fn watch(&self) -> Result<(), Failure> {
        let mut client = Client::new(self.address)?;
        let mut times = Vec::new();
        while self.goes_on() {
            let game = self.next_deck.fetch_add(1, Ordering::Relaxed);
            let deck = Deck::seeded(148, game).to_string().replace('\n', " ");
            let begin = Instant::now();
            let answer = client.post("/api/v1/replay", &format!("{{\"deck\":\"{deck}\"}}"))?;
            times.push(begin.elapsed().as_micros() as u64);
            self.bytes.fetch_add(answer.len() as u64, Ordering::Relaxed);
        }
        self.replays.lock().expect("no thread panics").append(&mut times);
        Ok(())
    }

    /// Plays one game after the other over a `WebSocket`.
    fn play(&self, player: u64) -> Result<(), Failure> {
        let mut random = Random::new(player);
        let mut times = Vec::new();
        while self.goes_on() {
            let asked = json!({ "people": ["B"], "name": "x", "players": { "A": "standard", "C": "useful", "D": "random" } });
            let state: Value = serde_json::from_slice(
                &Client::new(self.address)?.post("/api/v2/tables", &asked.to_string())?,
            )?;
            let table = state["links"]["seats"]["B"]["token"].as_str().ok_or("no table")?;
            let url = format!("ws://{}/api/v2/tables/{table}/live", self.address);
            let (mut live, _) = tungstenite::client(url, TcpStream::connect(self.address)?)?;
            let mut begin = Instant::now();
            let mut moved = false;
            loop {
                let Message::Text(text) = live.read()? else { continue };
                self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                if moved {
                    times.push(begin.elapsed().as_micros() as u64);
                }
                let state: Value = serde_json::from_str(&text)?;
                if !state["over"].is_null() {
                    self.games.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                if !self.goes_on() {
                    break;
                }
                let legal = state["own"]["legal"].as_array().ok_or("no choice")?;
                if legal.is_empty() {
                    continue;
                }
                thread::sleep(self.pause);
                let action = &legal[random.below(legal.len() as u64) as usize]["action"];
                let act = json!({ "type": "act", "action": action, "turn": state["turn"] });
                begin = Instant::now();
                moved = true;
                live.send(Message::text(act.to_string()))?;
            }
            live.close(None)?;
        }
        self.moves.lock().expect("no thread panics").append(&mut times);
        Ok(())
    }
}

/// A connection that is kept.
struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { address, stream: BufReader::with_capacity(1 << 16, stream) })
    }

    /// The body of the answer, which must be a good one.
    fn post(&mut self, path: &str, body: &str) -> Result<Vec<u8>, Failure> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut status = String::new();
        self.stream.read_line(&mut status)?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err("the server has closed the connection".into());
            }
            if line == "\r\n" {
                break;
            }
            if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.trim_end().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        if !status.starts_with("HTTP/1.1 20") {
            return Err(format!("{}: {}", status.trim_end(), String::from_utf8_lossy(&body)).into());
        }
        Ok(body)
    }
}
