//! Means with standard errors and confidence intervals.

pub use crate::game::evaluation::Measured;

use std::ops::RangeInclusive;

/// The mean and variance of a number over independent observations.
///
/// In arenas an observation is a deck: the games of a deck are not independent of each other, but decks are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of observations.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// The unbiased estimate of the variance; infinite for fewer than two observations.
    pub variance: f64,
}

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl From<Sample> for Measured {
    fn from(sample: Sample) -> Measured {
        Measured { mean: sample.mean, error: sample.error() }
    }
}

impl Sample {
    /// Computes a sample from the sum of whole numbers and the sum of their squares. The numbers are divided by `unit`.
    #[allow(clippy::cast_precision_loss)] // Rounding comes after the exact difference.
    pub fn new(count: u64, sum: i128, squares: i128, unit: f64) -> Sample {
        let n = i128::from(count);
        // Real sums have no less than 0 there; those of a file may be anything.
        let scattered = (n * squares - sum * sum).max(0) as f64;
        let variance =
            if count > 1 { scattered / (count as f64 * (count - 1) as f64) } else { f64::INFINITY };
        Sample { count, mean: sum as f64 / count.max(1) as f64 / unit, variance: variance / (unit * unit) }
    }

    /// Computes a sample from the sum of at least two numbers and the sum of their squares.
    #[allow(clippy::cast_precision_loss)]
    pub(crate) fn of_floats(count: u64, sum: f64, squares: f64) -> Sample {
        let mean = sum / count as f64;
        Sample { count, mean, variance: (squares - sum * mean).max(0.0) / (count - 1) as f64 }
    }

    /// Returns the standard error of the mean.
    #[allow(clippy::cast_precision_loss)]
    pub fn error(&self) -> f64 {
        (self.variance / self.count.max(1) as f64).sqrt()
    }

    /// Returns half the width of the 95 % confidence interval: the standard error times the quantile of Student's t
    /// distribution with `count − 1` degrees of freedom. Infinite with one observation.
    pub fn reach(&self) -> f64 {
        t_quantile(self.count.saturating_sub(1)) * self.error()
    }

    /// Returns the mean with its interval, clamped to the possible values.
    ///
    /// If all observations are at one end of the possible values, their variance is 0; the Wilson interval is used there.
    ///
    /// # Panics
    /// Panics if `possible` is empty or contains NaN.
    #[allow(clippy::cast_precision_loss)]
    pub fn estimate(&self, possible: RangeInclusive<f64>) -> Estimate {
        let (least, most) = possible.into_inner();
        let reach = self.reach();
        let mut low = (self.mean - reach).clamp(least, most);
        let mut high = (self.mean + reach).clamp(least, most);
        let wilson = (most - least) * Z * Z / (self.count as f64 + Z * Z);
        let almost = 1e-9;
        if high - least < almost {
            high = least + wilson;
        } else if most - low < almost {
            low = most - wilson;
        }
        Estimate { value: self.mean, low, high }
    }
}

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_985;

/// The 97.5 % quantile of Student's t distribution: exact for one and two degrees of freedom, else the Cornish–Fisher
/// expansion.
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

    #[test]
    fn quantiles_are_those_of_the_books() {
        for (freedom, quantile) in
            [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042)]
        {
            assert!((t_quantile(freedom) - quantile).abs() < 0.01, "{freedom}: {}", t_quantile(freedom));
        }
        assert!((t_quantile(1_000_000) - Z).abs() < 1e-5);
    }
}
