//! The decks that a program is tested with.

use crate::language::{Name, name};
use hule::{Deck, Random, Situation};

/// Where a deck comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Random,
    Rare(Situation),
}

impl Family {
    pub fn name(self) -> Name {
        match self {
            Family::Random => name!("a random deck", "随机牌堆"),
            Family::Rare(situation) => {
                name!("a deck with the situation {situation}", "含有局面 {situation} 的牌堆")
            }
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
    random: Random,
    /// For each situation, the last deck that was given out.
    rare: Vec<Option<Deck>>,
}

impl Tests {
    /// So many decks of a situation come from one, each from the one before.
    const FROM_ONE: u64 = 64;

    pub fn new(seed: u64, end: Option<u64>) -> Tests {
        Tests { seed, next: 0, end, random: Random::new(seed), rare: vec![None; Situation::ALL.len()] }
    }

    /// The next test and its deck.
    pub fn next(&mut self) -> Option<(Test, Deck)> {
        if self.end.is_some_and(|end| self.next >= end) {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let half = number / 2;
        if number.is_multiple_of(2) {
            return Some((Test { number, family: Family::Random }, Deck::seeded(self.seed, half)));
        }
        let place = (half % self.rare.len() as u64) as usize;
        let round = half / self.rare.len() as u64;
        let situation = Situation::ALL[place];
        let last = self.rare[place].filter(|_| !round.is_multiple_of(Tests::FROM_ONE));
        let deck = if let Some(last) = last {
            last.varied(situation, &mut self.random)
        } else {
            let decks = situation.examples();
            decks[(round / Tests::FROM_ONE) as usize % decks.len()]
        };
        self.rare[place] = Some(deck);
        Some((Test { number, family: Family::Rare(situation) }, deck))
    }
}
