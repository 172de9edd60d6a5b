//! What is known of one choice.

use crate::words::{Action, Language, Localized, print_in_english, say};
use alloc::string::String;

/// A choice and what is known of it: what it leaves of the hand, and what a player found out.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evaluation {
    /// The action.
    pub action: Action,
    /// The distance of the hand after it, and after the best discard that follows a claim; 0 for a win.
    pub distance: u8,
    /// How many tiles that the player cannot see would then reduce the distance.
    pub useful: usize,
    /// The estimated probability to win, from 0 to 1; `None` without simulated games.
    pub wins: Option<f64>,
    /// The standard error of `wins`; `None` without a measurement.
    pub wins_error: Option<f64>,
    /// How much less often it wins than the best choice in the same simulated games; `None` without a measurement.
    pub loss: Option<Measured>,
    /// The probability with which a network chooses it, from 0 to 1; `None` without a network.
    pub chance: Option<f64>,
}

impl Evaluation {
    /// Creates the evaluation of a choice that leaves this distance.
    pub const fn new(action: Action, distance: u8) -> Evaluation {
        Evaluation { action, distance, useful: 0, wins: None, wins_error: None, loss: None, chance: None }
    }
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Measured {
    /// Returns half the width of the 95 % confidence interval.
    pub fn reach(self) -> f64 {
        1.96 * self.error
    }

    /// Returns whether the mean is positive by more than chance: the 95 % confidence interval is above 0.
    pub fn is_positive(self) -> bool {
        self.mean > self.reach()
    }
}

print_in_english!(Evaluation);

/// `discard 3M: distance 2, 17 useful tiles left; wins 31.2 %`.
impl Localized for Evaluation {
    fn text(&self, language: Language) -> String {
        let Evaluation { action, distance, useful, wins, chance, .. } = self;
        let mut text = say!(
            language,
            "{action}: distance {distance}, {useful} useful tiles left",
            "{action}：和牌距离 {distance}，剩 {useful} 张有效牌"
        );
        if let Some(percent) = wins.map(|wins| 100.0 * wins) {
            text += &say!(language, "; wins {percent:.1} %", "；胜率 {percent:.1} %");
        }
        if let Some(percent) = chance.map(|chance| 100.0 * chance) {
            text += &say!(language, "; chosen with {percent:.1} %", "；选择概率 {percent:.1} %");
        }
        text
    }
}
