//! Splits a winning hand into groups.

#[cfg(feature = "std")]
use crate::distance::distance_of_counts;
use crate::words::{Hand, Run, Tile};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A group of a winning hand.
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
    /// Returns the tiles, ascending.
    pub fn tiles(self) -> Vec<Tile> {
        match self {
            Group::Run(run) => run.tiles().to_vec(),
            Group::Triplet(tile) => vec![tile; 3],
            Group::Pair(tile) => vec![tile; 2],
        }
    }
}

/// The tiles, separated by spaces.
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

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Group {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::schema!(Vec<Tile>).into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Group {}

impl Hand {
    /// Returns the groups of a winning hand, the pair last; `None` if the hand does not win.
    ///
    /// If there are several ways to split the hand, one of them is returned.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand = Hand::new(["1M", "1M", "1M", "Z", "Z"].map(|name| name.parse().expect("a tile")), 3)?;
    /// let groups: Vec<String> = hand.groups().expect("it wins").iter().map(ToString::to_string).collect();
    /// assert_eq!(groups, ["1M 1M 1M", "Z Z"]);
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
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
    /// Whether all ordinary tiles, with `more` if given, form groups and a pair, but special tiles take the place of
    /// the missing groups.
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
        // It would win if the special tiles were open melds.
        distance_of_counts(&counts, self.open() + specials / 3) == Some(0)
    }
}

/// Splits tiles into triplets and runs; `None` if that is impossible.
///
/// If there are three of the least tile, they can be a triplet, since three equal runs are also three triplets.
pub(crate) fn split(mut hand: Hand) -> Option<Vec<Group>> {
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
