//! Decks in the very form of the contest: one name a line, each ended by a line feed, and nothing else.

use super::parse::{self, BYTE_ORDER_MARK};
use super::{Deck, DeckError, TextPosition};
use crate::words::language::{Language, Localized, print_in_english, say};
use alloc::string::String;

impl Deck {
    /// The deck of a text that is written exactly as the contest writes it.
    ///
    /// What else `hule` accepts is refused here: CRLF, spaces, blank lines, a byte-order mark, a last line
    /// without an end.
    ///
    /// ```
    /// use hule::Deck;
    /// let text = Deck::seeded(1, 0).to_string();
    /// assert_eq!(Deck::from_exact(text.as_bytes()), Ok(Deck::seeded(1, 0)));
    /// let windows = text.replace('\n', "\r\n");
    /// let error = Deck::from_exact(windows.as_bytes()).expect_err("it has CRLF");
    /// assert_eq!(error.to_string(), "line 1, column 3: found a carriage return; expected a line feed");
    /// ```
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

/// What follows behind the bytes that are expected.
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

/// What a text begins with, if it is not what it should be. All names in it are known to be tiles.
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

/// What is wrong with a text that should be a deck exactly as the contest writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactDeckError {
    /// It is no deck in any form.
    Deck(DeckError),
    /// It is a deck, but not in that form.
    Form {
        /// Where it is different.
        position: TextPosition,
        /// What stands there.
        found: FormFound,
        /// What should.
        expected: FormExpected,
    },
}

/// What departs from the form of the contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormFound {
    /// A line with nothing on it.
    BlankLine,
    /// A line end as on Windows, or a part of it.
    CarriageReturn,
    /// A tab.
    Tab,
    /// A space, or the like.
    Space,
    /// The mark with which some programs begin a text.
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

/// What the form of the contest asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormExpected {
    /// The name of a tile.
    Tile,
    /// The end of a line.
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

print_in_english!(FormFound, FormExpected, ExactDeckError);

impl core::error::Error for ExactDeckError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ExactDeckError::Deck(error) => Some(error),
            ExactDeckError::Form { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Deck::from_exact(text.as_bytes()).expect_err("not exact").to_string()
    }

    #[test]
    fn departures_from_the_form_are_located() {
        let text = Deck::sorted().to_string();
        let cases = [
            (text.replace('\n', "\r\n"), "line 1, column 3: found a carriage return; expected a line feed"),
            (text.replacen('\n', " ", 1), "line 1, column 3: found a space; expected a line feed"),
            (text.replacen('\n', " \n", 1), "line 1, column 3: found a space; expected a line feed"),
            (text.replacen('\n', "\n\t", 1), "line 2: found a tab; expected a tile"),
            (text.replacen('\n', "\n\n", 1), "line 2: found a blank line; expected a tile"),
            (format!("{text}\n"), "line 149: found a blank line; expected the end of the file"),
            (format!("{text} "), "line 149: found a space; expected the end of the file"),
            (format!("\u{feff}{text}"), "line 1: found a byte-order mark; expected a tile"),
            (
                text.trim_end().to_owned(),
                "line 148, column 5: found the end of the file; expected a line feed",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(message(&text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_no_deck_is_refused_as_everywhere() {
        let text = Deck::sorted().to_string();
        assert!(message(&text.to_lowercase()).ends_with("names are in upper case: `1M`"));
        assert_eq!(message(&format!("{text}Z\n")), "line 149: `Z` is one tile too many; a deck has 148");
        assert_eq!(message(""), "there are no tiles; expected the names of 148 tiles");
    }
}
