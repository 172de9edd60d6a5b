//! Decks in which rare situations occur: known ones, changed at random as far as the situations allow.

use super::{Situation, situations};
use crate::game::play::{GameId, play};
use crate::game::Game;
use crate::game::standard::Standard;
use crate::words::deck::Deck;
use crate::words::language::{Language, Localized, localized_errors, say};
use crate::words::random::Random;
use crate::words::seat::BySeat;
use crate::words::tile::{Suit, Tile};
use std::collections::BTreeSet;

/// How many changes are made to a deck that has all that is wanted, and how many are tried for them at the most.
const CHANGES: usize = 48;
const TRIES: usize = 400;

/// How many tiles are swapped at once at the most, pair by pair.
const MOST_SWAPS: usize = 32;

/// How often a deck with several situations is looked for from the start, and how many changes are tried each time.
const STARTS: usize = 20;
const STEPS: usize = 1000;

/// A deck with which all these situations occur when four standard players play it.
///
/// One that can occur is always found. Several may exclude each other, or be too rare together. The deck is a known one
/// that has been changed at random wherever the situations allow, so each game of each seed has another. It is the same for
/// the same arguments in the same version; without situations it is [`Deck::seeded`].
///
/// ```
/// use hule::Situation;
/// use hule::situation::{deck_with, situations};
/// let deck = deck_with(&[Situation::RonByThree], 1, 0)?;
/// assert!(situations(&deck).iter().any(|&(situation, _)| situation == Situation::RonByThree));
/// # Ok::<(), hule::situation::NoDeckFound>(())
/// ```
///
/// # Errors
/// If no such deck is found.
pub fn deck_with(wanted: &[Situation], seed: u64, game: u64) -> Result<Deck, NoDeckFound> {
    let wanted: BTreeSet<Situation> = wanted.iter().copied().collect();
    if wanted.is_empty() {
        return Ok(Deck::seeded(seed, game));
    }
    // Another stream than that of the seeded deck.
    let mut random = Random::new(Random::of_game(seed, game).word());
    let mut deck = find(&wanted, &mut random).ok_or(NoDeckFound)?;
    change(&mut deck, &wanted, &mut random);
    Ok(deck)
}

/// Another deck with a situation that this one has, if one is soon found: a few tiles have changed places. Otherwise the
/// same deck. This is faster than [`deck_with`], for those who want many decks.
#[must_use]
pub fn varied(deck: &Deck, situation: Situation, random: &mut Random) -> Deck {
    let wanted = BTreeSet::from([situation]);
    let decks = [8, 1].into_iter().map(|swaps| swapped(deck, swaps, random));
    decks.into_iter().find(|deck| !found(deck, &wanted).is_empty()).unwrap_or(*deck)
}

/// No deck with all situations was found: they exclude each other, or are too rare together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDeckFound;

impl Localized for NoDeckFound {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "no deck with all of these situations was found; they may exclude each other",
            "没有找到同时含有这些局面的牌堆；它们可能互相排斥"
        )
    }
}

localized_errors!(NoDeckFound);

/// Which of the wanted situations occur.
fn found(deck: &Deck, wanted: &BTreeSet<Situation>) -> BTreeSet<Situation> {
    let found = situations(deck);
    wanted.iter().copied().filter(|wanted| found.iter().any(|(situation, _)| situation == wanted)).collect()
}

/// A deck with all that is wanted: from one that has a part of it, by swaps that lose nothing.
fn find(wanted: &BTreeSet<Situation>, random: &mut Random) -> Option<Deck> {
    let first = random.below(wanted.len() as u64) as usize;
    for start in wanted.iter().cycle().skip(first).take(STARTS) {
        let decks = start.examples();
        let mut deck = decks[random.below(decks.len() as u64) as usize];
        let mut has = found(&deck, wanted);
        let mut left = Deck::LEN; // as if nothing had been drawn
        let mut swaps = MOST_SWAPS;
        for _ in 0..STEPS {
            if has.len() == wanted.len() {
                return Some(deck);
            }
            let other = swapped(&deck, swaps, random);
            let others = found(&other, wanted);
            // Where the last tile is still wanted, a longer game is a step towards it.
            let late =
                wanted.iter().any(|&situation| needs_last_tile(situation) && !others.contains(&situation));
            let others_left = if late { left_at_the_end(&other) } else { 0 };
            let kept = others.is_superset(&has) && others_left <= left;
            if kept {
                (deck, has, left) = (other, others, others_left);
            }
            swaps = next_swaps(swaps, kept);
        }
    }
    None
}

/// Whether a situation occurs only when no tile is left to draw.
fn needs_last_tile(situation: Situation) -> bool {
    matches!(
        situation,
        Situation::LastTilePass
            | Situation::LastTileReverse
            | Situation::LastTileDouble
            | Situation::LastTileRon
            | Situation::LastTileSelfDrawn
            | Situation::ClaimOnLastDiscard
            | Situation::RonAfterLastClaim
    )
}

/// How many tiles are left to draw when the game is over.
fn left_at_the_end(deck: &Deck) -> usize {
    let mut left = 0;
    let mut watch = |_, game: &Game| left = game.wall().len();
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut watch);
    left
}

/// Changes a deck as much as it can be changed without losing what is wanted.
fn change(deck: &mut Deck, wanted: &BTreeSet<Situation>, random: &mut Random) {
    let mut swaps = MOST_SWAPS;
    let mut changes = 0;
    for attempt in 0..TRIES {
        let other = if attempt < 4 { renamed(deck, random) } else { swapped(deck, swaps, random) };
        let kept = found(&other, wanted).len() == wanted.len();
        if kept {
            *deck = other;
            changes += 1;
        }
        if changes == CHANGES {
            break;
        }
        swaps = next_swaps(swaps, kept);
    }
}

/// How many swaps to try at once: many while that goes well, fewer where it does not.
fn next_swaps(swaps: usize, kept: bool) -> usize {
    if kept { (2 * swaps).min(MOST_SWAPS) } else { (swaps / 2).max(1) }
}

/// The deck after a number of swaps of two tiles.
fn swapped(deck: &Deck, swaps: usize, random: &mut Random) -> Deck {
    let mut tiles = *deck.tiles();
    for _ in 0..swaps {
        let [left, right] = random.below_each([Deck::LEN as u64; 2]).map(|place| place as usize);
        tiles.swap(left, right);
    }
    Deck::try_from(tiles).expect("swapping keeps the tiles")
}

/// The deck with other names for its suits, or with its numbers the other way round, or other names for its honours.
/// What depends on the order of discards may change with it.
fn renamed(deck: &Deck, random: &mut Random) -> Deck {
    let mut names = Tile::ALL;
    let mut suits = [Suit::Characters, Suit::Dots, Suit::Bamboos];
    let [first, second, mirrored] = random.below_each([3, 2, 2]);
    suits.swap(2, first as usize);
    suits.swap(1, second as usize);
    for (old, new) in [Suit::Characters, Suit::Dots, Suit::Bamboos].into_iter().zip(suits) {
        for (place, index) in old.indices().enumerate() {
            let place = if mirrored == 1 { 8 - place } else { place };
            names[index] = Tile::ALL[new.indices().start + place];
        }
    }
    let honours = Suit::Honours.indices();
    for last in (honours.start + 1..honours.end).rev() {
        let chosen = random.below((last - honours.start + 1) as u64) as usize;
        names.swap(last, honours.start + chosen);
    }
    Deck::try_from(deck.tiles().map(|tile| names[tile.index()])).expect("renaming keeps the numbers")
}
