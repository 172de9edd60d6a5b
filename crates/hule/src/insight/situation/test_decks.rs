//! The decks that a program is tested with.

use super::variant::SituationVariant;
use super::{SituationFinder, deck_with, example};
use crate::game::{GameId, Standard, play};
use crate::words::{BySeat, Deck, Random};
use std::collections::BTreeSet;

/// Where a test deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A random deck: this game of the seed.
    Random(u64),
    /// A deck that was made for this cell of the grid.
    SituationVariant(SituationVariant),
}

/// A deck to test a program with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestDeck {
    /// Its number among the decks of the seed.
    pub number: u64,
    /// Where it comes from.
    pub origin: Origin,
    /// The deck.
    pub deck: Deck,
}

/// All test decks of a seed, without end: random decks take turns with decks of the [grid](SituationVariant).
///
/// The decks go through the grid in rounds. A round is over when each cell that can occur has occurred in one of its
/// decks. Each round and each seed has other decks, in another order.
///
/// ```
/// use hule::situation::{Origin, TestDecks, cells};
/// for test in TestDecks::new(7).take(10) {
///     match test.origin {
///         Origin::Random(game) => assert_eq!(test.deck, hule::Deck::seeded(7, game)),
///         Origin::SituationVariant(cell) => assert!(cells(&test.deck).contains(&cell)),
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct TestDecks {
    seed: u64,
    next: u64,
    round: CoverageRound,
}

impl TestDecks {
    /// Creates the test decks of a seed.
    pub fn new(seed: u64) -> TestDecks {
        TestDecks { seed, next: 0, round: CoverageRound::new(seed, 0) }
    }
}

impl Iterator for TestDecks {
    type Item = TestDeck;

    fn next(&mut self) -> Option<TestDeck> {
        let number = self.next;
        self.next += 1;
        let game = number / 2;
        if number.is_multiple_of(2) {
            return Some(TestDeck {
                number,
                origin: Origin::Random(game),
                deck: Deck::seeded(self.seed, game),
            });
        }
        let (cell, deck) = self.round.next().or_else(|| {
            self.round = CoverageRound::new(self.seed, self.round.number + 1);
            self.round.next()
        })?;
        Some(TestDeck { number, origin: Origin::SituationVariant(cell), deck })
    }
}

/// The decks of one round through the grid: those of [`deck_with`] for cells that no deck before had.
#[derive(Clone, Debug)]
pub struct CoverageRound {
    seed: u64,
    number: u64,
    /// The cells that are left, in a random order, and those of them that have not occurred.
    cells: Vec<SituationVariant>,
    missing: BTreeSet<SituationVariant>,
}

impl CoverageRound {
    /// Creates a round of a seed. Its decks are those of [`deck_with`] for the game `number`.
    pub fn new(seed: u64, number: u64) -> CoverageRound {
        let mut cells: Vec<SituationVariant> = example::cells().collect();
        // A different stream from those of the decks.
        Random::new(Random::of_game(seed, !number).word()).shuffle(&mut cells);
        CoverageRound { seed, number, cells, missing: example::cells().collect() }
    }
}

impl Iterator for CoverageRound {
    type Item = (SituationVariant, Deck);

    fn next(&mut self) -> Option<(SituationVariant, Deck)> {
        loop {
            let cell = self.cells.pop()?;
            if self.missing.contains(&cell) {
                let deck = deck_with(&[cell], self.seed, self.number).expect("the cell has an example");
                let mut finder = SituationFinder::of(self.missing.iter().copied());
                play(&deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
                self.missing.retain(|cell| !finder.found.contains(cell));
                return Some((cell, deck));
            }
        }
    }
}
