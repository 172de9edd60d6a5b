//! Makes the tables of the winning distance from their definition, so that none is computed at run time.
//!
//! A row (see `rows.rs`) is all that a suit means for a hand. Over all suits there are only 130 distinct
//! rows, and joining two gives only 180, so a row is a byte, its *class*:
//!
//! - `PREFIX`, `SUFFIX`, `SUIT`: the class of each suit. As two million suits make a large table with few
//!   distinct rows and columns, it is folded: the first kinds of a suit select a row, the last kinds a column;
//! - `join`: the class of two suits together, by the classes of the two;
//! - `finish`: the distance, by the open melds, the class of one half of the hand and that of the other.

#[path = "src/distance/rows.rs"]
mod rows;

use rows::{LIMIT, Row, State, SuitRules, join};
use std::collections::HashMap;
use std::fmt::Debug;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/distance/rows.rs");

    let mut classes = Classes::default();
    let numbers = classes.of_suits(&SuitRules::numbers(LIMIT));
    let honours = classes.of_suits(&SuitRules::honours(LIMIT));
    let suit_classes = classes.rows.len();
    let mut folded = Folded::default();
    folded.add(&numbers, 4);
    folded.add(&honours, 3);

    let mut joined = vec![0; 256 * 256];
    for left in 0..suit_classes {
        for right in 0..suit_classes {
            joined[left * 256 + right] = classes.of(join(&classes.rows[left], &classes.rows[right]));
        }
    }

    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let out = Path::new(&out);
    let write = |name: &str, table: &[u8]| fs::write(out.join(name), table).expect("OUT_DIR is writable");
    write("suit", &padded(folded.classes));
    write("join", &joined);
    for open in 0..=4 {
        let mut finish = vec![0; 256 * 256];
        for (left, left_row) in classes.rows.iter().enumerate() {
            for (right, right_row) in classes.rows.iter().enumerate() {
                finish[left * 256 + right] = join(left_row, right_row)[4 - open][1];
            }
        }
        write(&format!("finish{open}"), &finish);
    }
    let mut source = String::new();
    source += &array("PREFIX", "u32", &padded(folded.prefixes));
    source += &array("SUFFIX", "u32", &padded(folded.suffixes));
    source += "#[cfg(test)]\n";
    source += &array("ROWS", "rows::Row", &classes.rows);
    write("tables.rs", source.as_bytes());
}

/// The source of an array.
fn array(name: &str, item: &str, items: &[impl Debug]) -> String {
    format!("pub static {name}: [{item}; {}] = {items:?};\n", items.len())
}

/// The table with nothing behind it up to a power of two, so that an index can be cut to fit.
fn padded<T: Copy + Default>(mut table: Vec<T>) -> Vec<T> {
    table.resize(table.len().next_power_of_two(), T::default());
    table
}

/// Tables of suits, folded into one: the class of a suit is `classes[prefixes[first] + suffixes[last]]`.
#[derive(Default)]
struct Folded {
    prefixes: Vec<u32>,
    suffixes: Vec<u32>,
    classes: Vec<u8>,
}

impl Folded {
    /// Adds the table of a kind of suit. Its last kinds, so many, select a column.
    fn add(&mut self, table: &[u8], last_kinds: u32) {
        let width = 5_usize.pow(last_kinds);
        let mut columns: Vec<Vec<u8>> = Vec::new();
        for suffix in 0..width {
            let column = table.iter().skip(suffix).step_by(width).copied().collect();
            self.suffixes.push(place_of(column, &mut columns));
        }
        let mut rows: Vec<Vec<u8>> = Vec::new();
        let start = self.classes.len() as u32;
        for row in table.chunks(width) {
            let row = place_of(row.to_vec(), &mut rows);
            self.prefixes.push(start + row * columns.len() as u32);
        }
        for row in &rows {
            let prefix = table.chunks(width).position(|other| other == row).expect("it is one of them");
            self.classes.extend(columns.iter().map(|column| column[prefix]));
        }
    }
}

/// The place of an item in a list of distinct ones, where it is put if it is not there.
fn place_of<T: PartialEq>(item: T, distinct: &mut Vec<T>) -> u32 {
    let place = distinct.iter().position(|other| *other == item).unwrap_or_else(|| {
        distinct.push(item);
        distinct.len() - 1
    });
    place as u32
}

/// Distinct rows, numbered in the order in which they came.
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

    /// The classes of all suits with up to four tiles a kind, by their number in base 5.
    fn of_suits(&mut self, rules: &SuitRules) -> Vec<u8> {
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
        let classes: Vec<u8> = states.into_iter().map(|state| self.of(state[0])).collect();
        suits.into_iter().map(|state| classes[state]).collect()
    }
}
