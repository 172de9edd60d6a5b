//! Shows why a hand has its distance.

use crate::distance::groups::Group;
use crate::distance::path::Step;
use crate::game::Game;
use crate::words::{Action, Hand, Language, Localized, Seat, Tile, print_in_english, say};

/// The distance of a hand and the winning hand that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Proof {
    /// The seat that has the hand.
    pub seat: Seat,
    /// The tile that is discarded first, if any.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub without: Option<Tile>,
    /// The meld that is claimed first, if any.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub with: Option<[Tile; 3]>,
    /// The distance.
    pub distance: u8,
    /// The groups of a nearest winning hand, without open melds.
    pub groups: Vec<Group>,
    /// The tiles of it that are missing, as many as the distance.
    pub missing: Vec<Tile>,
}

impl Proof {
    /// The distance of the hand of a seat.
    pub(super) fn held(game: &Game, seat: Seat) -> Proof {
        Proof::new(seat, game.hand(seat))
    }

    /// The distance after a discard; `None` if the hand lacks the tile.
    pub(super) fn without(game: &Game, seat: Seat, tile: Tile) -> Option<Proof> {
        let mut hand = *game.hand(seat);
        hand.remove(tile).ok()?;
        Some(Proof { without: Some(tile), ..Proof::new(seat, &hand) })
    }

    /// The distance after a claim for a meld; `None` if the hand lacks the tiles.
    pub(super) fn with(game: &Game, seat: Seat, claim: Action, tile: Tile) -> Option<Proof> {
        let hand = game.hand(seat).meld(claim.own_tiles(tile)?).ok()?;
        Some(Proof { with: claim.meld_tiles(tile), ..Proof::new(seat, &hand) })
    }

    fn new(seat: Seat, hand: &Hand) -> Proof {
        let path = hand.shortest_win();
        let missing = path.steps.iter().filter_map(|step| match step {
            Step::Add(tile) => Some(*tile),
            Step::GiveUp(_) => None,
        });
        Proof {
            seat,
            without: None,
            with: None,
            distance: hand.distance(),
            missing: missing.collect(),
            groups: path.hand.groups().expect("the path ends with a win"),
        }
    }
}

/// `without E, A has distance 1: 1M 2M [3M] | E E`.
impl Localized for Proof {
    fn text(&self, language: Language) -> String {
        let Proof { seat, distance, .. } = self;
        let tiles: Vec<Tile> = self.groups.iter().flat_map(|group| group.tiles()).collect();
        let missing = |tile: Tile| self.missing.iter().filter(|&&other| other == tile).count();
        let mut place = 0;
        let mut name = |tile: Tile| {
            place += 1;
            // The last tiles of a kind are the missing ones.
            let later = tiles[place..].iter().filter(|&&other| other == tile).count();
            if later < missing(tile) { format!("[{tile}]") } else { tile.to_string() }
        };
        let mut groups = Vec::new();
        for group in &self.groups {
            groups.push(group.tiles().into_iter().map(&mut name).collect::<Vec<_>>().join(" "));
        }
        let groups = groups.join(" | ");
        match (self.without, self.with) {
            (Some(tile), _) => say!(
                language,
                "without {tile}, {seat} has distance {distance}: {groups}",
                "{seat} 打出 {tile} 后和牌距离为 {distance}：{groups}"
            ),
            (None, Some([low, middle, high])) => say!(
                language,
                "with {low} {middle} {high} open, {seat} has distance {distance}: {groups}",
                "{seat} 副露 {low} {middle} {high} 后和牌距离为 {distance}：{groups}"
            ),
            (None, None) => say!(
                language,
                "{seat} has distance {distance}: {groups}",
                "{seat} 的和牌距离为 {distance}：{groups}"
            ),
        }
    }
}

print_in_english!(Proof);
