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
        }
    }

    /// Says on standard error what went wrong.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::ClosedPipe => ExitCode::SUCCESS,
            Failure::Io(sentence) => {
                eprintln!("hule: {sentence}");
                ExitCode::from(1)
            }
            Failure::Input(sentence) => {
                eprintln!("hule: {sentence}");
                ExitCode::from(2)
            }
        }
    }
}
