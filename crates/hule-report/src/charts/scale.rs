//! Axes with round numbers.

/// A range with round ends, and the round numbers in it.
pub struct Scale {
    low: f64,
    step: f64,
    steps: u32,
}

impl Scale {
    /// The range of these values in about so many steps. Values that are not finite do not count.
    pub fn over(values: impl IntoIterator<Item = f64>, about: u32) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let raw = (high - low) / f64::from(about);
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|digit| digit * power).into_iter().find(|step| *step >= raw * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let first = (low / step + 1e-6).floor();
        let last = (high / step - 1e-6).ceil().max(first + 1.0);
        #[allow(clippy::cast_sign_loss)] // There is a step at least, and about as many as were asked for.
        Scale { low: first * step, step, steps: (last - first) as u32 }
    }

    /// Where a value is, in percent of the range. What is beyond it is at its end.
    pub fn place(&self, value: f64) -> f64 {
        (100.0 * (value - self.low) / (self.step * f64::from(self.steps))).clamp(0.0, 100.0)
    }

    /// The round numbers, and how each is written.
    pub fn ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        #[allow(clippy::cast_sign_loss)]
        let digits = (-self.step.log10() - 1e-9).ceil().max(0.0) as usize;
        (0..=self.steps).map(move |number| {
            let tick = self.low + self.step * f64::from(number);
            // 0 has no sign.
            let tick = if tick.abs() < self.step / 2.0 { 0.0 } else { tick };
            (tick, format!("{tick:.digits$}").replace('-', "−"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], about: u32) -> Vec<String> {
        Scale::over(values.iter().copied(), about).ticks().map(|(_, label)| label).collect()
    }

    #[test]
    fn ends_are_round_and_hold_all_values() {
        assert_eq!(labels(&[0.0, 17.3], 4), ["0", "5", "10", "15", "20"]);
        assert_eq!(labels(&[24.31, 24.97], 4), ["24.2", "24.4", "24.6", "24.8", "25.0"]);
        assert_eq!(labels(&[-2.9, 2.94], 2), ["−5", "0", "5"]);
        assert_eq!(labels(&[0.0, 100.0], 4), ["0", "50", "100"]);
        assert_eq!(labels(&[], 2), ["0.0", "0.5", "1.0"]);
        assert_eq!(labels(&[f64::NAN, f64::INFINITY, 3.0, 4.0], 2), ["3.0", "3.5", "4.0"]);
        let scale = Scale::over([3.0, 4.0], 2);
        let places = [2.0, 3.0, 3.25, 9.0].map(|value| scale.place(value).to_string());
        assert_eq!(places, ["0", "0", "25", "100"]);
    }

    #[test]
    fn equal_values_have_a_range_too() {
        for value in [0.0, 25.0, -3.5, 1e12] {
            let scale = Scale::over([value], 4);
            assert!((0.0..=100.0).contains(&scale.place(value)) && scale.ticks().count() < 8, "{value}");
        }
    }
}
