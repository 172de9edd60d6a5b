//! A shortest way to win: which tiles to add, and which to give up for them.

use crate::hand::Hand;
use crate::tile::Tile;

/// A shortest way from a hand to a winning one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What to do, in this order. As many tiles are added as the distance says.
    pub steps: Vec<Step>,
    /// The winning hand at the end.
    pub hand: Hand,
}

/// A step of a way to win.
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
    /// One of the shortest ways to win.
    ///
    /// What goes is what the standard player would discard. Of the tiles that bring the hand nearer, the one
    /// comes with which there are the most ways to draw it and the next; of several, the least.
    ///
    /// ```
    /// use hule::{Hand, Step, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// let way = hand.way_to_win();
    /// assert_eq!(way.steps, [Step::GiveUp(Tile::Z), Step::Add(Tile::F)]);
    /// assert!(way.hand.wins());
    /// # Ok::<(), hule::HandError>(())
    /// ```
    #[must_use]
    pub fn way_to_win(&self) -> Way {
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
            let tile = hand.useful().rev().max_by_key(ways).expect("some tile brings a hand nearer");
            hand = with(tile);
            steps.push(Step::Add(tile));
        }
        Way { steps, hand }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::tests::random_hand;
    use crate::random::Random;

    #[test]
    fn a_way_to_win_is_as_long_as_the_distance() {
        let mut random = Random::new(7);
        for _ in 0..3000 {
            let hand = random_hand(&mut random);
            let way = hand.way_to_win();
            let added = |tile| way.steps.iter().filter(|&&step| step == Step::Add(tile)).count();
            let given_up = |tile| way.steps.iter().filter(|&&step| step == Step::GiveUp(tile)).count();
            let adds: usize = Tile::ALL.into_iter().map(added).sum();
            assert_eq!(adds, usize::from(hand.distance()), "{hand} with {} open", hand.open());

            let mut won: Vec<Tile> = Vec::new();
            for tile in Tile::ALL {
                assert!(hand.count(tile) + added(tile) <= Tile::COPIES, "{hand}: {tile}");
                assert!(added(tile) == 0 || given_up(tile) == 0, "{hand}: {tile} comes and goes");
                won.extend(std::iter::repeat_n(tile, hand.count(tile) + added(tile) - given_up(tile)));
            }
            let mut grouped: Vec<Tile> = way
                .hand
                .groups()
                .expect("it wins")
                .into_iter()
                .flat_map(crate::groups::Group::tiles)
                .collect();
            grouped.sort_unstable();
            assert_eq!((grouped, way.hand.open()), (won, hand.open()), "{hand}");
        }
    }

    #[test]
    fn a_winning_hand_needs_no_way() {
        let hand = Hand::new([Tile::Z; 2], 4).expect("a pair");
        assert_eq!(hand.way_to_win(), Way { steps: vec![], hand });
    }
}
