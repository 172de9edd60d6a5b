//! The short form of several tiles: `123M`, `55p`, `EE`, `11z`.

use crate::words::{Suit, Tile};
use alloc::vec::Vec;

/// Returns the tiles of a word: the name of a tile in any case, or tiles one after the other, which are digits followed by
/// the letter of their suit, and single letters for honours. Digits before `Z` are honours too, in the order
/// `E S W N B F Z`, as other programs write them. An `S` behind digits is their suit, otherwise the south wind.
///
/// Returns `None` if the word is neither, or has more tiles than a deck.
pub fn tiles_of(word: &str) -> Option<Vec<Tile>> {
    let word = word.to_ascii_uppercase();
    if let Some(tile) = Tile::from_name(word.as_bytes()) {
        return Some([tile].into());
    }
    let mut tiles = Vec::new();
    for group in word.as_bytes().split_inclusive(u8::is_ascii_alphabetic) {
        let (letter, numbers) = group.split_last()?;
        if numbers.is_empty() {
            tiles.push(Tile::from_name(&[*letter]).filter(|tile| tile.suit() == Some(Suit::Honours))?);
        }
        for number in numbers {
            tiles.push(Tile::numbered(*number, *letter)?);
        }
    }
    let is_some = (1..=Tile::COUNT * Tile::COPIES).contains(&tiles.len());
    is_some.then_some(tiles)
}
