//! The words of the game: each reads what it prints, and says what is wrong with what it cannot read.

use hule::action::Claimed;
use hule::hand::{HandError, ReadHandError};
use hule::{
    Action, BySeat, Claim, Direction, Event, Hand, Language, Random, Rule, Run, Seat, Suit, Tile, Turn,
};

// ------------------------------------------------------------------ tiles

#[test]
fn tiles_list_themselves() {
    for (index, tile) in Tile::ALL.into_iter().enumerate() {
        assert_eq!(tile.index(), index);
        assert_eq!(Tile::from_index(index), Some(tile));
        assert_eq!(tile.name().parse(), Ok(tile));
    }
    assert_eq!(Tile::from_index(Tile::COUNT), None);
    assert!(Tile::ALL.is_sorted());
}

#[test]
fn tiles_know_their_suit_and_number() {
    assert_eq!((Tile::S1.suit(), Tile::S1.number()), (Some(Suit::Bamboos), Some(1)));
    assert_eq!((Tile::S.suit(), Tile::S.number()), (Some(Suit::Honours), None));
    assert_eq!((Tile::Pass.suit(), Tile::Pass.number()), (None, None));
}

#[test]
fn wrong_names_get_a_hint() {
    let message = |name: &str| name.parse::<Tile>().expect_err(name).to_string();
    assert_eq!(message("1m"), "`1m` is not a tile; names are in upper case: `1M`");
    assert_eq!(message("5z"), "`5z` is not a tile; honours are single letters here, perhaps `B`");
    assert!(message("10M").starts_with("`10M` is not a tile; expected 1M-9M, "));
    assert!(message("\u{7}").starts_with("`\\u{7}` is not a tile; "));
    assert!(message("").starts_with("`` is not a tile; "));
}

#[test]
fn suits_and_runs_parse_what_they_display() {
    for suit in Suit::ALL {
        assert_eq!(suit.to_string().parse(), Ok(suit));
    }
    for run in Tile::ALL.into_iter().filter_map(Run::from_low) {
        assert_eq!(run.to_string().parse(), Ok(run));
    }
    for wrong in ["", "1M 2M", "1M 2M 4M", "1M 2M 3M 4M", "3M 2M 1M", "1M 2M X", "E S W"] {
        assert!(wrong.parse::<Run>().is_err(), "{wrong}");
    }
}

#[test]
fn runs_stay_in_their_suit() {
    assert_eq!(Run::from_low(Tile::M7).map(Run::tiles), Some([Tile::M7, Tile::M8, Tile::M9]));
    for low in [Tile::M8, Tile::S9, Tile::E, Tile::Double] {
        assert_eq!(Run::from_low(low), None);
    }
    assert_eq!(Run::from_tiles([Tile::M2, Tile::M1, Tile::M3]), None);
}

// ------------------------------------------------------------------ seats

#[test]
fn seats_turn_both_ways() {
    assert_eq!(Seat::A.others(Direction::Forward), [Seat::B, Seat::C, Seat::D]);
    assert_eq!(Seat::A.others(Direction::Reversed), [Seat::D, Seat::C, Seat::B]);
    assert_eq!(Seat::A.next(Direction::Reversed).to_string().parse(), Ok(Seat::D));
    assert!("a".parse::<Seat>().is_err());
}

#[test]
fn directions_list_themselves() {
    for direction in Direction::ALL {
        assert_eq!(direction.to_string().parse(), Ok(direction));
        assert_eq!(direction.flipped().flipped(), direction);
    }
    assert!("back".parse::<Direction>().is_err());
}

#[test]
fn values_belong_to_their_seats() {
    let names = BySeat::from_fn(Seat::name);
    assert!(names.iter().all(|(seat, name)| *name == seat.name() && names[seat] == seat.name()));
    assert_eq!(names.map(str::len), BySeat::splat(1));
    assert_eq!(names.into_iter().next_back(), Some((Seat::D, "D")));
}

// ------------------------------------------------------------------ turns and actions

#[test]
fn claims_list_themselves() {
    for claim in Claim::ALL {
        assert_eq!(claim.to_string().parse(), Ok(claim));
    }
    assert!(Claim::ALL.is_sorted());
    assert!("kong".parse::<Claim>().is_err());
}

#[test]
fn turns_are_told_in_words() {
    let turn = Turn::Answer { seat: Seat::B, claim: Claim::Pong, tile: Tile::P5, from: Seat::A };
    assert_eq!(turn.to_string(), "B may pong 5P of A");
    assert_eq!((turn.seat(), turn.claimable()), (Seat::B, Some(Tile::P5)));
    assert_eq!(Turn::Discard { seat: Seat::C, drawn: None }.to_string(), "C has to discard");
}

#[test]
fn actions_list_themselves() {
    for (id, action) in Action::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(action.id()), id);
        assert_eq!(Action::from_id(id as u8), Some(action));
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    assert_eq!(Action::from_id(48), None);
    assert!(Action::ALL.is_sorted());
    assert!("OUT".parse::<Action>().is_err());
    // The slow twin of the parser: an action is its name, and nothing else is one.
    let slow = |text: &str| Action::ALL.into_iter().find(|action| action.to_string() == text);
    let names = Tile::ALL
        .map(|tile| tile.to_string())
        .into_iter()
        .chain(Action::ALL.map(|action| action.to_string()));
    let more = ["", " ", "HIGH", "LOW", "MIDDLE", "A", "B", "C", "D", "E", "1m", "10M"].map(str::to_owned);
    let names: Vec<String> = names.chain(more).collect();
    for (start, name, end) in
        ["", " ", "OUT", "OUT ", "OUT PASS ", "CHOW ", "OUT  "].into_iter().flat_map(|start| {
            names.iter().flat_map(move |name| ["", " ", "\n", "X"].map(|end| (start, name, end)))
        })
    {
        let text = format!("{start}{name}{end}");
        assert_eq!(text.parse::<Action>().ok(), slow(&text), "{text:?}");
    }
}

#[test]
fn a_claimed_tile_has_its_place_in_the_run() {
    let own = |claimed: Claimed, tile| claimed.own_tiles(tile);
    assert_eq!(own(Claimed::High, Tile::P5), Some([Tile::P3, Tile::P4]));
    assert_eq!(own(Claimed::Middle, Tile::P5), Some([Tile::P4, Tile::P6]));
    assert_eq!(own(Claimed::Low, Tile::P5), Some([Tile::P6, Tile::P7]));
    // Runs do not reach over the end of a suit.
    assert_eq!(own(Claimed::High, Tile::P2), None);
    assert_eq!(own(Claimed::Middle, Tile::P1), None);
    assert_eq!(own(Claimed::Low, Tile::P8), None);
    assert_eq!(own(Claimed::High, Tile::M1), None);
    for tile in Tile::ALL.into_iter().filter(|tile| tile.number().is_none()) {
        assert!(Claimed::ALL.iter().all(|claimed| claimed.run(tile).is_none()));
    }
}

// ------------------------------------------------------------------ events

const LINES: [&str; 9] = [
    "A IN PASS",
    "B OUT REVERSE",
    "C OUT PASS D",
    "D CHOW 7S 8S 9S",
    "A PONG Z Z Z",
    "B RON",
    "C SELFDRAWN",
    "D WIN",
    "DRAW",
];

#[test]
fn lines_round_trip() {
    for line in LINES {
        let event: Event = line.parse().expect(line);
        assert_eq!(event.to_string(), line);
        let mut out = String::new();
        event.write_line(&mut out);
        assert_eq!(out, format!("{line}\n"));
    }
}

#[test]
fn the_lines_of_the_table_are_those_that_are_displayed() {
    for (seat, tile) in Seat::ALL.into_iter().flat_map(|seat| Tile::ALL.map(|tile| (seat, tile))) {
        for event in [Event::Draw { seat, tile }, Event::Discard { seat, tile }] {
            let mut out = String::new();
            event.write_line(&mut out);
            assert_eq!(out, format!("{event}\n"));
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn objects_round_trip() {
    for line in LINES {
        let event: Event = line.parse().expect(line);
        let object = serde_json::to_string(&event).expect("events are JSON");
        assert_eq!(serde_json::from_str::<Event>(&object).expect(&object), event);
    }
    for object in [
        r#"{"type":"discard","seat":"A","tile":"PASS"}"#,
        r#"{"type":"discard","seat":"A","tile":"1M","target":"B"}"#,
        r#"{"type":"chow","seat":"A","tiles":["1M","3M","2M"]}"#,
        r#"{"type":"pong","seat":"A","tiles":["1M","1M","2M"]}"#,
        r#"{"type":"pong","seat":"A","tiles":["PASS","PASS","PASS"]}"#,
        r#"{"type":"draw","seat":"E","tile":"1M"}"#,
        r#"{"type":"draw","seat":"A","tile":"1m"}"#,
    ] {
        assert!(serde_json::from_str::<Event>(object).is_err(), "{object}");
    }
}

#[test]
fn inexact_lines_are_refused_with_a_hint() {
    for line in ["", "A", "A IN", " A IN 1M", "A IN 1M ", "A  IN 1M", "A OUT PASS", "A OUT PASS E"] {
        assert!(line.parse::<Event>().is_err(), "{line:?}");
    }
    for line in ["A CHOW 1M 3M 2M", "A CHOW E S W", "A PONG 1M 1M 2M", "A PONG PASS PASS PASS", "DRAW A"] {
        assert!(line.parse::<Event>().is_err(), "{line:?}");
    }
    let message = |line: &str| line.parse::<Event>().expect_err(line).to_string();
    assert!(message("A OUT PASS").ends_with("a PASS names a player: A OUT PASS B"));
    assert!(message("a in 1m ").ends_with("expected `A IN 1M`"));
    assert!(message("A CHOW 1M 2M 3M ").ends_with("expected `A CHOW 1M 2M 3M`"));
    assert!(message("A CHOW 1M 3M 2M").ends_with("ascending order: A CHOW 1M 2M 3M"));
}

// ------------------------------------------------------------------ hands

#[test]
fn adding_and_removing_are_inverse() {
    let hand: Hand = "1M 1M 9S Z PASS".parse().expect("a hand");
    let mut other = hand;
    for tile in [Tile::M1, Tile::P5, Tile::Double] {
        other.add(tile).expect("there is room");
    }
    for tile in [Tile::Double, Tile::P5, Tile::M1] {
        other.remove(tile).expect("it is there");
    }
    assert_eq!(other, hand);
    assert_eq!(hand.kinds().iter().rev().collect::<Vec<_>>(), [Tile::Pass, Tile::Z, Tile::S9, Tile::M1]);
    assert_eq!(hand.kinds().len(), 4);
}

#[test]
fn impossible_hands_are_refused() {
    let error = |text: &str| text.parse::<Hand>().expect_err(text).to_string();
    assert_eq!(error("1M 1M 1M 1M 1M"), "five tiles `1M`; there are only four of each kind");
    let fifteen = "1M 2M 3M 4M 5M 6M 7M 8M 9M 1P 2P 3P 4P 5P 6P";
    assert_eq!(error(fifteen), "too many tiles; this hand can have at most 14");
    assert!(error("1M 0M").starts_with("`0M` is not a tile"));
    assert_eq!(Hand::new([], 5), Err(HandError::TooManyMelds { open: 5 }));
    assert_eq!(Hand::new([Tile::M1; 3], 4), Err(HandError::TooManyTiles { most: 2 }));
    assert_eq!(Hand::empty().remove(Tile::M1), Err(HandError::NotThere { tile: Tile::M1 }));
    assert_eq!(Hand::empty().meld([Tile::M1; 2]), Err(HandError::NotThere { tile: Tile::M1 }));
}

#[test]
fn the_text_of_a_hand_loses_nothing() {
    for text in ["", "+4", "1M 1M 9S Z PASS", "1M 2M 3M E E +3"] {
        let hand: Hand = text.parse().expect(text);
        assert_eq!((hand.to_string().as_str(), text.parse()), (text, Ok(hand)));
    }
    assert_eq!("E E+4 \n".parse::<Hand>(), Hand::new([Tile::E; 2], 4));
    for wrong in ["E +5", "E + 1", "E +x", "+1 E", "E E E +4"] {
        assert!(wrong.parse::<Hand>().is_err(), "{wrong}");
    }
}

#[test]
fn a_meld_takes_two_tiles_from_the_hand() {
    let hand: Hand = "1M 1M 9S".parse().expect("a hand");
    let melded = hand.meld([Tile::M1, Tile::M1]).expect("both are there");
    assert_eq!((melded.to_string().as_str(), melded.open(), melded.full()), ("9S +1", 1, 11));
}

/// The tiles of a text, one name each.
fn read(text: &str) -> Result<String, ReadHandError> {
    Hand::read(text, 0).map(|hand| hand.to_string())
}

#[test]
fn hands_are_read_in_short_forms() {
    assert_eq!(read("123m55p11z").as_deref(), Ok("1M 2M 3M 5P 5P E E"));
    assert_eq!(read("99s 1234567z").as_deref(), Ok("9S 9S E S W N B F Z"));
    assert_eq!(read("12M S 3Z pass").as_deref(), Ok("1M 2M S W PASS"));
    assert_eq!(read("1M2M3M EE\tbfz REVERSE").as_deref(), Ok("1M 2M 3M E E B F Z REVERSE"));
    assert_eq!(read("1m 2m 5z").as_deref(), Ok("1M 2M B"));
    // Behind digits `S` is the suit, elsewhere the wind.
    assert_eq!(read("123SS SS 1MS").as_deref(), Ok("1M 1S 2S 3S S S S S"));
}

#[test]
fn what_is_no_short_form_is_refused() {
    for text in ["m", "12", "12m3", "120m", "8z9z", "12x", "12mm", "1M,2M", "十m", "EPASS", "-"] {
        assert_eq!(read(text), Err(ReadHandError::NotTiles { found: text.to_owned() }));
    }
    let many = "1".repeat(149) + "m";
    assert_eq!(read(&many), Err(ReadHandError::NotTiles { found: "1".repeat(24) + "…" }));
    assert_eq!(read(" "), Err(ReadHandError::Empty));
}

// ------------------------------------------------------------------ random numbers

#[test]
fn games_start_64_words_apart() {
    let mut stream = Random::of_game(9, 0);
    for _ in 0..3 * 64 {
        stream.word();
    }
    assert_eq!(stream, Random::of_game(9, 3));
}

#[test]
fn other_streams_are_not_those_of_decks() {
    // The first number below 148 of a deck's stream tells where the last tile comes from.
    let equal = (0..2000).filter(|&seed| Random::new(seed).below(148) == Random::of_game(seed, 0).below(148));
    assert!(equal.count() < 50);
}

#[test]
fn numbers_stay_below_their_bounds_and_reach_all_of_them() {
    let mut random = Random::new(1);
    let mut seen = [[false; 7]; 3];
    for _ in 0..1000 {
        let numbers = random.below_each([7, 2, 5]);
        for ((seen, number), bound) in seen.iter_mut().zip(numbers).zip([7, 2, 5]) {
            assert!(number < bound);
            seen[number as usize] = true;
        }
    }
    assert_eq!(seen.map(|row| row.into_iter().filter(|&seen| seen).count()), [7, 2, 5]);
}

#[test]
fn words_that_would_favour_an_outcome_are_thrown_away() {
    // With the bound 2⁶³ + 1 almost every second word must go; kept words map one to one.
    let bound = (1 << 63) + 1;
    let mut thrown = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        assert!(random.below(bound) < bound);
        let mut one_word = Random::new(seed);
        one_word.word();
        thrown += usize::from(random != one_word);
    }
    assert!((70..130).contains(&thrown), "{thrown} of 200");
}

// ------------------------------------------------------------------ languages and rules

#[test]
fn languages_list_themselves() {
    for language in Language::ALL {
        assert_eq!(language.to_string().parse(), Ok(language));
    }
    let error = "de".parse::<Language>().expect_err("not yet");
    assert_eq!(error.to_string(), "\"de\" is not a language; expected en or zh");
    assert_eq!(Language::default(), Language::English);
}

#[test]
fn rules_list_themselves() {
    for &rule in Rule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert!("R0".parse::<Rule>().is_err());
}
