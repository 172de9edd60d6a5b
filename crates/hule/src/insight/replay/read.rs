//! Replays from text: a deck, or a log in either form.

use super::{Replay, ReplayError};
use crate::insight::log::{Log, LogError};
use crate::words::deck::{Deck, DeckError};
use crate::words::language::{Language, Localized, print_in_english};

impl Replay {
    /// The game of a text, which may be a deck, for four standard players, or a log.
    ///
    /// ```
    /// use hule::{Deck, Replay};
    /// let replay = Replay::read(&Deck::seeded(1, 0).to_string())?;
    /// let log = replay.log();
    /// assert_eq!(Replay::read(&log.to_string())?.actions(), replay.actions());
    /// # Ok::<(), hule::replay::ReadReplayError>(())
    /// ```
    pub fn read(text: &str) -> Result<Replay, ReadReplayError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if is_log(text) {
            return Replay::read_log(text, None);
        }
        let deck: Deck = text.parse().map_err(ReadReplayError::Deck)?;
        Ok(Replay::standard(&deck))
    }

    /// The game of a log, as the contest's lines or as JSON Lines; of this deck if it is known.
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

/// A log begins with an object or with a draw, which no deck does.
fn is_log(text: &str) -> bool {
    text.trim_start().starts_with('{') || text.split_ascii_whitespace().nth(1) == Some("IN")
}

/// Why a text is no game.
#[derive(Debug)]
pub enum ReadReplayError {
    /// It is no deck, and does not look like a log.
    Deck(DeckError),
    /// It is no log.
    Log(LogError),
    /// It is a log that the rules do not allow.
    Replay(ReplayError),
}

print_in_english!(ReadReplayError);

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
    /// The line that is wrong, counted from 1, if it is one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            ReadReplayError::Deck(error) => error.line(),
            ReadReplayError::Log(error) => Some(error.line),
            ReadReplayError::Replay(error) => Some(error.line),
        }
    }
}

impl std::error::Error for ReadReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self {
            ReadReplayError::Deck(error) => error,
            ReadReplayError::Log(error) => error,
            ReadReplayError::Replay(error) => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_and_logs_are_told_apart() {
        let deck = Deck::seeded(5, 0);
        let replay = Replay::read(&deck.to_string()).expect("a deck");
        assert_eq!(replay.deck(), &deck);
        let log = replay.log();
        for text in
            [log.to_string(), log.to_json(), format!("\u{feff}{log}"), log.to_string().replace('\n', "\r\n")]
        {
            let again = Replay::read_log(&text, Some(&deck)).expect("a log");
            assert_eq!(again, replay);
            assert_eq!(Replay::read(&text).expect("a log").actions(), replay.actions());
        }
        let other = Replay::read_log(&log.to_string(), Some(&Deck::seeded(5, 1))).expect_err("another deck");
        assert_eq!(other.line(), Some(1));
        assert!(matches!(Replay::read("B IN"), Err(ReadReplayError::Log(_))));
        assert!(matches!(Replay::read("B F\nX"), Err(ReadReplayError::Deck(_))));
        assert_eq!(Replay::read("B F\nX").expect_err("no tile").line(), Some(2));
        assert_eq!(Replay::read("").expect_err("empty").line(), None);
    }
}
