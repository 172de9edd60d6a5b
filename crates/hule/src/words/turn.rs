//! Turns, claims and outcomes.

use crate::words::{Language, Localized, Seat, Tile, named, print_in_english, say};
use alloc::borrow::ToOwned;
use alloc::string::String;

/// Which seat has to decide, and what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "type", rename_all = "snake_case")
)]
pub enum Turn {
    /// The seat has to discard or declare a win.
    Discard {
        /// The seat.
        seat: Seat,
        /// The tile it has just drawn; `None` after a claim.
        drawn: Option<Tile>,
    },
    /// The seat may claim the discard of another.
    Answer {
        /// The seat.
        seat: Seat,
        /// The kind of claim.
        claim: Claim,
        /// The discard.
        tile: Tile,
        /// The seat that discarded it.
        from: Seat,
    },
}

impl Turn {
    /// Returns the seat that has to decide.
    pub const fn seat(self) -> Seat {
        match self {
            Turn::Discard { seat, .. } | Turn::Answer { seat, .. } => seat,
        }
    }

    /// Returns the discard that may be claimed, if any.
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

/// The kinds of claims, in the order in which the seats are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Claim {
    /// To win.
    Ron,
    /// For a triplet.
    Pong,
    /// For a run.
    Chow,
}

impl Claim {
    /// All claims, in the order in which the seats are asked.
    pub const ALL: [Claim; 3] = [Claim::Ron, Claim::Pong, Claim::Chow];

    /// Returns `ron`, `pong` or `chow`.
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

named!(Claim, name, "a claim", "荣和、碰或吃");

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = GameOutcome))]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "outcome", rename_all = "snake_case")
)]
pub enum Outcome {
    /// A seat won with the discard of another.
    Ron {
        /// The winner.
        winner: Seat,
        /// The seat that discarded the winning tile.
        from: Seat,
        /// The winning tile.
        tile: Tile,
    },
    /// A seat won with the tile it drew.
    SelfDrawn {
        /// The winner.
        winner: Seat,
        /// The winning tile.
        tile: Tile,
    },
    /// A seat had to draw and no tile was left.
    Exhausted,
}

impl Outcome {
    /// Returns the winner, if any.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Ron { winner, .. } | Outcome::SelfDrawn { winner, .. } => Some(winner),
            Outcome::Exhausted => None,
        }
    }

    /// Returns `ron`, `self_drawn` or `exhausted`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Ron { .. } => "ron",
            Outcome::SelfDrawn { .. } => "self_drawn",
            Outcome::Exhausted => "exhausted",
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
