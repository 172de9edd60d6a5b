//! Reads replays from text: a deck, a text log or a JSON Lines log.

use super::{Replay, ReplayError};
use crate::insight::{Log, LogError};
use crate::words::{Deck, DeckError, Language, Localized, localized_errors};

impl Replay {
    /// Reads a deck, which four standard players then play, or a log.
    ///
    /// ```
    /// use hule::{Deck, Replay};
    /// let replay = Replay::read(&Deck::seeded(1, 0).to_string())?;
    /// let log = replay.log();
    /// assert_eq!(Replay::read(&log.to_string())?.actions(), replay.actions());
    /// # Ok::<(), hule::replay::ReadReplayError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is neither a deck nor the log of a legal game.
    pub fn read(text: &str) -> Result<Replay, ReadReplayError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if is_log(text) {
            return Replay::read_log(text, None);
        }
        let deck: Deck = text.parse().map_err(ReadReplayError::Deck)?;
        Ok(Replay::standard(&deck))
    }

    /// Reads a log, as text or JSON Lines; if `deck` is given, the log must be of this deck.
    ///
    /// # Errors
    /// Returns an error if the text is not the log of a legal game.
    pub fn read_log(text: &str, deck: Option<&Deck>) -> Result<Replay, ReadReplayError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        #[cfg(feature = "serde")]
        let log = if text.trim_start().starts_with('{') { Log::from_json(text) } else { text.parse::<Log>() };
        #[cfg(not(feature = "serde"))]
        let log = text.parse::<Log>();
        let events = log.map_err(ReadReplayError::Log)?.events;
        match deck {
            Some(deck) => Replay::with_deck(deck, &events),
            None => Replay::new(&events),
        }
        .map_err(ReadReplayError::Replay)
    }
}

/// A log begins with a JSON object or a draw, and a deck does not.
fn is_log(text: &str) -> bool {
    text.trim_start().starts_with('{') || text.split_ascii_whitespace().nth(1) == Some("IN")
}

/// The reason why a text is not a game.
#[derive(Debug)]
pub enum ReadReplayError {
    /// The text is not a deck and does not look like a log.
    Deck(DeckError),
    /// The text is not a log.
    Log(LogError),
    /// The log breaks the rules.
    Replay(ReplayError),
}

impl Localized for ReadReplayError {
    fn text(&self, language: Language) -> String {
        match self {
            ReadReplayError::Deck(error) => error.text(language),
            ReadReplayError::Log(error) => error.text(language),
            ReadReplayError::Replay(error) => error.text(language),
        }
    }
}

impl ReadReplayError {
    /// Returns the wrong line, counted from 1, if there is one.
    pub fn line(&self) -> Option<usize> {
        match self {
            ReadReplayError::Deck(error) => error.line(),
            ReadReplayError::Log(error) => Some(error.line),
            ReadReplayError::Replay(error) => Some(error.line),
        }
    }
}

localized_errors!(ReadReplayError {
    ReadReplayError::Deck(error) => error,
    ReadReplayError::Log(error) => error,
    ReadReplayError::Replay(error) => error,
});
