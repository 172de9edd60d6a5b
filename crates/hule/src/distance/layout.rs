//! The layout of the distance tables.
//!
//! This file is compiled into the program that writes the tables, `examples/tables.rs`, and into the library, which reads them.

/// The tiles of a suit as two numbers in base 5: the first kinds in the upper half select a row of the table of suits,
/// and the last kinds in the lower half select a column. Adding a tile adds its [`weight`]. The two highest bits are
/// ignored.
pub type SuitNumber = u32;

/// Each kind occurs 0 to 4 times.
pub const BASE: usize = 5;

/// The number of kinds in a number suit, and of honours.
pub const NUMBERS: usize = 9;
pub const HONOURS: usize = 7;

/// How many kinds at the end of a suit select the column.
pub const fn last_kinds(kinds: usize) -> usize {
    kinds / 2
}

/// The number of combinations of counts of this many kinds.
pub const fn numbers(kinds: usize) -> usize {
    BASE.pow(kinds as u32)
}

/// The four suits without tiles. The rows and columns of honours follow those of number suits.
pub const EMPTY: [SuitNumber; 4] = {
    let last = last_kinds(NUMBERS);
    [0, 0, 0, ((numbers(NUMBERS - last) << 16) + numbers(last)) as SuitNumber]
};

/// The suit of a tile in the two highest bits, and below them what the tile adds to the [`SuitNumber`]: nothing for
/// special tiles.
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

/// The columns and cells of the table of suits. They are powers of two, so that an index can be masked.
pub const COLUMNS: usize = 512;
pub const CELLS: usize = 1 << 19;

/// The index of a cell in the table of suits, which is stored in squares of eight by eight, each a cache line. The
/// index of a cell is the sum of `cell(row, 0)` and `cell(0, column)`.
pub const fn cell(row: usize, column: usize) -> usize {
    row / 8 * (8 * COLUMNS) + row % 8 * 8 + column / 8 * 64 + column % 8
}

/// A table indexed by two classes. Any byte is a valid index.
pub type Pairs = [[u8; CLASSES]; CLASSES];
pub const CLASSES: usize = 256;
