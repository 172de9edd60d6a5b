//! Reads hands typed by people.

use super::{Hand, HandError};
use crate::words::short_form::tiles_of;
use crate::words::{Language, Localized, localized_errors, say};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How many characters of a wrong name are shown.
const SHOWN: usize = 24;

impl Hand {
    /// Reads tiles typed by people, separated by white space: names in upper or lower case, and several tiles at once,
    /// such as `123M`, `EE` or `11z`.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand = Hand::read("123M 55p EE PASS", 0)?;
    /// assert_eq!(hand.to_string(), "1M 2M 3M 5P 5P E E PASS");
    /// # Ok::<(), hule::hand::ReadHandError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is not a hand.
    pub fn read(text: &str, open: usize) -> Result<Hand, ReadHandError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut tiles = Vec::new();
        for word in text.split_ascii_whitespace() {
            tiles.extend(tiles_of(word).ok_or_else(|| ReadHandError::NotTiles { found: shortened(word) })?);
        }
        if tiles.is_empty() {
            return Err(ReadHandError::Empty);
        }
        let given = tiles.len();
        Hand::new(tiles, open).map_err(|error| ReadHandError::Hand { error, given, open })
    }
}

fn shortened(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// An invalid text of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadHandError {
    /// There are no tiles.
    Empty,
    /// A word does not stand for tiles.
    NotTiles {
        /// The word; only its beginning if it is long.
        found: String,
    },
    /// The tiles are not a hand.
    Hand {
        /// The error.
        error: HandError,
        /// The number of tiles given.
        given: usize,
        /// The number of open melds given.
        open: usize,
    },
}

impl Localized for ReadHandError {
    fn text(&self, language: Language) -> String {
        match self {
            ReadHandError::Empty => say!(
                language,
                "there are no tiles; expected some, for example 1M 2M 3M E E or 123M EE",
                "没有牌；应为一些牌，例如 1M 2M 3M E E 或 123M EE"
            ),
            ReadHandError::NotTiles { found } => {
                let found: String = found.chars().flat_map(char::escape_debug).collect();
                say!(
                    language,
                    "`{found}` is not a tile; expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE or DOUBLE, \
                     or several tiles such as 123M or EE",
                    "`{found}` 不是牌名；应为 1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE 或 DOUBLE，\
                     也可以连写，例如 123M 或 EE"
                )
            }
            ReadHandError::Hand { error, given, open } => {
                let sentence = error.text(language);
                match error {
                    HandError::TooManyTiles { .. } if *open > 0 => say!(
                        language,
                        "{sentence}, because three tiles are on the table for each open meld; {given} are given",
                        "{sentence}，因为每个副露有三张牌在桌上；给出了 {given} 张"
                    ),
                    HandError::TooManyTiles { .. } => {
                        say!(language, "{sentence}; {given} are given", "{sentence}；给出了 {given} 张")
                    }
                    _ => sentence,
                }
            }
        }
    }
}

localized_errors!(ReadHandError {
    ReadHandError::Hand { error, .. } => error,
});
