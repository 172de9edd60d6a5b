//! What is not meant well, or not well done.

use crate::common::{Answer, LONG, Running, wait_until};
use hule_server::Options;
use serde_json::json;
use std::io::{BufReader, Read, Write};
use std::time::{Duration, Instant};

const JSON: &str = "Content-Type: application/json\r\n";

#[test]
fn every_answer_has_the_headers_that_protect_it() {
    let server = Running::new();
    let answers = [
        server.get("/"),
        server.get("/assets/style.css"),
        server.get("/nowhere"),
        server.get("/api/v1/openapi.json"),
        server.get("/api/v1/replay"),
        server.post("/api/v1/replay", &json!({ "seed": 1 })),
        server.post("/api/v1/replay", &json!({ "deck": "<script>alert(1)</script>" })),
        server.raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
    ];
    for answer in &answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    // What somebody sent comes back as data only.
    assert!(answers[6].refused(422).contains("<script>"));
}

#[test]
fn the_page_and_its_files_are_there_and_nothing_else() {
    let server = Running::new();
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("\"assets/main.js\""));
    assert_eq!(server.get("/assets/style.css").header("content-type"), Some("text/css; charset=utf-8"));
    let script = server.get("/assets/main.js");
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = script.header("etag").expect("a tag").to_owned();
    let request = |tag: &str| {
        let host = server.address;
        server.raw(format!("GET /assets/main.js HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}\r\n\r\n"))
    };
    assert_eq!((request(&tag).status, request("\"other\"").status), (304, 200));
    for path in [
        "/assets/",
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "/../../../../etc/passwd",
        "/assets/main.js%00",
        "/assets/package.json",
        "/assets/index.html",
        "/index.html",
        "/api/v1/",
        "/api/v2/replay",
        "/api/v1/tables",
        "//",
        "/%ff",
    ] {
        assert!([400, 404].contains(&server.get(path).status), "{path}");
    }
    for path in ["/assets/%ff", "/api/v2/tables/%ff", "/api/v2/tables/%ff/log", "/nowhere"] {
        assert_eq!(server.get(path).refused(404), "there is no such address", "{path}");
    }
    assert_eq!(server.get("/nowhere?lang=zh").refused(404), "没有这个地址");
}

#[test]
fn a_browser_is_led_to_the_page_that_it_names() {
    let server = Running::new();
    let ask = |method: &str, path: &str, accept: &str| {
        let address = server.address;
        server.raw(format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAccept: {accept}\r\nContent-Length: 0\r\n\r\n"
        ))
    };
    let browser = "text/html,application/xhtml+xml,*/*;q=0.8";
    for (path, page) in [
        ("/play", "/#/play"),
        ("/hand/", "/#/hand"),
        ("/history", "/#/history"),
        ("/table?seat=x", "/#/table?seat=x"),
        ("/watch?seed=1&game=2", "/#/watch?seed=1&game=2"),
    ] {
        let answer = ask("GET", path, browser);
        assert_eq!((answer.status, answer.header("location")), (307, Some(page)), "{path}");
    }
    for (method, path, accept) in [
        ("GET", "/play", "application/json"),
        ("POST", "/play", browser),
        ("POST", "/nowhere", browser),
        ("GET", "/api/v1/play", browser),
    ] {
        assert_eq!(ask(method, path, accept).refused(404), "there is no such address", "{method} {path}");
    }
    for (path, sentence) in [("/nowhere", "There is no such page."), ("/a/b?lang=zh", "没有这个页面。")]
    {
        let answer = ask("GET", path, browser);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (404, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert!(answer.body.contains(sentence), "{path}");
    }
}

#[test]
fn methods_and_kinds_of_content_are_as_they_should_be() {
    let server = Running::new();
    server.get("/api/v1/replay").refused(405);
    server.post("/", &json!({})).refused(405);
    let host = server.address;
    assert_eq!(server.raw(format!("DELETE /api/v2/tables HTTP/1.1\r\nHost: {host}\r\n\r\n")).status, 405);
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
        server.post_with("/api/v1/replay", kind, "{\"seed\":1}").refused(415);
    }
    let with_charset = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(server.post_with("/api/v1/replay", with_charset, "{\"seed\":1}").status, 200);
    for body in ["", "{", "\u{0}", "seed=1", "{\"seed\":1}{", &"[".repeat(100_000)] {
        server.post_with("/api/v1/replay", JSON, body).refused(400);
    }
    let table = server.post("/api/v2/tables", &json!({ "people": ["A"], "name": "x" })).json();
    let live =
        format!("/api/v2/tables/{}/live", table["links"]["seats"]["A"]["token"].as_str().expect("a token"));
    assert_eq!(server.get(&live).refused(426), "expected a WebSocket");
}

#[test]
fn what_is_wrong_with_a_body_is_said_in_words() {
    let server = Running::new();
    let table = server.post("/api/v2/tables", &json!({ "people": ["A"], "name": "x" })).json();
    let act =
        format!("/api/v2/tables/{}/act", table["links"]["seats"]["A"]["token"].as_str().expect("a token"));
    for path in ["/api/v1/replay", "/api/v1/check", "/api/v1/hand", "/api/v2/tables", &act] {
        for body in
            [json!([1]), json!("x"), json!(7), json!({}), json!({ "turn": "x", "open": -1, "seed": [] })]
        {
            let answer = server.post(path, &body);
            if answer.status == 400 {
                let said = answer.refused(400);
                for kind in ["struct", "Request", "usize", "u64", "u8", "enum"] {
                    assert!(!said.contains(kind), "{path} {body}: {said}");
                }
            }
        }
    }
    let counts = [("/api/v1/hand", json!({ "tiles": "1M", "open": -1 }), "open")];
    let counts = counts.into_iter().chain([(act.as_str(), json!({ "action": "PONG", "turn": "x" }), "turn")]);
    for (path, body, field) in counts {
        let [english, chinese] =
            ["en", "zh"].map(|lang| server.post(&format!("{path}?lang={lang}"), &body).refused(400));
        assert_eq!(english, format!("`{field}` must be a whole number from 0 to 4294967295"));
        assert_eq!(chinese, format!("`{field}` 应为 0 到 4294967295 的整数"));
    }
    let broken = |lang: &str| {
        server.post_with(&format!("/api/v1/hand?lang={lang}"), JSON, "{\n\"tiles\": x").refused(400)
    };
    let length = "{\"tiles\":\"1M".len() + 1;
    let short = format!(
        "POST /api/v1/hand HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n\
         {{\"tiles\":\"1M",
        server.address
    );
    let mut stream = server.connect();
    stream.write_all(short.as_bytes()).expect("sent");
    stream.shutdown(std::net::Shutdown::Write).expect("it is connected");
    assert_eq!(Answer::read(&mut BufReader::new(stream)).refused(400), "the body is incomplete");
    assert_eq!(broken("en"), "invalid request body: not JSON, line 2, column 10");
    assert_eq!(broken("zh"), "请求体不符合要求：不是 JSON，第 2 行第 10 列");
    // An array could be read as the fields in their order.
    for body in [json!(["123M"]), json!("123M"), json!(null)] {
        let [english, chinese] =
            ["en", "zh"].map(|lang| server.post(&format!("/api/v1/hand?lang={lang}"), &body).refused(400));
        assert_eq!(english, "invalid request body: expected an object, {…}");
        assert_eq!(chinese, "请求体不符合要求：应为对象 {…}");
    }
    for seed in [json!("abc"), json!("18446744073709551616"), json!(-1), json!(1.5), json!(1e30)] {
        let body = json!({ "people": ["A"], "seed": seed });
        let [english, chinese] =
            ["en", "zh"].map(|lang| server.post(&format!("/api/v2/tables?lang={lang}"), &body).refused(400));
        assert_eq!(
            english,
            "a seed and the number of a game are whole numbers from 0 to 18446744073709551615"
        );
        assert_eq!(chinese, "种子和局号应为 0 到 18446744073709551615 的整数");
    }
}

#[test]
fn bodies_have_a_limit() {
    let server = Running::new();
    let fits = format!("{{\"output\":\"{}\",\"seed\":1}}", "x".repeat(250_000));
    assert_eq!(server.post_with("/api/v1/check", JSON, &fits).status, 200);
    let long = "x".repeat(300_000);
    assert_eq!(
        server.post_with("/api/v1/check", JSON, &long).refused(413),
        "the body is longer than 262144 bytes"
    );
    // Who does not say how long it is finds out as well.
    let host = server.address;
    let mut stream = server.connect();
    write!(stream, "POST /api/v1/check HTTP/1.1\r\nHost: {host}\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n")
        .expect("sent");
    let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
    for _ in 0..12 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    let _ = stream.flush();
    assert_eq!(Answer::read(&mut BufReader::new(stream)).status, 413);
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(server.raw(head).status, 431);
}

#[test]
fn other_origins_and_hosts_are_refused() {
    let server = Running::new();
    let own = format!("Origin: http://{}\r\n{JSON}", server.address);
    let body = "{\"seed\":1}";
    assert_eq!(server.post_with("/api/v1/replay", &own, body).status, 200);
    let port = server.address.port();
    for origin in [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        "http://127.0.0.1:1".to_owned(),
    ] {
        let answer = server.post_with("/api/v1/replay", &format!("Origin: {origin}\r\n{JSON}"), body);
        assert_eq!(answer.refused(403), "requests from other origins are not accepted", "{origin}");
    }
    // Also who only asks.
    let get = |origin: &str| {
        server.raw(format!("GET / HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\n\r\n", server.address))
    };
    get("http://evil.example").refused(403);
    assert_eq!(get(&format!("http://{}", server.address)).status, 200);
    // A WebSocket is not bound by the browser's own rules, so it is by these.
    let table = server.post("/api/v2/tables", &json!({ "people": ["A"], "name": "x" })).json();
    let path =
        format!("/api/v2/tables/{}/live", table["links"]["seats"]["A"]["token"].as_str().expect("a token"));
    let upgrade = |origin: &str| {
        server.raw(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            server.address
        ))
    };
    upgrade("http://evil.example").refused(403);
    assert_eq!(upgrade(&format!("http://{}", server.address)).status, 101);
    // Somebody's name may lead here; the page behind it would then be of that name's origin.
    for host in ["evil.example", "localhost.evil.example", "192.168.0.1", ""] {
        server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")).refused(421);
    }
    assert_eq!(server.raw(format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")).status, 200);
    assert_eq!(server.raw("GET / HTTP/1.1\r\n\r\n").status, 421);
    let whole =
        |name: &str| server.raw(format!("GET http://{name}/ HTTP/1.1\r\nHost: {}\r\n\r\n", server.address));
    whole("evil.example").refused(421);
    assert_eq!(whole(&server.address.to_string()).status, 200);
}

#[test]
fn slow_clients_are_not_waited_for() {
    let soon = Duration::from_millis(100);
    // A body that never ends.
    let server = Running::with(Options { body_timeout: soon, ..Options::default() });
    let host = server.address;
    let mut stream = server.connect();
    write!(stream, "POST /api/v1/replay HTTP/1.1\r\nHost: {host}\r\n{JSON}Content-Length: 100\r\n\r\n{{")
        .expect("sent");
    let answer = Answer::read(&mut BufReader::new(stream));
    assert_eq!(answer.refused(408), "the body arrives too slowly");
    // A head that never ends, and nothing at all.
    let server = Running::with(Options { head_timeout: soon, ..Options::default() });
    let host = server.address;
    for begun in ["GET / HTTP/1.1\r\nHost: x\r\n", ""] {
        let mut stream = server.connect();
        stream.write_all(begun.as_bytes()).expect("sent");
        assert_closed(&mut stream);
    }
    // A connection that was of use and is idle. On a busy machine even its request may come too late.
    wait_until("a request is in time", || {
        let mut stream = server.connect();
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let is_answered = stream.peek(&mut [0]).is_ok_and(|read| read == 1);
        let mut reader = BufReader::new(stream);
        if is_answered {
            assert_eq!(Answer::read(&mut reader).status, 200);
            assert_closed(&mut reader);
        }
        is_answered
    });
}

/// The server closes a connection without another word.
fn assert_closed(stream: &mut impl Read) {
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).expect("the server closes it");
    assert!(rest.is_empty(), "{}", rest.escape_ascii());
}

#[test]
fn who_does_not_read_is_let_go() {
    let server = Running::with(Options {
        connections: 1,
        write_timeout: Duration::from_millis(100),
        ..Options::default()
    });
    let host = server.address;
    let mut stream = server.connect();
    let request = format!(
        "POST /api/v1/replay HTTP/1.1\r\nHost: {host}\r\n{JSON}Content-Length: 10\r\n\r\n{{\"seed\":1}}"
    );
    // The answers fill all buffers between here and there; then nothing can be written any more, and the server closes
    // the connection.
    stream.set_write_timeout(Some(LONG)).expect("it can be set");
    let end = Instant::now() + LONG;
    while stream.write_all(request.as_bytes()).is_ok() {
        assert!(Instant::now() < end, "the server still reads");
    }
    wait_until("the only place is free again", || {
        let status = server.get("/").status;
        assert!([200, 503].contains(&status), "{status}");
        status == 200
    });
}

#[test]
fn too_many_connections_are_told_so() {
    let server = Running::with(Options { connections: 3, ..Options::default() });
    let host = server.address;
    let mut kept: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = server.connect();
            write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
            let mut reader = BufReader::new(stream);
            assert_eq!(Answer::read(&mut reader).status, 200);
            reader
        })
        .collect();
    assert_eq!(server.get("/").refused(503), "there are too many connections");
    kept.pop();
    wait_until("a place is free again", || server.get("/").status == 200);
}

#[test]
fn what_is_no_http_is_refused() {
    let server = Running::new();
    for garbage in [
        "\u{0}\u{1}\u{2}\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(garbage.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server closes it");
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    let twice =
        "POST /api/v1/hand HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}";
    assert_eq!(server.raw(twice).status, 400);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn it_ends_when_it_is_told_to() {
    let mut server = Running::new();
    let idle = server.connect();
    assert_eq!(server.get("/").status, 200);
    server.stop();
    drop(idle);
    assert!(std::net::TcpStream::connect(server.address).is_err());
}
