//! A shortest path to a win: the tiles to add and to discard.

use crate::words::{Hand, Tile};
use alloc::vec::Vec;

/// A shortest path from a hand to a winning one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestWin {
    /// The steps in order. The number of added tiles is the distance.
    pub steps: Vec<Step>,
    /// The winning hand at the end.
    pub hand: Hand,
}

/// A step on the path to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Step {
    /// Add a tile.
    Add(Tile),
    /// Discard a tile, because the hand is full.
    GiveUp(Tile),
}

impl Hand {
    /// Returns one of the shortest paths to a win.
    ///
    /// Tiles are discarded as by the standard player. Of the tiles that reduce the distance, the one is added that
    /// maximises the number of ways to draw it and the next one; among several, the least.
    ///
    /// ```
    /// use hule::hand::Step;
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// let path = hand.shortest_win();
    /// assert_eq!(path.steps, [Step::GiveUp(Tile::Z), Step::Add(Tile::F)]);
    /// assert!(path.hand.wins());
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    pub fn shortest_win(&self) -> ShortestWin {
        let (mut steps, mut hand) = (Vec::new(), *self);
        while hand.distance() > 0 {
            if hand.len() == hand.full() {
                // A full hand that does not win has a tile that it does not need.
                let tile = hand.discard().expect("the hand is full");
                hand.take(tile);
                steps.push(Step::GiveUp(tile));
            }
            let with = |tile| {
                let mut more = hand;
                more.put(tile);
                more
            };
            let ways = |&tile: &Tile| {
                let more = with(tile);
                let next = more.useful_left(|tile| Tile::COPIES - more.count(tile));
                (Tile::COPIES - hand.count(tile)) * next.max(1) // After the last there is no next.
            };
            // Among equals, `max_by_key` returns the last.
            let tile = hand.useful().iter().rev().max_by_key(ways).expect("some tile brings a hand nearer");
            hand = with(tile);
            steps.push(Step::Add(tile));
        }
        ShortestWin { steps, hand }
    }
}
