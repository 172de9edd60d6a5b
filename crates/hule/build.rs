//! Makes the tables of the winning distance from their definition, so that none is computed at run time.
//!
//! A row (see `rows.rs`) is all that a suit means for a hand. Over all suits there are only 130 distinct
//! rows, and joining two gives only 180, so a row is a byte, its *class*:
//!
//! - `numbers`, `honours`: the class of each suit, by its tiles as a number in base 5;
//! - `join`: the class of two suits together, by the classes of the two;
//! - `finish`: the distance, by the open melds, the class of one half of the hand and that of the other.

#[path = "src/distance/rows.rs"]
mod rows;

use rows::{LIMIT, Row, State, SuitRules, join};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/distance/rows.rs");

    let mut classes = Classes::default();
    let numbers = classes.of_suits(&SuitRules::numbers(LIMIT));
    let honours = classes.of_suits(&SuitRules::honours(LIMIT));
    let suits = classes.rows.len();
    let mut joined = Vec::new();
    for left in 0..suits {
        for right in 0..suits {
            joined.push(classes.of(join(&classes.rows[left], &classes.rows[right])));
        }
    }
    let mut finish = Vec::new();
    for open in 0..=4 {
        for left in &classes.rows {
            for right in &classes.rows {
                finish.push(join(left, right)[4 - open][1]);
            }
        }
    }

    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    let out = Path::new(&out);
    let mut source = format!("pub const SUIT_CLASSES: usize = {suits};\n");
    writeln!(source, "pub const CLASSES: usize = {};", classes.rows.len()).expect("memory takes all");
    for (name, table) in [("numbers", numbers), ("honours", honours), ("join", joined), ("finish", finish)] {
        fs::write(out.join(name), &table).expect("OUT_DIR is writable");
        let (constant, len) = (name.to_uppercase(), table.len());
        let file = format!("concat!(env!(\"OUT_DIR\"), \"/{name}\")");
        writeln!(source, "pub static {constant}: &[u8; {len}] = include_bytes!({file});")
            .expect("memory takes all");
    }
    let rows = &classes.rows;
    writeln!(source, "#[cfg(test)] pub static ROWS: [super::rows::Row; CLASSES] = {rows:?};")
        .expect("memory takes all");
    fs::write(out.join("tables.rs"), source).expect("OUT_DIR is writable");
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
