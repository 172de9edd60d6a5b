//! Where the decks of a package come from.

use super::part::Part;
use crate::failure::Failure;
use crate::language::say;
use crate::source::Source;
use hule::situation::{deck_with, situations};
use hule::{Deck, Direction, Situation};
use std::iter;
use std::path::PathBuf;

/// A deck, and how it is made.
pub struct Origin {
    pub part: Part,
    pub deck: Deck,
    /// The command that prints the deck, or the file that it is from.
    pub made_by: String,
}

/// How many decks with a situation are made to find one with the right direction.
const MOST_TRIES: usize = 1000;

/// The decks in these files.
pub fn own(files: &[PathBuf]) -> impl Iterator<Item = Result<Origin, Failure>> {
    files.iter().map(|file| {
        let source = Source::new(Some(file));
        let made_by = format!("the deck in {}", source.path().escape_debug());
        Ok(Origin { part: Part::Own, deck: source.deck()?, made_by })
    })
}

/// The decks of games 0, 1, … of a seed.
pub fn random(seed: u64, count: u32) -> impl Iterator<Item = Result<Origin, Failure>> {
    (0..count).map(move |game| {
        let made_by = format!("hule deck new --seed {seed} --game {game}");
        Ok(Origin { part: Part::Random, deck: Deck::seeded(seed, game.into()), made_by })
    })
}

/// So many decks with a situation in each direction in which it can occur.
pub fn rare(situation: Situation, each: u32, seed: u64) -> impl Iterator<Item = Result<Origin, Failure>> {
    let mut wanted: Vec<(Direction, u32)> =
        directions(situation).map(|direction| (direction, each)).collect();
    let mut games = 0..;
    iter::from_fn(move || {
        if wanted.iter().all(|&(_, left)| left == 0) {
            return None;
        }
        for game in games.by_ref().take(MOST_TRIES) {
            let Ok(deck) = deck_with(&[situation], seed, game) else { continue };
            let found = situations(&deck);
            let fits = |&&mut (direction, left): &&mut (Direction, u32)| {
                left > 0 && found.contains(&(situation, direction))
            };
            if let Some((_, left)) = wanted.iter_mut().find(fits) {
                *left -= 1;
                let made_by = format!("hule deck new --seed {seed} --game {game} --with {situation}");
                return Some(Ok(Origin { part: Part::of(situation), deck, made_by }));
            }
        }
        wanted.clear();
        Some(Err(Failure::Input(say!(
            "not enough decks with {situation} were found; try another --seed",
            "没有找到足够多的含有 {situation} 的牌堆；请换一个 --seed"
        ))))
    })
}

/// The directions in which a situation can occur.
pub fn directions(situation: Situation) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |&direction| situation.can_occur(direction))
}
