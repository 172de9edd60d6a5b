//! What the tests of all commands need.

#![cfg_attr(windows, allow(dead_code))] // Signals and terminals are those of Unix.

pub mod programs;

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take. Only a machine that hangs takes as long.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until something is the case, which must be within [`PATIENCE`].
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A command that goes on until it is ended. A test that fails ends it, and so all that it has started.
pub struct Running(Child);

impl Running {
    /// Starts it, with pipes for what it prints.
    pub fn start(command: &mut Command) -> Running {
        Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("hule starts"))
    }

    #[cfg(unix)]
    pub fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).expect("it is ours");
    }

    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("it is ours").is_some()
    }

    /// Waits until it catches SIGINT.
    #[cfg(target_os = "linux")]
    pub fn wait_until_it_catches_signals(&self) {
        wait_until("it catches SIGINT", || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).expect("it runs");
            // The mask of the signals that it catches, in hexadecimal.
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("Linux says so");
            let mask = u64::from_str_radix(mask.trim(), 16).expect("a number");
            mask >> (Signal::INT.as_raw() - 1) & 1 == 1
        });
    }

    /// Kills it.
    pub fn kill(mut self) {
        self.0.kill().expect("it is ours");
        self.0.wait().expect("it is ours");
    }

    /// Waits for its end.
    pub fn output(mut self) -> Output {
        fn read(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                if let Some(mut pipe) = pipe {
                    pipe.read_to_end(&mut bytes).expect("it can be read");
                }
                bytes
            })
        }
        let (stdout, stderr) = (read(self.0.stdout.take()), read(self.0.stderr.take()));
        wait_until("the command ends", || self.has_ended());
        let read = |thread: thread::JoinHandle<_>| thread.join().expect("it does not panic");
        let status = self.0.wait().expect("it is ours");
        Output { status, stdout: read(stdout), stderr: read(stderr) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // In order if it can, so that it ends what it has started. What waits for a player needs a second signal.
        #[cfg(unix)]
        for _ in 0..50 {
            if self.0.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            let _ = kill_process(Pid::from_child(&self.0), Signal::TERM);
            thread::sleep(Duration::from_millis(100));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The command in English, whatever the locale is.
pub fn hule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hule"));
    command.env("LC_ALL", "C");
    command
}

/// Starts `hule serve`, which prints where it listens. Returns it and its address.
#[cfg(feature = "server")]
pub fn listening(command: &mut Command) -> (Running, String) {
    use std::io::{BufRead, BufReader};
    let mut running = Running::start(command);
    let mut line = String::new();
    let stdout = running.0.stdout.take().expect("it was asked for");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address = line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    (running, address)
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
