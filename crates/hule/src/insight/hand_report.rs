//! A report about a hand.

use crate::distance::groups::Group;
use crate::distance::path::Step;
use crate::insight::{DiscardChoice, DiscardOption, Rule, explain_discard};
use crate::words::{Hand, Tile, TileSet};

/// A report about a hand. It serialises to the object of docs/PROTOCOL.md.
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct HandReport {
    /// The version of the format.
    pub version: u8,
    /// The tiles, ascending.
    pub tiles: Vec<Tile>,
    /// The number of melds on the table.
    pub open: usize,
    /// The distance.
    pub distance: u8,
    /// The kinds that reduce the distance, ascending.
    pub useful: Vec<UsefulTile>,
    /// The sum of their `left`.
    pub useful_left: usize,
    /// If the hand is ready and has not drawn, the kinds that it wins with, ascending.
    pub waits: Vec<UsefulTile>,
    /// If the hand has to discard and does not win, all kinds that it can discard, greatest first.
    pub discards: Vec<DiscardReport>,
    /// The discard of the standard player; `None` if `discards` is empty.
    pub choice: Option<ChoiceReport>,
    /// A shortest path to a win.
    #[cfg_attr(feature = "serde", serde(rename = "way"))]
    pub path: Vec<Step>,
    /// The groups of the winning hand at the end of the path.
    pub groups: Vec<Group>,
    /// The number of tiles of a hand that has to discard.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub full: usize,
}

/// A kind that reduces the distance of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct UsefulTile {
    /// The kind.
    pub tile: Tile,
    /// How many tiles of the kind are not in the hand.
    pub left: usize,
}

/// A tile that could be discarded.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardReport {
    /// The tile.
    pub tile: Tile,
    /// The distance after discarding it.
    pub distance: u8,
    /// The kinds that then reduce the distance, ascending.
    pub useful: Vec<UsefulTile>,
    /// The sum of their `left`.
    pub useful_left: usize,
}

/// The discard of the standard player.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChoiceReport {
    /// The tile.
    pub tile: Tile,
    /// The discard if more than four of a kind were allowed; `None` if it is the same.
    pub without_limit: Option<DiscardOption>,
    /// The rules that decided.
    pub rules: Vec<Rule>,
    /// The reason, in English.
    pub reason: String,
    /// The choice with all options, for other languages.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub choice: DiscardChoice,
}

impl HandReport {
    /// Creates the report of a hand.
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
