//! What a program printed, compared with the right log.

use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::{Source, as_meant};
use hule::check::{Exactness, Mismatch, check};
use hule::{Deck, Localized};
use std::io::Read;

/// No more than this is read; the longest log has less than a hundredth of it.
pub const MOST_BYTES: u64 = 1 << 20;

/// What a program printed.
pub struct Output {
    bytes: Vec<u8>,
    is_too_long: bool,
    /// What else is wrong with it: it cannot be read, or it is too long.
    pub note: Option<String>,
}

/// An output that is right.
pub struct Right {
    pub lines: usize,
    /// The first line that is not the same byte for byte.
    inexact: Option<Box<Mismatch>>,
}

impl Output {
    /// Reads an output for a judge. If that fails, it is empty: a program that leaves nothing to read is wrong.
    pub fn read_or_empty(source: &Source<'_>) -> Output {
        Output::read(source).unwrap_or_else(|failure| Output {
            bytes: Vec::new(),
            is_too_long: false,
            note: Some(failure.sentence()),
        })
    }

    /// Reads an output.
    pub fn read(source: &Source<'_>) -> Result<Output, Failure> {
        let mut bytes = Vec::new();
        let input = source.open(&say!("the output of a program", "程序的输出"))?;
        let read = input.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::io(source, &error))?;
        let is_too_long = bytes.len() as u64 > MOST_BYTES;
        let note = is_too_long.then(|| {
            say!(
                "{source}: it is longer than {MOST_BYTES} bytes, and no log is",
                "{source}：它超过 {MOST_BYTES} 字节，没有这么长的记录"
            )
        });
        Ok(Output { bytes: as_meant(bytes), is_too_long, note })
    }

    /// Compares it with the log of a deck. The error is the first wrong line.
    pub fn compare(&self, deck: &Deck, exactness: Exactness) -> Result<Right, Box<Mismatch>> {
        let inexact = match check(deck, &self.bytes, Exactness::Strict) {
            Ok(lines) => return Ok(Right { lines, inexact: None }),
            Err(mismatch) => mismatch,
        };
        if exactness == Exactness::Strict {
            return Err(inexact);
        }
        let lines = check(deck, &self.bytes, Exactness::Lenient)?;
        // The rest of it was not read.
        if self.is_too_long { Err(inexact) } else { Ok(Right { lines, inexact: Some(inexact) }) }
    }

    /// The first wrong line as the one line that checkers print.
    pub fn message(&self, mismatch: &Mismatch) -> String {
        let message = mismatch.text(language());
        match &self.note {
            Some(note) => say!("{message} ({note})", "{message}（{note}）"),
            None => message,
        }
    }
}

impl Right {
    /// Whether it is right byte for byte.
    pub const fn is_exact(&self) -> bool {
        self.inexact.is_none()
    }

    /// `84 lines`, and what is not exact.
    pub fn message(&self) -> String {
        let lines = self.lines;
        match &self.inexact {
            None => say!("{lines} lines", "{lines} 行"),
            Some(found) => {
                let (line, mistake) = (found.line, found.mistake.text(language()));
                say!(
                    "{lines} lines, but not byte for byte: line {line}: {mistake}",
                    "{lines} 行，但并非逐字节相同：第 {line} 行：{mistake}"
                )
            }
        }
    }
}
