//! The results of an arena.

use super::PlayedGame;
use super::sample::{Estimate, Sample};
use crate::words::{BySeat, Outcome};
use std::ops::AddAssign;
use std::time::Duration;

/// The results of a line-up. Partial results are added with `+=`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Totals {
    /// The number of decks.
    pub decks: u64,
    /// The number of games.
    pub games: u64,
    /// Games that nobody won.
    pub exhausted: u64,
    /// Games whose winner forfeited, so that nobody won.
    pub void: u64,
    /// The results of each entrant.
    pub entrants: Vec<Record>,
    /// For each ordered pair of entrants, including equal ones, the sum over decks of the product of their wins.
    pub products: Vec<Vec<u64>>,
}

/// The results of an entrant.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Record {
    /// The results at each seat.
    pub seats: BySeat<SeatRecord>,
    /// The number of forfeits, counted per seat.
    pub forfeits: u64,
    /// The number of decisions.
    pub decisions: u64,
    /// The time used. Only this depends on the machine.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: Duration,
}

/// The results of an entrant at one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatRecord {
    /// The number of games.
    pub games: u64,
    /// Games won with a discard of another player.
    pub ron: u64,
    /// Games won with a drawn tile.
    pub self_drawn: u64,
    /// Games in which it discarded the winning tile.
    pub gave_ron: u64,
}

impl SeatRecord {
    /// Returns the number of games won.
    pub const fn wins(&self) -> u64 {
        self.ron + self.self_drawn
    }
}

impl Record {
    /// Returns the sum over all seats.
    pub fn total(&self) -> SeatRecord {
        let mut total = SeatRecord::default();
        self.seats.iter().for_each(|(_, &seat)| total += seat);
        total
    }
}

impl Totals {
    /// Creates empty totals for this many entrants.
    pub fn new(entrants: usize) -> Totals {
        Totals {
            entrants: vec![Record::default(); entrants],
            products: vec![vec![0; entrants]; entrants],
            ..Totals::default()
        }
    }

    /// Adds the games of a deck.
    ///
    /// # Panics
    /// Panics if a game has an entrant that does not exist.
    pub fn add(&mut self, games: &[PlayedGame]) {
        self.decks += 1;
        self.games += games.len() as u64;
        let mut wins = vec![0; self.entrants.len()];
        for game in games {
            for (seat, &entrant) in game.entrants.iter() {
                let record = &mut self.entrants[entrant];
                record.seats[seat].games += 1;
                record.forfeits += u64::from(game.forfeited[seat]);
                record.decisions += game.decisions[seat];
                record.time += game.time[seat];
            }
            let Some(winner) = game.winner() else {
                let nobody =
                    if game.outcome == Outcome::Exhausted { &mut self.exhausted } else { &mut self.void };
                *nobody += 1;
                continue;
            };
            let entrant = game.entrants[winner];
            wins[entrant] += 1;
            let won = &mut self.entrants[entrant].seats[winner];
            if let Outcome::Ron { from, .. } = game.outcome {
                won.ron += 1;
                self.entrants[game.entrants[from]].seats[from].gave_ron += 1;
            } else {
                won.self_drawn += 1;
            }
        }
        add_products(&mut self.products, &wins);
    }

    /// Returns the entrant's wins per game and seat: 1/4 for four equal players without drawn games.
    ///
    /// # Panics
    /// Panics if there is no such entrant.
    pub fn share(&self, entrant: usize) -> Estimate {
        let mut weights = vec![0; self.entrants.len()];
        weights[entrant] = 1;
        self.sample(&weights, self.seats(entrant)).estimate(0.0..=self.most(entrant))
    }

    /// Returns the share of one entrant less that of another on the same decks.
    ///
    /// # Panics
    /// Panics if there is no such entrant.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        let (of_one, of_other) = (self.seats(one), self.seats(other));
        let mut weights = vec![0; self.entrants.len()];
        weights[one] += of_other;
        weights[other] -= of_one;
        self.sample(&weights, of_one * of_other).estimate(-self.most(other)..=self.most(one))
    }

    /// Returns the share of the first entrant less that of all others together, per deck.
    ///
    /// # Panics
    /// Panics if there are no entrants.
    pub fn lead(&self) -> Sample {
        let of_others: i128 = (1..self.entrants.len()).map(|entrant| self.seats(entrant)).sum();
        let mut weights = vec![-self.seats(0); self.entrants.len()];
        weights[0] = of_others;
        self.sample(&weights, self.seats(0) * of_others)
    }

    /// The greatest possible share: of several seats in a game, only one can win.
    #[allow(clippy::cast_precision_loss)] // A few hundred seats.
    fn most(&self, entrant: usize) -> f64 {
        (self.games / self.decks.max(1)) as f64 / self.seats(entrant).max(1) as f64
    }

    /// The number of seats of an entrant over all games of a deck.
    fn seats(&self, entrant: usize) -> i128 {
        i128::from(self.entrants[entrant].total().games / self.decks.max(1))
    }

    /// The weighted sum of the wins per deck, divided by `unit`.
    fn sample(&self, weights: &[i128], unit: i128) -> Sample {
        let sum = weights
            .iter()
            .zip(&self.entrants)
            .map(|(weight, record)| weight * i128::from(record.total().wins()));
        let squares = weights.iter().zip(&self.products).flat_map(|(one, row)| {
            weights.iter().zip(row).map(move |(other, &product)| one * other * i128::from(product))
        });
        #[allow(clippy::cast_precision_loss)] // A few hundred seats.
        Sample::new(self.decks, sum.sum(), squares.sum(), unit.max(1) as f64)
    }
}

/// Adds the products of all pairs of these numbers.
pub(super) fn add_products(products: &mut [Vec<u64>], numbers: &[u64]) {
    for (row, one) in products.iter_mut().zip(numbers) {
        row.iter_mut().zip(numbers).for_each(|(product, other)| *product += one * other);
    }
}

/// Adds the products of other decks.
pub(super) fn add_all(products: &mut [Vec<u64>], others: &[Vec<u64>]) {
    for (row, others) in products.iter_mut().zip(others) {
        row.iter_mut().zip(others).for_each(|(product, other)| *product += other);
    }
}

impl AddAssign<&Totals> for Totals {
    /// Adds the results of other decks with the same line-up.
    fn add_assign(&mut self, other: &Totals) {
        self.decks += other.decks;
        self.games += other.games;
        self.exhausted += other.exhausted;
        self.void += other.void;
        for (record, other) in self.entrants.iter_mut().zip(&other.entrants) {
            record.seats.iter_mut().for_each(|(seat, record)| *record += other.seats[seat]);
            record.forfeits += other.forfeits;
            record.decisions += other.decisions;
            record.time += other.time;
        }
        add_all(&mut self.products, &other.products);
    }
}

impl AddAssign for SeatRecord {
    fn add_assign(&mut self, other: SeatRecord) {
        self.games += other.games;
        self.ron += other.ron;
        self.self_drawn += other.self_drawn;
        self.gave_ron += other.gave_ron;
    }
}
