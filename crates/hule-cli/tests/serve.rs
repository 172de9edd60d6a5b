//! `hule serve` and `hule replay`.

#![cfg_attr(windows, allow(unused_imports, dead_code))] // Some tests need what only Unix has.

use crate::common::{Running, complaint, hule, listening, printed, text, with_input};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::{fs, path::Path};

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    fs::read_to_string(path).expect("the sample is there")
}

/// A server at a free port, and its address.
fn serve(arguments: &[&str]) -> (Running, String) {
    let mut command = hule();
    command.args(["serve", "--port", "0"]).args(arguments).env("PATH", "");
    listening(&mut command)
}

#[cfg(unix)] // Signals.
#[test]
fn it_says_where_it_is_and_ends_with_ctrl_c() {
    // No browser is to be found, and that is no reason to fail.
    let (server, address) = serve(&["--open"]);
    let mut stream = TcpStream::connect(&address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("a page");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>hule"), "{page}");
    server.send(rustix::process::Signal::INT);
    assert_eq!(server.output().status.code(), Some(0));
}

#[cfg(unix)] // Signals.
#[test]
fn requests_are_logged_without_the_names_of_tables() {
    let (server, address) = serve(&["--log", "debug"]);
    let mut stream = TcpStream::connect(&address).expect("it listens");
    let secret = "/api/v2/tables/0123456789abcdefghijkl/log?lang=en";
    write!(stream, "GET {secret} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("sent");
    stream.read_to_string(&mut String::new()).expect("an answer");
    server.send(rustix::process::Signal::INT);
    let output = server.output();
    let line = text(&output.stderr).trim_end();
    let (time, event) = line.split_at_checked(27).unwrap_or_else(|| panic!("{line:?}"));
    let digits: String = time.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert_eq!(digits, "0000-00-00T00:00:00.000000Z", "{line}");
    let event = event.strip_prefix(
        " DEBUG hule_server::rate_limit: answered client=127.0.0.1 method=GET path=\"/api/v2/tables\" status=404 micros=",
    );
    assert!(event.is_some_and(|micros| micros.parse::<u32>().is_ok()), "{line}");
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("some port is free");
    let address = taken.local_addr().expect("it has one");
    let port = address.port().to_string();
    let output = hule().args(["serve", "--port", &port]).output().expect("hule starts");
    let expected = format!("{address}: the port is in use");
    assert!(complaint(&output, 1).starts_with(&expected));
    let output = hule().args(["serve", "--host", "localhost"]).output().expect("hule starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("expected an IP address, such as"));
    let output = hule().args(["serve", "--host", "192.0.2.1", "--lang", "zh"]).output().expect("hule starts");
    assert_eq!(complaint(&output, 1), "192.0.2.1:4148：这台计算机没有这个地址");
}

#[test]
fn a_replay_is_one_file() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("sample.html");
    for input in [sample("sample.deck"), sample("sample.log")] {
        let output = with_input(hule().args(["replay", "--html"]).arg(&file), input);
        assert_eq!(printed(&output), "");
        let page = fs::read_to_string(&file).expect("it is written");
        assert!(page.starts_with("<!doctype html>") && page.contains("id=\"replay\""));
        assert!(page.contains("\"text\":\"A WIN\"") && !page.contains("=\"assets/"));
        fs::remove_file(&file).expect("it is there");
    }
    fs::write(&file, sample("sample.deck")).expect("there is room");
    let same = folder.path().join(".").join("sample.html");
    let output = hule().arg("replay").arg(&file).arg("--html").arg(same).output().expect("hule runs");
    assert!(complaint(&output, 2).contains(": the page would replace the game; "));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), sample("sample.deck"));
    let output = with_input(hule().args(["replay", "-", "--html", "-"]), sample("sample.log"));
    assert!(printed(&output).starts_with("<!doctype html>"));
}

#[test]
fn what_is_no_game_is_not_written() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("never.html");
    let refused = |input: String| {
        let output = with_input(hule().args(["replay", "--html"]).arg(&file), input);
        assert!(!file.exists());
        complaint(&output, 2).to_owned()
    };
    assert_eq!(refused(String::new()), "standard input: there are no tiles; expected the names of 148 tiles");
    assert!(refused(sample("sample.log").replace("A WIN", "B WIN")).contains("expected `A WIN`"));
    assert!(refused("1M <b>".to_owned()).contains("`<b>` is not a tile"));
    assert_eq!(refused("1M ".repeat(1 << 20)), "standard input: too long for a deck or a log");
    let output = hule().args(["replay", "nowhere.deck", "--html", "x"]).output().expect("hule starts");
    assert_eq!(complaint(&output, 1), "nowhere.deck: there is no such file");
}
