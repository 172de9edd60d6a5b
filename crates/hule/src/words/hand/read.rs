//! Hands as people write them.

use super::{Hand, HandError};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use crate::words::language::{Language, Localized, print_in_english, say};
use super::short_form::from_short_form;
use crate::words::tile::{ParseTileError, Tile};

/// Of a wrong name, this much is kept for the message.
const SHOWN: usize = 24;

impl Hand {
    /// Reads the names of tiles with white space between, and helps those who write hands as other programs do.
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

/// What is wrong with the text of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadHandError {
    /// There are no tiles.
    Empty,
    /// It is the short form of other programs.
    ShortForm {
        /// The text.
        found: String,
        /// The tiles that it means.
        tiles: Vec<Tile>,
    },
    /// There is no such hand.
    Hand {
        /// Why.
        error: HandError,
        /// How many tiles there are.
        given: usize,
        /// How many melds were to be on the table.
        open: usize,
    },
}

print_in_english!(ReadHandError);

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

impl core::error::Error for ReadHandError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ReadHandError::Hand { error, .. } => Some(error),
            ReadHandError::Empty | ReadHandError::ShortForm { .. } => None,
        }
    }
}
