//! A shortest path to a win: which tiles to add, and which to give up for them.

use crate::words::hand::Hand;
use crate::words::tile::Tile;
use alloc::vec::Vec;

/// A shortest path from a hand to a winning one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestWin {
    /// What to do, in this order. As many tiles are added as the distance says.
    pub steps: Vec<Step>,
    /// The winning hand at the end.
    pub hand: Hand,
}

/// A step on the path to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Step {
    /// A tile comes to the hand.
    Add(Tile),
    /// A tile goes, because there is no room for the next.
    GiveUp(Tile),
}

impl Hand {
    /// One of the shortest paths to a win.
    ///
    /// What goes is what the standard player would discard. Of the tiles that bring the hand nearer, the one
    /// comes with which there are the most ways to draw it and the next; of several, the least.
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
    #[must_use]
    pub fn shortest_win(&self) -> ShortestWin {
        let (mut steps, mut hand) = (Vec::new(), *self);
        while hand.distance() > 0 {
            if hand.len() == hand.full() {
                // It wins with fewer of its tiles than it has, so this one costs nothing.
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
                (Tile::COPIES - hand.count(tile)) * next.max(1) // The last has no next.
            };
            // Of equals, `max_by_key` keeps the last.
            let tile = hand.useful().iter().rev().max_by_key(ways).expect("some tile brings a hand nearer");
            hand = with(tile);
            steps.push(Step::Add(tile));
        }
        ShortestWin { steps, hand }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::tests::random_hand;
    use crate::words::random::Random;

    #[test]
    fn a_shortest_win_is_as_long_as_the_distance() {
        let mut random = Random::new(7);
        for _ in 0..3000 {
            let hand = random_hand(&mut random);
            let path = hand.shortest_win();
            let added = |tile| path.steps.iter().filter(|&&step| step == Step::Add(tile)).count();
            let given_up = |tile| path.steps.iter().filter(|&&step| step == Step::GiveUp(tile)).count();
            let adds: usize = Tile::ALL.into_iter().map(added).sum();
            assert_eq!(adds, usize::from(hand.distance()), "{hand}");

            let mut won: Vec<Tile> = Vec::new();
            for tile in Tile::ALL {
                assert!(hand.count(tile) + added(tile) <= Tile::COPIES, "{hand}: {tile}");
                assert!(added(tile) == 0 || given_up(tile) == 0, "{hand}: {tile} comes and goes");
                won.extend(core::iter::repeat_n(tile, hand.count(tile) + added(tile) - given_up(tile)));
            }
            let mut grouped: Vec<Tile> = path
                .hand
                .groups()
                .expect("it wins")
                .into_iter()
                .flat_map(crate::distance::groups::Group::tiles)
                .collect();
            grouped.sort_unstable();
            assert_eq!((grouped, path.hand.open()), (won, hand.open()), "{hand}");
        }
    }

    #[test]
    fn a_winning_hand_needs_no_path() {
        let hand = Hand::new([Tile::Z; 2], 4).expect("a pair");
        assert_eq!(hand.shortest_win(), ShortestWin { steps: vec![], hand });
    }
}
