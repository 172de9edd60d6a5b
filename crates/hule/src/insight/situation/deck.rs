//! Generates decks with wanted situations, by random changes to known examples.

use super::{SituationFinder, SituationPattern, SituationVariant};
use crate::game::{Game, GameId, Standard, play};
use crate::words::{BySeat, Deck, Language, Localized, Random, Suit, Tile, localized_errors, say};
use std::collections::BTreeSet;

/// How many places of a deck that fulfils all wishes get another tile, and how many changes are tried for that.
const CHANGED: usize = 48;
const TRIES: usize = 160;

/// The maximum number of swaps per change.
const MOST_SWAPS: usize = 32;

/// How often the search for several situations is restarted, and how many changes are tried each time.
const STARTS: usize = 20;
const STEPS: usize = 1000;

/// Returns a deck with which all these situations occur when four standard players play it.
///
/// A wish is a [`Situation`](super::Situation), alone or with a direction, a [`SituationVariant`] or any other [`SituationPattern`]. A single
/// one is always found if it can occur. Several may exclude each other or be too rare together. The result is a known
/// deck with random changes, so each game of each seed has a different one. It is the same for the same arguments in
/// the same version. Without wishes it is [`Deck::seeded`].
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
pub fn deck_with<W: Into<SituationPattern> + Copy>(
    wanted: &[W],
    seed: u64,
    game: u64,
) -> Result<Deck, NoDeckFound> {
    let wanted: BTreeSet<SituationPattern> = wanted.iter().map(|&wish| wish.into()).collect();
    if wanted.is_empty() {
        return Ok(Deck::seeded(seed, game));
    }
    // A different stream from that of the seeded deck.
    let mut random = Random::new(Random::of_game(seed, game).word());
    let mut deck = find(&wanted, &mut random).ok_or(NoDeckFound)?;
    change(&mut deck, &wanted, &mut random);
    Ok(deck)
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

/// The wishes that a deck fulfils.
fn met(deck: &Deck, wanted: &BTreeSet<SituationPattern>) -> BTreeSet<SituationPattern> {
    let mut finder = SituationFinder::of(wanted.iter().copied());
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
    let is_met = |wish: &SituationPattern| finder.found.iter().any(|&cell| wish.is_met_by(cell));
    wanted.iter().copied().filter(is_met).collect()
}

/// Finds a deck that fulfils all wishes, starting from one that fulfils some, by swaps that lose none.
fn find(wanted: &BTreeSet<SituationPattern>, random: &mut Random) -> Option<Deck> {
    let first = random.below(wanted.len() as u64) as usize;
    for start in wanted.iter().cycle().skip(first).take(STARTS) {
        let cells: Vec<SituationVariant> = start.cells().collect();
        if cells.is_empty() {
            return None;
        }
        let cell = cells[random.below(cells.len() as u64) as usize];
        let mut deck = cell.example().expect("only such cells are listed");
        let mut has = met(&deck, wanted);
        let mut left = Deck::LEN; // more than is ever left
        let mut swaps = MOST_SWAPS;
        for _ in 0..STEPS {
            if has.len() == wanted.len() {
                return Some(deck);
            }
            let other = swapped(&deck, swaps, random);
            let others = met(&other, wanted);
            // If a wish for the empty wall is not fulfilled, a longer game is progress.
            let late = wanted.iter().any(|wish| wish.is_late() && !others.contains(wish));
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

/// How many tiles are left when the game is over.
fn left_at_the_end(deck: &Deck) -> usize {
    let mut left = 0;
    let mut watch = |_, game: &Game| left = game.wall().len();
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut watch);
    left
}

/// Changes a deck at random, and keeps the wishes fulfilled.
fn change(deck: &mut Deck, wanted: &BTreeSet<SituationPattern>, random: &mut Random) {
    for _ in 0..4 {
        let other = renamed(deck, random);
        if met(&other, wanted).len() == wanted.len() {
            *deck = other;
        }
    }
    let start = *deck;
    let mut swaps = MOST_SWAPS;
    for _ in 0..TRIES {
        let other = swapped(deck, swaps, random);
        let kept = met(&other, wanted).len() == wanted.len();
        if kept {
            *deck = other;
            let places = start.tiles().iter().zip(deck.tiles());
            if places.filter(|(before, after)| before != after).count() >= CHANGED {
                break;
            }
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
