//! Decks: shuffled, read from text, and refused with the place of what is wrong.

use hule::deck::{DeckError, DeckReader, FiveOfAKind, ReadDeckError};
use hule::{Deck, Tile};
use std::io;

// ------------------------------------------------------------------ tiles and shuffles

#[test]
fn a_shuffle_keeps_the_tiles() {
    let deck = Deck::seeded(7, 1234);
    assert_eq!(Deck::try_from(*deck.tiles()), Ok(deck));
    assert_ne!(deck, Deck::sorted());
}

#[test]
fn every_tile_can_come_to_every_place() {
    // 20,000 shuffles: each of the 37 kinds is expected 541 times at each of the 148 places.
    let mut seen = vec![[0_u32; Tile::COUNT]; Deck::LEN];
    for game in 0..20_000 {
        for (place, tile) in Deck::seeded(3, game).tiles().iter().enumerate() {
            seen[place][tile.index()] += 1;
        }
    }
    for (place, row) in seen.iter().enumerate() {
        for (tile, &times) in Tile::ALL.iter().zip(row) {
            assert!((420..660).contains(&times), "{tile} at {place}: {times} times");
        }
    }
}

#[test]
fn five_of_a_kind_is_refused() {
    let mut tiles = *Deck::sorted().tiles();
    tiles[147] = Tile::M1;
    let error = Deck::try_from(tiles).expect_err("five of 1M");
    assert_eq!(error, FiveOfAKind { tile: Tile::M1, places: [0, 1, 2, 3, 147] });
}

// ------------------------------------------------------------------ text

fn names() -> Vec<String> {
    Deck::seeded(1, 0).tiles().iter().map(ToString::to_string).collect()
}

fn message(text: &str) -> String {
    text.parse::<Deck>().expect_err("not a deck").to_string()
}

#[test]
fn white_space_crlf_and_a_byte_order_mark_are_accepted() {
    let deck = Deck::seeded(1, 0);
    for between in ["\n", "\r\n", " ", "\t \x0b\x0c"] {
        for before in ["", "\u{feff}", " \n", "\u{feff}\r\n"] {
            for after in ["", "\n", "\r\n\r\n"] {
                let text = format!("{before}{}{after}", names().join(between));
                assert_eq!(text.parse(), Ok(deck), "{before:?} {between:?} {after:?}");
            }
        }
    }
}

#[test]
fn wrong_counts_are_named() {
    assert_eq!(message(""), "there are no tiles; expected the names of 148 tiles");
    assert_eq!(message(" \r\n\t"), "there are no tiles; expected the names of 148 tiles");
    let names = names();
    let last = &names[147];
    assert_eq!(
        message(&names[..147].join("\n")),
        format!("line 147: the deck ends after 147 tiles; expected 148 (missing: {last})")
    );
    let two_faults = [&names[..146], &[names[0].clone()]].concat().join("\n");
    assert_eq!(message(&two_faults), "line 147: the deck ends after 147 tiles; expected 148");
    assert_eq!(message("1M"), "line 1: the deck ends after 1 tile; expected 148");
    assert_eq!(
        message(&(names.join("\n") + "\n  Z\n")),
        "line 149, column 3: `Z` is one tile too many; a deck has 148"
    );
}

#[test]
fn wrong_names_are_located() {
    let mut names = names();
    names[16] = "10M".to_owned();
    assert!(message(&names.join("\n")).starts_with("line 17: `10M` is not a tile; expected "));
    assert!(message(&names.join(" ")).starts_with("line 1, column "));
    assert!(message("\u{feff}1M 0M").starts_with("line 1, column 4: `0M` is not a tile"));
    names[16] = "1m".to_owned();
    assert!(message(&names.join("\n")).ends_with("names are in upper case: `1M`"));
    names[16] = "\0".to_owned();
    assert!(message(&names.join("\n")).starts_with("line 17: `\\0` is not a tile"));
    names[16] = "万".repeat(1000);
    assert!(message(&names.join("\n")).starts_with("line 17: `万万万万万万万万…` is not a tile"));
}

#[test]
fn five_of_a_kind_names_all_five() {
    let mut tiles: Vec<&str> = Deck::sorted().tiles().iter().map(|tile| tile.name()).collect();
    tiles[147] = "1M";
    let what = "five tiles `1M`; a deck has four of each kind (missing: PASS)";
    assert_eq!(message(&tiles.join("\n")), format!("lines 1, 2, 3, 4 and 148: {what}"));
    assert!(message(&tiles.join(" ")).starts_with("line 1; line 1, column 4; "));
}

// ------------------------------------------------------------------ the exact form

fn exact_message(text: &str) -> String {
    Deck::from_exact(text.as_bytes()).expect_err("not exact").to_string()
}

#[test]
fn departures_from_the_form_are_located() {
    let text = Deck::sorted().to_string();
    let cases = [
        (text.replace('\n', "\r\n"), "line 1, column 3: found a carriage return; expected a line feed"),
        (text.replacen('\n', " ", 1), "line 1, column 3: found a space; expected a line feed"),
        (text.replacen('\n', " \n", 1), "line 1, column 3: found a space; expected a line feed"),
        (text.replacen('\n', "\n\t", 1), "line 2: found a tab; expected a tile"),
        (text.replacen('\n', "\n\n", 1), "line 2: found a blank line; expected a tile"),
        (format!("{text}\n"), "line 149: found a blank line; expected the end of the file"),
        (format!("{text} "), "line 149: found a space; expected the end of the file"),
        (format!("\u{feff}{text}"), "line 1: found a byte-order mark; expected a tile"),
        (text.trim_end().to_owned(), "line 148, column 5: found the end of the file; expected a line feed"),
    ];
    for (text, expected) in cases {
        assert_eq!(exact_message(&text), expected, "{text:?}");
    }
}

#[test]
fn what_is_no_deck_is_refused_as_everywhere() {
    let text = Deck::sorted().to_string();
    assert!(exact_message(&text.to_lowercase()).ends_with("names are in upper case: `1M`"));
    assert_eq!(exact_message(&format!("{text}Z\n")), "line 149: `Z` is one tile too many; a deck has 148");
    assert_eq!(exact_message(""), "there are no tiles; expected the names of 148 tiles");
}

// ------------------------------------------------------------------ many decks

#[test]
fn reading_does_not_depend_on_the_size_of_the_chunks() {
    let text = format!("\u{feff}{}\n{}", Deck::seeded(1, 0), Deck::seeded(2, 0));
    for size in [1, 2, 3, 5, 7, 64] {
        let input = io::BufReader::with_capacity(size, text.as_bytes());
        let decks: Vec<Deck> = DeckReader::new(input).map(|deck| deck.expect("valid")).collect();
        assert_eq!(decks, [Deck::seeded(1, 0), Deck::seeded(2, 0)]);
    }
}

#[test]
fn utf16_is_recognised() {
    let error = DeckReader::new(&b"\xff\xfe1\0M\0"[..]).only().expect_err("UTF-16");
    assert_eq!(error.to_string(), "line 1: the text is UTF-16; expected ASCII or UTF-8");
}

#[test]
fn the_iterator_ends_after_an_error() {
    let text = format!("{} 1M", Deck::seeded(1, 0));
    let mut decks = DeckReader::new(text.as_bytes());
    assert!(matches!(decks.next(), Some(Ok(_))));
    assert!(matches!(decks.next(), Some(Err(ReadDeckError::Deck(DeckError::TooShort { .. })))));
    assert!(decks.next().is_none());
}
