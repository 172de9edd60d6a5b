//! Decks from a stream.

use super::parse::Parser;
use super::{Deck, DeckError};
use crate::words::language::{Language, Localized, print_in_english};
use std::io::{self, BufRead};

/// Reads decks from a stream and holds no more than one of them.
///
/// Names may have any ASCII white space between them, so lines may end in CRLF; a byte-order mark at the beginning is
/// skipped. As an iterator it yields one deck after another and ends after the first error.
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
    /// A reader at the beginning of a stream.
    pub fn new(input: R) -> DeckReader<R> {
        DeckReader { input, parser: Parser::new(), ended: false }
    }

    /// The stream. What its buffer holds has not been looked at.
    pub const fn get_ref(&self) -> &R {
        &self.input
    }

    /// The one deck of a stream that has nothing else.
    ///
    /// # Errors
    /// If the stream fails, or has no deck, or more than one.
    pub fn only(mut self) -> Result<Deck, ReadDeckError> {
        let deck = self.deck()?.ok_or(DeckError::Empty)?;
        while self.feed(|parser, text| parser.no_tile(text).map(|()| None::<()>))?.is_some() {}
        self.parser.no_tile_at_end()?;
        Ok(deck)
    }

    /// The next deck; `None` at the end of the stream.
    fn deck(&mut self) -> Result<Option<Deck>, ReadDeckError> {
        loop {
            match self.feed(Parser::deck)? {
                Some(Some(deck)) => return Ok(Some(deck)),
                Some(None) => {}
                None => return Ok(self.parser.end()?),
            }
        }
    }

    /// Lets the parser read what is buffered, or what can be read now; `None` at the end of the stream.
    fn feed<T>(
        &mut self,
        read: impl FnOnce(&mut Parser, &mut &[u8]) -> Result<Option<T>, DeckError>,
    ) -> Result<Option<Option<T>>, ReadDeckError> {
        let buffered = loop {
            match self.input.fill_buf() {
                Ok(buffered) => break buffered,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        };
        if buffered.is_empty() {
            return Ok(None);
        }
        let mut text = buffered;
        let found = read(&mut self.parser, &mut text)?;
        let used = buffered.len() - text.len();
        self.input.consume(used);
        Ok(Some(found))
    }
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

/// Why no deck could be read.
#[derive(Debug)]
pub enum ReadDeckError {
    /// The stream failed.
    Io(io::Error),
    /// The stream has something that is not a deck.
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

/// The message of the system is in its own language.
impl Localized for ReadDeckError {
    fn text(&self, language: Language) -> String {
        match self {
            ReadDeckError::Io(error) => error.to_string(),
            ReadDeckError::Deck(error) => error.text(language),
        }
    }
}

print_in_english!(ReadDeckError);

impl std::error::Error for ReadDeckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadDeckError::Io(error) => Some(error),
            ReadDeckError::Deck(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_does_not_depend_on_the_size_of_the_chunks() {
        let text = format!("\u{feff}{}\n{}", Deck::seeded(1, 0), Deck::seeded(2, 0));
        for size in [1, 2, 3, 5, 7, 64] {
            let input = io::BufReader::with_capacity(size, text.as_bytes());
            let decks: Vec<Deck> = DeckReader::new(input).map(|deck| deck.expect("valid")).collect();
            assert_eq!(decks, [Deck::seeded(1, 0), Deck::seeded(2, 0)]);
        }
    }

    #[test]
    fn utf16_is_recognised() {
        let error = DeckReader::new(&b"\xff\xfe1\0M\0"[..]).only().expect_err("UTF-16");
        assert_eq!(error.to_string(), "line 1: the text is UTF-16; expected ASCII or UTF-8");
    }

    #[test]
    fn the_iterator_ends_after_an_error() {
        let text = format!("{} 1M", Deck::seeded(1, 0));
        let mut decks = DeckReader::new(text.as_bytes());
        assert!(matches!(decks.next(), Some(Ok(_))));
        assert!(matches!(decks.next(), Some(Err(ReadDeckError::Deck(DeckError::TooShort { .. })))));
        assert!(decks.next().is_none());
    }
}
