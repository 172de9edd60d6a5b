#![no_main]

#[allow(dead_code)]
#[path = "../../crates/hule/tests/fuzz/mod.rs"]
mod fuzz;
#[path = "../../crates/hule/tests/twin/mod.rs"]
mod twin;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzz::games(input));
