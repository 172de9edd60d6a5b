//! Hands: the tiles of one seat.

mod read;

pub use crate::distance::groups::Group;
pub use crate::distance::path::{ShortestWin, Step};
pub use read::ReadHandError;

use crate::distance::layout::{EMPTY, SuitNumber};
use crate::distance::table::{Classes, class, weighed};
use crate::words::{
    BySeat, Language, Localized, ParseTileError, Suit, Tile, TileSet, localized_errors, say, serde_as_text,
};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The tiles of one seat and the number of its open melds. The tiles of the melds are not included.
///
/// ```
/// use hule::{Hand, Tile};
/// let mut hand: Hand = "1M 1M 1M 5P PASS".parse()?;
/// hand.add(Tile::P6)?;
/// hand.remove(Tile::Pass)?;
/// assert_eq!(hand.to_string(), "1M 1M 1M 5P 6P");
/// # Ok::<(), hule::hand::HandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    counts: [u8; Tile::COUNT],
    len: u8,
    open: u8,
    /// The kinds in the hand.
    kinds: TileSet,
    /// The tiles of each suit as an index into the distance tables, and the classes found there.
    suits: [SuitNumber; 4],
    classes: Classes,
}

impl Hand {
    /// The number of tiles dealt to each seat.
    pub const DEALT: usize = 13;
    /// The maximum number of tiles: 13 and one drawn.
    pub const MOST_TILES: usize = 14;
    /// The maximum number of open melds.
    pub const MOST_OPEN: usize = 4;

    /// Creates an empty hand.
    #[inline]
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

    /// Creates a hand with these tiles and `open` melds.
    ///
    /// # Errors
    /// Returns an error if there are too many tiles or melds, or more than four tiles of a kind.
    pub fn new(tiles: impl IntoIterator<Item = Tile>, open: usize) -> Result<Hand, HandError> {
        if open > Hand::MOST_OPEN {
            return Err(HandError::TooManyMelds { open });
        }
        let mut hand = Hand::empty();
        hand.open = open as u8;
        tiles.into_iter().try_for_each(|tile| hand.add(tile))?;
        Ok(hand)
    }

    /// Returns the number of tiles.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether there are no tiles.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of open melds.
    pub const fn open(&self) -> usize {
        self.open as usize
    }

    /// Returns the number of tiles of a hand with these melds when it has to discard or wins.
    pub const fn full(&self) -> usize {
        Hand::MOST_TILES - 3 * self.open()
    }

    /// Returns the number of tiles of this kind.
    pub const fn count(&self, tile: Tile) -> usize {
        self.counts[tile.index()] as usize
    }

    /// The number of tiles of each kind.
    #[cfg(feature = "std")]
    pub(crate) const fn counts(&self) -> &[u8; Tile::COUNT] {
        &self.counts
    }

    /// Returns whether there is a tile of this kind.
    pub const fn holds(&self, tile: Tile) -> bool {
        self.kinds.contains(tile)
    }

    /// Returns the kinds in the hand.
    pub const fn kinds(&self) -> TileSet {
        self.kinds
    }

    /// Returns the tiles, ascending.
    pub fn tiles(&self) -> impl DoubleEndedIterator<Item = Tile> + '_ {
        self.kinds().iter().flat_map(|tile| core::iter::repeat_n(tile, self.count(tile)))
    }

    /// Adds a tile.
    ///
    /// # Errors
    /// Returns an error if the hand is full or has four tiles of this kind; it is then unchanged.
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

    /// Removes a tile.
    ///
    /// # Errors
    /// Returns an error if the hand has no such tile.
    pub fn remove(&mut self, tile: Tile) -> Result<(), HandError> {
        if !self.holds(tile) {
            return Err(HandError::NotThere { tile });
        }
        self.take(tile);
        Ok(())
    }

    /// Returns the hand after melding these two tiles with a claimed third.
    ///
    /// # Errors
    /// Returns an error if the hand lacks a tile, has four melds, or would have too many tiles.
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

    /// Deals tiles to the four seats in turn.
    pub(crate) fn deal(hands: &mut BySeat<Hand>, rounds: &[[Tile; 4]; Hand::DEALT]) {
        for (seat, hand) in hands.as_mut_array().iter_mut().enumerate() {
            for round in rounds {
                hand.gather(round[seat]);
            }
            hand.classes = Classes::of(hand.suits);
        }
    }

    /// Creates a hand of tiles that are known to fit.
    pub(crate) fn held(tiles: &[Tile], open: usize) -> Hand {
        let mut hand = Hand::empty();
        hand.open = open as u8;
        for &tile in tiles {
            hand.gather(tile);
        }
        hand.classes = Classes::of(hand.suits);
        hand
    }

    /// Adds a tile that is known to fit, without updating the classes.
    #[inline]
    fn gather(&mut self, tile: Tile) {
        self.count_in(tile);
        let (suit, weight) = weighed(tile.index());
        self.suits[suit] = self.suits[suit].wrapping_add(weight);
    }

    /// Adds a tile that is known to fit.
    #[allow(clippy::inline_always)] // See `game.rs`.
    #[inline(always)]
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

    /// Removes a tile that is known to be there.
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

    /// Melds two tiles that are known to be there with a claimed third.
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

    /// The tiles of a suit as an index into the distance tables.
    pub(crate) const fn suit(&self, suit: usize) -> SuitNumber {
        self.suits[suit]
    }

    /// The number of tiles of a suit.
    #[inline]
    pub(crate) fn suit_len(&self, suit: Suit) -> u8 {
        self.counts[suit.indices()].iter().sum()
    }

    pub(crate) const fn classes(&self) -> &Classes {
        &self.classes
    }
}

/// The tiles, ascending, separated by spaces, then `+` and the number of open melds, if any: `1M 2M 3M E E +3`.
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

/// Tile names separated by white space, then optionally `+` and the number of open melds.
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

/// An invalid hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandError {
    /// A name is not that of a tile.
    NotATile(ParseTileError),
    /// More than four tiles of a kind.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
    },
    /// Too many tiles for the number of open melds.
    TooManyTiles {
        /// The maximum.
        most: usize,
    },
    /// More than four open melds.
    TooManyMelds {
        /// The number of melds.
        open: usize,
    },
    /// The hand has no such tile.
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
                "too many tiles; this hand can have at most {most}",
                "牌太多；这手牌最多 {most} 张"
            ),
            HandError::TooManyMelds { open } => say!(
                language,
                "{open} open melds; there can be at most {}",
                "有 {open} 个副露；最多 {} 个",
                Hand::MOST_OPEN
            ),
            HandError::NotThere { tile } => {
                say!(language, "there is no `{tile}` in the hand", "手牌中没有 `{tile}`")
            }
        }
    }
}

localized_errors!(HandError {
    HandError::NotATile(error) => error,
});

serde_as_text!(Hand);
