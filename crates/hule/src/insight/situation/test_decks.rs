//! The decks that a program is tested with.

use super::cell::Cell;
use super::{deck, example};
use crate::words::{Deck, Random};

/// Where a test deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A random deck.
    Random,
    /// A deck with this cell of the grid.
    Cell(Cell),
}

/// A deck to test a program with. It depends on the seed and the number only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestDeck {
    /// The seed of the test decks.
    pub seed: u64,
    /// Its number among the decks of the seed.
    pub number: u64,
    /// Where it comes from.
    pub origin: Origin,
}

impl TestDeck {
    /// Makes the deck.
    pub fn deck(&self) -> Deck {
        match self.origin {
            Origin::Random => Deck::seeded(self.seed, self.number / 2),
            Origin::Cell(cell) => {
                let example = cell.example().expect("only cells with an example are tested");
                // A different stream from that of the seeded deck.
                let mut random = Random::new(Random::of_game(self.seed, self.number).word());
                deck::varied(example, cell, &mut random)
            }
        }
    }
}

/// All test decks of a seed, in order: random decks take turns with decks of the [grid](Cell), which come in another
/// order in each round.
///
/// ```
/// use hule::situation::{Origin, TestDecks, cells};
/// for test in TestDecks::new(7).take(10) {
///     match test.origin {
///         Origin::Random => {}
///         Origin::Cell(cell) => assert!(cells(&test.deck()).contains(&cell)),
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct TestDecks {
    seed: u64,
    next: u64,
    /// The cells that are left of this round.
    round: Vec<Cell>,
    random: Random,
}

impl TestDecks {
    /// Creates the test decks of a seed.
    pub const fn new(seed: u64) -> TestDecks {
        TestDecks { seed, next: 0, round: Vec::new(), random: Random::new(seed) }
    }
}

impl Iterator for TestDecks {
    type Item = TestDeck;

    fn next(&mut self) -> Option<TestDeck> {
        let number = self.next;
        self.next += 1;
        let origin = if number.is_multiple_of(2) {
            Origin::Random
        } else {
            if self.round.is_empty() {
                self.round = example::cells().collect();
                self.random.shuffle(&mut self.round);
            }
            Origin::Cell(self.round.pop()?)
        };
        Some(TestDeck { seed: self.seed, number, origin })
    }
}
