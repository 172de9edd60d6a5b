//! A hand: the tiles that one seat holds, and how many melds it has on the table.

mod read;
pub(crate) mod short_form;

pub use crate::distance::groups::Group;
pub use crate::distance::path::{ShortestWin, Step};
pub use read::ReadHandError;
pub use short_form::from_short_form;

use crate::distance::layout::{EMPTY, SuitNumber};
use crate::distance::table::{Classes, class, weighed};
use crate::words::json::serde_as_text;
use crate::words::language::{Language, Localized, print_in_english, say};
use crate::words::seat::BySeat;
use crate::words::tile::{ParseTileError, Suit, Tile, TileSet};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

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
    /// The kinds of which there is at least one tile.
    kinds: TileSet,
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
            kinds: TileSet::EMPTY,
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
        self.kinds.contains(tile)
    }

    /// The kinds of tile, ascending, each once.
    #[must_use]
    pub const fn kinds(&self) -> TileSet {
        self.kinds
    }

    /// The tiles, ascending.
    #[must_use]
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.kinds().iter().flat_map(|tile| core::iter::repeat_n(tile, self.count(tile)))
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
    pub(crate) fn deal(hands: &mut BySeat<Hand>, rounds: &[[Tile; 4]]) {
        for round in rounds {
            for (hand, &tile) in hands.as_mut_array().iter_mut().zip(round) {
                hand.gather(tile);
            }
        }
        for hand in hands.as_mut_array() {
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
        let (suit, weight) = weighed(tile.index());
        self.suits[suit] = self.suits[suit].wrapping_add(weight);
    }

    /// Adds a tile that is known to fit.
    #[inline]
    pub(crate) fn put(&mut self, tile: Tile) {
        debug_assert!(self.len() < self.full());
        self.count_in(tile);
        let (suit, weight) = weighed(tile.index());
        self.set_suit(suit, self.suits[suit].wrapping_add(weight));
    }

    #[inline]
    fn count_in(&mut self, tile: Tile) {
        debug_assert!(self.count(tile) < Tile::COPIES);
        self.counts[tile.index()] += 1;
        self.kinds.insert(tile);
        self.len += 1;
    }

    /// Takes away a tile that is known to be there.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        debug_assert!(self.holds(tile));
        self.counts[tile.index()] -= 1;
        let gone = u64::from(self.counts[tile.index()] == 0) << tile.index();
        self.kinds = TileSet::from_bits(self.kinds.bits() & !gone);
        self.len -= 1;
        let (suit, weight) = weighed(tile.index());
        self.set_suit(suit, self.suits[suit].wrapping_sub(weight));
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
    fn set_suit(&mut self, suit: usize, number: SuitNumber) {
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

/// The tiles, ascending, with a space between, and `+2` behind them for two open melds: `1M 2M 3M E E +3`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for tile in self.tiles() {
            write!(f, "{between}{tile}")?;
            between = " ";
        }
        match self.open {
            0 => Ok(()),
            open => write!(f, "{between}+{open}"),
        }
    }
}

/// Names of tiles with white space between and, if there are open melds, `+` and their number at the end.
impl FromStr for Hand {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Hand, HandError> {
        let (tiles, open) = match text.trim_ascii_end().rsplit_once('+') {
            Some((tiles, open)) => match open.parse() {
                Ok(open) => (tiles, open),
                Err(_) => (text, 0),
            },
            None => (text, 0),
        };
        let mut hand = Hand::new([], open)?;
        for name in tiles.split_ascii_whitespace() {
            hand.add(name.parse().map_err(HandError::NotATile)?)?;
        }
        Ok(hand)
    }
}

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

impl Localized for HandError {
    fn text(&self, language: Language) -> String {
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

impl core::error::Error for HandError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            HandError::NotATile(error) => Some(error),
            _ => None,
        }
    }
}

serde_as_text!(Hand);

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
        assert_eq!(hand.kinds().iter().rev().collect::<Vec<_>>(), [Tile::Pass, Tile::Z, Tile::S9, Tile::M1]);
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
    fn the_text_of_a_hand_loses_nothing() {
        for text in ["", "+4", "1M 1M 9S Z PASS", "1M 2M 3M E E +3"] {
            let hand: Hand = text.parse().expect(text);
            assert_eq!((hand.to_string().as_str(), text.parse()), (text, Ok(hand)));
        }
        assert_eq!("E E+4 \n".parse::<Hand>(), Hand::new([Tile::E; 2], 4));
        for wrong in ["E +5", "E + 1", "E +x", "+1 E", "E E E +4"] {
            assert!(wrong.parse::<Hand>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_meld_takes_two_tiles_from_the_hand() {
        let hand: Hand = "1M 1M 9S".parse().expect("a hand");
        let melded = hand.meld([Tile::M1, Tile::M1]).expect("both are there");
        assert_eq!((melded.to_string().as_str(), melded.open(), melded.full()), ("9S +1", 1, 11));
    }
}
