//! How a command fails: one sentence and an exit status.

use hule::ReadDeckError;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// Something was wrong with what was given.
    Input(String),
    /// A file could not be read or written.
    Io(String),
    /// Whoever read the output wants no more of it, which is no failure to tell anybody about.
    ClosedPipe,
    /// Several things went wrong, each of them for itself.
    Several(Vec<Failure>),
}

impl Failure {
    /// The failure to read decks from a file or stream of this name.
    pub fn reading(name: &impl Display, error: ReadDeckError) -> Failure {
        match error {
            ReadDeckError::Io(error) => Failure::io(name, &error),
            ReadDeckError::Deck(error) => Failure::Input(format!("{name}: {error}")),
        }
    }

    /// The failure to read a file or stream of this name.
    pub fn io(name: &impl Display, error: &io::Error) -> Failure {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
            io::ErrorKind::NotADirectory => "a part of the path is not a directory".to_owned(),
            io::ErrorKind::IsADirectory => "it is a directory; expected a file".to_owned(),
            io::ErrorKind::AlreadyExists => "it is a file; expected a directory".to_owned(),
            _ => error.to_string(),
        };
        Failure::Io(format!("{name}: {why}"))
    }

    /// The failure to write to standard output.
    pub fn writing(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(format!("standard output: {error}")),
        }
    }

    /// The same failure, with a hint about the command behind it.
    pub fn with_hint(self, hint: &str) -> Failure {
        match self {
            Failure::Input(sentence) => Failure::Input(sentence + hint),
            other => other,
        }
    }

    /// What went wrong.
    pub fn sentence(self) -> String {
        match self {
            Failure::Input(sentence) | Failure::Io(sentence) => sentence,
            Failure::ClosedPipe => "the reader of the output has closed it".to_owned(),
            Failure::Several(failures) => {
                failures.into_iter().map(Failure::sentence).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Says on standard error what went wrong.
    pub fn report(self) -> ExitCode {
        ExitCode::from(self.tell())
    }

    /// Says what went wrong and returns the exit status: of several the greatest.
    fn tell(self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Io(sentence) => {
                eprintln!("hule: {sentence}");
                1
            }
            Failure::Input(sentence) => {
                eprintln!("hule: {sentence}");
                2
            }
            Failure::Several(failures) => failures.into_iter().map(Failure::tell).max().unwrap_or(0),
        }
    }
}
