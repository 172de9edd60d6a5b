//! Exchanging lines with a program, with a deadline for everything.

use super::errors::ErrorFile;
use crate::child::Started;
use crate::failure::Failure;
use hule::bot::{FromBot, ToBot};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A program that lines are exchanged with.
pub struct Talk {
    /// What is said to it; `None` when it has closed its standard input.
    stdin: Option<ChildStdin>,
    /// What it says; `None` when it has closed its standard output.
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// What is still to be written to it.
    unsaid: Vec<u8>,
    /// What was read from it and not returned as a line yet.
    heard: Vec<u8>,
    /// Whether the rest of a line that is too long is still to come.
    skipping: bool,
    // Last, so that the pipes are closed when it is ended.
    started: Started,
}

/// What a program said.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// More than a line may have.
    TooLong,
    /// Nothing in time.
    Nothing,
    /// It has closed its standard output.
    Closed,
}

impl Talk {
    /// How often the stop flag is checked.
    pub const GLANCE: Duration = Duration::from_millis(50);

    pub fn new(command: &[String]) -> Result<Talk, Failure> {
        let mut started = Started::new(command, Stdio::piped())?;
        let (stdin, stdout) = (started.child.stdin.take(), started.child.stdout.take());
        let stderr = started.child.stderr.take();
        // Whoever does not listen shall not make us wait.
        let stdin = stdin.filter(|stdin| rustix::io::ioctl_fionbio(stdin, true).is_ok());
        Ok(Talk { stdin, stdout, stderr, unsaid: Vec::new(), heard: Vec::new(), skipping: false, started })
    }

    /// Sends a message: at once if the pipe has room, otherwise while waiting for lines.
    pub fn say(&mut self, message: &ToBot) {
        serde_json::to_writer(&mut self.unsaid, message).expect("names and numbers always serialise");
        self.unsaid.push(b'\n');
        self.say_more();
    }

    fn say_more(&mut self) {
        while let Some(stdin) = &mut self.stdin
            && !self.unsaid.is_empty()
        {
            match stdin.write(&self.unsaid) {
                Ok(written) => drop(self.unsaid.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stdin = None,
            }
        }
        if self.stdin.is_none() {
            self.unsaid.clear();
        }
    }

    /// Waits for the next line. No line is returned before everything is sent.
    pub fn hear(&mut self, patience: Duration, errors: &mut ErrorFile, stop: &AtomicBool) -> Heard {
        let deadline = Instant::now() + patience;
        loop {
            if self.unsaid.is_empty()
                && let Some(line) = self.next_line()
            {
                if matches!(&line, Heard::Line(line) if line.trim_ascii().is_empty()) {
                    continue; // It says nothing, which nobody need mind.
                }
                return line;
            }
            if self.stdout.is_none() {
                return Heard::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                return Heard::Nothing;
            }
            self.wait(left.min(Talk::GLANCE), false, errors);
        }
    }

    /// Closes the pipe to the program and waits for it to end; `None` if it has not ended in time and is killed.
    pub fn end(mut self, patience: Duration, errors: &mut ErrorFile) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if self.unsaid.is_empty() {
                self.stdin = None;
            }
            self.heard.clear();
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || self.started.exit.is_none() {
                return None;
            }
            if self.wait(left, true, errors) {
                return self.started.child.try_wait().ok().flatten();
            }
        }
    }

    /// The next line that was read, if it is complete.
    fn next_line(&mut self) -> Option<Heard> {
        loop {
            let Some(end) = self.heard.iter().position(|&byte| byte == b'\n') else {
                if self.heard.len() < FromBot::LONGEST {
                    return None;
                }
                self.heard.clear();
                if self.skipping {
                    return None;
                }
                self.skipping = true;
                return Some(Heard::TooLong);
            };
            let line = self.heard.drain(..=end).take(end).collect();
            if !std::mem::take(&mut self.skipping) {
                let fits = end < FromBot::LONGEST;
                return Some(if fits { Heard::Line(line) } else { Heard::TooLong });
            }
        }
    }

    /// Waits until something can be read or written, but not longer than `patience`, and does so. With `ending` it also
    /// waits for the end of the program, and returns whether it has ended.
    fn wait(&mut self, patience: Duration, ending: bool, errors: &mut ErrorFile) -> bool {
        let stdin = self.stdin.as_ref().filter(|_| !self.unsaid.is_empty());
        // Whoever says more than we look at has to wait.
        let stdout = self.stdout.as_ref().filter(|_| self.heard.len() < FromBot::LONGEST);
        let exit = self.started.exit.as_ref().filter(|_| ending);
        let watched: [(Option<BorrowedFd<'_>>, PollFlags); 4] = [
            (stdin.map(AsFd::as_fd), PollFlags::OUT),
            (stdout.map(AsFd::as_fd), PollFlags::IN),
            (self.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (exit.map(AsFd::as_fd), PollFlags::IN),
        ];
        let mut polled = Vec::with_capacity(watched.len());
        let places = watched.map(|(file, flags)| {
            file.map(|file| {
                polled.push(PollFd::from_borrowed_fd(file, flags));
                polled.len() - 1
            })
        });
        let timeout = Timespec::try_from(patience).ok();
        // A signal is no reason to fail; whoever waits looks at the time again.
        let _ = poll(&mut polled, timeout.as_ref());
        let [says, heard, complains, ended] =
            places.map(|place| place.is_some_and(|place| !polled[place].revents().is_empty()));
        if says {
            self.say_more();
        }
        if heard {
            let mut buffer = [0; 1 << 14];
            match self.stdout.as_mut().map_or(Ok(0), |stdout| stdout.read(&mut buffer)) {
                Ok(0) => self.stdout = None,
                Ok(read) => self.heard.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.stdout = None,
            }
        }
        if complains {
            let mut buffer = [0; 1 << 14];
            match self.stderr.as_mut().map_or(Ok(0), |stderr| stderr.read(&mut buffer)) {
                Ok(0) => self.stderr = None,
                Ok(read) => errors.write(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => self.stderr = None,
            }
        }
        // What it has said before is still to be read.
        ended && !complains
    }
}
