//! What the tests of all commands need.

#![allow(dead_code)] // Not all need all of it.

use std::process::{Command, Output};

/// The command in English, whatever the locale is.
pub fn hule() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hule"));
    command.env("LC_ALL", "C");
    command
}

pub fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("hule writes UTF-8")
}

/// It must have failed with this status, with nothing printed but one sentence.
pub fn complaint(output: &Output, status: i32) -> &str {
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(status), ""), "{output:?}");
    let sentence = text(&output.stderr).strip_prefix("hule: ").expect("it says who complains");
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    sentence.trim_end()
}
