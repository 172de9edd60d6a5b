//! The results of any line-up.

use super::totals::{Record, Totals};
use super::{Hypothesis, PlayedDeck, Rating, RoundRobin, Sprt};

/// The results of decks.
#[derive(Clone, Debug)]
pub enum Results {
    /// Of two or four players.
    Match(Totals),
    /// Of all pairs.
    RoundRobin(RoundRobin),
}

/// Entrants that have played each other.
#[derive(Clone, Debug)]
pub struct MatchResult<'a> {
    /// Their numbers among all.
    pub entrants: Vec<usize>,
    /// What came of it.
    pub totals: &'a Totals,
}

impl Results {
    /// Creates empty results for this many entrants.
    pub fn new(entrants: usize, round_robin: bool) -> Results {
        if round_robin {
            Results::RoundRobin(RoundRobin::new(entrants))
        } else {
            Results::Match(Totals::new(entrants))
        }
    }

    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        match self {
            Results::Match(totals) => totals.decks,
            Results::RoundRobin(round_robin) => round_robin.decks(),
        }
    }

    /// Returns the number of entrants.
    pub fn entrants(&self) -> usize {
        match self {
            Results::Match(totals) => totals.entrants.len(),
            Results::RoundRobin(round_robin) => round_robin.products().len(),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.matches().iter().map(|played| played.totals.games).sum()
    }

    /// Returns the ratings of a round robin.
    pub fn ratings(&self) -> Option<Vec<Rating>> {
        match self {
            Results::Match(_) => None,
            Results::RoundRobin(round_robin) => Some(round_robin.ratings()),
        }
    }

    /// Adds a deck.
    pub fn add(&mut self, deck: &PlayedDeck) {
        match self {
            Results::Match(totals) => totals.add(&deck.games),
            Results::RoundRobin(round_robin) => round_robin.add(deck),
        }
    }

    /// Returns the hypothesis that the test accepts.
    pub fn accepted(&self, sprt: &Sprt) -> Option<Hypothesis> {
        match self {
            Results::Match(totals) => sprt.accepted(&totals.lead()),
            Results::RoundRobin(_) => None,
        }
    }

    /// Returns the share of games that the first entrant has won, against all others.
    pub fn first_share(&self) -> f64 {
        let matches = self.matches();
        let shares: Vec<f64> = matches
            .iter()
            .filter(|played| played.entrants[0] == 0)
            .map(|played| played.totals.share(0).value)
            .collect();
        #[allow(clippy::cast_precision_loss)] // A handful of entrants.
        let entrants = shares.len().max(1) as f64;
        shares.iter().sum::<f64>() / entrants
    }

    /// Returns the matches: one, or in a round robin one for each pair.
    pub fn matches(&self) -> Vec<MatchResult<'_>> {
        match self {
            Results::Match(totals) => {
                vec![MatchResult { entrants: (0..totals.entrants.len()).collect(), totals }]
            }
            Results::RoundRobin(round_robin) => {
                let pair = |((first, second), totals)| MatchResult { entrants: vec![first, second], totals };
                round_robin.pairs().map(pair).collect()
            }
        }
    }

    /// Returns the results of an entrant in all matches together.
    pub fn record(&self, entrant: usize) -> Record {
        let mut record = Record::default();
        for played in self.matches() {
            if let Some(place) = played.entrants.iter().position(|&other| other == entrant) {
                record += &played.totals.entrants[place];
            }
        }
        record
    }
}
