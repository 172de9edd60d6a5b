//! A sequential test.

use crate::players::estimate::Sample;
use libm::log;

/// A sequential probability ratio test (SPRT) of whether one player is better than the others, by the difference of
/// their wins per game and seat. It is evaluated after every deck.
///
/// This is the generalised test: the differences are assumed to be normal with the sample variance. The log-likelihood
/// ratio after *n* decks with mean *m* and variance *v* is *n* (*d*₁ − *d*₀) (*m* − (*d*₀ + *d*₁) / 2) / *v*. The test
/// ends when it leaves Wald's bounds, ln β/(1 − α) and ln (1 − β)/α, but not before [`Sprt::LEAST`] decks, because the
/// variance is too uncertain before.
///
/// A test that stops early is biased: the mean at that point leans towards the accepted hypothesis. To measure a
/// difference, play a fixed number of decks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sprt {
    /// The difference *d*₀ of the null hypothesis.
    pub d0: f64,
    /// The difference *d*₁ of the alternative hypothesis, greater than *d*₀.
    pub d1: f64,
    /// The probability α to accept H1 if the difference is *d*₀ or less.
    pub alpha: f64,
    /// The probability β to accept H0 if the difference is *d*₁ or more.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Hypothesis {
    /// The difference is *d*₀ or less.
    H0,
    /// The difference is *d*₁ or more.
    H1,
}

/// *d*₀ = 0, *d*₁ = 0.01, α = β = 0.05.
impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { d0: 0.0, d1: 0.01, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// The least number of decks.
    pub const LEAST: u64 = 50;

    /// Returns the lower and upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        (log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha))
    }

    /// Returns the log-likelihood ratio: the greater, the more it supports [`Hypothesis::H1`].
    #[allow(clippy::cast_precision_loss)]
    pub fn log_ratio(&self, differences: &Sample) -> f64 {
        let beyond_the_middle = differences.mean - f64::midpoint(self.d0, self.d1);
        let ratio = differences.count as f64 * (self.d1 - self.d0) * beyond_the_middle / differences.variance;
        // NaN if all decks are equal and exactly in the middle.
        if ratio.is_nan() { 0.0 } else { ratio }
    }

    /// Returns the accepted hypothesis; `None` while the test is undecided.
    pub fn accepted(&self, differences: &Sample) -> Option<Hypothesis> {
        let ratio = self.log_ratio(differences);
        let (low, high) = self.bounds();
        match differences.count {
            0..Sprt::LEAST => None,
            _ if ratio <= low => Some(Hypothesis::H0),
            _ if ratio >= high => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

/// The log-likelihood ratio of a test after each deck, thinned out to at most a thousand points.
#[derive(Clone, Debug, PartialEq)]
pub struct SprtPath {
    /// The decks so far and the ratio, at multiples of `every`.
    points: Vec<(u64, f64)>,
    every: u64,
    last: Option<(u64, f64)>,
}

impl Default for SprtPath {
    fn default() -> SprtPath {
        SprtPath { points: Vec::new(), every: 1, last: None }
    }
}

impl SprtPath {
    /// The most points.
    const MOST: usize = 1000;

    /// Adds the ratio after another deck.
    pub fn push(&mut self, sprt: &Sprt, lead: &Sample) {
        let point = (lead.count, sprt.log_ratio(lead));
        self.last = Some(point);
        if point.0.is_multiple_of(self.every) {
            self.points.push(point);
        }
        if self.points.len() > SprtPath::MOST {
            self.every *= 2;
            let every = self.every;
            self.points.retain(|(decks, _)| decks.is_multiple_of(every));
        }
    }

    /// Returns the numbers of decks and the ratios, the latest last.
    pub fn points(&self) -> impl Iterator<Item = (u64, f64)> + '_ {
        let last = self.last.filter(|last| self.points.last() != Some(last));
        self.points.iter().copied().chain(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_thinned_out_and_ends_with_the_last_deck() {
        let mut path = SprtPath::default();
        assert_eq!(path.points().count(), 0);
        for decks in 1..=5001 {
            path.push(&Sprt::default(), &Sample { count: decks, mean: 0.01, variance: 0.1 });
            let latest = path.points().last().expect("a point");
            assert_eq!(latest.0, decks);
            assert!(path.points().count() <= SprtPath::MOST + 1);
        }
        let decks: Vec<u64> = path.points().map(|(decks, _)| decks).collect();
        assert_eq!((decks[0], decks[1], decks[decks.len() - 2]), (8, 16, 5000));
        assert!(decks.is_sorted_by(|one, other| one < other));
    }
}
