//! What the tests of all commands need.

#![allow(dead_code)] // Not all need all of it.

pub mod programs;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take, even on a slow machine.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until something is the case, which must be within [`PATIENCE`].
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal to a program that we have started.
#[cfg(unix)]
pub fn send_signal(name: &str, child: &Child) {
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
}

/// The command in English, whatever the locale is.
pub fn hule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hule"));
    command.env("LC_ALL", "C");
    command
}

/// Starts `hule serve`, which prints where it listens. Returns it and its address.
pub fn listening(command: &mut Command) -> (Child, String) {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("hule starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it was asked for")).read_line(&mut line).expect("a line");
    let address = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    (child, address)
}

/// Runs a command with this on its standard input.
pub fn with_input(command: &mut Command, input: impl Into<Vec<u8>>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("hule starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.into();
    let writer = thread::spawn(move || {
        // It may stop reading as soon as it knows what is wrong.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("hule ends");
    writer.join().expect("the writer does not panic");
    output
}

pub fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("hule writes UTF-8")
}

/// It must have worked without a word on standard error, and this is what it printed.
pub fn printed(output: &Output) -> &str {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    text(&output.stdout)
}

/// It must have failed with this status, with nothing printed but one sentence.
pub fn complaint(output: &Output, status: i32) -> &str {
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(status), ""), "{output:?}");
    let sentence = text(&output.stderr).strip_prefix("hule: ").expect("it says who complains");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim_end()
}

/// Runs a command with a terminal of this many columns as its standard output, and returns what it shows.
#[cfg(target_os = "linux")]
pub fn on_terminal(command: &mut Command, columns: u16) -> String {
    on_terminal_of(command, 24, columns)
}

/// The same with this many rows, which may be unknown: 0.
#[cfg(target_os = "linux")]
pub fn on_terminal_of(command: &mut Command, rows: u16, columns: u16) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    use std::fs::File;
    use std::io::Read;
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals");
    grantpt(&controller).and_then(|()| unlockpt(&controller)).expect("it is ours");
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&controller, size).expect("it has a size");
    let name = ptsname(&controller, Vec::new()).expect("it has a name").into_string().expect("of text");
    let terminal = File::options().write(true).open(name).expect("it opens");
    command.env_remove("COLUMNS").env("NO_COLOR", "1").env("TERM", "xterm");
    let mut child = command.stdin(Stdio::null()).stdout(terminal).spawn().expect("hule starts");
    // Only the child has the terminal open now, so that reading ends when it does.
    command.stdout(Stdio::null());
    let mut shown = Vec::new();
    // The end of a terminal is an error.
    let _ = File::from(controller).read_to_end(&mut shown);
    child.wait().expect("hule ends");
    String::from_utf8(shown).expect("hule writes UTF-8").replace("\r\n", "\n")
}
