//! What there is to say about a hand.

use crate::distance::groups::Group;
use crate::distance::path::Step;
use crate::insight::explain::{DiscardChoice, DiscardOption, explain_discard};
use crate::insight::rule::Rule;
use crate::words::hand::Hand;
use crate::words::tile::{Tile, TileSet};

/// All that there is to say about a hand. It serialises to the object of docs/PROTOCOL.md.
///
/// ```
/// use hule::hand_report::HandReport;
/// use hule::{Hand, Tile};
/// let report = HandReport::new(&Hand::read("1M 2M 3M 2S 3S E E", 2)?);
/// assert_eq!(report.distance, 1);
/// assert_eq!(report.waits.iter().map(|wait| wait.tile).collect::<Vec<_>>(), [Tile::S1, Tile::S4]);
/// # Ok::<(), hule::hand::ReadHandError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandReport {
    /// The version of the format.
    pub version: u8,
    /// The tiles, ascending.
    pub tiles: Vec<Tile>,
    /// How many melds are on the table.
    pub open: usize,
    /// The distance.
    pub distance: u8,
    /// The kinds that bring the hand nearer, ascending.
    pub useful: Vec<UsefulTile>,
    /// How many tiles these are in all.
    pub useful_left: usize,
    /// The kinds that a ready hand which has not drawn wins with, ascending.
    pub waits: Vec<UsefulTile>,
    /// If the hand is to discard and does not win, every kind, the greatest first.
    pub discards: Vec<DiscardReport>,
    /// For such a hand, the discard of the standard player.
    pub choice: Option<ChoiceReport>,
    /// A shortest path to a win.
    #[cfg_attr(feature = "serde", serde(rename = "way"))]
    pub path: Vec<Step>,
    /// The groups of the winning hand at its end.
    pub groups: Vec<Group>,
    /// How many tiles the hand has when it is to discard.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub full: usize,
}

/// A kind that brings a hand nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct UsefulTile {
    /// The kind.
    pub tile: Tile,
    /// How many of its tiles are not in the hand.
    pub left: usize,
}

/// A tile that could be discarded.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardReport {
    /// The tile.
    pub tile: Tile,
    /// The distance without it.
    pub distance: u8,
    /// The kinds that then bring the hand nearer, ascending.
    pub useful: Vec<UsefulTile>,
    /// How many tiles these are in all.
    pub useful_left: usize,
}

/// What the standard player would discard.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChoiceReport {
    /// The tile.
    pub tile: Tile,
    /// What it would be if more than four of a kind were allowed, where that differs.
    pub without_limit: Option<DiscardOption>,
    /// The rules that decided.
    pub rules: Vec<Rule>,
    /// Why, in English.
    pub reason: String,
    /// The same with all options, for every language.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub choice: DiscardChoice,
}

impl HandReport {
    /// Looks at a hand.
    #[must_use]
    pub fn new(hand: &Hand) -> HandReport {
        let left = |tile| Tile::COPIES - hand.count(tile);
        let with_left =
            |kinds: TileSet| kinds.iter().map(|tile| UsefulTile { tile, left: left(tile) }).collect();
        let discard = |(tile, distance)| {
            let mut rest = *hand;
            rest.take(tile);
            DiscardReport {
                tile,
                distance,
                useful: with_left(rest.useful()),
                useful_left: rest.useful_left(left),
            }
        };
        let choice = |choice: DiscardChoice| ChoiceReport {
            tile: choice.discard,
            reason: choice.to_string(),
            without_limit: choice.without_limit,
            rules: choice.rules.clone(),
            choice,
        };
        let to_discard = hand.len() == hand.full() && !hand.wins();
        let path = hand.shortest_win();
        HandReport {
            version: 1,
            tiles: hand.tiles().collect(),
            open: hand.open(),
            distance: hand.distance(),
            useful: with_left(hand.useful()),
            useful_left: hand.useful_left(left),
            waits: with_left(hand.waits()),
            discards: if to_discard { hand.discards().map(discard).collect() } else { Vec::new() },
            choice: explain_discard(hand).filter(|_| to_discard).map(choice),
            groups: path.hand.groups().expect("the path ends with a win"),
            path: path.steps,
            full: hand.full(),
        }
    }
}
