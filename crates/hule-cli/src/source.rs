//! Where decks come from.

use crate::failure::Failure;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// A file or standard input.
pub struct Source<'a> {
    path: Option<&'a Path>,
}

impl<'a> Source<'a> {
    /// The file of this path; without one, or for `-`, standard input.
    pub fn new(path: Option<&'a PathBuf>) -> Source<'a> {
        Source { path: path.map(PathBuf::as_path).filter(|path| path.as_os_str() != "-") }
    }

    /// Begins to read.
    pub fn open(&self) -> Result<BufReader<Box<dyn Read>>, Failure> {
        let input: Box<dyn Read> = if let Some(path) = &self.path {
            Box::new(File::open(path).map_err(|error| Failure::io(self, &error))?)
        } else {
            if io::stdin().is_terminal() {
                eprintln!("hule: reading a deck from the terminal; end it with Ctrl-D");
            }
            Box::new(io::stdin())
        };
        Ok(BufReader::with_capacity(1 << 16, input))
    }

    /// The path as it was given, `-` for standard input.
    pub fn path(&self) -> String {
        self.path.map_or("-".into(), Path::to_string_lossy).into_owned()
    }

    /// All of these; if there are none, standard input.
    pub fn all(paths: &'a [PathBuf]) -> Vec<Source<'a>> {
        match paths {
            [] => vec![Source::new(None)],
            paths => paths.iter().map(|path| Source::new(Some(path))).collect(),
        }
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            // A name may have anything in it, also what would confuse a terminal.
            Some(path) => path.to_string_lossy().escape_debug().fmt(f),
            None => f.write_str("standard input"),
        }
    }
}
