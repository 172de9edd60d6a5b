//! The results of an arena.

use super::PlayedGame;
use crate::players::estimate::{Estimate, Sample};
use crate::words::{BySeat, Outcome, Seat};
use std::ops::AddAssign;
use std::time::Duration;

/// The results of a line-up. Partial results are added with `+=`.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Totals {
    /// The number of decks.
    pub decks: u64,
    /// The number of games.
    pub games: u64,
    /// Games without a winner.
    pub exhausted: u64,
    /// Games whose winner forfeited: they have no winner.
    pub void: u64,
    /// The results of each entrant.
    pub entrants: Vec<Record>,
    /// For each ordered pair of entrants, including equal ones, the sum over decks of the product of their wins.
    pub products: Vec<Vec<u64>>,
}

/// The results of an entrant.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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

/// By how much one entrant wins more than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The index of the entrant.
    pub of: usize,
    /// The index of the other; `None` for all others together.
    pub over: Option<usize>,
    /// The share of the one less that of the other.
    pub estimate: Estimate,
}

impl SeatRecord {
    /// Returns the number of games won.
    pub const fn wins(&self) -> u64 {
        self.ron + self.self_drawn
    }
}

impl Record {
    /// Returns whether an entrant can have these results on so many decks.
    fn is_possible(&self, decks: u64) -> bool {
        let games = self.seats[Seat::A].games;
        let seat = |seat: &SeatRecord| {
            let ends = [seat.ron, seat.self_drawn, seat.gave_ron];
            seat.games == games
                && ends.iter().all(|&count| count <= games)
                && ends.iter().sum::<u64>() <= games
        };
        games <= GAMES * decks
            && games.is_multiple_of(decks)
            && self.seats.as_array().iter().all(seat)
            && self.forfeits <= 4 * games
            && self.decisions <= 4 * games * MOST_DECISIONS
    }

    /// Returns the sum over all seats.
    pub fn total(&self) -> SeatRecord {
        let mut total = SeatRecord::default();
        self.seats.iter().for_each(|(_, &seat)| total += seat);
        total
    }
}

/// The games of two players on a deck, which are more than those of four.
const GAMES: u64 = 6;

/// No seat decides more often in a game: it discards less than once for each of the 148 tiles, and is asked three times at
/// most about each discard of another.
const MOST_DECISIONS: u64 = 4 * 148;

impl Totals {
    /// The most decks for which all figures can be computed.
    pub const MOST_DECKS: u64 = 1 << 48;

    /// Returns whether these can be the results of a [`LineUp::two`](super::LineUp::two) or a
    /// [`LineUp::four`](super::LineUp::four) on at least one and at most [`MOST_DECKS`](Totals::MOST_DECKS) decks. What is
    /// read from a file may have any numbers.
    pub fn is_possible(&self) -> bool {
        let (decks, n) = (self.decks, self.entrants.len());
        if !(1..=Totals::MOST_DECKS).contains(&decks) || !self.games.is_multiple_of(decks) {
            return false;
        }
        let games = self.games / decks;
        let is_line_up = match (games, n) {
            (GAMES, 2) => {
                self.entrants.iter().all(|entrant| entrant.seats[Seat::A].games == decks * GAMES / 2)
            }
            (4, 1..=4) => self.entrants.iter().all(|entrant| entrant.seats[Seat::A].games > 0),
            _ => false,
        };
        if !is_line_up || !self.entrants.iter().all(|entrant| entrant.is_possible(decks)) {
            return false;
        }
        let mut all = SeatRecord::default();
        self.entrants.iter().for_each(|entrant| all += entrant.total());
        let no_winner = [self.exhausted, self.void];
        let wins: Vec<u64> = self.entrants.iter().map(|entrant| entrant.total().wins()).collect();
        all.games == 4 * self.games
            && all.ron == all.gave_ron
            && no_winner.iter().all(|&count| count <= self.games)
            && all.wins() + no_winner.iter().sum::<u64>() == self.games
            && are_products(&self.products, &wins, decks, games)
    }

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
                let no_winner =
                    if game.outcome == Outcome::Exhausted { &mut self.exhausted } else { &mut self.void };
                *no_winner += 1;
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

    /// Returns the differences between every two entrants, the lower index first, and of more than two that between the
    /// first and all others.
    pub fn differences(&self) -> Vec<Difference> {
        let n = self.entrants.len();
        let mut differences = Vec::new();
        for of in 0..n {
            for other in of + 1..n {
                let estimate = self.difference(of, other);
                differences.push(Difference { of, over: Some(other), estimate });
            }
        }
        if n > 2 {
            let estimate = self.lead().estimate(-1.0..=1.0);
            differences.push(Difference { of: 0, over: None, estimate });
        }
        differences
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

/// Returns whether these can be the sums over decks of the products of numbers from 0 to `most`, which have these sums.
pub(super) fn are_products(products: &[Vec<u64>], sums: &[u64], decks: u64, most: u64) -> bool {
    let n = sums.len();
    if products.len() != n || products.iter().any(|row| row.len() != n) {
        return false;
    }
    (0..n).all(|one| {
        let (sum, square) = (u128::from(sums[one]), u128::from(products[one][one]));
        let is_square =
            sum <= square && square <= sum * u128::from(most) && sum * sum <= square * u128::from(decks);
        is_square
            && (0..one).all(|other| {
                let product = products[one][other];
                product == products[other][one]
                    && 2 * u128::from(product) <= square + u128::from(products[other][other])
            })
    })
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
        self.entrants.iter_mut().zip(&other.entrants).for_each(|(record, other)| *record += other);
        add_all(&mut self.products, &other.products);
    }
}

impl AddAssign<&Record> for Record {
    fn add_assign(&mut self, other: &Record) {
        self.seats.iter_mut().for_each(|(seat, record)| *record += other.seats[seat]);
        self.forfeits += other.forfeits;
        self.decisions += other.decisions;
        self.time += other.time;
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
