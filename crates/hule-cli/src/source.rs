//! Where the input comes from.

mod utf16;

use crate::failure::Failure;
use crate::language::say;
use crate::name::shown;
use hule::Deck;
use hule::deck::DeckReader;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use utf16::Decoded;

/// A file, or standard input, which is also called `-`.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    path: Option<&'a Path>,
}

impl<'a> Source<'a> {
    pub fn new(path: Option<&'a Path>) -> Source<'a> {
        Source { path: path.filter(|path| path.as_os_str() != "-") }
    }

    /// All of these; if there are none, standard input.
    pub fn all(paths: &'a [PathBuf]) -> Vec<Source<'a>> {
        match paths {
            [] => vec![Source::new(None)],
            paths => paths.iter().map(|path| Source::new(Some(path))).collect(),
        }
    }

    /// The path as it was given, `-` for standard input.
    pub fn path(&self) -> String {
        self.path.map_or("-".into(), Path::to_string_lossy).into_owned()
    }

    pub const fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// Opens it as text. If it is a terminal, a message says that `what` is read from there.
    pub fn open(&self, what: &str) -> Result<Decoded<Box<dyn Read>>, Failure> {
        self.open_exact(what).map(Decoded::new)
    }

    /// Opens it, in whatever encoding it is.
    fn open_exact(&self, what: &str) -> Result<Box<dyn Read>, Failure> {
        Ok(if let Some(path) = &self.path {
            // Not every system says so.
            let file = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) };
            Box::new(file.map_err(|error| Failure::io(self, &error))?)
        } else {
            if io::stdin().is_terminal() {
                let end = if cfg!(windows) { "Ctrl-Z Enter" } else { "Ctrl-D" };
                let sentence = say!(
                    "reading {what} from the terminal; press {end} to end",
                    "正在从终端读取{what}；按 {end} 结束"
                );
                eprintln!("hule: {sentence}");
            }
            Box::new(io::stdin())
        })
    }

    /// The one deck that it has.
    pub fn deck(&self) -> Result<Deck, Failure> {
        DeckReader::new(self.open(&say!("a deck", "牌堆"))?)
            .only()
            .map_err(|error| Failure::reading(self, error))
    }

    /// All of its text; if it is longer than `most` bytes, the failure with this sentence.
    pub fn bytes(
        &self,
        what: &str,
        most: u64,
        too_long: impl FnOnce() -> String,
    ) -> Result<Vec<u8>, Failure> {
        self.limited(self.open(what)?, most, too_long)
    }

    /// All of it, byte for byte; if it is longer than `most` bytes, the failure with this sentence.
    pub fn exact_bytes(
        &self,
        what: &str,
        most: u64,
        too_long: impl FnOnce() -> String,
    ) -> Result<Vec<u8>, Failure> {
        self.limited(self.open_exact(what)?, most, too_long)
    }

    fn limited(
        &self,
        input: impl Read,
        most: u64,
        too_long: impl FnOnce() -> String,
    ) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = input.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::io(self, &error))?;
        if bytes.len() as u64 > most {
            return Err(Failure::Input(too_long()));
        }
        Ok(bytes)
    }

    /// What a program printed, or should print.
    pub fn log(&self, what: &str, most: u64) -> Result<Vec<u8>, Failure> {
        self.bytes(what, most, || {
            say!(
                "{self}: it is longer than {most} bytes, which no log is",
                "{self}：超过 {most} 字节，不可能是记录"
            )
        })
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            // A name may have anything in it, also what would confuse a terminal.
            Some(path) => shown(&path.to_string_lossy()).fmt(f),
            None => f.write_str(&say!("standard input", "标准输入")),
        }
    }
}

/// What a program has printed, with the line ends that it meant: on Windows `\n` is written as `\r\n`.
pub fn as_meant(mut output: Vec<u8>) -> Vec<u8> {
    if cfg!(windows) {
        let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
        let last = lines.len() - 1;
        let ends = |(number, line): (usize, &&[u8])| {
            let meant = if number < last { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
            meant.to_vec()
        };
        output = lines.iter().enumerate().map(ends).collect::<Vec<_>>().join(&b'\n');
    }
    output
}
