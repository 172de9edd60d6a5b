//! Pipes of Unix, which one thread can wait for together.

use super::{CHUNK, MOST};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

/// The pipes to and from a program.
pub struct Pipes {
    /// `None` if everything is written, or the other end is closed.
    input: Option<OwnedFd>,
    /// What is still to be written.
    unsaid: Vec<u8>,
    /// Whether the input is to be closed when everything is written.
    is_last: bool,
    output: Source,
    errors: Source,
}

/// A pipe that is read.
struct Source {
    /// `None` at its end.
    pipe: Option<OwnedFd>,
    /// What was read and not taken.
    heard: Vec<u8>,
}

impl Source {
    fn new(pipe: Option<impl Into<OwnedFd>>) -> Source {
        Source { pipe: pipe.map(Into::into), heard: Vec::new() }
    }

    /// The pipe, if there is room for more.
    fn wanted(&self) -> Option<&OwnedFd> {
        self.pipe.as_ref().filter(|_| self.heard.len() < MOST)
    }

    fn read(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        let start = self.heard.len();
        self.heard.resize(start + CHUNK, 0);
        let result = read(pipe, &mut self.heard[start..]);
        self.heard.truncate(start + result.unwrap_or(0));
        if !matches!(result, Ok(1..) | Err(Errno::INTR | Errno::AGAIN)) {
            self.pipe = None;
        }
    }

    fn take(&mut self, buffer: &mut Vec<u8>) -> bool {
        buffer.append(&mut self.heard);
        self.pipe.is_some()
    }
}

impl Pipes {
    pub fn new(
        input: Option<impl Into<OwnedFd>>,
        output: Option<impl Into<OwnedFd>>,
        errors: Option<impl Into<OwnedFd>>,
    ) -> io::Result<Pipes> {
        let input = input.map(Into::into);
        // A program that does not read must not block this one.
        input.as_ref().map_or(Ok(()), |input| ioctl_fionbio(input, true))?;
        let (output, errors) = (Source::new(output), Source::new(errors));
        Ok(Pipes { input, unsaid: Vec::new(), is_last: false, output, errors })
    }

    /// Says this: now, or while waiting.
    pub fn say(&mut self, bytes: &[u8]) {
        if self.input.is_some() {
            self.unsaid.extend_from_slice(bytes);
            self.write();
        }
    }

    /// Closes the input when everything is said.
    pub fn end_input(&mut self) {
        self.is_last = true;
        self.write();
    }

    /// Whether everything is written, or the other end is closed.
    pub fn is_said(&self) -> bool {
        self.unsaid.is_empty()
    }

    /// Appends what the program has printed to a buffer. Returns whether more can come.
    pub fn take_output(&mut self, buffer: &mut Vec<u8>) -> bool {
        self.output.take(buffer)
    }

    /// How much it has printed that was not taken.
    #[cfg(test)]
    pub fn heard(&self) -> usize {
        self.output.heard.len()
    }

    /// The same for what it has complained about.
    pub fn take_errors(&mut self, buffer: &mut Vec<u8>) -> bool {
        self.errors.take(buffer)
    }

    /// Waits until something can be read or written, but not longer than `patience`, and does so.
    pub fn wait(&mut self, patience: Duration) {
        let input = self.input.as_ref().filter(|_| !self.unsaid.is_empty());
        let watched = [
            (input, PollFlags::OUT),
            (self.output.wanted(), PollFlags::IN),
            (self.errors.wanted(), PollFlags::IN),
        ];
        let mut polled = Vec::with_capacity(watched.len());
        let places = watched.map(|(file, flags)| {
            file.map(|file| {
                polled.push(PollFd::new(file, flags));
                polled.len() - 1
            })
        });
        let timeout = Timespec::try_from(patience).ok();
        // A signal is no reason to fail; the caller looks at the time again.
        let _ = poll(&mut polled, timeout.as_ref());
        let [says, prints, complains] =
            places.map(|place| place.is_some_and(|place| !polled[place].revents().is_empty()));
        if says {
            self.write();
        }
        if prints {
            self.output.read();
        }
        if complains {
            self.errors.read();
        }
    }

    fn write(&mut self) {
        while let Some(input) = &self.input
            && !self.unsaid.is_empty()
        {
            match write(input, &self.unsaid) {
                Ok(written) => drop(self.unsaid.drain(..written)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.input = None,
            }
        }
        self.unsaid.clear();
        if self.is_last {
            self.input = None;
        }
    }
}
