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
    #[cfg(test)]
    use super::super::rows;
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

#[cfg(test)]
pub(super) use generated::ROWS;
use generated::{PREFIX, SUFFIX};

const fn pairs(table: &'static [u8]) -> &'static Pairs {
    table.as_chunks::<256>().0.first_chunk().expect("the build script made it as long")
}

static SUIT: &[[u8; 512]; 1024] =
    include_bytes!(concat!(env!("OUT_DIR"), "/suit")).as_chunks::<512>().0.first_chunk().expect("as long");

/// The class of two suits together, by the classes of the two, in either order.
pub(super) static JOIN: &Pairs = pairs(include_bytes!(concat!(env!("OUT_DIR"), "/join")));

/// The distance, by the open melds, the class of one half of the hand and that of the other, in either order.
pub(super) static FINISH: [&Pairs; 5] = [
    pairs(include_bytes!(concat!(env!("OUT_DIR"), "/finish0"))),
    pairs(include_bytes!(concat!(env!("OUT_DIR"), "/finish1"))),
    pairs(include_bytes!(concat!(env!("OUT_DIR"), "/finish2"))),
    pairs(include_bytes!(concat!(env!("OUT_DIR"), "/finish3"))),
    pairs(include_bytes!(concat!(env!("OUT_DIR"), "/finish4"))),
];

/// The four suits without tiles. The tables of honours stand behind those of numbers.
pub(crate) const EMPTY: [SuitNumber; 4] = [0, 0, 0, (3125 << 16) + 625];

/// The suit of each kind of tile, and what one tile of it adds to the number of that suit. Special tiles add
/// nothing.
///
/// There are more entries than tiles, so that six bits are always an index.
pub(crate) static WEIGHTS: [(u32, SuitNumber); 64] = {
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
};

/// The class of a suit.
#[inline]
pub(crate) fn class(suit: SuitNumber) -> Class {
    let row = PREFIX[(suit >> 16) as usize % PREFIX.len()];
    let column = SUFFIX[(suit & 0xffff) as usize % SUFFIX.len()];
    SUIT[usize::from(row) % SUIT.len()][usize::from(column) % SUIT[0].len()]
}
