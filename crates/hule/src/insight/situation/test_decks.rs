//! The decks that a program is tested with.

use super::cell::Cell;
use super::{SituationFinder, deck, example};
use crate::game::{GameId, Standard, play};
use crate::words::{BySeat, Deck, Random};
use std::collections::BTreeSet;

/// Where a test deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A random deck: this game of the seed.
    Random(u64),
    /// A deck that was made for this cell of the grid.
    Cell(Cell),
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

/// All test decks of a seed, without end: random decks take turns with decks of the [grid](Cell).
///
/// The decks go through the grid in rounds. A round is over when each cell that can occur has occurred in one of its
/// decks. Each round and each seed has other decks, in another order.
///
/// ```
/// use hule::situation::{Origin, TestDecks, cells};
/// for test in TestDecks::new(7).take(10) {
///     match test.origin {
///         Origin::Random(game) => assert_eq!(test.deck, hule::Deck::seeded(7, game)),
///         Origin::Cell(cell) => assert!(cells(&test.deck).contains(&cell)),
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct TestDecks {
    seed: u64,
    next: u64,
    round: Round,
}

impl TestDecks {
    /// Creates the test decks of a seed.
    pub fn new(seed: u64) -> TestDecks {
        TestDecks { seed, next: 0, round: Round::new(seed) }
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
            self.round.begin();
            self.round.next()
        })?;
        Some(TestDeck { number, origin: Origin::Cell(cell), deck })
    }
}

/// The decks of one round through the grid. It ends when each cell has occurred.
#[derive(Clone, Debug)]
pub struct Round {
    random: Random,
    /// The cells in a random order, and those of them that have not occurred.
    cells: Vec<Cell>,
    missing: BTreeSet<Cell>,
}

impl Round {
    /// Creates the first round of a seed.
    pub fn new(seed: u64) -> Round {
        // A different stream from those of seeded decks.
        let random = Random::new(Random::of_game(seed, u64::MAX).word());
        let mut round = Round { random, cells: Vec::new(), missing: BTreeSet::new() };
        round.begin();
        round
    }

    /// Begins another round.
    fn begin(&mut self) {
        self.cells = example::cells().collect();
        self.missing = example::cells().collect();
        self.random.shuffle(&mut self.cells);
    }

    /// Notes that the cells of this deck have occurred.
    pub fn note(&mut self, deck: &Deck) {
        let mut finder = SituationFinder::of(self.missing.iter().copied());
        play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
        self.missing.retain(|cell| !finder.found.contains(cell));
    }
}

impl Iterator for Round {
    type Item = (Cell, Deck);

    fn next(&mut self) -> Option<(Cell, Deck)> {
        loop {
            let cell = self.cells.pop()?;
            if self.missing.contains(&cell) {
                let example = cell.example().expect("only cells with an example are in a round");
                let deck = deck::varied(example, cell, &mut self.random);
                self.note(&deck);
                return Some((cell, deck));
            }
        }
    }
}
