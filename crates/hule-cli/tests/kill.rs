//! `hule serve --data` is killed again and again while people play.

use crate::common::{PATIENCE, Running, complaint, hule, listening};
use hule::Random;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::mpsc::{self, Sender};

/// How often the server is killed.
const ROUNDS: usize = 40;

/// How many tables there are. Games end within the rounds, and others begin.
const TABLES: usize = 12;

fn serve(folder: &Path) -> (Running, String) {
    listening(hule().args(["serve", "--port", "0", "--data"]).arg(folder))
}

/// A connection that is kept.
struct Client {
    address: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: &str) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { address: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// Asks and returns the answer, or an error if the server is gone.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let body = body.to_string();
        let request = format!(
            "{method} /api/v2/tables{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(Error::other("the server is gone"));
            }
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut answer = vec![0; length.and_then(|length| length.parse().ok()).expect("a length")];
        self.stream.read_exact(&mut answer)?;
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        assert!(head.starts_with("HTTP/1.1 20"), "{head}{answer}");
        Ok(answer)
    }
}

/// A table with one person, and the last state that the server has acknowledged.
struct Table {
    path: String,
    known: Value,
    random: Random,
}

impl Table {
    fn new(client: &mut Client, number: usize) -> Result<Table> {
        let asked = json!({ "people": ["B"], "players": { "A": "random", "C": "useful" } });
        let made = client.ask("POST", "", &asked)?;
        let path = format!("/{}", made["links"]["seats"]["B"]["token"].as_str().expect("a token"));
        let known =
            client.ask("POST", &format!("{path}/sit"), &json!({ "name": format!("person {number}") }))?;
        Ok(Table { path, known, random: Random::new(number as u64) })
    }

    /// The server lets people play 100 games at a table.
    fn has_another_game(&self) -> bool {
        self.known["number"].as_u64().is_some_and(|number| number < 99)
    }

    /// Makes moves until the server is gone, and tells of each that was acknowledged.
    fn play(&mut self, address: &str, moved: &Sender<()>) -> Result<()> {
        let mut client = Client::new(address)?;
        loop {
            let can_undo = self.known["own"]["can_undo"] == true;
            self.known = if can_undo && self.random.below(8) == 0 {
                client.ask("POST", &format!("{}/undo", self.path), &json!({}))?
            } else if self.known["over"].is_null() {
                let legal = self.known["own"]["legal"].as_array().expect("it is the turn of the person");
                let action = &legal[self.random.below(legal.len() as u64) as usize]["action"];
                let body = json!({ "action": action, "turn": self.known["turn"] });
                client.ask("POST", &format!("{}/act", self.path), &body)?
            } else if self.has_another_game() {
                client.ask("POST", &format!("{}/again", self.path), &json!({}))?
            } else {
                client.ask("GET", &self.path, &json!({}))?
            };
            let _ = moved.send(()); // The test may have counted enough of them.
        }
    }

    /// The table must be as it was last acknowledged, or one move away: a change may have been stored without an answer.
    fn check(&mut self, client: &mut Client, round: usize) {
        let now = client.ask("GET", &self.path, &json!({})).expect("the server answers");
        let place = |state: &Value| [&state["number"], &state["turn"]].map(|n| n.as_u64().expect("a number"));
        let ([game, turn], [known_game, known_turn]) = (place(&now), place(&self.known));
        if [game, turn] == [known_game, known_turn] {
            assert_eq!(now, self.known, "round {round}");
        } else if game == known_game {
            let events = |state: &Value| state["events"].as_array().expect("a list").clone();
            let (mut long, mut short) = (events(&now), events(&self.known));
            // One move more was made, or one was taken back.
            if turn < known_turn {
                std::mem::swap(&mut long, &mut short);
            }
            assert_eq!(turn.abs_diff(known_turn), 1, "round {round}");
            assert_eq!(long[..short.len()], short, "round {round}");
        } else {
            assert_eq!((game, turn), (known_game + 1, 0), "round {round}: {} -> {now}", self.known);
            assert!(!self.known["over"].is_null(), "round {round}");
        }
        self.known = now;
    }
}

#[test]
fn what_was_acknowledged_is_there_after_a_kill() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut random = Random::new(1);
    let mut tables: Vec<Table> = Vec::new();
    for round in 0..ROUNDS {
        let (server, address) = serve(folder.path());
        let mut client = Client::new(&address).expect("it listens");
        for table in &mut tables {
            table.check(&mut client, round);
        }
        tables.retain(Table::has_another_game);
        while tables.len() < TABLES {
            tables.push(Table::new(&mut client, tables.len()).expect("there is room"));
        }
        let (sender, moves) = mpsc::channel();
        let path = tables[0].path.clone();
        std::thread::scope(|scope| {
            for table in &mut tables {
                let (address, sender) = (address.as_str(), sender.clone());
                scope.spawn(move || table.play(address, &sender).expect_err("it only ends with the server"));
            }
            // In the middle of anything: after some moves, and after some answers that have nothing to do with them.
            for _ in 0..10 + random.below(50) {
                moves.recv_timeout(PATIENCE).expect("people play");
            }
            for _ in 0..random.below(20) {
                client.ask("GET", &path, &json!({})).expect("the server answers");
            }
            server.kill();
        });
    }
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().expect("there is room");
    let (server, _) = serve(folder.path());
    for (language, expected) in [("en", "another server uses it"), ("zh", "另一个服务器正在使用它")]
    {
        let command = ["serve", "--port", "0", "--lang", language, "--data"];
        let output = hule().args(command).arg(folder.path()).output().expect("hule starts");
        let complaint = complaint(&output, 1);
        assert!(complaint.contains(expected), "{complaint}");
    }
    server.kill();
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").expect("there is room");
    let output = hule().args(["serve", "--port", "0", "--data"]).arg(&file).output().expect("hule starts");
    assert!(complaint(&output, 1).contains("the tables cannot be kept here"));
}
