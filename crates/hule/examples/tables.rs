//! Writes the tables of the winning distance, which the library embeds, so that none is computed when it is built or runs:
//!
//! ```sh
//! cargo run --release -p hule --example tables
//! ```
//!
//! A row (see `rows.rs`) describes what a suit contributes to a hand. All suits together have only 130 distinct rows,
//! and joining two of these gives only 180, so a row is represented by a byte, its *class*:
//!
//! - `PREFIX`, `SUFFIX`, `SUIT`: the class of each suit. The table of two million suits has few distinct rows and
//!   columns, so equal ones are merged: the first kinds of a suit select a row, the last kinds a column;
//! - `join`: the class of two suits joined, by their classes;
//! - `finish`: the distance, by the number of open melds and the classes of the two halves of the hand.

#[allow(dead_code)] // The library uses the rest.
#[path = "../src/distance/layout.rs"]
mod layout;
#[allow(dead_code)] // The library uses the rest.
#[path = "../src/distance/rows.rs"]
mod rows;

use layout::{BASE, CELLS, CLASSES, HONOURS, NUMBERS, cell, last_kinds};
use rows::{LIMIT, Row, State, SuitRules, join};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::path::Path;
use std::{fs, io};

#[allow(dead_code)] // A test calls `files`.
fn main() -> io::Result<()> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, content) in files() {
        fs::write(library.join(path), content)?;
    }
    Ok(())
}

/// The files with their paths in the library.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let numbers = rows_of_suits(&SuitRules::numbers(LIMIT));
    let honours = rows_of_suits(&SuitRules::honours(LIMIT));
    // Common rows get small numbers, so that frequent lookups are close together.
    let mut classes = Classes::default();
    for &row in
        by_frequency(numbers.iter().chain(&honours).zip(frequencies(NUMBERS).chain(frequencies(HONOURS))))
    {
        classes.of(row);
    }
    let suit_classes = classes.rows.len();
    let mut folded = Folded { classes: vec![0; CELLS], ..Folded::default() };
    folded.add(&numbers.iter().map(|&row| classes.of(row)).collect::<Vec<u8>>(), NUMBERS);
    folded.add(&honours.iter().map(|&row| classes.of(row)).collect::<Vec<u8>>(), HONOURS);

    let mut joined = vec![0; CLASSES * CLASSES];
    for left in 0..suit_classes {
        for right in 0..suit_classes {
            joined[left * CLASSES + right] = classes.of(join(&classes.rows[left], &classes.rows[right]));
        }
    }

    let mut finish = vec![0; 5 * CLASSES * CLASSES];
    for (open, distances) in finish.chunks_mut(CLASSES * CLASSES).enumerate() {
        for (left, left_row) in classes.rows.iter().enumerate() {
            for (right, right_row) in classes.rows.iter().enumerate() {
                distances[left * CLASSES + right] = join(left_row, right_row)[4 - open][1];
            }
        }
    }
    let source = [
        "// Written by `cargo run -p hule --example tables`.\n\n".to_owned(),
        array("PREFIX", "u32", &padded(folded.prefixes)),
        array("SUFFIX", "u16", &padded(folded.suffixes)),
        "#[cfg(feature = \"std\")]\n".to_owned(),
        array("ROWS", "super::rows::Row", &classes.rows),
    ];
    vec![
        ("data/distance/suit.bin", folded.classes),
        ("data/distance/join.bin", joined),
        ("data/distance/finish.bin", finish),
        ("src/distance/generated.rs", source.concat().into_bytes()),
    ]
}

/// The Rust source of an array.
fn array(name: &str, item: &str, items: &[impl Debug]) -> String {
    format!("pub(super) const {name}: [{item}; {}] = {items:?};\n", items.len())
}

/// Pads a table to a power of two, so that an index can be masked.
fn padded<T: Copy + Default>(mut table: Vec<T>) -> Vec<T> {
    table.resize(table.len().next_power_of_two(), T::default());
    table
}

/// The tables of all suits, merged: the class of a suit is `classes[prefixes[first]][suffixes[last]]`.
#[derive(Default)]
struct Folded {
    prefixes: Vec<u32>,
    suffixes: Vec<u16>,
    classes: Vec<u8>,
    rows: usize,
}

impl Folded {
    /// Adds the table of a suit with this many kinds.
    fn add(&mut self, table: &[u8], kinds: usize) {
        let last_kinds = last_kinds(kinds);
        let width = layout::numbers(last_kinds);
        let prefixes: Vec<&[u8]> = table.chunks(width).collect();
        let suffixes: Vec<Vec<u8>> =
            (0..width).map(|suffix| table.iter().skip(suffix).step_by(width).copied().collect()).collect();
        let rows = numbered(by_frequency(prefixes.iter().copied().zip(frequencies(kinds - last_kinds))));
        let columns = numbered(by_frequency(suffixes.iter().zip(frequencies(last_kinds))));
        let start = self.rows;
        self.rows += rows.len();
        self.prefixes.extend(prefixes.iter().map(|row| cell(start + rows[row], 0) as u32));
        self.suffixes.extend(suffixes.iter().map(|column| cell(0, columns[column]) as u16));
        for row in &prefixes {
            for (suffix, column) in suffixes.iter().enumerate() {
                self.classes[cell(start + rows[row], columns[column])] = row[suffix];
            }
        }
    }
}

/// The approximate frequency of each combination of counts in a hand.
fn frequencies(kinds: usize) -> impl Iterator<Item = f64> {
    // One tile of a kind is about a third as common as none, and so on.
    const COMMON: [f64; BASE] = [1.0, 0.36, 0.05, 0.003, 0.0001];
    (0..layout::numbers(kinds)).map(move |mut number| {
        (0..kinds).fold(1.0, |frequency, _| {
            let count = number % BASE;
            number /= BASE;
            frequency * COMMON[count]
        })
    })
}

/// The distinct items, most common first.
fn by_frequency<T: Copy + Eq + Hash + Ord>(items: impl Iterator<Item = (T, f64)>) -> Vec<T> {
    let mut frequencies: HashMap<T, f64> = HashMap::new();
    for (item, frequency) in items {
        *frequencies.entry(item).or_default() += frequency;
    }
    let mut items: Vec<(T, f64)> = frequencies.into_iter().collect();
    // Ties are broken by value, because the order of the map is random.
    items.sort_by(|(left, one), (right, other)| other.total_cmp(one).then(left.cmp(right)));
    items.into_iter().map(|(item, _)| item).collect()
}

/// The index of each item.
fn numbered<T: Eq + Hash>(items: Vec<T>) -> HashMap<T, usize> {
    items.into_iter().enumerate().map(|(number, item)| (item, number)).collect()
}

/// The rows of all suits, by their number.
fn rows_of_suits(rules: &SuitRules) -> Vec<Row> {
    let mut states = vec![SuitRules::start()];
    let mut suits = vec![0];
    for kind in 0..rules.kinds {
        let mut next = Vec::new();
        let mut numbers: HashMap<State, usize> = HashMap::new();
        let steps: Vec<[usize; 5]> = states
            .iter()
            .map(|state| {
                std::array::from_fn(|count| {
                    let state = rules.step(state, kind, count as u8);
                    *numbers.entry(state).or_insert_with(|| {
                        next.push(state);
                        next.len() - 1
                    })
                })
            })
            .collect();
        suits = suits.into_iter().flat_map(|state: usize| steps[state]).collect();
        states = next;
    }
    suits.into_iter().map(|state| states[state][0]).collect()
}

/// Distinct rows, numbered in order of insertion.
#[derive(Default)]
struct Classes {
    rows: Vec<Row>,
    numbers: HashMap<Row, u8>,
}

impl Classes {
    fn of(&mut self, row: Row) -> u8 {
        *self.numbers.entry(row).or_insert_with(|| {
            self.rows.push(row);
            u8::try_from(self.rows.len() - 1).expect("there are 180 classes")
        })
    }
}
