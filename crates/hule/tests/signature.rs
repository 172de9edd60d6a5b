//! One number that changes only when the behaviour of the engine does.

use crate::common;
use hule::Deck;

/// FNV-1a, 64 bits: a few lines, and the same everywhere.
fn hash(text: &[u8], start: u64) -> u64 {
    text.iter().fold(start, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A commit that changes this number changes what users see, and says so.
#[test]
fn ten_thousand_games_have_their_signature() {
    let signature = (0..10_000).fold(0xcbf2_9ce4_8422_2325, |signature, game| {
        hash(common::standard_log(&Deck::seeded(0, game)).as_bytes(), signature)
    });
    let expected = common::read(&common::data("signature.txt"));
    assert_eq!(format!("{signature:016x}"), expected.trim(), "the games of Deck::seeded(0, 0..10000)");
}
