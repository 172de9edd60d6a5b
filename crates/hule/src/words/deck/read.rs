//! Reads decks from a stream.

use super::parse::Parser;
use super::{Deck, DeckError};
use crate::words::{Language, Localized, localized_errors};
use std::io::{self, BufRead};

/// Reads decks from a stream, one at a time.
///
/// Names are separated by ASCII white space, so lines may end in CRLF; a byte-order mark at the start is skipped. As an
/// iterator it yields the decks and ends after the first error.
///
/// ```
/// use hule::Deck;
/// use hule::deck::DeckReader;
/// let text = format!("{}\n{}", Deck::seeded(1, 0), Deck::seeded(1, 1));
/// let decks: Vec<Deck> = DeckReader::new(text.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(decks, [Deck::seeded(1, 0), Deck::seeded(1, 1)]);
/// # Ok::<(), hule::deck::ReadDeckError>(())
/// ```
pub struct DeckReader<R> {
    input: R,
    parser: Parser,
    ended: bool,
}

impl<R: BufRead> DeckReader<R> {
    /// Creates a reader.
    pub fn new(input: R) -> DeckReader<R> {
        DeckReader { input, parser: Parser::new(), ended: false }
    }

    /// Returns the stream. Buffered data has not been parsed.
    pub const fn get_ref(&self) -> &R {
        &self.input
    }

    /// Reads a stream with exactly one deck.
    ///
    /// # Errors
    /// Returns an error if reading fails, or if the stream does not contain exactly one deck.
    pub fn only(mut self) -> Result<Deck, ReadDeckError> {
        let deck = self.deck()?.ok_or(DeckError::Empty)?;
        loop {
            let mut text = fill(&mut self.input)?;
            if text.is_empty() {
                self.parser.no_tile_at_end()?;
                return Ok(deck);
            }
            let len = text.len();
            self.parser.no_tile(&mut text)?;
            self.input.consume(len);
        }
    }

    /// Reads the next deck; `None` at the end of the stream.
    fn deck(&mut self) -> Result<Option<Deck>, ReadDeckError> {
        loop {
            let mut text = fill(&mut self.input)?;
            if text.is_empty() {
                return Ok(self.parser.end()?);
            }
            let len = text.len();
            let deck = self.parser.deck(&mut text)?;
            let used = len - text.len();
            self.input.consume(used);
            if deck.is_some() {
                return Ok(deck);
            }
        }
    }
}

/// The buffered data, or what can be read now; empty at the end of the stream.
fn fill(input: &mut impl BufRead) -> io::Result<&[u8]> {
    while let Err(error) = input.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    input.fill_buf()
}

impl<R: BufRead> Iterator for DeckReader<R> {
    type Item = Result<Deck, ReadDeckError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.deck().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// An error while reading decks.
#[derive(Debug)]
pub enum ReadDeckError {
    /// Reading failed.
    Io(io::Error),
    /// The data is not a deck.
    Deck(DeckError),
}

impl From<io::Error> for ReadDeckError {
    fn from(error: io::Error) -> ReadDeckError {
        ReadDeckError::Io(error)
    }
}

impl From<DeckError> for ReadDeckError {
    fn from(error: DeckError) -> ReadDeckError {
        ReadDeckError::Deck(error)
    }
}

/// I/O errors are in the language of the system.
impl Localized for ReadDeckError {
    fn text(&self, language: Language) -> String {
        match self {
            ReadDeckError::Io(error) => error.to_string(),
            ReadDeckError::Deck(error) => error.text(language),
        }
    }
}

localized_errors!(ReadDeckError {
    ReadDeckError::Io(error) => error,
    ReadDeckError::Deck(error) => error,
});
