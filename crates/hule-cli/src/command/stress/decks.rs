//! The decks that a program is tested with.

use crate::language::{Name, name};
use hule::situation::varied;
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

/// A deck, with its number and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct StressDeck {
    pub number: u64,
    pub family: Family,
    pub deck: Deck,
}

/// All decks of a seed, in order: random decks and decks with rare situations take turns.
pub struct StressDecks {
    seed: u64,
    next: u64,
    end: Option<u64>,
    random: Random,
    /// For each situation, the last deck that was given out.
    rare: Vec<Option<Deck>>,
}

impl StressDecks {
    /// This many decks of a situation come from one example, each varied from the one before.
    const FROM_ONE: u64 = 64;

    pub fn new(seed: u64, end: Option<u64>) -> StressDecks {
        StressDecks { seed, next: 0, end, random: Random::new(seed), rare: vec![None; Situation::ALL.len()] }
    }
}

impl Iterator for StressDecks {
    type Item = StressDeck;

    fn next(&mut self) -> Option<StressDeck> {
        if self.end.is_some_and(|end| self.next >= end) {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let half = number / 2;
        if number.is_multiple_of(2) {
            return Some(StressDeck { number, family: Family::Random, deck: Deck::seeded(self.seed, half) });
        }
        let place = (half % self.rare.len() as u64) as usize;
        let round = half / self.rare.len() as u64;
        let situation = Situation::ALL[place];
        let last = self.rare[place].filter(|_| !round.is_multiple_of(StressDecks::FROM_ONE));
        let deck = if let Some(last) = last {
            varied(&last, situation, &mut self.random)
        } else {
            let decks = situation.examples();
            decks[(round / StressDecks::FROM_ONE) as usize % decks.len()]
        };
        self.rare[place] = Some(deck);
        Some(StressDeck { number, family: Family::Rare(situation), deck })
    }
}
