//! An example deck for each cell that can occur.

use super::{SituationPattern, SituationVariant};
use crate::words::{Deck, Tile};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A line for each cell: the cell, a space, and the deck with a letter for each tile.
static LINES: &str = include_str!("../../../data/grid.txt");

static EXAMPLES: LazyLock<BTreeMap<SituationVariant, &str>> = LazyLock::new(|| {
    let example = |line: &'static str| {
        let (cell, deck) = line.split_once(' ').expect("a cell and a deck");
        let Ok(SituationPattern {
            situation,
            phase: Some(phase),
            direction: Some(direction),
            open: Some(open),
        }) = cell.parse()
        else {
            panic!("{cell} is not a cell");
        };
        (SituationVariant { situation, phase, direction, open }, deck)
    };
    LINES.lines().map(example).collect()
});

/// All cells with an example.
pub fn cells() -> impl Iterator<Item = SituationVariant> {
    EXAMPLES.keys().copied()
}

/// The deck of this cell as text.
pub fn text(cell: SituationVariant) -> Option<&'static str> {
    EXAMPLES.get(&cell).copied()
}

/// The deck of a text: `A` to `Z` and `a` to `k` are the tiles in ascending order.
pub fn deck(text: &str) -> Deck {
    let tile = |letter: u8| match letter {
        b'A'..=b'Z' => Tile::ALL[usize::from(letter - b'A')],
        _ => Tile::ALL[26 + usize::from(letter - b'a')],
    };
    let tiles: Vec<Tile> = text.bytes().map(tile).collect();
    let tiles: [Tile; Deck::LEN] = tiles.try_into().expect("148 letters");
    Deck::try_from(tiles).expect("the examples are decks")
}
