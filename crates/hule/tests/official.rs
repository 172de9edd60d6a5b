//! The contest's own decks and logs, byte for byte.

use crate::common;

#[test]
fn official_logs_are_reproduced() {
    let decks = common::decks("official");
    assert_eq!(decks.len(), 25);
    for (name, deck, log) in decks {
        assert_eq!(common::standard_log(&deck), log, "official deck {name}");
    }
}
