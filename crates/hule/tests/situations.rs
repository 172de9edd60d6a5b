//! A deck for each rare situation, in both directions of play, with the log that the slow twin agrees with.
//!
//! The library has these decks as its examples. Where a situation cannot occur in one direction with four
//! standard players (see `Situation::can_occur`), the deck is played by two standard players and two that
//! hoard their REVERSEs.
//!
//! The decks were found by `cargo test --release -p hule --test situations -- --ignored`, which looks for
//! those that are missing.

mod common;
mod twin;

use hule::log::TextLog;
use hule::play::GameId;
use hule::situation::{NoDeckFound, deck_with, situations, situations_among, varied};
use hule::{
    Action, ActionSet, BySeat, Deck, Direction, Game, Hand, Player, Random, Seat, Situation, Standard, Tile,
    Turn, View, play,
};
use std::collections::HashSet;
use std::fs;

/// A standard player that, if it hoards, discards a REVERSE only when it has nothing else.
#[derive(Clone, Copy)]
struct Hoarder {
    hoards: bool,
}

impl Player for Hoarder {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match Standard.choose(view, legal) {
            Action::Discard(Tile::Reverse) if self.hoards => {
                let rest = view.hand().tiles().filter(|&tile| tile != Tile::Reverse);
                let rest = Hand::new(rest, view.hand().open()).expect("a part of a hand");
                Action::Discard(rest.discard().unwrap_or(Tile::Reverse))
            }
            action => action,
        }
    }
}

/// `A` and `B` play as the standard player, `C` and `D` hoard.
const HOARDERS: BySeat<Hoarder> = BySeat::new([
    Hoarder { hoards: false },
    Hoarder { hoards: false },
    Hoarder { hoards: true },
    Hoarder { hoards: true },
]);

/// The same players at the table of the twin.
fn hoarders_twin_log(deck: &Deck) -> String {
    let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
    while !twin.moves().is_empty() {
        let seat = twin.seat();
        let mut chosen = twin.standard_move();
        if HOARDERS[Seat::ALL[seat]].hoards && chosen == twin::Move::Discard(twin::REVERSE) {
            let mut rest = twin.hands[seat];
            rest[twin::REVERSE] = 0;
            if rest.iter().any(|&count| count > 0) {
                chosen = twin::Move::Discard(twin::discard_choice(&rest, twin.open[seat]));
            }
        }
        twin.play(&chosen);
    }
    twin.lines.join("\n") + "\n"
}

fn hoarders_log(deck: &Deck) -> String {
    let mut log = TextLog::default();
    play(deck, &mut HOARDERS.clone(), GameId::default(), &mut log);
    log.text
}

/// Every situation in every direction, the name of its deck, and whether hoarders play it.
fn wanted() -> Vec<(Situation, Direction, String, bool)> {
    let mut wanted = Vec::new();
    for &situation in Situation::ALL {
        for direction in Direction::ALL {
            let reversed = if direction == Direction::Reversed { "-reversed" } else { "" };
            let hoarded = !situation.can_occur(direction);
            // Nobody can have turned the order before the first draw, whoever plays.
            if (situation, direction) != (Situation::FirstDrawWin, Direction::Reversed) {
                wanted.push((situation, direction, format!("{situation}{reversed}"), hoarded));
            }
        }
    }
    wanted
}

#[test]
fn every_situation_has_its_deck() {
    let standard = common::decks("situations");
    let hoarded = common::decks("situations/hoarded");
    assert_eq!(standard.len() + hoarded.len(), wanted().len(), "a deck for each and no other");
    for (situation, direction, name, hoards) in wanted() {
        let decks = if hoards { &hoarded } else { &standard };
        let (_, deck, log) =
            decks.iter().find(|(deck, ..)| *deck == name).unwrap_or_else(|| panic!("no deck {name}"));
        if hoards {
            let found = situations_among(deck, &mut HOARDERS.clone(), GameId::default());
            assert!(found.contains(&(situation, direction)), "{name}: {found:?}");
            assert_eq!(hoarders_log(deck), *log, "{name}");
            assert_eq!(hoarders_twin_log(deck), *log, "{name}: the twin");
        } else {
            let found = situations(deck);
            assert!(found.contains(&(situation, direction)), "{name}: {found:?}");
            assert_eq!(common::standard_log(deck), *log, "{name}");
            assert_eq!(twin::standard_log(&deck.tiles().map(Tile::index)), *log, "{name}: the twin");
        }
    }
}

#[test]
fn a_varied_deck_keeps_its_situation() {
    let mut random = Random::new(1);
    for &situation in Situation::ALL {
        for first in situation.examples() {
            let mut deck = first;
            for _ in 0..10 {
                deck = varied(&deck, situation, &mut random);
                assert!(situations(&deck).iter().any(|&(found, _)| found == situation), "{situation}");
            }
            assert_ne!(deck, first, "{situation}");
        }
    }
}

#[test]
fn situations_have_names() {
    for &situation in Situation::ALL {
        assert_eq!(situation.name().parse(), Ok(situation));
    }
    assert!("ron-by-four".parse::<Situation>().is_err());
}

/// Whether a decision of the game would be another if the player's own open melds counted towards the limit of
/// four, by the distances of the twin.
fn open_melds_decide(deck: &Deck) -> bool {
    let distance = |hand: &Hand, melds: &[[Tile; 3]]| {
        let mut limits = [4; Tile::ORDINARY];
        melds.iter().flatten().for_each(|tile| limits[tile.index()] -= 1);
        twin::distance_within(&Tile::ALL.map(|tile| hand.count(tile) as u8), hand.open(), &limits)
    };
    let mut game = Game::new(deck);
    while let Some(turn) = game.turn() {
        let (seat, legal) = (turn.seat(), game.legal_actions());
        let action = Standard.choose(&game.view(seat), legal);
        let hand = *game.hand(seat);
        let melds: Vec<[Tile; 3]> = game.melds(seat).iter().map(|meld| meld.tiles()).collect();
        let other = match turn {
            Turn::Discard { .. } => hand.kinds().iter().rev().map(Action::Discard).min_by_key(|discard| {
                let Action::Discard(tile) = *discard else { unreachable!("only discards are compared") };
                let mut rest = hand;
                rest.remove(tile).expect("it is there");
                distance(&rest, &melds)
            }),
            Turn::Answer { tile, .. } => legal.iter().rev().find(|&claim| {
                let Some((own, meld)) = claim.own_tiles(tile).zip(claim.meld_tiles(tile)) else {
                    return claim == action; // ron, or nothing else was found
                };
                let rest = hand.meld(own).expect("legal");
                distance(&rest, &[&melds[..], &[meld]].concat()) < distance(&hand, &melds)
            }),
        };
        let special = hand.kinds().iter().any(Tile::is_special);
        let skip = matches!(turn, Turn::Discard { .. }) && (special || action == Action::SelfDrawn);
        if !skip && other.unwrap_or(Action::Decline) != action {
            return true;
        }
        game.play(action).expect("it is legal");
    }
    false
}

#[test]
fn open_melds_decide_where_the_definition_says_so() {
    let wanted = Situation::OpenMeldsApart;
    let rare = (0..40).filter_map(|game| deck_with(&[wanted], 3, game).ok());
    let random = (0..150).map(|game| Deck::seeded(3, game));
    let examples = Situation::ALL.iter().filter_map(|situation| situation.example(Direction::Forward));
    for deck in rare.chain(random).chain(examples) {
        assert_eq!(occurs(&deck, wanted), open_melds_decide(&deck), "{deck:?}");
    }
}

fn occurs(deck: &Deck, wanted: Situation) -> bool {
    situations(deck).iter().any(|&(situation, _)| situation == wanted)
}

#[test]
fn every_situation_has_as_many_decks_as_one_likes() {
    for &situation in Situation::ALL {
        let examples = Direction::ALL.map(|direction| situation.example(direction));
        let mut decks = HashSet::new();
        for game in 0..10 {
            let deck = deck_with(&[situation], 8, game).expect("it can occur");
            assert!(occurs(&deck, situation), "{situation}: game {game}");
            assert_eq!(deck_with(&[situation; 2], 8, game), Ok(deck), "{situation}: game {game}");
            for example in examples.into_iter().flatten() {
                let places = example.tiles().iter().zip(deck.tiles());
                let changed = places.filter(|(old, new)| old != new).count();
                assert!(changed > 30, "{situation}: game {game} has changed {changed} places");
            }
            decks.insert(deck);
        }
        assert_eq!(decks.len(), 10, "{situation}");
        assert_ne!(deck_with(&[situation], 8, 0), deck_with(&[situation], 9, 0));
    }
}

#[test]
fn several_situations_meet_in_one_deck() {
    use Situation::{ClaimThenPass, FirstDrawWin, InterceptedRon, LastTileRon, SeveralGoodChows};
    let wanted = [InterceptedRon, ClaimThenPass, SeveralGoodChows];
    for game in 0..4 {
        let deck = deck_with(&wanted, 1, game).expect("they are not that rare");
        assert!(wanted.iter().all(|&situation| occurs(&deck, situation)), "game {game}");
    }
    assert_eq!(deck_with(&[FirstDrawWin, LastTileRon], 1, 0), Err(NoDeckFound));
    assert_eq!(deck_with(&[], 1, 7), Ok(Deck::seeded(1, 7)));
}

/// Some situations come up in random decks sooner or later; others only if a hand is laid out.
#[test]
#[ignore = "looks for decks that are missing"]
fn find_missing_decks() {
    let decks = |hoards| common::data(if hoards { "situations/hoarded" } else { "../../data/situations" });
    let logs = |hoards| common::data(if hoards { "situations/hoarded" } else { "situations" });
    let path = |name: &str, hoards| decks(hoards).join(format!("{name}.deck"));
    let mut missing = wanted();
    // The library includes the decks, so that an empty file has to stand for one that is to be found.
    missing.retain(|(_, _, name, hoards)| fs::read(path(name, *hoards)).unwrap_or_default().is_empty());
    for game in 0.. {
        if missing.is_empty() {
            break;
        }
        let deck = stacked_deck(game);
        let found = [situations(&deck), situations_among(&deck, &mut HOARDERS.clone(), GameId::default())];
        missing.retain(|(situation, direction, name, hoards)| {
            if !found[usize::from(*hoards)].contains(&(*situation, *direction)) {
                return true;
            }
            let log = if *hoards { hoarders_log(&deck) } else { common::standard_log(&deck) };
            println!("game {game}: {name}");
            fs::write(path(name, *hoards), deck.to_string()).expect("the folder is writable");
            fs::write(logs(*hoards).join(format!("{name}.log")), log).expect("the folder is writable");
            false
        });
    }
}

/// Every second deck is random. Of the others, one deals `A` a winning hand, and in two somebody draws a hand that
/// would win but for its special tiles: `A`, or `D` after a REVERSE of `A`.
fn stacked_deck(game: u64) -> Deck {
    let mut random = Random::of_game(2021, game);
    let mut deck = Deck::sorted();
    deck.shuffle(&mut random);
    let mut tiles = *deck.tiles();
    let specials = 3 * (1 + random.below(3)) as usize;
    match game % 6 {
        1 => put(&mut tiles, &complete_hand(0, &mut random), (0..).step_by(4)),
        3 => put(&mut tiles, &complete_hand(specials, &mut random), (0..).step_by(4)),
        5 => {
            let hand = [vec![Tile::Reverse], complete_hand(3, &mut random)].concat();
            put(&mut tiles, &hand, [0].into_iter().chain((3..52).step_by(4)).chain([53]));
        }
        _ => {}
    }
    Deck::try_from(tiles).expect("swapping keeps the tiles")
}

/// Puts these at these places.
fn put(tiles: &mut [Tile; Deck::LEN], hand: &[Tile], places: impl Iterator<Item = usize>) {
    let places: Vec<usize> = places.take(hand.len()).collect();
    for (number, &tile) in hand.iter().enumerate() {
        let found = (0..Deck::LEN).find(|other| tiles[*other] == tile && !places[..number].contains(other));
        tiles.swap(places[number], found.expect("a hand has at most four of a kind"));
    }
}

/// As many special tiles, and triplets or runs and a pair for the rest of 14 tiles.
fn complete_hand(specials: usize, random: &mut Random) -> Vec<Tile> {
    loop {
        let mut below = |bound: usize| random.below(bound as u64) as usize;
        let mut tiles: Vec<Tile> =
            (0..specials).map(|_| Tile::ALL[Tile::ORDINARY + below(Tile::COUNT - Tile::ORDINARY)]).collect();
        while tiles.len() < Hand::MOST_TILES {
            let tile = below(Tile::ORDINARY);
            let offsets: &[usize] = match (tiles.len() - specials, Tile::ALL[tile].number()) {
                (0, _) => &[0, 0],
                (_, Some(1..=7)) if below(4) > 0 => &[0, 1, 2],
                _ => &[0, 0, 0],
            };
            tiles.extend(offsets.iter().map(|offset| Tile::ALL[tile + offset]));
        }
        // With a REVERSE of another, four are one too many.
        let reverses = tiles.iter().filter(|&&tile| tile == Tile::Reverse).count();
        if reverses < Tile::COPIES && Hand::new(tiles.iter().copied(), 0).is_ok() {
            return tiles;
        }
    }
}
