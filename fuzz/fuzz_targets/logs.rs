#![no_main]

#[allow(dead_code)]
#[path = "../../crates/hule/tests/fuzz/mod.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|input: &str| fuzz::logs(input));
