//! A server that others use: behind a proxy, with limits, and watched over.

use crate::common::{self, Answer, Running};
use hule_server::{Clock, Limits, Options};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

/// A server behind a proxy at the loopback.
fn proxied(limits: &Limits) -> Running {
    proxied_at(&Clock::default(), limits)
}

/// The same with this clock.
fn proxied_at(clock: &Clock, limits: &Limits) -> Running {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    Running::with(Options {
        public: Some("https://mahjong.example".parse().expect("an address")),
        limits: Limits { proxies, ..limits.clone() },
        clock: clock.clone(),
        ..Options::default()
    })
}

/// A request as the proxy passes it on for this client.
fn passed_on(server: &Running, client: &str, method: &str, path: &str, body: &Value) -> Answer {
    let body = body.to_string();
    server.raw(format!(
        "{method} {path} HTTP/1.1\r\nHost: mahjong.example\r\nOrigin: https://mahjong.example\r\n\
         X-Forwarded-For: 9.9.9.9, {client}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ))
}

#[test]
fn the_public_address_is_accepted_and_links_have_it() {
    let server = proxied(&Limits::default());
    let made = passed_on(&server, "1.1.1.1", "POST", "/api/v2/tables", &json!({ "people": ["A"] })).fine();
    let link = made["links"]["seats"]["A"]["link"].as_str().expect("a link");
    assert!(link.starts_with("https://mahjong.example/#/table?seat="), "{link}");
    for (host, origin, status) in [
        ("mahjong.example", "https://mahjong.example", 200),
        ("mahjong.example:443", "https://mahjong.example", 200),
        ("mahjong.example", "http://evil.example", 403),
        ("mahjong.example", "http://mahjong.example", 403),
        ("mahjong.example:80", "https://mahjong.example", 421),
        ("evil.example", "https://mahjong.example", 421),
    ] {
        let answer = server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n\r\n"));
        assert_eq!(answer.status, status, "{host} {origin}");
    }
    let plain = Running::new();
    plain.raw("GET / HTTP/1.1\r\nHost: mahjong.example\r\n\r\n").refused(421);
}

#[test]
fn a_header_that_is_there_twice_is_refused() {
    let server = Running::new();
    let host = server.address;
    for twice in [
        format!("Host: {host}\r\nHost: {host}\r\n"),
        format!("Host: {host}\r\nOrigin: http://{host}\r\nOrigin: http://evil.example\r\n"),
    ] {
        let said = server.raw(format!("GET / HTTP/1.1\r\n{twice}\r\n")).refused(400);
        assert!(said.ends_with("is there more than once"), "{said}");
    }
}

#[test]
fn an_address_that_asks_too_much_is_told_to_wait() {
    let clock = Clock::stopped();
    let server = proxied_at(&clock, &Limits { requests: 2, tables: 2, thinking: 0, ..Limits::default() });
    let ask = |client: &str, path: &str, body: Value| passed_on(&server, client, "POST", path, &body);
    // Two tables an hour.
    let room = json!({ "people": ["A"] });
    let table = json!({ "people": ["A"], "name": "x" });
    let state = ask("1.1.1.1", "/api/v2/tables", table.clone()).fine();
    ask("1.1.1.1", "/api/v2/tables", room.clone()).fine();
    let said = ask("1.1.1.1", "/api/v2/tables", table.clone()).refused(429);
    assert_eq!(said, "too many tables from your address; please wait");
    assert_eq!(
        ask("1.1.1.1", "/api/v2/tables?lang=zh", room.clone()).refused(429),
        "你的 IP 地址开的牌桌太多；请稍候"
    );
    assert_eq!(ask("1.1.1.3", "/api/v2/tables", json!({ "people": [] })).status, 422);
    assert_eq!(ask("1.1.1.3", "/api/v2/tables", json!({ "people": [] })).status, 422);
    ask("1.1.1.3", "/api/v2/tables", room.clone()).fine(); // What was refused is not counted.
    ask("1.1.1.2", "/api/v2/tables", room).fine();
    // No thinking at all.
    let hint =
        format!("/api/v2/tables/{}/hint", state["links"]["seats"]["A"]["token"].as_str().expect("a token"));
    assert_eq!(ask("3.3.3.3", &hint, json!({})).status, 429);
    // Twenty requests at once, and then two a second.
    let statuses = |number| -> Vec<u16> {
        (0..number).map(|_| passed_on(&server, "2.2.2.2", "GET", "/", &json!({})).status).collect()
    };
    assert_eq!(statuses(22), [[200; 20].as_slice(), &[429; 2]].concat());
    clock.advance(Duration::from_secs(1));
    assert_eq!(statuses(3), [200, 200, 429]);
    assert_eq!(passed_on(&server, "2.2.2.3", "GET", "/", &json!({})).status, 200);
    // This computer is not limited.
    assert!((0..40).all(|_| server.get("/").status == 200));
}

#[test]
fn who_is_turned_away_can_read_why() {
    let server = Running::with(Options { connections: 1, ..Options::default() });
    let mut kept = server.connect();
    write!(kept, "GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).expect("sent");
    let mut kept = BufReader::new(kept);
    assert_eq!(Answer::read(&mut kept).status, 200);
    // Much is sent before the answer is read, so that a connection that is merely closed would be reset.
    for _ in 0..20 {
        let mut stream = server.connect();
        let body = "x".repeat(100_000);
        write!(stream, "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\n\r\n{body}", server.address)
            .expect("the server reads it");
        // It is read when it is there, and a reset with it.
        stream.peek(&mut [0]).expect("the server answers");
        let answer = Answer::read(&mut BufReader::new(stream));
        assert_eq!(answer.refused(503), "there are too many connections");
    }
}

#[test]
fn an_address_has_some_live_connections() {
    let server = proxied(&Limits { connections: 2, ..Limits::default() });
    let made = server.post("/api/v2/tables", &json!({ "people": ["A"] })).json();
    let path = format!("/api/v2/tables/{}/live", made["links"]["watch"]["token"].as_str().expect("a token"));
    let follow = |client: &str| {
        let mut stream = server.connect();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {}\r\nX-Forwarded-For: {client}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        )
        .expect("sent");
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).expect("an answer");
        (line.split(' ').nth(1).expect("a status").to_owned(), stream)
    };
    let held = [follow("1.1.1.1"), follow("1.1.1.1")];
    assert!(held.iter().all(|(status, _)| status == "101"));
    assert_eq!(follow("1.1.1.1").0, "429");
    assert_eq!(follow("1.1.1.2").0, "101");
    drop(held);
    common::wait_until("places are free again", || follow("1.1.1.1").0 == "101");
}

#[test]
fn those_who_are_not_for_us_are_counted_too() {
    let server = proxied_at(&Clock::stopped(), &Limits { requests: 1, ..Limits::default() });
    let ask =
        || server.raw("GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-For: 1.1.1.1\r\n\r\n").status;
    let statuses: Vec<u16> = (0..11).map(|_| ask()).collect();
    assert_eq!(statuses, [[421; 10].as_slice(), &[429]].concat());
}

#[test]
fn the_server_says_how_it_is() {
    let server = Running::new();
    assert_eq!(server.get("/health").fine()["status"], "ok");
    server.post("/api/v2/tables", &json!({ "people": ["A"] })).fine();
    server.get("/nowhere").refused(404);
    let answer = server.get("/metrics");
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let value = |name: &str| {
        let line = answer.body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is missing: {}", answer.body)).parse::<u64>().expect("a number")
    };
    assert_eq!(value("hule_tables"), 1);
    assert_eq!(value("hule_answers_total{class=\"2xx\"}"), 2);
    assert_eq!(value("hule_answers_total{class=\"4xx\"}"), 1);
    assert_eq!(value("hule_answer_seconds_count"), 3);
    assert_eq!(value("hule_answer_seconds_bucket{le=\"+Inf\"}"), 3);
    for line in answer.body.lines().filter(|line| !line.starts_with('#')) {
        let (name, number) = line.rsplit_once(' ').expect("a name and a number");
        assert!(number.parse::<f64>().is_ok(), "{line}");
        let kind = name.split('{').next().expect("a name");
        let kind =
            ["_bucket", "_sum", "_count"].iter().find_map(|end| kind.strip_suffix(end)).unwrap_or(kind);
        assert!(answer.body.contains(&format!("# TYPE {kind} ")), "{line}");
    }
}
