//! What `check` says of wrong logs: the first wrong line, and the rule that explains it.

use crate::common;
use crate::common::table::Table;
use hule::check::{Exactness, Mismatch, Mistake, check};
use hule::misreading::Misreading;
use hule::situation::TestDecks;
use hule::{Deck, Language, Localized, Seat, Tile};
use hule_twin as twin;
use hule_twin::Mutation;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::thread;

fn mutant_log(deck: &Deck, mutation: Mutation) -> String {
    twin::mutant_log(&deck.tiles().map(Tile::index), Some(mutation))
}

/// Decks with which every mutant shows: one for each rare situation, rarer ones, and random ones.
fn decks() -> Vec<Deck> {
    // Ron of a tile that the winner has discarded; wins with four open melds; seven pairs; two claims after the last
    // draw; special tiles that would form a group.
    const RARER: [u64; 15] =
        [307, 413, 576, 774, 2082, 7538, 8347, 21483, 22070, 38908, 965, 4195, 6364, 8429, 74695];
    let rare = common::decks("situations").into_iter().map(|(_, deck, _)| deck);
    let rarer = RARER.into_iter().map(|game| Deck::seeded(4, game));
    rare.chain([won_at_once()]).chain(rarer).chain((0..24).map(|game| Deck::seeded(4, game))).collect()
}

/// A deck with which B wins with the first discard.
fn won_at_once() -> Deck {
    let ready = "1M 2M 3M 4M 5M 6M 7M 8M 9M 1P 2P 3P Z";
    *Table::new(["Z 9P 5P 8P 2S 5S 8S E S W N B F", ready, "", ""], "1S").game.deck()
}

/// How often a mutant was caught, and how often its rule was named.
#[derive(Default)]
struct Record {
    caught: usize,
    named: usize,
    others: Vec<Mistake>,
}

impl Record {
    /// What a mutant does with these decks, until it is caught so often.
    fn new(mutation: Mutation, rules: &[&str], decks: &[Deck], enough: usize) -> Record {
        let mut record = Record::default();
        for deck in decks {
            let log = mutant_log(deck, mutation);
            let right = common::standard_log(deck);
            let Err(mismatch) = check(deck, log.as_bytes(), Exactness::Strict) else {
                assert_eq!(log, right, "{mutation}");
                continue;
            };
            let line = mismatch.line - 1;
            assert!(log.lines().take(line).eq(right.lines().take(line)), "{mutation}");
            assert_ne!(log.lines().nth(line), right.lines().nth(line), "{mutation}");
            record.caught += 1;
            if mismatch.mistake.rule().is_some_and(|rule| rules.contains(&rule.number())) {
                record.named += 1;
            } else {
                record.others.push(mismatch.mistake);
            }
            if record.caught == enough {
                break;
            }
        }
        record
    }

    /// Those of all mutants.
    fn all(decks: &[Deck], enough: usize) -> Vec<(Mutation, Record)> {
        let all = &Mutation::all();
        // The slow twin is slow.
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let work = move |worker| {
                let own = all.iter().skip(worker).step_by(workers);
                let record = |&(mutation, rules): &(_, &[&str])| {
                    let record = Record::new(mutation, rules, decks, enough);
                    println!("{mutation}: {} of {}, and {:?}", record.named, record.caught, record.others);
                    assert!(record.caught > 0, "{mutation} was not caught");
                    (mutation, record)
                };
                own.map(record).collect::<Vec<_>>()
            };
            let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("it does not panic")).collect()
        })
    }
}

#[test]
fn every_mutant_is_caught_and_its_rule_is_named() {
    // More decks say little that is new.
    let records = Record::all(&decks(), 8);
    assert!(records.len() >= 70);
    let distinct: BTreeSet<String> = records.iter().map(|(mutation, _)| mutation.to_string()).collect();
    assert_eq!(distinct.len(), records.len());
    for (mutation, record) in &records {
        assert!(2 * record.named > record.caught, "{mutation}: {:?}", record.others);
    }
    let caught: usize = records.iter().map(|(_, record)| record.caught).sum();
    let named: usize = records.iter().map(|(_, record)| record.named).sum();
    assert!(100 * named >= 95 * caught, "{named} of {caught}");
}

/// As `hule stress` finds it: by the first deck with which it shows.
#[test]
fn a_thousand_test_decks_show_every_mutant() {
    let decks: Vec<Deck> = TestDecks::new(0).take(1000).map(|test| test.deck).collect();
    let records = Record::all(&decks, 1);
    // One log does not always tell two faults apart.
    let named: usize = records.iter().map(|(_, record)| record.named).sum();
    assert!(100 * named >= 95 * records.len(), "{named} of {}", records.len());
}

/// What `check` says if a line of the right log is another, and the lines after it are missing.
fn changed(deck: &Deck, right: &str, wrong: &str) -> Mismatch {
    let log = common::standard_log(deck);
    let place = log.find(&format!("\n{right}\n")).unwrap_or_else(|| panic!("no {right} in\n{log}"));
    let output = format!("{}\n{wrong}\n", &log[..place]);
    *check(deck, output.as_bytes(), Exactness::Strict).expect_err("it is wrong")
}

/// The right log of a deck.
fn lines(deck: &Deck) -> Vec<String> {
    common::standard_log(deck).lines().map(str::to_owned).collect()
}

fn example(name: &str) -> Deck {
    let mut decks = common::decks("situations").into_iter();
    decks.find(|(other, ..)| other == name).expect("there is such a deck").1
}

#[test]
fn illegal_claims_are_named_even_if_they_are_not_lines() {
    let deck = Deck::seeded(4, 0);
    let right = lines(&deck);
    // A draw after a discard that no seat claims.
    let place = (53..right.len()).find(|&place| {
        right[place].contains(" IN ")
            && !["PASS", "REVERSE", "DOUBLE"].iter().any(|special| right[place - 1].contains(special))
    });
    let draw = &right[place.expect("a seat draws")];
    for (wrong, rule) in [
        ("B PONG REVERSE REVERSE REVERSE", "R7"),
        ("B CHOW PASS PASS PASS", "R7"),
        ("B CHOW 8M 9M 1P", "R8"),
        ("B CHOW E S W", "R8"),
        ("B CHOW 1M 1M 1M", "R8"),
        ("B CHOW 1M 2M", "R32"),
        ("B PONG 1M 1M 2M", "R32"),
    ] {
        let mismatch = changed(&deck, draw, wrong);
        assert_eq!(mismatch.mistake.rule().map(hule::Rule::number), Some(rule), "{wrong}: {mismatch}");
    }
}

#[test]
fn who_has_drawn_the_last_tile_has_not_claimed() {
    let deck = example("last-tile-pass");
    let right = lines(&deck);
    let output = format!("{}\nDRAW\n", right[..right.len() - 2].join("\n"));
    let mismatch = check(&deck, output.as_bytes(), Exactness::Strict).expect_err("a PASS is discarded");
    assert!(matches!(mismatch.mistake, Mistake::DrawnBeforeDiscard { drawn: true, .. }), "{mismatch}");
    assert!(
        mismatch.to_string().contains("has drawn the last tile and still has to win or discard"),
        "{mismatch}"
    );
    assert!(mismatch.decides.is_some());
}

/// One line is another, is missing, or is one too many, in the log of the sample.
#[test]
fn words_and_lines_are_named_for_what_they_are() {
    let sample = common::root().join("examples/sample.deck");
    let deck: Deck = common::read(&sample).parse().expect("a deck");
    for (right, wrong, rule) in [
        ("A RON", "A SELFDRAWN", "R19"),
        ("A RON", "A WIN", "R32"),
        ("A WIN", "DRAW", "R32"),
        ("C IN 4S", "C WIN", "R32"),
        ("B OUT F", "C OUT F", "R13"),
        ("C IN 5M", "B PONG Z Z Z", "R10"),
        ("C IN 5M", "D PONG 1M 1M 1M", "R10"),
        ("D IN 4M", "D CHOW 6M 7M 8M", "R8"),
        ("D IN 4M", "D CHOW 5P 4P 3P", "R32"),
        ("A PONG N N N", "A KONG N N N N", "R14"),
        ("A PONG N N N", "A PONG N N N N", "R14"),
    ] {
        // The last of them, since the deal has the same lines.
        let log = common::standard_log(&deck);
        let place = log.rfind(&format!("\n{right}\n")).unwrap_or_else(|| panic!("no {right}"));
        let output = format!("{}\n{wrong}\n", &log[..place]);
        let mismatch = check(&deck, output.as_bytes(), Exactness::Strict).expect_err("it is wrong");
        assert_eq!(mismatch.mistake.rule().map(hule::Rule::number), Some(rule), "{wrong}: {mismatch}");
    }
    let log = common::standard_log(&deck);
    let mistake =
        |output: String| check(&deck, output.as_bytes(), Exactness::Strict).expect_err("it is wrong").mistake;
    assert_eq!(mistake(log.replace("B CHOW 3P 4P 5P\n", "")), Mistake::LineMissing);
    assert_eq!(
        mistake(log.replace("B CHOW 3P 4P 5P\n", "B CHOW 3P 4P 5P\nB CHOW 3P 4P 5P\n")),
        Mistake::LineTooMany
    );
    assert_eq!(mistake(format!("\u{feff}{log}")), Mistake::ByteOrderMark);
    let first = example("first-draw-win");
    assert_eq!(changed(&first, "A SELFDRAWN", "A RON").mistake, Mistake::NotSelfDrawn);
}

#[test]
fn an_output_that_ends_in_the_deal_is_not_empty() {
    let deck = Deck::seeded(1, 0);
    let lines = lines(&deck);
    for count in [0, 1, 2, 51, 52, 53] {
        let output: String = lines[..count].iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        let mismatch = check(&deck, output.as_bytes(), Exactness::Lenient).expect_err("it is too short");
        assert_eq!(mismatch.line, count + 1);
        let expected = if count == 0 { Mistake::NoOutput } else { Mistake::EndsTooEarly };
        assert_eq!(mismatch.mistake, expected, "{count} lines");
    }
}

#[test]
fn who_declines_decides_and_who_draws_does_not() {
    let deck = example("higher-chow-declined");
    let right = lines(&deck);
    let mut found = 0;
    let log = common::standard_log(&deck);
    for place in 53..right.len() {
        let [Some(seat), Some("OUT"), Some(tile)] =
            [0, 1, 2].map(|word| right[place - 1].split(' ').nth(word))
        else {
            continue;
        };
        // Who could claim did not.
        let from: Seat = seat.parse().expect("a seat");
        for other in Seat::ALL.into_iter().filter(|&other| other != from && right[place].contains(" IN ")) {
            let output = format!("{}\n{other} PONG {tile} {tile} {tile}\n", right[..place].join("\n"));
            let mismatch = check(&deck, output.as_bytes(), Exactness::Strict).expect_err("it is wrong");
            let could =
                mismatch.game.as_ref().is_some_and(|game| game.claims().any(|(seat, _)| seat == other));
            assert_eq!(mismatch.decides, could.then_some(other), "{mismatch}");
            assert_eq!(mismatch.reasons.is_empty(), !could, "{mismatch}");
            found += usize::from(could);
        }
    }
    assert!(found > 0, "{log}");
}

#[test]
fn wrong_distances_are_proved() {
    let deck = example("limit-of-four");
    let mutation = Mutation { fault: twin::Fault::LimitForgotten, place: twin::Where::Anywhere };
    let log = mutant_log(&deck, mutation);
    let mismatch = check(&deck, log.as_bytes(), Exactness::Strict).expect_err("the limit matters");
    assert_eq!(mismatch.mistake, Mistake::DistanceMisread { misreading: Misreading::LimitForgotten });
    for proof in &mismatch.proofs {
        assert_eq!(proof.missing.len(), usize::from(proof.distance));
    }
    let [right, wrong] = &mismatch.proofs[..] else { panic!("{mismatch:?}") };
    assert!(right.distance <= wrong.distance);
    for language in Language::ALL {
        let diagnosis = mismatch.diagnosis(language);
        assert_eq!(diagnosis.lines().count(), 3, "{diagnosis}");
        assert!(diagnosis.contains("R17") && diagnosis.contains(&right.text(language)), "{diagnosis}");
    }
}
