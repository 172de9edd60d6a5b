//! Loads a server with tables: a live connection at each, and a move every two seconds. Prints how fast moves are
//! acknowledged, and how much memory the server takes.
//!
//!     hule serve --data /tmp/data --tables 11000 &
//!     cargo run --release -p hule-server --example tables -- 127.0.0.1:4148 10000 60 $!
//!
//! The arguments are the address, the number of tables, the seconds, the process of the server, and at how many of the tables
//! three `search` players sit; their answers are counted apart, since others wait for their thoughts.

#![allow(clippy::cast_precision_loss)] // These are counts of what happens in seconds.

use futures_util::{SinkExt, StreamExt};
use hule::Random;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Between two moves at a table.
const PAUSE: Duration = Duration::from_secs(2);

/// How many connections set up tables.
const MAKERS: usize = 64;

/// What all tables share.
struct Load {
    address: SocketAddr,
    /// When the moves begin to count, and when all ends.
    begin: Instant,
    end: Instant,
    errors: AtomicU64,
    bytes: AtomicU64,
    games: AtomicU64,
    /// How long each move took until its acknowledgement, in microseconds: first where nobody thinks, then where somebody
    /// does.
    moves: [Mutex<Vec<u32>>; 2],
}

/// A table to play at.
struct Made {
    token: String,
    thinks: bool,
}

/// What a player needs of a state.
#[derive(Deserialize)]
struct State {
    number: usize,
    turn: usize,
    own: Option<Own>,
    over: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Own {
    legal: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    action: String,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let address: SocketAddr = next("127.0.0.1:4148").parse()?;
    let (tables, seconds): (usize, u64) = (next("1000").parse()?, next("30").parse()?);
    let (process, thinking): (String, usize) = (next(""), next("0").parse()?);
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?;
    }
    let begun = std::time::Instant::now();
    let made = make(address, tables, thinking)?;
    println!("{} tables set up in {:.1} s", made.len(), begun.elapsed().as_secs_f64());
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(run(address, made, seconds, &process))
}

async fn run(address: SocketAddr, made: Vec<Made>, seconds: u64, process: &str) -> Result<(), Failure> {
    // All are connected within this time, and play for a while before it counts.
    let connecting = Duration::from_millis(made.len() as u64);
    let begin = Instant::now() + connecting + 2 * PAUSE;
    let load = Arc::new(Load {
        address,
        begin,
        end: begin + Duration::from_secs(seconds),
        errors: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        games: AtomicU64::new(0),
        moves: Default::default(),
    });
    let tables = made.len();
    let start = Instant::now();
    let players: Vec<_> = made
        .into_iter()
        .enumerate()
        .map(|(number, table)| {
            let load = Arc::clone(&load);
            let first = start + connecting.mul_f64(number as f64 / tables as f64);
            tokio::spawn(async move {
                sleep_until(first).await;
                if let Err(error) = load.play(number as u64, &table).await
                    && load.errors.fetch_add(1, Ordering::Relaxed) < 10
                {
                    eprintln!("{error}");
                }
            })
        })
        .collect();
    for player in players {
        player.await?;
    }
    for (what, moves) in ["moves", "moves where players think"].into_iter().zip(&load.moves) {
        let mut times = std::mem::take(&mut *moves.lock().expect("no thread panics"));
        if times.is_empty() {
            continue;
        }
        times.sort_unstable();
        let at = |share: usize| f64::from(times[times.len() * share / 1000]) / 1000.0;
        let rate = times.len() as f64 / seconds as f64;
        println!("{tables} tables, {seconds} s, {rate:.0} {what} a second");
        println!(
            "acknowledged: half within {:.1} ms, 90 % within {:.1} ms, 99 % within {:.1} ms, 99.9 % within {:.1} ms",
            at(500),
            at(900),
            at(990),
            at(999)
        );
    }
    println!("games played to the end: {}", load.games.load(Ordering::Relaxed));
    println!("received: {:.1} MB a second", load.bytes.load(Ordering::Relaxed) as f64 / 1e6 / seconds as f64);
    println!("errors: {}", load.errors.load(Ordering::Relaxed));
    if let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) {
        for line in status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS")) {
            println!("server: {line}");
        }
    }
    Ok(())
}

impl Load {
    /// Plays at one table until the end.
    async fn play(&self, number: u64, Made { token, thinks }: &Made) -> Result<(), Failure> {
        let mut random = Random::new(number);
        let url = format!("ws://{}/api/v2/tables/{token}/live", self.address);
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let (mut live, _) = tokio_tungstenite::client_async(url, stream).await?;
        live.send(Message::text(json!({ "type": "sit", "name": "load" }).to_string())).await?;
        let mut times = Vec::new();
        let mut sent: Option<(Instant, (usize, usize))> = None;
        // The tables do not all move at once.
        let mut next = Instant::now() + PAUSE.mul_f64(random.below(1000) as f64 / 1000.0);
        loop {
            let message =
                timeout(Duration::from_secs(20), live.next()).await?.ok_or("the connection has ended")??;
            let Message::Text(text) = message else { continue };
            if Instant::now() >= self.begin {
                self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            }
            let state: State = serde_json::from_str(&text).map_err(|_| text.to_string())?;
            let place = (state.number, state.turn);
            if let Some((begin, known)) = sent {
                if place <= known {
                    continue;
                }
                if begin >= self.begin {
                    times.push(begin.elapsed().as_micros() as u32);
                }
                sent = None;
            }
            let act = if state.over.is_some() {
                self.games.fetch_add(1, Ordering::Relaxed);
                json!({ "type": "again" })
            } else {
                let Some(own) = state.own.filter(|own| !own.legal.is_empty()) else { continue };
                let action = &own.legal[random.below(own.legal.len() as u64) as usize].action;
                json!({ "type": "act", "action": action, "turn": state.turn })
            };
            sleep_until(next).await;
            if Instant::now() >= self.end {
                break;
            }
            next += PAUSE;
            sent = Some((Instant::now(), place));
            live.send(Message::text(act.to_string())).await?;
        }
        self.moves[usize::from(*thinks)].lock().expect("no thread panics").append(&mut times);
        live.close(None).await?;
        Ok(())
    }
}

/// Sets up so many tables, and players who think at so many of them.
fn make(address: SocketAddr, tables: usize, thinking: usize) -> Result<Vec<Made>, Failure> {
    let left = AtomicUsize::new(tables);
    let makers: Vec<Result<Vec<Made>, Failure>> = std::thread::scope(|scope| {
        let makers: Vec<_> =
            (0..MAKERS).map(|_| scope.spawn(|| make_some(address, &left, thinking))).collect();
        makers.into_iter().map(|maker| maker.join().expect("no thread panics")).collect()
    });
    makers.into_iter().try_fold(Vec::new(), |mut all, some| {
        all.extend(some?);
        Ok(all)
    })
}

fn make_some(address: SocketAddr, left: &AtomicUsize, thinking: usize) -> Result<Vec<Made>, Failure> {
    let mut stream = BufReader::new(std::net::TcpStream::connect(address)?);
    let mut all = Vec::new();
    while let Ok(left) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
        let thinks = left <= thinking;
        all.push(Made { token: make_one(&mut stream, address, thinks)?, thinks });
    }
    Ok(all)
}

/// Sets up a table and returns its token.
fn make_one(
    stream: &mut BufReader<std::net::TcpStream>,
    address: SocketAddr,
    thinks: bool,
) -> Result<String, Failure> {
    let [first, second, third] = if thinks { ["search"; 3] } else { ["standard", "useful", "random"] };
    let body = json!({ "people": ["B"], "players": { "A": first, "C": second, "D": third } }).to_string();
    let request = format!(
        "POST /api/v2/tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(request.as_bytes())?;
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Err("the server has closed the connection".into());
        }
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).ok_or("no length")?;
    let mut answer = vec![0; length.parse()?];
    stream.read_exact(&mut answer)?;
    let made: Value = serde_json::from_slice(&answer)?;
    let token = made["links"]["seats"]["B"]["token"].as_str().ok_or_else(|| made.to_string())?;
    Ok(token.to_owned())
}
