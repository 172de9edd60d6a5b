//! How a winning hand falls into its groups.

use crate::distance::distance_of_counts;
use crate::words::hand::Hand;
use crate::words::tile::{Run, Tile};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A part of a winning hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Three consecutive numbers of a suit.
    Run(Run),
    /// Three equal tiles.
    Triplet(Tile),
    /// Two equal tiles.
    Pair(Tile),
}

impl Group {
    /// The tiles, ascending.
    #[must_use]
    pub fn tiles(self) -> Vec<Tile> {
        match self {
            Group::Run(run) => run.tiles().to_vec(),
            Group::Triplet(tile) => vec![tile; 3],
            Group::Pair(tile) => vec![tile; 2],
        }
    }
}

/// The tiles with a space between.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Group::Run(run) => run.fmt(f),
            Group::Triplet(tile) => write!(f, "{tile} {tile} {tile}"),
            Group::Pair(tile) => write!(f, "{tile} {tile}"),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Group {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tiles().serialize(serializer)
    }
}

impl Hand {
    /// The groups of a winning hand, the pair last; `None` if the hand does not win.
    ///
    /// A hand that can be split in several ways is split in one of them.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand = Hand::new(["1M", "1M", "1M", "Z", "Z"].map(|name| name.parse().expect("a tile")), 3)?;
    /// let groups: Vec<String> = hand.groups().expect("it wins").iter().map(ToString::to_string).collect();
    /// assert_eq!(groups, ["1M 1M 1M", "Z Z"]);
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[must_use]
    pub fn groups(&self) -> Option<Vec<Group>> {
        if !self.wins() {
            return None;
        }
        self.kinds().iter().filter(|&tile| self.count(tile) >= 2).find_map(|pair| {
            let mut rest = *self;
            rest.take(pair);
            rest.take(pair);
            let mut groups = split(rest)?;
            groups.push(Group::Pair(pair));
            Some(groups)
        })
    }
}

#[cfg(feature = "std")]
impl Hand {
    /// Whether all ordinary tiles, with perhaps one more, fall into groups and a pair, but special tiles are left
    /// over, so that they are too few to win.
    pub(crate) fn is_complete_but_for_specials(&self, more: Option<Tile>) -> bool {
        let specials: usize = Tile::ALL[Tile::ORDINARY..].iter().map(|&tile| self.count(tile)).sum();
        if specials == 0
            || !specials.is_multiple_of(3)
            || self.len() + usize::from(more.is_some()) != self.full()
        {
            return false;
        }
        let mut counts: [u8; Tile::ORDINARY] =
            core::array::from_fn(|index| self.count(Tile::ALL[index]) as u8);
        if let Some(more) = more {
            counts[more.index()] += 1;
        }
        // Were the special tiles open melds, it would win.
        distance_of_counts(&counts, self.open() + specials / 3) == Some(0)
    }
}

/// Splits tiles into triplets and runs, if they are nothing else.
///
/// The least tile is in a triplet if there are three of it: three runs with it would be three triplets.
fn split(mut hand: Hand) -> Option<Vec<Group>> {
    let mut groups = Vec::new();
    while let Some(least) = hand.kinds().iter().next() {
        let group = if hand.count(least) >= 3 {
            Group::Triplet(least)
        } else {
            Group::Run(Run::from_low(least).filter(|run| run.tiles().iter().all(|&tile| hand.holds(tile)))?)
        };
        group.tiles().iter().for_each(|&tile| hand.take(tile));
        groups.push(group);
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Option<String> {
        let groups = text.parse::<Hand>().expect(text).groups()?;
        Some(groups.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn winning_hands_fall_into_groups() {
        assert_eq!(
            groups("1M 1M 1M 2M 3M 4M 5P 5P 7S 8S 9S E E E").as_deref(),
            Some("1M 1M 1M, 2M 3M 4M, 7S 8S 9S, E E E, 5P 5P")
        );
        // Without 1M 1M the rest is no group; the pair has to be looked for.
        assert_eq!(
            groups("1M 1M 1M 2M 2M 3M 3M 4M 4M 7S 7S 7S 9S 9S").as_deref(),
            Some("1M 1M 1M, 2M 3M 4M, 2M 3M 4M, 7S 7S 7S, 9S 9S")
        );
        assert_eq!(groups("1M 1M 1M 2M 3M 4M 5P 5P 7S 8S 9S E E S"), None);
        assert_eq!(groups("1M 1M"), None); // two tiles win only with four open melds
    }

    #[test]
    fn special_tiles_can_be_left_over() {
        let left_over = |text: &str, open, more| {
            let tiles = text.split(' ').map(|name| name.parse().expect("a tile"));
            Hand::new(tiles, open).expect(text).is_complete_but_for_specials(more)
        };
        assert!(left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E E PASS PASS DOUBLE", 0, None));
        assert!(left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E PASS PASS DOUBLE", 0, Some(Tile::E)));
        assert!(left_over("E E REVERSE PASS PASS DOUBLE DOUBLE DOUBLE", 2, None));
        assert!(!left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E S PASS PASS DOUBLE", 0, None));
        assert!(!left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E PASS PASS DOUBLE", 0, None));
        assert!(!left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E E S S S", 0, None));
        assert!(!left_over("1M 2M 3M 1P 1P 1P 7S 8S 9S E E S S DOUBLE", 0, None));
    }
}
