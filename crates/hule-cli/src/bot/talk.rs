//! Exchanging lines with a program, with a deadline for everything.

use super::errors::ErrorFile;
use crate::child::Started;
use crate::child::pipes::Pipes;
use crate::failure::Failure;
use crate::name::shown;
use hule::bot::{FromBot, ToBot};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A program that lines are exchanged with.
pub struct Talk {
    pipes: Pipes,
    /// Whether its standard output is open.
    talks: bool,
    /// Whether its standard error is open.
    complains: bool,
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
    /// How often to look whether the program has ended.
    const MOMENT: Duration = Duration::from_millis(1);

    pub fn new(command: &[String]) -> Result<Talk, Failure> {
        let mut started = Started::new(command)?;
        let pipes = started.pipes().map_err(|error| Failure::io(&shown(&command[0]), &error))?;
        Ok(Talk { pipes, talks: true, complains: true, heard: Vec::new(), skipping: false, started })
    }

    /// Sends a message: at once if it listens, otherwise when it does.
    pub fn say(&mut self, message: &ToBot) {
        let mut line = serde_json::to_vec(message).expect("names and numbers always serialise");
        line.push(b'\n');
        self.pipes.say(&line);
    }

    /// Waits for the next line. No line is returned before everything is sent.
    pub fn hear(&mut self, patience: Duration, errors: &mut ErrorFile, stop: &AtomicBool) -> Heard {
        let deadline = Instant::now() + patience;
        loop {
            if self.pipes.is_said()
                && let Some(line) = self.next_line()
            {
                if matches!(&line, Heard::Line(line) if line.trim_ascii().is_empty()) {
                    continue; // An empty line.
                }
                return line;
            }
            if !self.talks {
                return Heard::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                return Heard::Nothing;
            }
            self.wait(left.min(Talk::GLANCE), errors);
        }
    }

    /// Closes the pipe to the program and waits for it to end; `None` if it has not ended in time and is killed.
    pub fn end(mut self, patience: Duration, errors: &mut ErrorFile) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        self.pipes.end_input();
        while !self.started.has_ended().ok()? {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            self.wait(left.min(Talk::MOMENT), errors);
            self.heard.clear();
        }
        let used = self.started.finish().ok()?;
        // What it has complained about is still to be read, if no other process holds the pipe.
        let deadline = Instant::now() + Talk::GLANCE;
        while self.complains && Instant::now() < deadline {
            self.wait(Talk::MOMENT, errors);
            self.heard.clear();
        }
        Some(used.status)
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

    /// Waits until something has been read or written, but not longer than `patience`.
    fn wait(&mut self, patience: Duration, errors: &mut ErrorFile) {
        if !self.look(errors) {
            self.pipes.wait(patience);
            self.look(errors);
        }
    }

    /// Takes what has been read; false if there was nothing new.
    fn look(&mut self, errors: &mut ErrorFile) -> bool {
        let (before, was_open) = (self.heard.len(), self.talks);
        // A program that prints more than is read has to wait.
        if before < FromBot::LONGEST {
            self.talks = self.pipes.take_output(&mut self.heard);
        }
        let mut complaint = Vec::new();
        self.complains = self.pipes.take_errors(&mut complaint);
        errors.write(&complaint);
        self.heard.len() > before || !complaint.is_empty() || self.talks != was_open
    }
}
