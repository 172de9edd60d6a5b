//! The winning distance and what follows from it.
//!
//! The distance of a hand is the least number of tiles to add so that some of its tiles win: four groups
//! of three less one for each open meld, and a pair, with no kind needed more than four times. Special
//! tiles never help. So the distance of a winning hand is 0, and a hand one tile short of it is *ready*.
//!
//! The tables behind it are made by the build script; see `build.rs`.

pub(crate) mod groups;
#[allow(dead_code, unreachable_pub)] // The build script needs the rest.
pub(crate) mod layout;
#[cfg(feature = "std")]
mod limit;
pub(crate) mod path;
#[cfg(feature = "std")]
mod rows;
pub(crate) mod table;

use crate::words::hand::Hand;
use crate::words::tile::TileSet;
use crate::words::tile::{Suit, Tile};
use layout::{BASE, EMPTY, Pairs, SuitNumber};
use table::{Class, Classes, TABLES, class, weighed};

/// What remains to be looked up for a hand, once the classes of its suits are known.
///
/// Two suits are joined to a half of the hand, and the two halves give the distance. As the order does not
/// matter to the tables, a change of one suit needs three looks, whichever it is.
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

    /// The distance if this suit were another.
    #[inline]
    fn distance_with(&self, suit: usize, number: SuitNumber) -> u8 {
        let [left, right] = self.joined;
        let half = TABLES.join[usize::from(class(number))][usize::from(self.classes.get(suit ^ 1))];
        let other = if suit < 2 { right } else { left };
        self.finish[usize::from(half)][usize::from(other)]
    }
}

impl Hand {
    /// The winning distance: how many tiles must be added, at the least, so that some of the tiles win.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z".parse()?;
    /// assert_eq!(hand.distance(), 1); // ready: it waits for a Z
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn distance(&self) -> u8 {
        Halves::new(self.classes(), self.open()).distance()
    }

    /// Whether these tiles win as they are: 14 less three for each open meld, and all of them used.
    #[must_use]
    #[inline]
    pub fn wins(&self) -> bool {
        self.len() == self.full() && self.distance() == 0
    }

    /// Whether these tiles and one more win.
    #[must_use]
    pub fn wins_with(&self, tile: Tile) -> bool {
        let (suit, weight) = weighed(tile.index());
        !tile.is_special()
            && self.len() + 1 == self.full()
            && self.count(tile) < Tile::COPIES
            && Halves::new(self.classes(), self.open()).distance_with(suit, self.suit(suit).wrapping_add(weight)) == 0
    }

    /// The distance after one tile of this kind is gone; `None` if there is none.
    #[must_use]
    pub fn distance_without(&self, tile: Tile) -> Option<u8> {
        let (suit, weight) = weighed(tile.index());
        self.holds(tile).then(|| {
            Halves::new(self.classes(), self.open()).distance_with(suit, self.suit(suit).wrapping_sub(weight))
        })
    }

    /// The distance after these two tiles of one suit are laid on the table with a claimed third; `None` if
    /// the hand has not both of them.
    #[must_use]
    pub(crate) fn distance_after_meld(&self, own: [Tile; 2]) -> Option<u8> {
        let [(suit, first), (_, second)] = own.map(|tile| weighed(tile.index()));
        let there =
            if own[0] == own[1] { self.count(own[0]) >= 2 } else { own.iter().all(|&tile| self.holds(tile)) };
        (there && self.open() < Hand::MOST_OPEN).then(|| {
            let rest = self.suit(suit).wrapping_sub(first).wrapping_sub(second);
            Halves::new(self.classes(), self.open() + 1).distance_with(suit, rest)
        })
    }

    /// The discard of the standard player: a special tile if there is one, else the tile that leaves the
    /// least distance; of several, the greatest. `None` only for a hand of no tiles.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// assert_eq!(hand.discard(), Some(Tile::Z)); // without Z or without F: both leave 1
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn discard(&self) -> Option<Tile> {
        let greatest = self.kinds().last()?;
        if greatest.is_special() {
            return Some(greatest);
        }
        // Taking a tile away never brings the hand nearer, so the first that costs nothing is the one.
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
        // None is free only if every tile is used, and then each of them costs one.
        Some(greatest)
    }

    /// Every kind that could be discarded, the greatest first, with the distance without it.
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

    /// The kinds of which one more tile brings the hand nearer, ascending. A kind that is there four times
    /// never does.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E 2S 3S".parse()?;
    /// assert_eq!(hand.useful().iter().collect::<Vec<_>>(), [Tile::S1, Tile::S4]);
    /// # Ok::<(), hule::hand::HandError>(())
    /// ```
    #[must_use]
    pub fn useful(&self) -> TileSet {
        let halves = Halves::new(self.classes(), self.open());
        let distance = halves.distance();
        let mut useful = 0;
        for index in 0..Tile::ORDINARY {
            let (suit, weight) = weighed(index);
            // One more of a kind that is there four times would be another number; it is sorted out below.
            let nearer = halves.distance_with(suit, self.suit(suit).wrapping_add(weight)) < distance;
            useful |= u64::from(nearer) << index;
        }
        let mut useful = TileSet::from_bits(useful);
        self.kinds().iter().filter(|&tile| self.count(tile) == Tile::COPIES).for_each(|tile| useful.remove(tile));
        useful
    }

    /// How many tiles that bring the hand nearer are left, where `left` says how many there are of a kind.
    ///
    /// For what a seat can see, `left` is [`View::unseen`](crate::View::unseen).
    #[must_use]
    pub fn useful_left(&self, left: impl Fn(Tile) -> usize) -> usize {
        self.useful().iter().map(left).sum()
    }

    /// The kinds that a ready hand wins with, ascending; none if it is not ready.
    #[must_use]
    pub fn waits(&self) -> TileSet {
        let possible =
            if self.len() + 1 == self.full() { self.possible_waits() } else { TileSet::EMPTY };
        possible.iter().filter(|&tile| self.wins_with(tile)).collect()
    }

    /// The kinds that a hand which has not drawn may be waiting for: it waits for no other.
    #[inline]
    pub(crate) fn possible_waits(&self) -> TileSet {
        debug_assert!(self.len() + 1 == self.full());
        if self.distance() != 1 {
            return TileSet::EMPTY;
        }
        // All that is there is used, so the last tile is beside another, or next but one.
        let kinds = self.kinds().bits();
        let near = kinds | kinds << 1 | kinds << 2 | kinds >> 1 | kinds >> 2;
        // And in a hand that wins, every suit has a multiple of three tiles or two more.
        let waiting = Suit::ALL.into_iter().filter(|&suit| !self.suit_len(suit).is_multiple_of(3));
        TileSet::from_bits(near & waiting.fold(0, |bits, suit| bits | bits_of(suit)))
    }
}

/// The distance of a hand from bare counts, for each ordinary kind in ascending order; `None` if there are more
/// than four of a kind or more than four open melds.
///
/// ```
/// let mut counts = [0; 34];
/// counts[0] = 2; // a pair of 1M
/// assert_eq!(hule::distance::distance_of_counts(&counts, 4), Some(0));
/// ```
#[must_use]
pub fn distance_of_counts(counts: &[u8; Tile::ORDINARY], open: usize) -> Option<u8> {
    // Any count above 4 makes 128 or more of it.
    let above = counts.iter().fold(0, |above, &count| above | count.saturating_add(123));
    if open > Hand::MOST_OPEN || above > 127 {
        return None;
    }
    let number = |at: usize| {
        let [first, rest @ ..]: &[u8; 9] = counts[at..].first_chunk().expect("a suit has nine kinds");
        class(two_numbers(u64::from_le_bytes(*rest)) + ((u32::from(*first) * BASE.pow(4) as u32) << 16))
    };
    // Honours have seven kinds: four, and three with nothing before them.
    let honours =
        u64::from_le_bytes([27, 28, 29, 30, 0, 31, 32, 33].map(|at| if at > 0 { counts[at] } else { 0 }));
    let honours = EMPTY[3] + two_numbers(honours);
    let join = |left: u8, right: u8| usize::from(TABLES.join[usize::from(left)][usize::from(right)]);
    let left = join(number(0), number(9));
    let right = join(number(18), class(honours));
    Some(TABLES.finish[open][left][right])
}

/// Eight digits, the first in the lowest byte, as two numbers in base 5, one of the first four in the upper half and
/// one of the others in the lower: two and two at a time.
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
pub(crate) mod tests {
    use super::rows::Row;
    use super::table::ROWS;
    use super::*;
    use crate::words::random::Random;
    use crate::twin;

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

    pub fn counts(hand: &Hand) -> twin::Hand {
        Tile::ALL.map(|tile| hand.count(tile) as u8)
    }

    fn compare_with_the_twin(hand: &Hand) {
        let expected = twin::distance(&counts(hand), hand.open());
        assert_eq!(u32::from(hand.distance()), expected, "{hand} with {} open melds", hand.open());
    }

    #[test]
    fn all_small_hands_have_the_distance_of_the_definition() {
        for first in Tile::ALL {
            for second in Tile::ALL.into_iter().filter(|&tile| tile <= first) {
                for third in Tile::ALL.into_iter().filter(|&tile| tile <= second) {
                    for open in 0..=3 {
                        compare_with_the_twin(&Hand::new([first, second, third], open).expect("small"));
                    }
                }
                compare_with_the_twin(&Hand::new([first, second], 4).expect("small"));
            }
            compare_with_the_twin(&Hand::new([first], 4).expect("small"));
        }
        (0..=4).for_each(|open| compare_with_the_twin(&Hand::new([], open).expect("small")));
    }

    /// A hand of any size and any number of open melds. The fewer kinds it is drawn from, the more groups
    /// and the more fours of a kind it has.
    pub fn random_hand(random: &mut Random) -> Hand {
        let kinds = [Tile::COUNT, Tile::ORDINARY, 18, 9, 5][random.below(5) as usize] as u64;
        let first = random.below(Tile::COUNT as u64 - kinds + 1);
        let mut hand = Hand::new([], random.below(5) as usize).expect("no tiles");
        let len =
            hand.full() - [0, 0, 1, 1, random.below(hand.full() as u64)][random.below(5) as usize] as usize;
        while hand.len() < len {
            // A fifth tile of a kind is refused, and another is tried.
            let _ = hand.add(Tile::ALL[(first + random.below(kinds)) as usize]);
        }
        hand
    }

    #[test]
    fn random_hands_have_the_distance_of_the_definition() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            compare_with_the_twin(&random_hand(&mut random));
        }
    }

    #[test]
    fn the_discard_is_that_of_the_definition() {
        let mut random = Random::new(2);
        for _ in 0..20_000 {
            let hand = random_hand(&mut random);
            if !hand.is_empty() {
                let expected = twin::discard_choice(&counts(&hand), hand.open());
                assert_eq!(hand.discard(), Some(Tile::ALL[expected]), "{hand} with {} open", hand.open());
            }
        }
    }

    #[test]
    fn useful_tiles_are_those_of_the_definition() {
        let mut random = Random::new(5);
        let (mut waiting, mut full) = (0, 0);
        for _ in 0..3000 {
            let hand = random_hand(&mut random);
            let distance = twin::distance(&counts(&hand), hand.open());
            let nearer = |&tile: &Tile| {
                let mut more = counts(&hand);
                more[tile.index()] += 1;
                !tile.is_special() && more[tile.index()] <= 4 && twin::distance(&more, hand.open()) < distance
            };
            let useful: Vec<Tile> = Tile::ALL.into_iter().filter(nearer).collect();
            assert_eq!(hand.useful().iter().collect::<Vec<_>>(), useful, "{hand} with {} open", hand.open());
            let ready = hand.len() + 1 == hand.full() && distance == 1;
            let waits = if ready { useful } else { Vec::new() };
            assert_eq!(hand.waits().iter().collect::<Vec<_>>(), waits, "{hand} with {} open", hand.open());
            assert!(hand.waits().iter().all(|tile| hand.wins_with(tile)));
            waiting += u32::from(ready);
            full += u32::from(hand.kinds().iter().any(|tile| hand.count(tile) == 4));
        }
        assert!(waiting > 50 && full > 50, "{waiting} {full}");
    }

    #[test]
    fn counts_have_the_distance_of_their_hand() {
        let mut random = Random::new(6);
        for _ in 0..20_000 {
            let hand = random_hand(&mut random);
            let counts: [u8; Tile::ORDINARY] =
                std::array::from_fn(|index| hand.count(Tile::ALL[index]) as u8);
            assert_eq!(distance_of_counts(&counts, hand.open()), Some(hand.distance()), "{hand}");
        }
        let mut five = [0; Tile::ORDINARY];
        five[33] = 5;
        assert_eq!((distance_of_counts(&five, 0), distance_of_counts(&[0; 34], 5)), (None, None));
    }

    #[test]
    fn winning_is_what_the_definition_says() {
        let mut random = Random::new(3);
        let mut won = 0;
        for _ in 0..100_000 {
            let hand = random_hand(&mut random);
            let wins = hand.len() == hand.full() && twin::wins(&counts(&hand), hand.open());
            assert_eq!(hand.wins(), wins, "{hand}");
            assert_eq!(hand.groups().is_some(), wins, "{hand}");
            won += u32::from(wins);
            if let Some(last) = hand.tiles().next() {
                let mut rest = hand;
                rest.take(last);
                assert_eq!(rest.wins_with(last), wins, "{rest} and {last}");
            }
        }
        assert!(won > 100, "{won}");
    }
}
