//! What a player thinks of one of its choices.

use crate::words::action::Action;
use crate::words::language::{Language, Localized, print_in_english, say};
use alloc::string::String;

/// One choice, and what a player that can tell thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Thought {
    /// The choice.
    pub action: Action,
    /// The distance that it leaves.
    pub distance: u8,
    /// How many of the tiles that the player cannot see would then bring it nearer.
    pub useful: usize,
    /// How likely it is to win with this choice, from 0 to 1, for a player that imagines games.
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
