//! A player's evaluation of one choice.

use crate::words::{Action, Language, Localized, print_in_english, say};
use alloc::string::String;

/// A choice and its evaluation by a player.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Thought {
    /// The action.
    pub action: Action,
    /// The distance of the hand after it.
    pub distance: u8,
    /// How many tiles that the player cannot see would then reduce the distance.
    pub useful: usize,
    /// The estimated probability to win, from 0 to 1; `None` if the player does not simulate games.
    pub wins: Option<f64>,
    /// The probability with which a network chooses it, from 0 to 1; `None` if the player is not a network.
    pub chance: Option<f64>,
}

print_in_english!(Thought);

/// `discard 3M: distance 2, 17 useful tiles left; wins 31.2 %`.
impl Localized for Thought {
    fn text(&self, language: Language) -> String {
        let Thought { action, distance, useful, wins, chance } = self;
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
