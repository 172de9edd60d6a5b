//! The tables behind the winning distance, as the build script made them. See `build.rs`.

use crate::tile::{Suit, Tile};

/// All that the tiles of a suit mean for a hand, as a byte.
pub(crate) type Class = u8;

/// The classes of the four suits.
///
/// Each has a word of its own: packed into one, a processor that reads it after a part was written has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Classes([u32; 4]);

impl Classes {
    #[inline]
    pub fn of(suits: [SuitNumber; 4]) -> Classes {
        Classes(suits.map(|suit| u32::from(class(suit))))
    }

    #[inline]
    pub const fn get(&self, suit: usize) -> Class {
        self.0[suit] as Class
    }

    #[inline]
    pub const fn set(&mut self, suit: usize, class: Class) {
        self.0[suit] = class as u32;
    }
}

/// A table of bytes for every two classes. It is as wide as a byte goes, so that no index can be wrong.
pub(super) type Pairs = [[u8; 256]; 256];

/// The tiles of a suit as two numbers in base 5, one for its first kinds in the upper half and one for its
/// last kinds in the lower. Adding a tile adds its weight.
pub(crate) type SuitNumber = u32;

#[allow(clippy::unreadable_literal)] // It is generated.
mod generated {
    use super::super::rows;
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

pub(super) use generated::ROWS;
use generated::{PREFIX, SUFFIX};

/// All tables in one place, so that a program that has the address of one has the others as well.
///
/// Rows begin where a line of the cache does: with what is common in front, few lines hold most of what is looked up.
#[repr(C, align(64))]
pub(crate) struct Tables {
    /// The suit of each kind of tile, and what one tile of it adds to the number of that suit. Special tiles add
    /// nothing. There are more entries than tiles, so that six bits are always an index.
    pub weights: [(u32, SuitNumber); 64],
    prefix: [u32; PREFIX.len()],
    suffix: [u16; SUFFIX.len()],
    suit: [Class; 1 << 19],
    /// The class of two suits together, by the classes of the two, in either order.
    pub join: Pairs,
    /// The distance, by the open melds, the class of one half of the hand and that of the other, in either order.
    pub finish: [Pairs; 5],
}

/// A table of bytes as rows.
const fn rows<const COLUMNS: usize, const ROWS: usize>(table: &[u8]) -> &[[u8; COLUMNS]; ROWS] {
    table.as_chunks().0.first_chunk().expect("the build script made it as long")
}

/// The tables.
pub(crate) static TABLES: Tables = Tables {
    weights: weights(),
    prefix: PREFIX,
    suffix: SUFFIX,
    suit: *include_bytes!(concat!(env!("OUT_DIR"), "/suit")),
    join: *rows(include_bytes!(concat!(env!("OUT_DIR"), "/join"))),
    finish: [
        *rows(include_bytes!(concat!(env!("OUT_DIR"), "/finish0"))),
        *rows(include_bytes!(concat!(env!("OUT_DIR"), "/finish1"))),
        *rows(include_bytes!(concat!(env!("OUT_DIR"), "/finish2"))),
        *rows(include_bytes!(concat!(env!("OUT_DIR"), "/finish3"))),
        *rows(include_bytes!(concat!(env!("OUT_DIR"), "/finish4"))),
    ],
};

/// The four suits without tiles. The tables of honours stand behind those of numbers.
pub(crate) const EMPTY: [SuitNumber; 4] = [0, 0, 0, (3125 << 16) + 625];

const fn weights() -> [(u32, SuitNumber); 64] {
    let mut weights = [(Suit::Honours as u32, 0); 64];
    let mut index = 0;
    while index < Tile::ORDINARY {
        let (suit, above, last_kinds) =
            if index < 27 { (index / 9, 8 - index % 9, 4) } else { (3, 33 - index, 3) };
        let weight = if above < last_kinds {
            5_u32.pow(above as u32)
        } else {
            5_u32.pow((above - last_kinds) as u32) << 16
        };
        weights[index] = (suit as u32, weight);
        index += 1;
    }
    weights
}

/// The class of a suit.
#[inline]
pub(crate) fn class(number: SuitNumber) -> Class {
    let Tables { prefix, suffix, suit, .. } = &TABLES;
    let row = prefix[(number >> 16) as usize % prefix.len()];
    let column = suffix[(number & 0xffff) as usize % suffix.len()];
    suit[(row + u32::from(column)) as usize % suit.len()]
}
