//! Generates decks with rare situations, by random changes to known examples.

use super::{Situation, situations};
use crate::game::{Game, GameId, Standard, play};
use crate::words::{BySeat, Deck, Language, Localized, Random, Suit, Tile, localized_errors, say};
use std::collections::BTreeSet;

/// How many changes are made to a deck that has all wanted situations, and how many are tried.
const CHANGES: usize = 48;
const TRIES: usize = 400;

/// The maximum number of swaps per change.
const MOST_SWAPS: usize = 32;

/// How often the search for several situations is restarted, and how many changes are tried each time.
const STARTS: usize = 20;
const STEPS: usize = 1000;

/// Returns a deck with which all these situations occur when four standard players play it.
///
/// A single situation is always found. Several may exclude each other or be too rare together. The result is a known
/// deck with random changes, so each game of each seed has a different one. It is the same for the same arguments in
/// the same version. Without situations it is [`Deck::seeded`].
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
/// Returns an error if no such deck is found.
pub fn deck_with(wanted: &[Situation], seed: u64, game: u64) -> Result<Deck, NoDeckFound> {
    let wanted: BTreeSet<Situation> = wanted.iter().copied().collect();
    if wanted.is_empty() {
        return Ok(Deck::seeded(seed, game));
    }
    // A different stream from that of the seeded deck.
    let mut random = Random::new(Random::of_game(seed, game).word());
    let mut deck = find(&wanted, &mut random).ok_or(NoDeckFound)?;
    change(&mut deck, &wanted, &mut random);
    Ok(deck)
}

/// Swaps a few tiles of a deck such that this situation still occurs; returns the same deck if that fails. Faster than
/// [`deck_with`].
pub fn varied(deck: &Deck, situation: Situation, random: &mut Random) -> Deck {
    let wanted = BTreeSet::from([situation]);
    let decks = [8, 1].into_iter().map(|swaps| swapped(deck, swaps, random));
    decks.into_iter().find(|deck| !found(deck, &wanted).is_empty()).unwrap_or(*deck)
}

/// No deck with all situations was found: they exclude each other or are too rare together.
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

/// The wanted situations that occur.
fn found(deck: &Deck, wanted: &BTreeSet<Situation>) -> BTreeSet<Situation> {
    let found = situations(deck);
    wanted.iter().copied().filter(|wanted| found.iter().any(|(situation, _)| situation == wanted)).collect()
}

/// Finds a deck with all wanted situations, starting from one that has some, by swaps that lose none.
fn find(wanted: &BTreeSet<Situation>, random: &mut Random) -> Option<Deck> {
    let first = random.below(wanted.len() as u64) as usize;
    for start in wanted.iter().cycle().skip(first).take(STARTS) {
        let decks = start.examples();
        let mut deck = decks[random.below(decks.len() as u64) as usize];
        let mut has = found(&deck, wanted);
        let mut left = Deck::LEN; // more than is ever left
        let mut swaps = MOST_SWAPS;
        for _ in 0..STEPS {
            if has.len() == wanted.len() {
                return Some(deck);
            }
            let other = swapped(&deck, swaps, random);
            let others = found(&other, wanted);
            // If a situation at the last tile is missing, a longer game is progress.
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

/// Whether a situation needs an empty wall.
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

/// How many tiles are left when the game is over.
fn left_at_the_end(deck: &Deck) -> usize {
    let mut left = 0;
    let mut watch = |_, game: &Game| left = game.wall().len();
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut watch);
    left
}

/// Changes a deck at random without losing the wanted situations.
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

/// The next number of swaps: doubled after a success, halved after a failure.
fn next_swaps(swaps: usize, kept: bool) -> usize {
    if kept { (2 * swaps).min(MOST_SWAPS) } else { (swaps / 2).max(1) }
}

/// Swaps random pairs of tiles.
fn swapped(deck: &Deck, swaps: usize, random: &mut Random) -> Deck {
    let mut tiles = *deck.tiles();
    for _ in 0..swaps {
        let [left, right] = random.below_each([Deck::LEN as u64; 2]).map(|place| place as usize);
        tiles.swap(left, right);
    }
    Deck::try_from(tiles).expect("swapping keeps the tiles")
}

/// Permutes the suits or the honours, or reverses the numbers. This may change what depends on the order of discards.
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
