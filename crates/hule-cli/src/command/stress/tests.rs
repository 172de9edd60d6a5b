//! The decks that a program is tested with.

use hule::{Deck, Situation};
use std::fmt;

/// Where a deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Random,
    Rare(Situation),
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Family::Random => f.write_str("a random deck"),
            Family::Rare(situation) => write!(f, "a deck with the situation {situation}"),
        }
    }
}

/// One test.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub number: u64,
    pub family: Family,
}

/// All tests of a seed, in order: random decks and decks with rare situations take turns.
pub struct Tests {
    seed: u64,
    next: u64,
    end: Option<u64>,
}

impl Tests {
    pub fn new(seed: u64, end: Option<u64>) -> Tests {
        Tests { seed, next: 0, end }
    }

    pub fn next(&mut self) -> Option<(Test, Deck)> {
        if self.end.is_some_and(|end| self.next >= end) {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let half = number / 2;
        Some(if number % 2 == 0 {
            (Test { number, family: Family::Random }, Deck::seeded(self.seed, half))
        } else {
            let situations = Situation::ALL.len() as u64;
            let situation = Situation::ALL[(half % situations) as usize];
            let deck = Deck::seeded(self.seed, half);
            (Test { number, family: Family::Rare(situation) }, deck)
        })
    }
}
