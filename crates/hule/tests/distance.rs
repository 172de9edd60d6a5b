//! The distance from winning and what follows from it, against the definition, which the slow twin computes.

use hule::distance::distance_of_counts;
use hule::hand::{Group, ShortestWin, Step};
use hule::{Hand, Random, Tile};
use hule_twin as twin;
use std::iter::repeat_n;

fn counts(hand: &Hand) -> twin::Hand {
    Tile::ALL.map(|tile| hand.count(tile) as u8)
}

fn random_hand(random: &mut Random) -> Hand {
    let (counts, open) = twin::random_hand(|bound| random.below(bound));
    let tiles = Tile::ALL.into_iter().zip(counts);
    Hand::new(tiles.flat_map(|(tile, count)| repeat_n(tile, usize::from(count))), open).expect("a hand")
}

fn compare_with_the_twin(hand: &Hand) {
    let expected = twin::distance(&counts(hand), hand.open());
    assert_eq!(u32::from(hand.distance()), expected, "{hand} with {} open melds", hand.open());
}

#[test]
fn all_small_hands_have_the_distance_of_the_definition() {
    for first in Tile::ALL {
        for second in Tile::ALL.into_iter().filter(|&tile| tile <= first) {
            for third in Tile::ALL.into_iter().filter(|&tile| tile <= second) {
                for open in 0..=3 {
                    compare_with_the_twin(&Hand::new([first, second, third], open).expect("small"));
                }
            }
            compare_with_the_twin(&Hand::new([first, second], 4).expect("small"));
        }
        compare_with_the_twin(&Hand::new([first], 4).expect("small"));
    }
    (0..=4).for_each(|open| compare_with_the_twin(&Hand::new([], open).expect("small")));
}

#[test]
fn random_hands_have_the_distance_of_the_definition() {
    let mut random = Random::new(1);
    for _ in 0..100_000 {
        compare_with_the_twin(&random_hand(&mut random));
    }
}

#[test]
fn the_discard_is_that_of_the_definition() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let hand = random_hand(&mut random);
        if !hand.is_empty() {
            let expected = twin::discard_choice(&counts(&hand), hand.open());
            assert_eq!(hand.discard(), Some(Tile::ALL[expected]), "{hand} with {} open", hand.open());
        }
    }
}

#[test]
fn useful_tiles_are_those_of_the_definition() {
    let mut random = Random::new(5);
    let (mut waiting, mut full) = (0, 0);
    for _ in 0..3000 {
        let hand = random_hand(&mut random);
        let distance = twin::distance(&counts(&hand), hand.open());
        let nearer = |&tile: &Tile| {
            let mut more = counts(&hand);
            more[tile.index()] += 1;
            !tile.is_special() && more[tile.index()] <= 4 && twin::distance(&more, hand.open()) < distance
        };
        let useful: Vec<Tile> = Tile::ALL.into_iter().filter(nearer).collect();
        assert_eq!(hand.useful().iter().collect::<Vec<_>>(), useful, "{hand} with {} open", hand.open());
        let ready = hand.len() + 1 == hand.full() && distance == 1;
        let waits = if ready { useful } else { Vec::new() };
        assert_eq!(hand.waits().iter().collect::<Vec<_>>(), waits, "{hand} with {} open", hand.open());
        assert!(hand.waits().iter().all(|tile| hand.wins_with(tile)));
        waiting += u32::from(ready);
        full += u32::from(hand.kinds().iter().any(|tile| hand.count(tile) == 4));
    }
    assert!(waiting > 50 && full > 50, "{waiting} {full}");
}

#[test]
fn counts_have_the_distance_of_their_hand() {
    let mut random = Random::new(6);
    for _ in 0..20_000 {
        let hand = random_hand(&mut random);
        let counts: [u8; Tile::ORDINARY] = std::array::from_fn(|index| hand.count(Tile::ALL[index]) as u8);
        assert_eq!(distance_of_counts(&counts, hand.open()), Some(hand.distance()), "{hand}");
    }
    let mut five = [0; Tile::ORDINARY];
    five[33] = 5;
    assert_eq!((distance_of_counts(&five, 0), distance_of_counts(&[0; 34], 5)), (None, None));
}

#[test]
fn winning_is_what_the_definition_says() {
    let mut random = Random::new(3);
    let mut won = 0;
    for _ in 0..100_000 {
        let hand = random_hand(&mut random);
        let wins = hand.len() == hand.full() && twin::wins(&counts(&hand), hand.open());
        assert_eq!(hand.wins(), wins, "{hand}");
        assert_eq!(hand.groups().is_some(), wins, "{hand}");
        won += u32::from(wins);
        if let Some(last) = hand.tiles().next() {
            let mut rest = hand;
            rest.remove(last).expect("it is there");
            assert_eq!(rest.wins_with(last), wins, "{rest} and {last}");
        }
    }
    assert!(won > 100, "{won}");
}

fn groups(text: &str) -> Option<String> {
    let groups = text.parse::<Hand>().expect(text).groups()?;
    Some(groups.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[test]
fn winning_hands_fall_into_groups() {
    assert_eq!(
        groups("1M 1M 1M 2M 3M 4M 5P 5P 7S 8S 9S E E E").as_deref(),
        Some("1M 1M 1M, 2M 3M 4M, 7S 8S 9S, E E E, 5P 5P")
    );
    // Without 1M 1M the rest is no group; the pair has to be looked for.
    assert_eq!(
        groups("1M 1M 1M 2M 2M 3M 3M 4M 4M 7S 7S 7S 9S 9S").as_deref(),
        Some("1M 1M 1M, 2M 3M 4M, 2M 3M 4M, 7S 7S 7S, 9S 9S")
    );
    assert_eq!(groups("1M 1M 1M 2M 3M 4M 5P 5P 7S 8S 9S E E S"), None);
    assert_eq!(groups("1M 1M"), None); // two tiles win only with four open melds
}

#[test]
fn a_shortest_win_is_as_long_as_the_distance() {
    let mut random = Random::new(7);
    for _ in 0..3000 {
        let hand = random_hand(&mut random);
        let path = hand.shortest_win();
        let added = |tile| path.steps.iter().filter(|&&step| step == Step::Add(tile)).count();
        let given_up = |tile| path.steps.iter().filter(|&&step| step == Step::GiveUp(tile)).count();
        let adds: usize = Tile::ALL.into_iter().map(added).sum();
        assert_eq!(adds, usize::from(hand.distance()), "{hand}");

        let mut won: Vec<Tile> = Vec::new();
        for tile in Tile::ALL {
            assert!(hand.count(tile) + added(tile) <= Tile::COPIES, "{hand}: {tile}");
            assert!(added(tile) == 0 || given_up(tile) == 0, "{hand}: {tile} comes and goes");
            won.extend(repeat_n(tile, hand.count(tile) + added(tile) - given_up(tile)));
        }
        let mut grouped: Vec<Tile> =
            path.hand.groups().expect("it wins").into_iter().flat_map(Group::tiles).collect();
        grouped.sort_unstable();
        assert_eq!((grouped, path.hand.open()), (won, hand.open()), "{hand}");
    }
}

#[test]
fn a_winning_hand_needs_no_path() {
    let hand = Hand::new([Tile::Z; 2], 4).expect("a pair");
    assert_eq!(hand.shortest_win(), ShortestWin { steps: vec![], hand });
}
