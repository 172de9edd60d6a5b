//! Means over decks, and how far they can be trusted.

use std::ops::RangeInclusive;

/// One number of each deck: their mean, and how they scatter.
///
/// The games of a deck are not independent of each other; decks are. So whatever is said of how sure a figure is comes
/// from how it differs from deck to deck, with the deck as one observation, however many games it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many decks.
    pub decks: u64,
    /// The mean over the decks.
    pub mean: f64,
    /// The variance between decks, estimated without bias; nothing is known of it from one deck.
    pub variance: f64,
}

/// A figure with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Sample {
    /// From the sum over decks of a whole number and of its square, of which `unit` make one.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // The differences are exact before they are rounded.
    pub fn new(decks: u64, sum: i128, squares: i128, unit: f64) -> Sample {
        let n = i128::from(decks);
        let scattered = (n * squares - sum * sum) as f64;
        let variance =
            if decks > 1 { scattered / (decks as f64 * (decks - 1) as f64) } else { f64::INFINITY };
        Sample { decks, mean: sum as f64 / decks.max(1) as f64 / unit, variance: variance / (unit * unit) }
    }

    /// The standard error of the mean.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn error(&self) -> f64 {
        (self.variance / self.decks.max(1) as f64).sqrt()
    }

    /// How far the 95 % confidence interval reaches to both sides: the standard error times the quantile of Student's t
    /// with one degree of freedom less than decks, which with many decks is that of the normal distribution. Infinite
    /// with one deck.
    #[must_use]
    pub fn reach(&self) -> f64 {
        t_quantile(self.decks.saturating_sub(1)) * self.error()
    }

    /// The mean with its interval, within what is possible.
    ///
    /// Decks that are all at one end of that do not scatter, but others might: there the interval is that of Wilson.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn estimate(&self, possible: RangeInclusive<f64>) -> Estimate {
        let (least, most) = possible.into_inner();
        let reach = self.reach();
        let mut low = (self.mean - reach).clamp(least, most);
        let mut high = (self.mean + reach).clamp(least, most);
        let wilson = (most - least) * Z * Z / (self.decks as f64 + Z * Z);
        let almost = 1e-9;
        if high - least < almost {
            high = least + wilson;
        } else if most - low < almost {
            low = most - wilson;
        }
        Estimate { value: self.mean, low, high }
    }
}

/// The quantile of the normal distribution that 95 % intervals reach to.
const Z: f64 = 1.959_963_985;

/// The same of Student's t: exact for one and two degrees of freedom, then the expansion of Fisher and Cornish.
#[allow(clippy::cast_precision_loss)]
fn t_quantile(freedom: u64) -> f64 {
    match freedom {
        0 => f64::INFINITY,
        1 => 12.706_205,
        2 => 4.302_653,
        _ => {
            let v = freedom as f64;
            let power = |exponent| Z.powi(exponent);
            let first = (power(3) + Z) / 4.0;
            let second = (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0;
            let third = (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0;
            let fourth =
                (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * Z)
                    / 92_160.0;
            Z + (first + (second + (third + fourth / v) / v) / v) / v
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::random::Random;

    #[test]
    fn quantiles_are_those_of_the_books() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)]
        {
            assert!((t_quantile(freedom) - quantile).abs() < 0.01, "{freedom}: {}", t_quantile(freedom));
        }
        assert!((t_quantile(1_000_000) - Z).abs() < 1e-5);
    }

    #[test]
    fn a_sample_has_the_mean_and_variance_of_its_numbers() {
        // 2, 4, 4, 4, 5, 5, 7, 9 halves: mean 5 / 2, sample variance 32 / 7 / 4.
        let sample = Sample::new(8, 40, 232, 2.0);
        assert!((sample.mean - 2.5).abs() < 1e-12 && (sample.variance - 32.0 / 28.0).abs() < 1e-12);
        let estimate = sample.estimate(0.0..=3.0);
        assert!((estimate.low - (2.5 - sample.reach())).abs() < 1e-12 && (estimate.high - 3.0).abs() < 1e-12);
        let one = Sample::new(1, 1, 1, 1.0).estimate(-1.0..=1.0);
        assert!(one.low <= -1.0 && one.high >= 1.0, "one deck says nothing");
        let (none, all) = (
            Sample::new(50, 0, 0, 6.0).estimate(0.0..=0.5),
            Sample::new(50, 150, 450, 6.0).estimate(0.0..=0.5),
        );
        // Wilson's upper bound of 0 in 50, of a half.
        assert!(none.low.abs() < 1e-12 && (none.high - 0.071_348 / 2.0).abs() < 1e-6, "{none:?}");
        assert!((all.high - 0.5).abs() < 1e-12 && (all.low - 0.5 + 0.071_348 / 2.0).abs() < 1e-6, "{all:?}");
        let even = Sample::new(50, 0, 0, 6.0).estimate(-0.5..=0.5);
        assert!(even.high.abs() < 1e-12 && even.low.abs() < 1e-12, "they may well be the same player");
    }

    /// Decks of six games, each deck with a luck of its own, so that its games go together: nearly as often as they
    /// say, the intervals have the true share in them. Were the games taken for independent, it would be 70 %.
    #[test]
    fn intervals_cover_what_they_promise() {
        let mut random = Random::new(5);
        for decks in [4, 12, 100, 1000] {
            let (mut covered, mut covered_if_independent) = (0, 0);
            for _ in 0..2000 {
                let (mut sum, mut squares) = (0, 0);
                for _ in 0..decks {
                    let luck = [5, 35, 50, 65, 95][random.below(5) as usize];
                    let wins: i128 = (0..6).map(|_| i128::from(random.below(100) < luck)).sum();
                    sum += wins;
                    squares += wins * wins;
                }
                let sample = Sample::new(decks, sum, squares, 6.0);
                covered += u32::from((sample.mean - 0.5).abs() <= sample.reach());
                let games = Sample::new(6 * decks, sum, sum, 1.0);
                covered_if_independent += u32::from((games.mean - 0.5).abs() <= games.reach());
            }
            assert!((1860..=1940).contains(&covered), "{decks} decks: {covered} of 2000");
            assert!(covered_if_independent < 1760, "{decks} decks: {covered_if_independent} of 2000");
        }
    }
}
