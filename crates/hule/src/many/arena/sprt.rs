//! A test that stops as soon as it knows.

use super::sample::Sample;

/// A sequential probability ratio test of whether one player is better than others, by the difference of their shares of
/// wins a seat, looked at after every deck.
///
/// It is the generalised test: the differences of decks are taken for normal, with the variance that they show. So the
/// logarithm of the likelihood ratio after *n* decks of mean *m* and variance *v* is
/// *n* (*d*₁ − *d*₀) (*m* − (*d*₀ + *d*₁) / 2) / *v*. It decides when that leaves the bounds of Wald, ln β/(1 − α) and
/// ln (1 − β)/α, but not before [`Sprt::LEAST`] decks: of fewer the variance is not known well enough.
///
/// A test that stops when it is convinced stops at a moment of luck. So the figures of the decks until then lean a little
/// to the side that it accepts; for the size of a difference, play a number of decks that is set before.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sprt {
    /// The difference *d*₀: the player is not better than by this.
    pub d0: f64,
    /// The difference *d*₁, which is greater: the player is better by this.
    pub d1: f64,
    /// How often, α, it may accept *d*₁ where the difference is *d*₀ or less.
    pub alpha: f64,
    /// How often, β, it may accept *d*₀ where the difference is *d*₁ or more.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Hypothesis {
    /// The difference is *d*₀ or less.
    H0,
    /// The difference is *d*₁ or more.
    H1,
}

/// No better, or better by one percentage point; one error in twenty either way.
impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { d0: 0.0, d1: 0.01, alpha: 0.05, beta: 0.05 }
    }
}

impl Sprt {
    /// How many decks it takes at the least.
    pub const LEAST: u64 = 50;

    /// The bounds that the logarithm of the likelihood ratio must leave.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: the greater, the more speaks for [`Hypothesis::H1`].
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn log_ratio(&self, differences: &Sample) -> f64 {
        let beyond_the_middle = differences.mean - f64::midpoint(self.d0, self.d1);
        let ratio = differences.decks as f64 * (self.d1 - self.d0) * beyond_the_middle / differences.variance;
        // All decks alike, and just in the middle.
        if ratio.is_nan() { 0.0 } else { ratio }
    }

    /// What it accepts after these decks; nothing while it is undecided.
    #[must_use]
    pub fn accepted(&self, differences: &Sample) -> Option<Hypothesis> {
        let ratio = self.log_ratio(differences);
        let (low, high) = self.bounds();
        match differences.decks {
            0..Sprt::LEAST => None,
            _ if ratio <= low => Some(Hypothesis::H0),
            _ if ratio >= high => Some(Hypothesis::H1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::random::Random;

    /// What the test accepts if a third of the decks are even, most of the others differ by half a win to either side, and
    /// `better` of 6000 by a whole win to one side, which makes that the mean.
    fn run(sprt: &Sprt, random: &mut Random, better: u64) -> Hypothesis {
        let (mut sum, mut squares) = (0, 0);
        for decks in 1.. {
            let halves = match random.below(6000) {
                0..2000 => 0,
                2000..3500 => 1,
                3500..5000 => -1,
                draw => i128::from(draw - 5000 < better) * 2,
            };
            sum += halves;
            squares += halves * halves;
            if let Some(accepted) = sprt.accepted(&Sample::new(decks, sum, squares, 2.0)) {
                return accepted;
            }
        }
        unreachable!("the loop does not end")
    }

    #[test]
    fn it_errs_as_rarely_as_it_promises() {
        let sprt = Sprt { d0: 60.0 / 6000.0, d1: 240.0 / 6000.0, ..Sprt::default() };
        let mut random = Random::new(3);
        for (better, right) in
            [(0, Hypothesis::H0), (60, Hypothesis::H0), (240, Hypothesis::H1), (400, Hypothesis::H1)]
        {
            let wrong = (0..1000).filter(|_| run(&sprt, &mut random, better) != right).count();
            // 50 are promised; chance adds 20 hardly ever.
            assert!(wrong <= 70, "{better}: {wrong} of 1000");
            let at_the_edge = [60, 240].contains(&better);
            assert!(!at_the_edge || wrong >= 20, "{better}: it takes more decks than it needs, {wrong}");
        }
    }

    #[test]
    fn it_takes_its_least_number_of_decks_even_if_all_are_alike() {
        let sprt = Sprt::default();
        let alike = |decks: u64, each: i128| {
            sprt.accepted(&Sample::new(
                decks,
                each * i128::from(decks),
                each * each * i128::from(decks),
                1000.0,
            ))
        };
        assert_eq!((alike(49, 0), alike(50, 0)), (None, Some(Hypothesis::H0)));
        assert_eq!((alike(49, 10), alike(50, 10)), (None, Some(Hypothesis::H1)));
        assert_eq!(alike(1_000_000, 5), None, "just in the middle");
    }
}
