//! A round robin with ratings.

use super::PlayedDeck;
use super::totals::{Totals, add_all, add_products, are_products};
use crate::players::estimate::Sample;
use libm::exp;
use std::ops::AddAssign;

/// The results of a round robin, in which all pairs of entrants play the same decks.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    entrants: usize,
    /// The results of each pair, in the order of the line-up.
    pairs: Vec<Totals>,
    /// For each ordered pair of entrants, including equal ones, the sum over decks of the product of their points.
    products: Vec<Vec<u64>>,
}

/// The rating of an entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rating {
    /// The rating on the Elo scale, with a mean of 0 over all entrants.
    pub value: f64,
    /// Half the width of the 95 % confidence interval; infinite with one deck.
    pub reach: f64,
}

/// The number of games of a pair per deck.
const GAMES: u64 = 6;

impl RoundRobin {
    /// Creates empty results for this many entrants.
    pub fn new(entrants: usize) -> RoundRobin {
        RoundRobin {
            entrants,
            pairs: vec![Totals::new(2); entrants * entrants.saturating_sub(1) / 2],
            products: vec![vec![0; entrants]; entrants],
        }
    }

    /// Creates results from those of all pairs, in the order of [`pairs`](RoundRobin::pairs), and the products. Returns
    /// `None` if they cannot be the results of a round robin on at least one and at most
    /// [`most_decks`](RoundRobin::most_decks) decks.
    pub fn from_parts(pairs: Vec<Totals>, products: Vec<Vec<u64>>) -> Option<RoundRobin> {
        let entrants = products.len();
        let round_robin = RoundRobin { entrants, pairs, products };
        round_robin.is_possible().then_some(round_robin)
    }

    fn is_possible(&self) -> bool {
        let (n, decks) = (self.entrants, self.decks());
        if n < 2 || self.pairs.len() != n * (n - 1) / 2 || decks > RoundRobin::most_decks(n) {
            return false;
        }
        let is_pair =
            |pair: &Totals| pair.is_possible() && pair.decks == decks && pair.games == decks * GAMES;
        if !self.pairs.iter().all(is_pair) {
            return false;
        }
        let mut sums = vec![0; n];
        self.points().for_each(|(one, _, points)| sums[one] += points);
        are_products(&self.products, &sums, decks, most_points(n))
    }

    /// The most decks of so many entrants for which all figures can be computed.
    pub fn most_decks(entrants: usize) -> u64 {
        let most = most_points(entrants).max(1);
        (u64::MAX / most.saturating_mul(most)).min(Totals::MOST_DECKS)
    }

    /// Adds a deck of a [`LineUp::round_robin`](super::LineUp::round_robin) with as many entrants.
    pub fn add(&mut self, deck: &PlayedDeck) {
        let mut points = vec![0; self.entrants];
        let numbers = numbers(self.entrants);
        for (((first, second), pair), games) in
            numbers.zip(&mut self.pairs).zip(deck.games.chunks(GAMES as usize))
        {
            let mut games = games.to_vec();
            for game in &mut games {
                let winner = game.winner().map(|seat| game.entrants[seat]);
                for entrant in [first, second] {
                    points[entrant] += winner.map_or(1, |winner| if winner == entrant { 2 } else { 0 });
                }
                game.entrants = game.entrants.map(|entrant| usize::from(entrant == second));
            }
            pair.add(&games);
        }
        add_products(&mut self.products, &points);
    }

    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        self.pairs.first().map_or(0, |pair| pair.decks)
    }

    /// Returns each pair of entrants, the lower index first, with its results.
    pub fn pairs(&self) -> impl Iterator<Item = ((usize, usize), &Totals)> {
        numbers(self.entrants).zip(&self.pairs)
    }

    /// Returns the sum over decks of the product of the points of every two entrants, including equal ones. Points are 2
    /// for a win and 1 for a game without a winner.
    pub fn products(&self) -> &[Vec<u64>] {
        &self.products
    }

    /// The points of each entrant against each other.
    fn points(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.pairs().flat_map(|((first, second), pair)| {
            let no_winner = pair.exhausted + pair.void;
            let points = |place: usize| 2 * pair.entrants[place].total().wins() + no_winner;
            [(first, second, points(0)), (second, first, points(1))]
        })
    }

    /// Returns a Bradley–Terry rating for each entrant: an entrant rated 400 above another scores ten points to its
    /// one. The ratings are the maximum-likelihood fit and do not depend on the order of games.
    ///
    /// A game is one point for the winner's entrant, or half a point for each if there is no winner. One even deck is added to
    /// each pair, so that an entrant without wins has a finite rating.
    ///
    /// The intervals use the sandwich estimator with the deck as the unit of observation. So they remain valid although
    /// the games of a deck are not independent and the model is only approximate.
    #[allow(clippy::cast_precision_loss, clippy::needless_range_loop)] // Matrices are clearer with indices.
    pub fn ratings(&self) -> Vec<Rating> {
        const ELO: f64 = 400.0 / std::f64::consts::LN_10;
        let n = self.entrants;
        let decks = self.decks();
        let most = (2 * GAMES * (decks + 1)) as f64;
        // The share of a pair's points that the first has, including the even deck.
        let mut scores = vec![vec![0.5; n]; n];
        let mut sums = vec![0_i128; n];
        for (one, other, points) in self.points() {
            sums[one] += i128::from(points);
            scores[one][other] = (points + GAMES) as f64 / most;
        }
        // Newton's method with a limited step size.
        let mut strengths = vec![0.0_f64; n];
        let mut spread = Vec::new();
        for _ in 0..1000 {
            let expected = |one: usize, other: usize| 1.0 / (1.0 + exp(strengths[other] - strengths[one]));
            let mut slope = vec![vec![1.0 / n as f64; n]; n];
            let mut missing = vec![0.0; n];
            for one in 0..n {
                for other in (0..n).filter(|&other| other != one) {
                    let expected = expected(one, other);
                    missing[one] += scores[one][other] - expected;
                    slope[one][one] += expected * (1.0 - expected);
                    slope[one][other] -= expected * (1.0 - expected);
                }
            }
            spread = inverse(slope);
            let step: Vec<f64> =
                spread.iter().map(|row| row.iter().zip(&missing).map(|(a, b)| a * b).sum()).collect();
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let part = 1.0 / longest.max(1.0);
            strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += part * step);
            if longest < 1e-12 {
                break;
            }
        }
        (0..n)
            .map(|entrant| {
                // The derivative of the rating with respect to the points of each entrant.
                let row = &spread[entrant];
                let unit = (2 * GAMES) as f64;
                let mut variance = 0.0;
                for one in 0..n {
                    for other in 0..n {
                        let product = i128::from(self.products[one][other]);
                        let together = i128::from(decks) * product - sums[one] * sums[other];
                        variance += row[one] * row[other] * together as f64;
                    }
                }
                let of_one_less = (decks as f64) * (decks.saturating_sub(1) as f64);
                let variance = if decks > 1 { variance.max(0.0) / of_one_less } else { f64::INFINITY };
                let sample =
                    Sample { count: decks, mean: strengths[entrant], variance: variance / (unit * unit) };
                Rating { value: ELO * strengths[entrant], reach: ELO * sample.reach() }
            })
            .collect()
    }
}

impl AddAssign<&RoundRobin> for RoundRobin {
    /// Adds the results of other decks with as many entrants.
    fn add_assign(&mut self, other: &RoundRobin) {
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(pair, other)| *pair += other);
        add_all(&mut self.products, &other.products);
    }
}

/// The most points of an entrant on a deck.
const fn most_points(entrants: usize) -> u64 {
    2 * GAMES * (entrants as u64).saturating_sub(1)
}

/// All pairs, in the order of the line-up.
fn numbers(entrants: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..entrants).flat_map(move |first| (first + 1..entrants).map(move |second| (first, second)))
}

/// The inverse of a regular matrix, by Gauss–Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| f64::from(u8::from(column == place))));
    }
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&one, &other| matrix[one][column].abs().total_cmp(&matrix[other][column].abs()))
            .expect("there are rows left");
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let row = matrix[column].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|&(place, _)| place != column) {
            let times = other[column];
            other.iter_mut().zip(&row).for_each(|(cell, own)| *cell -= times * own);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{LineUp, PlayedGame};
    use super::*;
    use crate::words::{BySeat, Outcome, Random, Seat, Tile};
    use std::time::Duration;

    /// A deck in whose games this entrant wins.
    fn deck(line_up: &LineUp<u8>, mut winner: impl FnMut([usize; 2]) -> Option<usize>) -> PlayedDeck {
        let game = |&places: &BySeat<usize>| {
            let entrants = line_up.entrants_at(places);
            let first = *entrants.as_array().iter().min().expect("four");
            let second = *entrants.as_array().iter().max().expect("four");
            let seat = winner([first, second])
                .and_then(|winner| Seat::ALL.into_iter().find(|seat| entrants[*seat] == winner));
            let outcome =
                seat.map_or(Outcome::Exhausted, |winner| Outcome::SelfDrawn { winner, tile: Tile::M1 });
            PlayedGame {
                entrants,
                outcome,
                forfeited: BySeat::splat(false),
                decisions: BySeat::splat(1),
                time: BySeat::splat(Duration::ZERO),
            }
        };
        PlayedDeck { number: 0, games: line_up.seatings().iter().map(game).collect() }
    }

    #[test]
    fn ten_to_one_are_400_points() {
        // Of eleven decks the first wins ten, and one more is even: 10.5 to 1.5.
        let line_up = LineUp::two([0, 1]);
        let mut round_robin = RoundRobin::new(2);
        for number in 0..11 {
            round_robin.add(&deck(&line_up, |_| Some(usize::from(number == 0))));
        }
        let [first, second] = round_robin.ratings()[..] else { panic!("two ratings") };
        assert!((first.value - second.value - 400.0 * 7.0_f64.log10()).abs() < 1e-6, "{first:?} {second:?}");
        assert!((first.value + second.value).abs() < 1e-6);
        let mut drawn = RoundRobin::new(3);
        drawn.add(&deck(&LineUp::round_robin(vec![0, 1, 2]), |_| None));
        assert!(drawn.ratings().iter().all(|rating| rating.value.abs() < 1e-6 && rating.reach.is_infinite()));
    }

    #[test]
    fn who_never_wins_has_a_rating_too() {
        let mut round_robin = RoundRobin::new(3);
        for _ in 0..1_000 {
            round_robin.add(&deck(&LineUp::round_robin(vec![0, 1, 2]), |[first, _]| Some(first)));
        }
        let ratings = round_robin.ratings();
        assert!(ratings[0].value > ratings[1].value && ratings[1].value > ratings[2].value, "{ratings:?}");
        assert!(ratings.iter().all(|rating| rating.value.abs() < 10_000.0), "{ratings:?}");
    }

    /// Players of known strength, with luck that all games of a deck share: their ratings are within the intervals.
    #[test]
    fn intervals_of_ratings_cover_what_they_promise() {
        let strengths = [0.8_f64, 0.1, -0.2, -0.7];
        let line_up = LineUp::round_robin(vec![0, 1, 2, 3]);
        let mut random = Random::new(9);
        let (mut covered, mut of) = (0, 0);
        for _ in 0..150 {
            let mut round_robin = RoundRobin::new(4);
            for _ in 0..100 {
                let luck = [-0.15, 0.15][random.below(2) as usize];
                round_robin.add(&deck(&line_up, |[first, second]| {
                    let expected = 1.0 / (1.0 + (strengths[second] - strengths[first]).exp()) + luck;
                    #[allow(clippy::cast_precision_loss)]
                    let draw = random.below(1 << 32) as f64 / (1_u64 << 32) as f64;
                    Some(if draw < expected { first } else { second })
                }));
            }
            for (rating, strength) in round_robin.ratings().iter().zip(strengths) {
                let truth = 400.0 / std::f64::consts::LN_10 * strength;
                covered += u32::from((rating.value - truth).abs() <= rating.reach);
                of += 1;
            }
        }
        assert!((550..=588).contains(&covered), "{covered} of {of}");
    }
}
