//! A deck for each rare situation, in both directions of play, with the log that the slow twin agrees with.
//!
//! Where a situation cannot occur in one direction with four standard players (see
//! `Situation::can_occur`), the deck is played by two standard players and two that hoard their REVERSEs.
//!
//! The decks were found by `cargo test --release -p hule --test situations -- --ignored`, which looks for
//! those that are missing.

mod common;
mod twin;

use hule::{
    Action, ActionSet, Deck, Direction, Event, Game, Hand, Player, Random, Situation, Standard, Tile, View,
};
use hule::{situations, situations_among};
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
const HOARDERS: [Hoarder; 4] = [
    Hoarder { hoards: false },
    Hoarder { hoards: false },
    Hoarder { hoards: true },
    Hoarder { hoards: true },
];

/// The same players at the table of the twin.
fn hoarders_twin_log(deck: &Deck) -> String {
    let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
    while !twin.moves().is_empty() {
        let seat = twin.seat();
        let mut chosen = twin.standard_move();
        if HOARDERS[seat].hoards && chosen == twin::Move::Discard(twin::REVERSE) {
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
    let mut log = String::new();
    let mut sink = |event: Event| event.write_line(&mut log);
    Game::start(deck, &mut sink).play_out(&mut HOARDERS.clone(), &mut sink);
    log
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
            let found = situations_among(deck, &mut HOARDERS.clone());
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
fn situations_have_names() {
    for &situation in Situation::ALL {
        assert_eq!(situation.name().parse(), Ok(situation));
    }
    assert!("ron-by-four".parse::<Situation>().is_err());
}

/// Some situations come up in random decks sooner or later; nobody wins with the first draw unless the hand
/// is laid out, so every second deck deals `A` a winning hand.
#[test]
#[ignore = "looks for decks that are missing"]
fn find_missing_decks() {
    let folder = |hoards| common::data(if hoards { "situations/hoarded" } else { "situations" });
    let path = |name: &str, hoards| folder(hoards).join(format!("{name}.deck"));
    fs::create_dir_all(folder(true)).expect("the folder can be made");
    let mut missing = wanted();
    missing.retain(|(_, _, name, hoards)| !path(name, *hoards).exists());
    for game in 0.. {
        if missing.is_empty() {
            break;
        }
        let deck = stacked_deck(game);
        let found = [situations(&deck), situations_among(&deck, &mut HOARDERS.clone())];
        missing.retain(|(situation, direction, name, hoards)| {
            if !found[usize::from(*hoards)].contains(&(*situation, *direction)) {
                return true;
            }
            let log = if *hoards { hoarders_log(&deck) } else { common::standard_log(&deck) };
            let path = path(name, *hoards);
            println!("game {game}: {name}");
            fs::write(&path, deck.to_string()).expect("the folder is writable");
            fs::write(path.with_extension("log"), log).expect("the folder is writable");
            false
        });
    }
}

fn stacked_deck(game: u64) -> Deck {
    let mut random = Random::of_game(2021, game);
    let mut deck = Deck::sorted();
    deck.shuffle(&mut random);
    let mut tiles = *deck.tiles();
    if game % 2 == 1 {
        for (turn, tile) in winning_hand(&mut random).tiles().enumerate() {
            let place = 4 * turn;
            let found =
                (0..Deck::LEN).find(|&other| tiles[other] == tile && (other >= place || other % 4 != 0));
            tiles.swap(place, found.expect("a hand has at most four of a kind"));
        }
    }
    Deck::try_from(tiles).expect("swapping keeps the tiles")
}

/// Four triplets or runs and a pair.
fn winning_hand(random: &mut Random) -> Hand {
    loop {
        let mut tiles = Vec::new();
        for group in 0..5 {
            let tile = random.below(Tile::ORDINARY as u64) as usize;
            let offsets: &[usize] = match (group, Tile::ALL[tile].number()) {
                (0, _) => &[0, 0],
                (_, Some(1..=7)) if random.below(4) > 0 => &[0, 1, 2],
                _ => &[0, 0, 0],
            };
            tiles.extend(offsets.iter().map(|offset| Tile::ALL[tile + offset]));
        }
        if let Ok(hand) = Hand::new(tiles, 0) {
            return hand;
        }
    }
}
