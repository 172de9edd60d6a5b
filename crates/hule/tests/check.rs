//! What `check` says of wrong logs: the first wrong line, and the rule that explains it.

mod common;
mod twin;

use hule::check::{Exactness, check};
use hule::{Deck, Tile};
use twin::Mutation;

fn mutant_log(deck: &Deck, mutation: Mutation) -> String {
    twin::mutant_log(&deck.tiles().map(Tile::index), Some(mutation))
}

/// Random decks, and one for each rare situation.
fn decks() -> Vec<Deck> {
    let rare = common::decks("situations").into_iter().map(|(_, deck, _)| deck);
    (0..16).map(|game| Deck::seeded(4, game)).chain(rare).collect()
}

#[test]
fn every_mutant_is_caught_and_its_rule_is_named() {
    let decks = decks();
    for (mutation, rule) in Mutation::ALL {
        let mut caught = 0;
        for deck in &decks {
            let log = mutant_log(deck, mutation);
            let right = common::standard_log(deck);
            match check(deck, log.as_bytes(), Exactness::Strict) {
                Ok(lines) => assert_eq!((log, lines), (right.clone(), right.lines().count())),
                Err(mismatch) => {
                    let line = mismatch.line - 1;
                    assert!(log.lines().take(line).eq(right.lines().take(line)), "{mutation:?}");
                    assert_ne!(log.lines().nth(line), right.lines().nth(line), "{mutation:?}");
                    let named = mismatch.mistake.rule().map(hule::Rule::number);
                    assert_eq!(named, Some(rule), "{mutation:?}: {mismatch:?}\n{log}");
                    caught += 1;
                }
            }
        }
        assert!(caught > 0, "{mutation:?} was not caught");
    }
}
