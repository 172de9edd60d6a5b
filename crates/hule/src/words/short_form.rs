//! The short form of hands in other programs: `123m55p11z`.

use crate::words::Tile;
use alloc::vec::Vec;

/// Parses the short form of other programs: digits followed by the letter of their suit, `z` for honours.
///
/// It is used only to explain errors, because the letters mean other tiles here: `S` is a wind and `Z` a dragon.
/// Returns `None` if a word is neither a tile nor a short form, or if all words are single tiles.
///
/// ```
/// use hule::Tile;
/// use hule::hand::from_short_form;
/// assert_eq!(from_short_form("11m5z"), Some(vec![Tile::M1, Tile::M1, Tile::B]));
/// assert_eq!(from_short_form("1M 1M B"), None);
/// ```
pub fn from_short_form(text: &str) -> Option<Vec<Tile>> {
    let mut tiles = Vec::new();
    let mut short = false;
    for word in text.split_ascii_whitespace() {
        let before = tiles.len();
        match Tile::from_name(word.to_ascii_uppercase().as_bytes()) {
            Some(tile) => tiles.push(tile),
            None => push_groups(word, &mut tiles)?,
        }
        short |= tiles.len() > before + 1;
        if tiles.len() > Tile::COUNT * Tile::COPIES {
            return None;
        }
    }
    short.then_some(tiles)
}

/// Appends the tiles of a word such as `123m55p`.
fn push_groups(word: &str, tiles: &mut Vec<Tile>) -> Option<()> {
    for group in word.as_bytes().split_inclusive(u8::is_ascii_alphabetic) {
        let (letter, numbers) = group.split_last()?;
        if numbers.is_empty() {
            return None;
        }
        for number in numbers {
            tiles.push(Tile::numbered(*number, *letter)?);
        }
    }
    Some(())
}
