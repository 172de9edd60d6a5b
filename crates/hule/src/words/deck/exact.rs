//! Parses decks in the exact form of the contest: one name per line, each ended by a line feed.

use super::parse::{self, BYTE_ORDER_MARK};
use super::{Deck, DeckError, TextPosition};
use crate::words::{Language, Localized, localized_errors, print_in_english, say};
use alloc::string::String;

impl Deck {
    /// Parses a deck in the exact form of the contest.
    ///
    /// Other forms that [`Deck`] accepts are errors: CRLF, spaces, blank lines, a byte-order mark, a last line without
    /// a line feed.
    ///
    /// ```
    /// use hule::Deck;
    /// let text = Deck::seeded(1, 0).to_string();
    /// assert_eq!(Deck::from_exact(text.as_bytes()), Ok(Deck::seeded(1, 0)));
    /// let windows = text.replace('\n', "\r\n");
    /// let error = Deck::from_exact(windows.as_bytes()).expect_err("it has CRLF");
    /// assert_eq!(error.to_string(), "line 1, column 3: found a carriage return; expected a line feed");
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is not a deck, or not in this form.
    pub fn from_exact(text: &[u8]) -> Result<Deck, ExactDeckError> {
        let deck = parse::only(text).map_err(ExactDeckError::Deck)?;
        let mut position = TextPosition { line: 1, column: 1 };
        let mut rest = text;
        for tile in deck.tiles() {
            rest = pass(rest, tile.name().as_bytes(), &mut position, FormExpected::Tile)?;
            rest = pass(rest, b"\n", &mut position, FormExpected::LineFeed)?;
        }
        match found(rest) {
            FormFound::End => Ok(deck),
            found => Err(ExactDeckError::Form { position, found, expected: FormExpected::End }),
        }
    }
}

/// Returns the text after the expected bytes.
fn pass<'a>(
    rest: &'a [u8],
    bytes: &[u8],
    position: &mut TextPosition,
    expected: FormExpected,
) -> Result<&'a [u8], ExactDeckError> {
    let Some(behind) = rest.strip_prefix(bytes) else {
        return Err(ExactDeckError::Form { position: *position, found: found(rest), expected });
    };
    position.advance_all(bytes);
    Ok(behind)
}

/// What an unexpected text begins with. All names in it are known to be tiles.
fn found(text: &[u8]) -> FormFound {
    match text {
        [] => FormFound::End,
        [b'\n', ..] => FormFound::BlankLine,
        [b'\r', ..] => FormFound::CarriageReturn,
        [b'\t', ..] => FormFound::Tab,
        _ if text.starts_with(BYTE_ORDER_MARK) => FormFound::ByteOrderMark,
        _ => FormFound::Space,
    }
}

/// A text that is not a deck in the exact form of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactDeckError {
    /// The text is not a deck in any form.
    Deck(DeckError),
    /// The text is a deck in another form.
    Form {
        /// The position of the first difference.
        position: TextPosition,
        /// What was found.
        found: FormFound,
        /// What was expected.
        expected: FormExpected,
    },
}

/// What was found instead of the exact form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormFound {
    /// An empty line.
    BlankLine,
    /// A carriage return.
    CarriageReturn,
    /// A tab.
    Tab,
    /// A space or other white space.
    Space,
    /// A byte-order mark.
    ByteOrderMark,
    /// The end of the text.
    End,
}

impl Localized for FormFound {
    fn text(&self, language: Language) -> String {
        match self {
            FormFound::BlankLine => say!(language, "a blank line", "空行"),
            FormFound::CarriageReturn => say!(language, "a carriage return", "回车符"),
            FormFound::Tab => say!(language, "a tab", "制表符"),
            FormFound::Space => say!(language, "a space", "空格"),
            FormFound::ByteOrderMark => say!(language, "a byte-order mark", "字节顺序标记"),
            FormFound::End => say!(language, "the end of the file", "文件结尾"),
        }
    }
}

/// What the exact form requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormExpected {
    /// A tile name.
    Tile,
    /// A line feed.
    LineFeed,
    /// The end of the text.
    End,
}

impl Localized for FormExpected {
    fn text(&self, language: Language) -> String {
        match self {
            FormExpected::Tile => say!(language, "a tile", "牌名"),
            FormExpected::LineFeed => say!(language, "a line feed", "换行符"),
            FormExpected::End => say!(language, "the end of the file", "文件结尾"),
        }
    }
}

impl Localized for ExactDeckError {
    fn text(&self, language: Language) -> String {
        match self {
            ExactDeckError::Deck(error) => error.text(language),
            ExactDeckError::Form { position, found, expected } => {
                let position = position.text(language);
                let (found, expected) = (found.text(language), expected.text(language));
                say!(
                    language,
                    "{position}: found {found}; expected {expected}",
                    "{position}：这里是{found}；应为{expected}"
                )
            }
        }
    }
}

print_in_english!(FormFound, FormExpected);

localized_errors!(ExactDeckError {
    ExactDeckError::Deck(error) => error,
});
