//! What the tests of all commands need.

use std::process::Output;

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
