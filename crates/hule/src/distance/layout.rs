//! The layout of the distance tables.
//!
//! This file is compiled twice: into the build script, which makes the tables, and into the library, which reads them.

/// The tiles of a suit as two numbers in base 5: one for its first kinds in the upper half, which selects a row of the
/// table of suits, and one for its last kinds in the lower half, which selects a column. Adding a tile adds its
/// [`weight`]. The two highest bits mean nothing.
pub type SuitNumber = u32;

/// A kind of tile occurs 0 to 4 times.
pub const BASE: usize = 5;

/// How many kinds a number suit has, and how many honours there are.
pub const NUMBERS: usize = 9;
pub const HONOURS: usize = 7;

/// How many of the kinds of a suit, the last ones, select the column.
pub const fn last_kinds(kinds: usize) -> usize {
    kinds / 2
}

/// How many numbers so many kinds make.
pub const fn numbers(kinds: usize) -> usize {
    BASE.pow(kinds as u32)
}

/// The four suits without tiles. The rows and columns of honours stand behind those of number suits.
pub const EMPTY: [SuitNumber; 4] = {
    let last = last_kinds(NUMBERS);
    [0, 0, 0, ((numbers(NUMBERS - last) << 16) + numbers(last)) as SuitNumber]
};

/// What a tile means for a suit, in one word: the number of its suit in the two highest bits, and below them what one
/// more tile adds to the [`SuitNumber`]. Special tiles add nothing.
pub type Weight = u32;

/// The weight of the tile with this index.
pub const fn weight(index: usize) -> Weight {
    let (suit, kind, kinds) = match index {
        0..27 => (index / NUMBERS, index % NUMBERS, NUMBERS),
        27..34 => (3, index - 27, HONOURS),
        _ => return 3 << 30,
    };
    let (behind, last) = (kinds - 1 - kind, last_kinds(kinds));
    let number = if behind < last { numbers(behind) } else { numbers(behind - last) << 16 };
    (suit << 30 | number) as Weight
}

/// The suit of a weight.
#[inline]
pub const fn suit(weight: Weight) -> usize {
    (weight >> 30) as usize
}

/// The table of suits has this many columns and, with all of its rows, this many cells: powers of two, so that an index
/// can be cut to fit.
pub const COLUMNS: usize = 512;
pub const CELLS: usize = 1 << 19;

/// The index of a row and a column in the table of suits, which lies in squares of eight by eight, each a cache line. The
/// index of both is the sum of that of the row in column 0 and that of the column in row 0.
pub const fn cell(row: usize, column: usize) -> usize {
    row / 8 * (8 * COLUMNS) + row % 8 * 8 + column / 8 * 64 + column % 8
}

/// A table for every two classes. It is as wide as a byte goes, so that no index can be wrong.
pub type Pairs = [[u8; CLASSES]; CLASSES];
pub const CLASSES: usize = 256;
