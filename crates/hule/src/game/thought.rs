//! A player's evaluation of one choice.

use crate::words::{Action, Language, Localized, print_in_english, say};
use alloc::string::String;

/// A choice and its evaluation by a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Thought {
    /// The action.
    pub action: Action,
    /// The distance of the hand after it.
    pub distance: u8,
    /// How many tiles that the player cannot see would then reduce the distance.
    pub useful: usize,
    /// The estimated probability to win, from 0 to 1; `None` if the player does not simulate games.
    pub wins: Option<f64>,
}

print_in_english!(Thought);

/// `discard 3M: distance 2, 17 useful tiles left; wins 31.2 %`.
impl Localized for Thought {
    fn text(&self, language: Language) -> String {
        let Thought { action, distance, useful, wins } = self;
        let measured = say!(
            language,
            "{action}: distance {distance}, {useful} useful tiles left",
            "{action}：和牌距离 {distance}，剩 {useful} 张有效牌"
        );
        match wins {
            None => measured,
            Some(wins) => {
                let percent = 100.0 * wins;
                say!(language, "{measured}; wins {percent:.1} %", "{measured}；胜率 {percent:.1} %")
            }
        }
    }
}
