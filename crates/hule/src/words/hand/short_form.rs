//! The short form in which other programs write hands, `123m55p11z`, and what it is here.

use crate::words::deck::Deck;
use crate::words::tile::Tile;
use alloc::vec::Vec;

/// The tiles of a hand in the short form of other programs: numbers, and behind them the letter of all of
/// them, where `z` stands for honours.
///
/// It is not a way to write hands here, as the same letters mean other things: `S` is a wind and `Z` a
/// dragon. It helps those who try it. Nothing if some of the text is neither a tile nor a short form, or if
/// each tile stands alone.
///
/// ```
/// use hule::{Tile, from_short_form};
/// assert_eq!(from_short_form("11m5z"), Some(vec![Tile::M1, Tile::M1, Tile::B]));
/// assert_eq!(from_short_form("1M 1M B"), None);
/// ```
#[must_use]
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
        if tiles.len() > Deck::LEN {
            return None;
        }
    }
    short.then_some(tiles)
}

/// The groups of a word such as `123m55p`.
fn push_groups(word: &str, tiles: &mut Vec<Tile>) -> Option<()> {
    for group in word.as_bytes().split_inclusive(u8::is_ascii_alphabetic) {
        let (letter, numbers) = group.split_last()?;
        if numbers.is_empty() {
            return None;
        }
        for number in numbers {
            tiles.push(numbered(*number, *letter)?);
        }
    }
    Some(())
}

/// The tile of a digit and a letter.
pub(crate) fn numbered(digit: u8, letter: u8) -> Option<Tile> {
    match (digit, letter.to_ascii_uppercase()) {
        (b'1'..=b'7', b'Z') => Tile::from_index(Tile::E.index() + usize::from(digit - b'1')),
        (_, letter) => Tile::from_name(&[digit, letter]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> Option<String> {
        let names: Vec<&str> = from_short_form(text)?.into_iter().map(Tile::name).collect();
        Some(names.join(" "))
    }

    #[test]
    fn short_forms_are_translated() {
        assert_eq!(translated("123m55p11z").as_deref(), Some("1M 2M 3M 5P 5P E E"));
        assert_eq!(translated("99s 1234567z").as_deref(), Some("9S 9S E S W N B F Z"));
        assert_eq!(translated("12M S 3Z pass").as_deref(), Some("1M 2M S W PASS"));
        assert_eq!(translated("1M2M3M").as_deref(), Some("1M 2M 3M"));
    }

    #[test]
    fn what_is_no_short_form_is_not() {
        for text in ["", "1M", "1m 2m 5z", "m", "12", "12m3", "120m", "8z9z", "12x", "12mm", "1M,2M", "十m"]
        {
            assert_eq!(translated(text), None, "{text}");
        }
        assert_eq!(translated(&("1".repeat(149) + "m")), None);
    }
}
