//! Reads hands typed by people.

use super::{Hand, HandError};
use crate::words::short_form::from_short_form;
use crate::words::{Language, Localized, ParseTileError, Tile, localized_errors, say};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How many characters of a wrong name are shown.
const SHOWN: usize = 24;

impl Hand {
    /// Reads tile names separated by white space. Recognises the short form of other programs and explains the error.
    ///
    /// # Errors
    /// Returns an error if the text is not a hand.
    pub fn read(text: &str, open: usize) -> Result<Hand, ReadHandError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let tiles: Result<Vec<Tile>, ParseTileError> = words.iter().map(|word| word.parse()).collect();
        let tiles = tiles.map_err(|error| match from_short_form(text) {
            Some(tiles) => ReadHandError::ShortForm { found: words.join(" "), tiles },
            None => {
                ReadHandError::Hand { error: HandError::NotATile(shortened(error)), given: words.len(), open }
            }
        })?;
        if tiles.is_empty() {
            return Err(ReadHandError::Empty);
        }
        let given = tiles.len();
        Hand::new(tiles, open).map_err(|error| ReadHandError::Hand { error, given, open })
    }
}

fn shortened(error: ParseTileError) -> ParseTileError {
    match error.found.char_indices().nth(SHOWN) {
        Some((end, _)) => ParseTileError { found: format!("{}…", &error.found[..end]) },
        None => error,
    }
}

/// An invalid text of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadHandError {
    /// There are no tiles.
    Empty,
    /// The text is in the short form of other programs.
    ShortForm {
        /// The text.
        found: String,
        /// The tiles it stands for.
        tiles: Vec<Tile>,
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
                "there are no tiles; expected the names of some, for example 1M 2M 3M E E",
                "没有牌；应为一些牌名，例如 1M 2M 3M E E"
            ),
            ReadHandError::ShortForm { found, tiles } => {
                let names = tiles.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" ");
                say!(
                    language,
                    "`{found}` is a short form; here it is written {names}",
                    "`{found}` 是简写；这里写作 {names}"
                )
            }
            ReadHandError::Hand { error, given, open } => {
                let sentence = error.text(language);
                match error {
                    HandError::TooManyTiles { .. } if *open > 0 => say!(
                        language,
                        "{sentence}, as three are on the table for each open meld; {given} are given",
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
