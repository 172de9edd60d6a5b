//! Who decides about what, and how a game ends.

use crate::words::language::{Language, Localized, localized_errors, print_in_english, say};
use crate::words::seat::Seat;
use crate::words::tile::Tile;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Who has to decide, and about what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum Turn {
    /// The seat has to discard, or to win if it can.
    Discard {
        /// Who decides.
        seat: Seat,
        /// The tile it has just drawn; `None` after a claim.
        drawn: Option<Tile>,
    },
    /// The seat may claim the discard of another.
    Answer {
        /// Who decides.
        seat: Seat,
        /// What it may claim the tile for.
        claim: Claim,
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: Seat,
    },
}

impl Turn {
    /// Who decides.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Turn::Discard { seat, .. } | Turn::Answer { seat, .. } => seat,
        }
    }

    /// The discard that may be claimed.
    #[must_use]
    pub const fn claimable(self) -> Option<Tile> {
        match self {
            Turn::Discard { .. } => None,
            Turn::Answer { tile, .. } => Some(tile),
        }
    }
}

/// `A has to discard`, `B may pong 5P of A`.
impl Localized for Turn {
    fn text(&self, language: Language) -> String {
        match self {
            Turn::Discard { seat, .. } => say!(language, "{seat} has to discard", "{seat} 必须出牌"),
            Turn::Answer { seat, claim, tile, from } => {
                let claim = claim.text(language);
                say!(language, "{seat} may {claim} {tile} of {from}", "{seat} 可以{claim} {from} 的 {tile}")
            }
        }
    }
}

/// What a discard can be claimed for, in the order in which the seats are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Claim {
    /// To win.
    Ron,
    /// For a triplet.
    Pong,
    /// For a run.
    Chow,
}

impl Claim {
    /// All three, in the order in which the seats are asked.
    pub const ALL: [Claim; 3] = [Claim::Ron, Claim::Pong, Claim::Chow];

    /// `ron`, `pong` or `chow`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Ron => "ron",
            Claim::Pong => "pong",
            Claim::Chow => "chow",
        }
    }
}

impl Localized for Claim {
    fn text(&self, language: Language) -> String {
        match (language, self) {
            (Language::English, _) => self.name(),
            (Language::Chinese, Claim::Ron) => "荣和",
            (Language::Chinese, Claim::Pong) => "碰",
            (Language::Chinese, Claim::Chow) => "吃",
        }
        .to_owned()
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Claim {
    type Err = ParseClaimError;

    fn from_str(name: &str) -> Result<Claim, ParseClaimError> {
        Claim::ALL
            .into_iter()
            .find(|claim| claim.name() == name)
            .ok_or_else(|| ParseClaimError { found: name.to_owned() })
    }
}

/// A text that is not the name of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseClaimError {
    /// The text.
    pub found: String,
}

impl Localized for ParseClaimError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a claim; expected ron, pong or chow",
            "{:?} 不是副露或荣和；应为 ron、pong 或 chow",
            self.found
        )
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "outcome", rename_all = "snake_case"))]
pub enum Outcome {
    /// A seat won with the discard of another.
    Ron {
        /// Who won.
        winner: Seat,
        /// Who discarded the tile.
        from: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat won with a tile that it drew.
    SelfDrawn {
        /// Who won.
        winner: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A seat had to draw and no tile was left.
    Exhausted,
}

impl Outcome {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Ron { winner, .. } | Outcome::SelfDrawn { winner, .. } => Some(winner),
            Outcome::Exhausted => None,
        }
    }
}

/// `A wins with 4S discarded by B`, `A wins with 4S drawn`, `nobody wins`.
impl Localized for Outcome {
    fn text(&self, language: Language) -> String {
        match self {
            Outcome::Ron { winner, from, tile } => say!(
                language,
                "{winner} wins with {tile} discarded by {from}",
                "{winner} 荣和 {from} 打出的 {tile}"
            ),
            Outcome::SelfDrawn { winner, tile } => {
                say!(language, "{winner} wins with {tile} drawn", "{winner} 自摸 {tile}")
            }
            Outcome::Exhausted => say!(language, "nobody wins", "流局"),
        }
    }
}

print_in_english!(Turn, Outcome);
localized_errors!(ParseClaimError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_list_themselves() {
        for claim in Claim::ALL {
            assert_eq!(claim.to_string().parse(), Ok(claim));
        }
        assert!(Claim::ALL.is_sorted());
        assert!("kong".parse::<Claim>().is_err());
    }

    #[test]
    fn turns_are_told_in_words() {
        let turn = Turn::Answer { seat: Seat::B, claim: Claim::Pong, tile: Tile::P5, from: Seat::A };
        assert_eq!(turn.to_string(), "B may pong 5P of A");
        assert_eq!((turn.seat(), turn.claimable()), (Seat::B, Some(Tile::P5)));
        assert_eq!(Turn::Discard { seat: Seat::C, drawn: None }.to_string(), "C has to discard");
    }
}
