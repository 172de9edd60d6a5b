//! The decks that a program is tested with.

use crate::language::{Name, name};
use hule::Deck;
use hule::situation::{Origin, TestDeck, TestDecks};

/// Where a deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family(Origin);

impl Family {
    pub fn name(self) -> Name {
        match self.0 {
            Origin::Random(_) => name!("a random deck", "随机牌堆"),
            Origin::Cell(cell) => name!("a deck with the situation {cell}", "含有局面 {cell} 的牌堆"),
        }
    }
}

/// A deck, with its number and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct StressDeck {
    pub number: u64,
    pub family: Family,
    pub deck: Deck,
}

impl From<TestDeck> for StressDeck {
    fn from(test: TestDeck) -> StressDeck {
        StressDeck { number: test.number, family: Family(test.origin), deck: test.deck }
    }
}

/// The decks of a seed that are still to be tested, without end if no number is given.
pub struct StressDecks {
    decks: TestDecks,
    left: Option<u64>,
}

impl StressDecks {
    pub fn new(seed: u64, number: Option<u64>) -> StressDecks {
        StressDecks { decks: TestDecks::new(seed), left: number }
    }
}

impl Iterator for StressDecks {
    type Item = StressDeck;

    fn next(&mut self) -> Option<StressDeck> {
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1)?;
        }
        self.decks.next().map(StressDeck::from)
    }
}
