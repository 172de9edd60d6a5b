//! The distance tables written by `examples/tables.rs`.

use super::layout::{CELLS, CLASSES, Pairs, SuitNumber, Weight, suit, weight};

/// The number of the row of a suit; equal rows have one class.
pub(crate) type Class = u8;

/// The classes of the four suits.
///
/// Each is a separate word: reading several recently written bytes as one word stalls the processor.
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

#[cfg(feature = "std")]
pub(super) use super::generated::ROWS;
use super::generated::{PREFIX, SUFFIX};

/// All tables in one struct, so that they share a base address.
///
/// Rows are aligned to cache lines, and common entries come first, so that most lookups hit few lines.
#[repr(C, align(64))]
pub(crate) struct Tables {
    /// The weight of each tile, padded to 64 entries, so that six bits are a valid index.
    weights: [Weight; 64],
    prefix: [u32; PREFIX.len()],
    suffix: [u16; SUFFIX.len()],
    suit: [Class; CELLS],
    /// The class of two suits joined, by their classes.
    pub join: Pairs,
    /// The distance, by the number of open melds and the classes of the two halves of the hand.
    pub finish: [Pairs; 5],
}

/// Splits a table into rows.
const fn rows<const COLUMNS: usize, const ROWS: usize>(table: &[u8]) -> &[[u8; COLUMNS]; ROWS] {
    table.as_chunks().0.first_chunk().expect("it was written as long")
}

/// The distances of hands with this many open melds.
const fn finish(open: usize) -> Pairs {
    let tables: &[u8; 5 * CLASSES * CLASSES] = include_bytes!("../../data/distance/finish.bin");
    *rows(tables.split_at(open * CLASSES * CLASSES).1)
}

pub(crate) static TABLES: Tables = Tables {
    weights: {
        let mut weights = [0; 64];
        let mut index = 0;
        while index < weights.len() {
            weights[index] = weight(index);
            index += 1;
        }
        weights
    },
    prefix: PREFIX,
    suffix: SUFFIX,
    suit: *include_bytes!("../../data/distance/suit.bin"),
    join: *rows(include_bytes!("../../data/distance/join.bin")),
    finish: [finish(0), finish(1), finish(2), finish(3), finish(4)],
};

/// The suit of the tile with this index, and its weight.
#[inline]
pub(crate) fn weighed(index: usize) -> (usize, Weight) {
    let weight = TABLES.weights[index % TABLES.weights.len()];
    (suit(weight), weight)
}

/// The class of a suit.
#[inline]
pub(crate) fn class(number: SuitNumber) -> Class {
    TABLES.suit[(row(number) + column(number)) as usize % TABLES.suit.len()]
}

#[inline]
fn row(number: SuitNumber) -> u32 {
    TABLES.prefix[(number >> 16) as usize % TABLES.prefix.len()]
}

#[inline]
fn column(number: SuitNumber) -> u32 {
    u32::from(TABLES.suffix[(number & 0xffff) as usize % TABLES.suffix.len()])
}

/// A suit of which several draws are looked up. A draw changes either the row or the column.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(crate) struct BeforeDraw {
    number: SuitNumber,
    row: u32,
    column: u32,
}

#[cfg(feature = "std")]
impl BeforeDraw {
    #[inline]
    pub fn new(number: SuitNumber) -> BeforeDraw {
        BeforeDraw { number, row: row(number), column: column(number) }
    }

    /// The class of the suit with one tile more. The weight should be a constant.
    #[inline]
    pub fn class_with(self, weight: Weight) -> Class {
        let number = self.number.wrapping_add(weight);
        let in_column = weight & 0xffff != 0;
        let cell = if in_column { self.row + column(number) } else { row(number) + self.column };
        TABLES.suit[cell as usize % TABLES.suit.len()]
    }
}
