//! A player of a registered kind, such as a network in a file.

use crate::child::words;
use crate::failure::Failure;
use crate::language::{language, say};
use hule::players::{OpenPlayerError, OpenedPlayer, PlayerKind};
use hule::{Localized, Player};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A player of a [`PlayerKind`], named on the command line. It is opened when the first player is made of it, and only then.
#[derive(Debug)]
pub struct LazyPlayer {
    kind: PlayerKind,
    given: String,
    argument: String,
    opened: Mutex<Option<OpenedPlayer>>,
}

impl LazyPlayer {
    /// The player with this name; `None` if the name is not that of a registered kind. In quotes, what is behind the prefix may
    /// have commas.
    pub fn of(name: &str) -> Option<Result<LazyPlayer, String>> {
        PlayerKind::of(name).map(|(kind, given)| LazyPlayer::new(kind, given))
    }

    fn new(kind: PlayerKind, given: &str) -> Result<LazyPlayer, String> {
        let argument =
            if given.starts_with(['\'', '"']) { words(given)?.join(" ") } else { given.to_owned() };
        if argument.is_empty() {
            let [english, chinese] = kind.expected;
            return Err(say!("{english}", "{chinese}"));
        }
        Ok(LazyPlayer { kind, given: given.to_owned(), argument, opened: Mutex::default() })
    }

    /// Makes a player. Threads share what was read.
    pub fn player(&self) -> Result<Box<dyn Player + Send>, Failure> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let opened = match &*opened {
            Some(opened) => opened,
            None => opened.insert((self.kind.open)(&self.argument).map_err(|error| self.failure(&error))?),
        };
        Ok(opened.player())
    }

    fn failure(&self, error: &OpenPlayerError) -> Failure {
        let path = &self.argument;
        let sentence = match error {
            OpenPlayerError::Io(error) => return Failure::io(path, error),
            OpenPlayerError::Format => {
                let missing = Failure::without("onnx").sentence();
                say!("it is not a file of weights, and {missing}", "它不是权重文件；{missing}")
            }
            error => error.text(language()),
        };
        Failure::Input(say!("{path}: {sentence}", "{path}：{sentence}"))
    }
}

impl PartialEq for LazyPlayer {
    fn eq(&self, other: &LazyPlayer) -> bool {
        (self.kind.prefix, &self.argument) == (other.kind.prefix, &other.argument)
    }
}

impl fmt::Display for LazyPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.prefix, self.given)
    }
}
