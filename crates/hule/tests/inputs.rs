//! Property tests: no input makes anything panic, and what is read is what was written.

use crate::common;
use crate::fuzz;
use hule::{Deck, Log};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// A text with some bytes changed, taken out or put in, as typing errors and bad transfers do.
fn damaged(text: &str, damages: &[(Index, u8, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (place, kind, byte) in damages {
        if bytes.is_empty() {
            break;
        }
        let place = place.index(bytes.len());
        match kind % 4 {
            0 => bytes[place] = *byte,
            1 => bytes.insert(place, *byte),
            2 => drop(bytes.remove(place)),
            _ => bytes.truncate(place),
        }
    }
    bytes
}

fn damages() -> impl Strategy<Value = Vec<(Index, u8, u8)>> {
    prop::collection::vec(any::<(Index, u8, u8)>(), 0..5)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: RngSeed::Fixed(2021),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes_are_decks_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        fuzz::decks(&bytes);
    }

    #[test]
    fn damaged_decks_are_decks_or_an_error(game: u64, damages in damages()) {
        fuzz::decks(&damaged(&Deck::seeded(15, game).to_string(), &damages));
    }

    #[test]
    fn any_text_is_a_log_or_an_error(text: String) {
        fuzz::logs(&text);
    }

    #[test]
    fn damaged_logs_are_logs_or_an_error(game: u64, damages in damages(), json: bool) {
        let events = common::standard_events(&Deck::seeded(16, game));
        let text = if json { Log { events }.to_json() } else { common::text(&events) };
        fuzz::logs(&lossy(&damaged(&text, &damages)));
    }

    #[test]
    fn logs_with_lines_exchanged_are_logs_or_an_error(game: u64, swaps: Vec<(Index, Index)>) {
        let mut events = common::standard_events(&Deck::seeded(17, game));
        for (one, other) in swaps.iter().take(3) {
            let len = events.len();
            events.swap(one.index(len), other.index(len));
        }
        fuzz::logs(&common::text(&events));
    }

    #[test]
    fn any_text_is_a_name_or_an_error(text in "\\PC*|[A-DZ1-9MPSIN OUTCHWRDE]{0,20}") {
        fuzz::names(&text);
    }

    #[test]
    fn hands_of_names_are_hands_or_an_error(names in prop::collection::vec("[1-9][MPS]|[ESWNBFZ]|PASS", 0..16)) {
        fuzz::names(&names.join(" "));
    }

    #[test]
    fn any_choices_are_a_game(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzz::games(&bytes);
    }
}
