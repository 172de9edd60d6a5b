//! A hand: the tiles that one seat holds, and how many melds it has on the table.

mod read;

pub use read::ReadHandError;

use crate::distance::table::{Classes, EMPTY, SuitNumber, TABLES, class};
use crate::language::{Language, print_in_english, say};
use crate::tile::{ParseTileError, Suit, Tile};
use std::fmt;
use std::str::FromStr;

/// The tiles of one seat, with the number of its open melds. Melds are not part of the hand.
///
/// ```
/// use hule::{Hand, Tile};
/// let mut hand: Hand = "1M 1M 1M 5P PASS".parse()?;
/// hand.add(Tile::P6)?;
/// hand.remove(Tile::Pass)?;
/// assert_eq!(hand.to_string(), "1M 1M 1M 5P 6P");
/// # Ok::<(), hule::HandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    counts: [u8; Tile::COUNT],
    len: u8,
    open: u8,
    /// A bit for each kind of which there is at least one tile.
    kinds: u64,
    /// The tiles of each suit as an index into the tables of the distance, and what they say of it.
    suits: [SuitNumber; 4],
    classes: Classes,
}

impl Hand {
    /// How many tiles each seat is dealt.
    pub const DEALT: usize = 13;
    /// The most tiles that a hand has: 13, and one drawn.
    pub const MOST_TILES: usize = 14;
    /// The most melds that a seat can have on the table.
    pub const MOST_OPEN: usize = 4;

    /// A hand of no tiles.
    #[must_use]
    pub fn empty() -> Hand {
        Hand {
            counts: [0; Tile::COUNT],
            len: 0,
            open: 0,
            kinds: 0,
            suits: EMPTY,
            classes: Classes::of(EMPTY),
        }
    }

    /// The hand of these tiles, with `open` melds on the table.
    pub fn new(tiles: impl IntoIterator<Item = Tile>, open: usize) -> Result<Hand, HandError> {
        if open > Hand::MOST_OPEN {
            return Err(HandError::TooManyMelds { open });
        }
        let mut hand = Hand::empty();
        hand.open = open as u8;
        tiles.into_iter().try_for_each(|tile| hand.add(tile))?;
        Ok(hand)
    }

    /// How many tiles there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no tiles.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many melds are on the table.
    #[must_use]
    pub const fn open(&self) -> usize {
        self.open as usize
    }

    /// How many tiles a hand with these melds has when it is its turn to discard, or when it wins.
    #[must_use]
    pub const fn full(&self) -> usize {
        Hand::MOST_TILES - 3 * self.open()
    }

    /// How many tiles of this kind there are.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> usize {
        self.counts[tile.index()] as usize
    }

    /// Whether there is a tile of this kind.
    #[must_use]
    pub const fn holds(&self, tile: Tile) -> bool {
        self.kinds >> tile.index() & 1 == 1
    }

    /// The kinds of tile, ascending, each once.
    #[must_use]
    pub const fn kinds(&self) -> Kinds {
        Kinds { bits: self.kinds }
    }

    /// The tiles, ascending.
    #[must_use]
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.kinds().flat_map(|tile| std::iter::repeat_n(tile, self.count(tile)))
    }

    /// Adds a tile.
    pub fn add(&mut self, tile: Tile) -> Result<(), HandError> {
        if self.count(tile) == Tile::COPIES {
            return Err(HandError::FiveOfAKind { tile });
        }
        if self.len() >= self.full() {
            return Err(HandError::TooManyTiles { most: self.full() });
        }
        self.put(tile);
        Ok(())
    }

    /// Takes a tile away.
    pub fn remove(&mut self, tile: Tile) -> Result<(), HandError> {
        if !self.holds(tile) {
            return Err(HandError::NotThere { tile });
        }
        self.take(tile);
        Ok(())
    }

    /// The hand after it has laid these two tiles on the table, with a claimed third, as a meld.
    pub fn meld(mut self, own: [Tile; 2]) -> Result<Hand, HandError> {
        if self.open() == Hand::MOST_OPEN {
            return Err(HandError::TooManyMelds { open: Hand::MOST_OPEN + 1 });
        }
        own.into_iter().try_for_each(|tile| self.remove(tile))?;
        self.open += 1;
        if self.len() > self.full() {
            return Err(HandError::TooManyTiles { most: self.full() });
        }
        Ok(self)
    }

    /// Deals tiles to four seats, one to each at a time.
    pub(crate) fn deal(hands: &mut [Hand; 4], rounds: &[[Tile; 4]]) {
        for round in rounds {
            for (hand, &tile) in hands.iter_mut().zip(round) {
                hand.gather(tile);
            }
        }
        for hand in hands {
            hand.classes = Classes::of(hand.suits);
        }
    }

    /// The hand of tiles that are known to fit.
    pub(crate) fn held(tiles: &[Tile], open: usize) -> Hand {
        let mut hand = Hand::empty();
        hand.open = open as u8;
        for &tile in tiles {
            hand.gather(tile);
        }
        hand.classes = Classes::of(hand.suits);
        hand
    }

    /// Adds a tile that is known to fit, and leaves the classes for when all tiles are there.
    #[inline]
    fn gather(&mut self, tile: Tile) {
        self.count_in(tile);
        let (suit, weight) = TABLES.weights[tile.index()];
        self.suits[suit as usize % 4] += weight;
    }

    /// Adds a tile that is known to fit.
    #[inline]
    pub(crate) fn put(&mut self, tile: Tile) {
        debug_assert!(self.len() < self.full());
        self.count_in(tile);
        let (suit, weight) = TABLES.weights[tile.index()];
        self.set_suit(suit as usize % 4, |number| number + weight);
    }

    #[inline]
    fn count_in(&mut self, tile: Tile) {
        debug_assert!(self.count(tile) < Tile::COPIES);
        self.counts[tile.index()] += 1;
        self.kinds |= 1 << tile.index();
        self.len += 1;
    }

    /// Takes away a tile that is known to be there.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        debug_assert!(self.holds(tile));
        self.counts[tile.index()] -= 1;
        self.kinds &= !(u64::from(self.counts[tile.index()] == 0) << tile.index());
        self.len -= 1;
        let (suit, weight) = TABLES.weights[tile.index()];
        self.set_suit(suit as usize % 4, |number| number - weight);
    }

    /// Lays down two tiles that are known to be there, with a claimed third.
    #[inline]
    pub(crate) fn lay(&mut self, own: [Tile; 2]) {
        let [first, second] = own;
        self.take(first);
        self.take(second);
        self.open += 1;
    }

    #[inline]
    fn set_suit(&mut self, suit: usize, change: impl FnOnce(SuitNumber) -> SuitNumber) {
        let number = change(self.suits[suit]);
        self.suits[suit] = number;
        self.classes.set(suit, class(number));
    }

    /// The tiles of a suit as an index into the tables of the distance.
    pub(crate) const fn suit(&self, suit: usize) -> SuitNumber {
        self.suits[suit]
    }

    /// How many tiles of a suit there are.
    #[inline]
    pub(crate) fn suit_len(&self, suit: Suit) -> u8 {
        self.counts[suit.indices()].iter().sum()
    }

    /// The classes of the suits.
    pub(crate) const fn classes(&self) -> &Classes {
        &self.classes
    }
}

/// The tiles, ascending, with a space between.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.tiles().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Names of tiles with white space between; no open melds.
impl FromStr for Hand {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Hand, HandError> {
        let tiles: Vec<Tile> = text
            .split_ascii_whitespace()
            .map(|name| name.parse().map_err(HandError::NotATile))
            .collect::<Result<_, _>>()?;
        Hand::new(tiles, 0)
    }
}

/// Some kinds of tile, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    bits: u64,
}

impl Kinds {
    pub(crate) const fn from_bits(bits: u64) -> Kinds {
        Kinds { bits }
    }

    /// The kinds as a bit mask: bit `i` stands for the tile with index `i`.
    #[must_use]
    pub const fn bits(&self) -> u64 {
        self.bits
    }
}

impl Iterator for Kinds {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = Tile::from_index(self.bits.trailing_zeros() as usize)?;
        self.bits &= self.bits - 1;
        Some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bits.count_ones() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Kinds {
    fn next_back(&mut self) -> Option<Tile> {
        let index = self.bits.checked_ilog2()?;
        self.bits ^= 1 << index;
        Tile::from_index(index as usize)
    }
}

impl ExactSizeIterator for Kinds {}

/// What a hand cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandError {
    /// Something that is not the name of a tile.
    NotATile(ParseTileError),
    /// More than four of one kind.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
    },
    /// More tiles than a hand with these melds can have.
    TooManyTiles {
        /// The most it can have.
        most: usize,
    },
    /// More than four open melds.
    TooManyMelds {
        /// How many they were to be.
        open: usize,
    },
    /// No such tile in the hand.
    NotThere {
        /// The kind.
        tile: Tile,
    },
}

impl HandError {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            HandError::NotATile(error) => error.text(language),
            HandError::FiveOfAKind { tile } => say!(
                language,
                "five tiles `{tile}`; there are only four of each kind",
                "有五张 `{tile}`；每种牌只有四张"
            ),
            HandError::TooManyTiles { most } => say!(
                language,
                "too many tiles; this hand can have {most} at the most",
                "牌太多；这手牌最多 {most} 张"
            ),
            HandError::TooManyMelds { open } => say!(
                language,
                "{open} open melds; there can be {} at the most",
                "有 {open} 个副露；最多 {} 个",
                Hand::MOST_OPEN
            ),
            HandError::NotThere { tile } => {
                say!(language, "there is no `{tile}` in the hand", "手牌中没有 `{tile}`")
            }
        }
    }
}

print_in_english!(HandError);

impl std::error::Error for HandError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_and_removing_are_inverse() {
        let hand: Hand = "1M 1M 9S Z PASS".parse().expect("a hand");
        let mut other = hand;
        for tile in [Tile::M1, Tile::P5, Tile::Double] {
            other.add(tile).expect("there is room");
        }
        for tile in [Tile::Double, Tile::P5, Tile::M1] {
            other.remove(tile).expect("it is there");
        }
        assert_eq!(other, hand);
        assert_eq!(hand.kinds().rev().collect::<Vec<_>>(), [Tile::Pass, Tile::Z, Tile::S9, Tile::M1]);
        assert_eq!(hand.kinds().len(), 4);
    }

    #[test]
    fn impossible_hands_are_refused() {
        let error = |text: &str| text.parse::<Hand>().expect_err(text).to_string();
        assert_eq!(error("1M 1M 1M 1M 1M"), "five tiles `1M`; there are only four of each kind");
        let fifteen = "1M 2M 3M 4M 5M 6M 7M 8M 9M 1P 2P 3P 4P 5P 6P";
        assert_eq!(error(fifteen), "too many tiles; this hand can have 14 at the most");
        assert!(error("1M 0M").starts_with("`0M` is not a tile"));
        assert_eq!(Hand::new([], 5), Err(HandError::TooManyMelds { open: 5 }));
        assert_eq!(Hand::new([Tile::M1; 3], 4), Err(HandError::TooManyTiles { most: 2 }));
        assert_eq!(Hand::empty().remove(Tile::M1), Err(HandError::NotThere { tile: Tile::M1 }));
        assert_eq!(Hand::empty().meld([Tile::M1; 2]), Err(HandError::NotThere { tile: Tile::M1 }));
    }

    #[test]
    fn a_meld_takes_two_tiles_from_the_hand() {
        let hand: Hand = "1M 1M 9S".parse().expect("a hand");
        let melded = hand.meld([Tile::M1, Tile::M1]).expect("both are there");
        assert_eq!((melded.to_string().as_str(), melded.open(), melded.full()), ("9S", 1, 11));
    }
}
