//! The distance tables that are kept are those of the program that writes them.

#[path = "../examples/tables.rs"]
mod written;

use std::fs;
use std::path::Path;

#[test]
fn the_distance_tables_are_those_that_their_program_writes() {
    for (path, content) in written::files() {
        let kept = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path);
        assert!(kept == content, "{path}: please run `cargo run --release -p hule --example tables`");
    }
}
