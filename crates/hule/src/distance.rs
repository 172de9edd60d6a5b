//! The winning distance of a hand, and functions based on it.
//!
//! The distance is the least number of tiles to add so that some of the tiles win: four groups of three, less one for
//! each open meld, and a pair, with no kind needed more than four times. Special tiles never help. The distance of a
//! winning hand is 0, and a hand with distance 1 is *ready*.
//!
//! The tables are computed by `examples/tables.rs`.

#[allow(clippy::unreadable_literal)]
#[rustfmt::skip]
mod generated;
pub(crate) mod groups;
#[allow(dead_code, unreachable_pub)] // `examples/tables.rs` uses the rest.
pub(crate) mod layout;
#[cfg(feature = "std")]
pub(crate) mod limit;
#[cfg(feature = "std")]
pub(crate) mod outlook;
pub(crate) mod path;
#[allow(dead_code)] // `examples/tables.rs` uses the rest.
#[cfg(feature = "std")]
mod rows;
pub(crate) mod table;

use crate::words::{Hand, Suit, Tile, TileSet};
use layout::{BASE, EMPTY, Pairs, SuitNumber};
use table::{Class, Classes, TABLES, class, weighed};

/// The last lookups for a hand, once the classes of its suits are known.
///
/// Two suits are joined to a half of the hand, and the two halves give the distance. Since the tables are symmetric, a
/// change of any suit needs three lookups.
struct Halves<'a> {
    classes: &'a Classes,
    joined: [Class; 2],
    finish: &'static Pairs,
}

impl<'a> Halves<'a> {
    #[inline]
    fn new(classes: &'a Classes, open: usize) -> Halves<'a> {
        let join = |left, right| TABLES.join[usize::from(classes.get(left))][usize::from(classes.get(right))];
        Halves { classes, joined: [join(0, 1), join(2, 3)], finish: &TABLES.finish[open] }
    }

    #[inline]
    fn distance(&self) -> u8 {
        self.finish[usize::from(self.joined[0])][usize::from(self.joined[1])]
    }

    /// The distance if this suit had these tiles.
    #[inline]
    fn distance_with(&self, suit: usize, number: SuitNumber) -> u8 {
        let [left, right] = self.joined;
        let half = TABLES.join[usize::from(class(number))][usize::from(self.classes.get(suit ^ 1))];
        let other = if suit < 2 { right } else { left };
        self.finish[usize::from(half)][usize::from(other)]
    }
}

impl Hand {
    /// Returns the winning distance: the least number of tiles to add so that some of the tiles win.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z".parse()?;
    /// assert_eq!(hand.distance(), 1); // ready: it waits for a Z
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[inline]
    pub fn distance(&self) -> u8 {
        Halves::new(self.classes(), self.open()).distance()
    }

    /// Returns whether these tiles win: 14 tiles less three for each open meld, all of them used.
    #[inline]
    pub fn wins(&self) -> bool {
        self.len() == self.full() && self.distance() == 0
    }

    /// Returns whether these tiles and one more win.
    pub fn wins_with(&self, tile: Tile) -> bool {
        let (suit, weight) = weighed(tile.index());
        !tile.is_special()
            && self.len() + 1 == self.full()
            && self.count(tile) < Tile::COPIES
            && Halves::new(self.classes(), self.open())
                .distance_with(suit, self.suit(suit).wrapping_add(weight))
                == 0
    }

    /// Returns the distance after removing a tile of this kind; `None` if the hand has none.
    pub fn distance_without(&self, tile: Tile) -> Option<u8> {
        let (suit, weight) = weighed(tile.index());
        self.holds(tile).then(|| {
            Halves::new(self.classes(), self.open()).distance_with(suit, self.suit(suit).wrapping_sub(weight))
        })
    }

    /// The distance after melding these two tiles of one suit; `None` if the hand lacks one of them.
    pub(crate) fn distance_after_meld(&self, own: [Tile; 2]) -> Option<u8> {
        let [(suit, first), (_, second)] = own.map(|tile| weighed(tile.index()));
        let there =
            if own[0] == own[1] { self.count(own[0]) >= 2 } else { own.iter().all(|&tile| self.holds(tile)) };
        (there && self.open() < Hand::MOST_OPEN).then(|| {
            let rest = self.suit(suit).wrapping_sub(first).wrapping_sub(second);
            Halves::new(self.classes(), self.open() + 1).distance_with(suit, rest)
        })
    }

    /// Returns the discard of the standard player: a special tile if there is one, else the tile that leaves the least
    /// distance; among several, the greatest. `None` if the hand is empty.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// assert_eq!(hand.discard(), Some(Tile::Z)); // without Z or without F: both leave 1
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[inline]
    pub fn discard(&self) -> Option<Tile> {
        let greatest = self.kinds().last()?;
        if greatest.is_special() {
            return Some(greatest);
        }
        // Removing a tile never reduces the distance, so the first that keeps it is the best.
        let halves = Halves::new(self.classes(), self.open());
        let distance = halves.distance();
        let mut kinds = self.kinds().bits();
        while kinds != 0 {
            let index = kinds.ilog2();
            kinds ^= 1 << index;
            let (suit, weight) = weighed(index as usize);
            if halves.distance_with(suit, self.suit(suit).wrapping_sub(weight)) == distance {
                return Tile::from_index(index as usize);
            }
        }
        // Otherwise every tile is needed, and removing any of them costs one.
        Some(greatest)
    }

    /// The kinds whose discard leaves the least distance.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn nearest_discards(&self) -> TileSet {
        let halves = Halves::new(self.classes(), self.open());
        let distance = halves.distance();
        let mut nearest = 0;
        let mut kinds = self.kinds().bits();
        while kinds != 0 {
            let index = kinds.trailing_zeros() as usize;
            kinds &= kinds - 1;
            let (suit, weight) = weighed(index);
            let keeps = halves.distance_with(suit, self.suit(suit).wrapping_sub(weight)) == distance;
            nearest |= u64::from(keeps) << index;
        }
        // If every tile is needed, removing any of them costs one.
        if nearest == 0 { self.kinds() } else { TileSet::from_bits(nearest) }
    }

    /// Returns every kind in the hand, greatest first, with the distance after discarding it.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// let discards: Vec<(Tile, u8)> = hand.discards().collect();
    /// assert_eq!(discards[..3], [(Tile::Z, 1), (Tile::F, 1), (Tile::E, 2)]);
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    pub fn discards(&self) -> impl Iterator<Item = (Tile, u8)> + '_ {
        let distance = |tile| self.distance_without(tile).expect("the tile is in the hand");
        self.kinds().iter().rev().map(move |tile| (tile, distance(tile)))
    }

    /// Returns the kinds that reduce the distance, ascending. A kind that the hand has four times never does.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E 2S 3S".parse()?;
    /// assert_eq!(hand.useful().iter().collect::<Vec<_>>(), [Tile::S1, Tile::S4]);
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    pub fn useful(&self) -> TileSet {
        let halves = Halves::new(self.classes(), self.open());
        let distance = halves.distance();
        let mut useful = 0;
        for index in 0..Tile::ORDINARY {
            let (suit, weight) = weighed(index);
            // A fifth tile of a kind gives a wrong number; such kinds are removed below.
            let nearer = halves.distance_with(suit, self.suit(suit).wrapping_add(weight)) < distance;
            useful |= u64::from(nearer) << index;
        }
        let mut useful = TileSet::from_bits(useful);
        self.kinds()
            .iter()
            .filter(|&tile| self.count(tile) == Tile::COPIES)
            .for_each(|tile| useful.remove(tile));
        useful
    }

    /// Returns how many tiles that reduce the distance are left, where `left` returns how many there are of a kind.
    ///
    /// From the point of view of a seat, `left` is [`View::unseen`](crate::View::unseen).
    pub fn useful_left(&self, left: impl Fn(Tile) -> usize) -> usize {
        self.useful().iter().map(left).sum()
    }

    /// Returns the kinds that a ready hand wins with, ascending; empty if it is not ready.
    pub fn waits(&self) -> TileSet {
        let possible = if self.len() + 1 == self.full() { self.possible_waits() } else { TileSet::EMPTY };
        possible.iter().filter(|&tile| self.wins_with(tile)).collect()
    }

    /// A superset of [`waits`](Hand::waits), for a hand that has not drawn.
    ///
    /// Asked after every discard, and few hands are ready: the look at the distance is a part of the loop of a game in every
    /// program, also where the compiler would rather call it.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(crate) fn possible_waits(&self) -> TileSet {
        debug_assert!(self.len() + 1 == self.full());
        if self.distance() == 1 { self.possible_waits_of_ready() } else { TileSet::EMPTY }
    }

    fn possible_waits_of_ready(&self) -> TileSet {
        // All tiles are used, so the last one is at most two kinds away from one of them.
        let kinds = self.kinds().bits();
        let near = kinds | kinds << 1 | kinds << 2 | kinds >> 1 | kinds >> 2;
        // In a winning hand, the number of tiles of a suit is 0 or 2 modulo 3.
        let waiting = |suit| if self.suit_len(suit).is_multiple_of(3) { 0 } else { bits_of(suit) };
        // Written out, so that each suit is a constant.
        let [m, p, s, z] = Suit::ALL;
        TileSet::from_bits(near & (waiting(m) | waiting(p) | waiting(s) | waiting(z)))
    }
}

/// Returns the distance for the counts of the ordinary kinds, ascending; `None` if there are more than four of a kind
/// or more than four open melds.
///
/// ```
/// let mut counts = [0; 34];
/// counts[0] = 2; // a pair of 1M
/// assert_eq!(hule::distance::distance_of_counts(&counts, 4), Some(0));
/// ```
pub fn distance_of_counts(counts: &[u8; Tile::ORDINARY], open: usize) -> Option<u8> {
    // Any count above 4 sets the highest bit.
    let above = counts.iter().fold(0, |above, &count| above | count.saturating_add(123));
    if open > Hand::MOST_OPEN || above > 127 {
        return None;
    }
    let number = |at: usize| {
        let [first, rest @ ..]: &[u8; 9] = counts[at..].first_chunk().expect("a suit has nine kinds");
        class(two_numbers(u64::from_le_bytes(*rest)) + ((u32::from(*first) * BASE.pow(4) as u32) << 16))
    };
    // Honours have seven kinds: four, then three with a leading zero.
    let honours =
        u64::from_le_bytes([27, 28, 29, 30, 0, 31, 32, 33].map(|at| if at > 0 { counts[at] } else { 0 }));
    let honours = EMPTY[3] + two_numbers(honours);
    let join = |left: u8, right: u8| usize::from(TABLES.join[usize::from(left)][usize::from(right)]);
    let left = join(number(0), number(9));
    let right = join(number(18), class(honours));
    Some(TABLES.finish[open][left][right])
}

/// Packs eight base-5 digits, the first in the lowest byte: the first four make the number in the upper half, the
/// others that in the lower half.
#[inline]
const fn two_numbers(digits: u64) -> SuitNumber {
    let pairs = (digits * 5 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs * 25 + (pairs >> 16);
    ((fours & 0xffff) << 16 | fours >> 32 & 0xffff) as SuitNumber
}

/// A bit for each kind of a suit.
const fn bits_of(suit: Suit) -> u64 {
    let kinds = suit.indices();
    (1 << kinds.end) - (1 << kinds.start)
}

#[cfg(test)]
mod tests {
    use super::rows::Row;
    use super::table::ROWS;
    use super::*;
    use hule_twin as twin;

    /// All ways to have up to four tiles of each kind and up to 14 in all.
    pub fn suits(kinds: usize) -> Vec<Vec<u8>> {
        let mut suits = vec![vec![]];
        for _ in 0..kinds {
            suits = suits
                .iter()
                .flat_map(|suit| (0..=4).map(move |count| [suit.as_slice(), &[count]].concat()))
                .filter(|suit| suit.iter().sum::<u8>() <= 14)
                .collect();
        }
        suits
    }

    /// The row that the tables have for a suit whose first kind is this tile.
    pub fn row_of(first: Tile, suit: &[u8]) -> Row {
        let mut number = EMPTY[weighed(first.index()).0];
        for (kind, &count) in suit.iter().enumerate() {
            number = number.wrapping_add(u32::from(count).wrapping_mul(weighed(first.index() + kind).1));
        }
        ROWS[usize::from(class(number))]
    }

    #[test]
    fn every_number_suit_has_the_row_of_the_definition() {
        let suits = suits(9);
        assert_eq!(suits.len(), 405_350);
        for suit in suits {
            let expected = twin::suit_row(&suit, true);
            for first in [Tile::M1, Tile::P1, Tile::S1] {
                assert_eq!(row_of(first, &suit), expected, "{suit:?}");
            }
        }
    }

    #[test]
    fn every_honour_suit_has_the_row_of_the_definition() {
        let suits = suits(7);
        assert_eq!(suits.len(), 43_130);
        for suit in suits {
            assert_eq!(row_of(Tile::E, &suit), twin::suit_row(&suit, false), "{suit:?}");
        }
    }

    /// The least sum over all ways to share `melds` groups and `pairs` pairs among two suits.
    fn shared(left: &Row, right: &Row, melds: usize, pairs: usize) -> u8 {
        let ways = (0..=melds).flat_map(|m| (0..=pairs).map(move |p| (m, p)));
        ways.map(|(m, p)| left[m][p] + right[melds - m][pairs - p]).min().expect("there is a way")
    }

    #[test]
    fn every_two_classes_are_joined_by_the_definition() {
        assert_eq!(ROWS.len(), 180);
        let suit_classes = 130;
        for (left, left_row) in ROWS.iter().enumerate() {
            for (right, right_row) in ROWS.iter().enumerate() {
                for (open, finish) in TABLES.finish.iter().enumerate() {
                    assert_eq!(finish[left][right], shared(left_row, right_row, 4 - open, 1));
                }
                if left < suit_classes && right < suit_classes {
                    let joined = &ROWS[usize::from(TABLES.join[left][right])];
                    for (melds, pairs) in (0..=4).flat_map(|melds| [(melds, 0), (melds, 1)]) {
                        assert_eq!(joined[melds][pairs], shared(left_row, right_row, melds, pairs));
                    }
                }
            }
        }
    }
}
