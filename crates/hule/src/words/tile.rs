//! Tiles, suits, runs and sets of tiles.

use crate::words::{Language, Localized, localized_errors, named, say, serde_as_text};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// One of the 37 kinds of tile.
///
/// The order is that of discards: among several candidates, the standard player discards the *greatest*. Ordinary tiles
/// ascend from `1M` to `Z`, followed by `DOUBLE`, `REVERSE` and `PASS`.
///
/// ```
/// use hule::Tile;
/// let tile: Tile = "7P".parse()?;
/// assert_eq!(tile, Tile::P7);
/// assert_eq!(tile.to_string(), "7P");
/// assert!(Tile::Pass > Tile::Reverse && Tile::Double > Tile::Z && Tile::Z > Tile::M1);
/// # Ok::<(), hule::tile::ParseTileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)] // `M1` is the tile `1M`, and so on.
pub enum Tile {
    M1, M2, M3, M4, M5, M6, M7, M8, M9,
    P1, P2, P3, P4, P5, P6, P7, P8, P9,
    S1, S2, S3, S4, S5, S6, S7, S8, S9,
    E, S, W, N, B, F, Z,
    Double, Reverse, Pass,
}

/// The names of the tiles, in the order of [`Tile::ALL`].
#[rustfmt::skip]
const NAMES: [&str; Tile::COUNT] = [
    "1M", "2M", "3M", "4M", "5M", "6M", "7M", "8M", "9M",
    "1P", "2P", "3P", "4P", "5P", "6P", "7P", "8P", "9P",
    "1S", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S",
    "E", "S", "W", "N", "B", "F", "Z",
    "DOUBLE", "REVERSE", "PASS",
];

impl Tile {
    /// The number of kinds.
    pub const COUNT: usize = 37;
    /// The number of ordinary kinds.
    pub const ORDINARY: usize = 34;
    /// The number of tiles of each kind in a deck.
    pub const COPIES: usize = 4;

    /// All kinds, ascending.
    #[rustfmt::skip]
    #[allow(clippy::enum_glob_use)]
    pub const ALL: [Tile; Tile::COUNT] = {
        use Tile::*;
        [
            M1, M2, M3, M4, M5, M6, M7, M8, M9,
            P1, P2, P3, P4, P5, P6, P7, P8, P9,
            S1, S2, S3, S4, S5, S6, S7, S8, S9,
            E, S, W, N, B, F, Z,
            Double, Reverse, Pass,
        ]
    };

    /// Returns the index of this kind in [`Tile::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind with this index in [`Tile::ALL`]; `None` if there is none.
    pub fn from_index(index: usize) -> Option<Tile> {
        Tile::ALL.get(index).copied()
    }

    /// Returns the name used in decks and logs: `1M`, `E`, `PASS`, …
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Returns the tile with this name; `None` if there is none.
    #[inline]
    pub const fn from_name(name: &[u8]) -> Option<Tile> {
        let index = match *name {
            [number @ b'1'..=b'9', b'M'] => number - b'1',
            [number @ b'1'..=b'9', b'P'] => number - b'1' + 9,
            [number @ b'1'..=b'9', b'S'] => number - b'1' + 18,
            [b'E'] => 27,
            [b'S'] => 28,
            [b'W'] => 29,
            [b'N'] => 30,
            [b'B'] => 31,
            [b'F'] => 32,
            [b'Z'] => 33,
            [b'D', b'O', b'U', b'B', b'L', b'E'] => 34,
            [b'R', b'E', b'V', b'E', b'R', b'S', b'E'] => 35,
            [b'P', b'A', b'S', b'S'] => 36,
            _ => return None,
        };
        Some(Tile::ALL[index as usize])
    }

    /// The tile with a digit and a letter in the notation of other programs, where `1z` to `7z` are honours.
    pub(crate) fn numbered(digit: u8, letter: u8) -> Option<Tile> {
        match (digit, letter.to_ascii_uppercase()) {
            (b'1'..=b'7', b'Z') => Tile::from_index(Tile::E.index() + usize::from(digit - b'1')),
            (_, letter) => Tile::from_name(&[digit, letter]),
        }
    }

    /// Returns whether the tile is `PASS`, `REVERSE` or `DOUBLE`.
    pub const fn is_special(self) -> bool {
        self.index() >= Tile::ORDINARY
    }

    /// Returns the suit; `None` for special tiles.
    pub const fn suit(self) -> Option<Suit> {
        match self.index() {
            0..9 => Some(Suit::Characters),
            9..18 => Some(Suit::Dots),
            18..27 => Some(Suit::Bamboos),
            27..34 => Some(Suit::Honours),
            _ => None,
        }
    }

    /// Returns the number from 1 to 9; `None` for honours and special tiles.
    pub const fn number(self) -> Option<u8> {
        match self.index() {
            index @ 0..27 => Some((index % 9) as u8 + 1),
            _ => None,
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tile {
    type Err = ParseTileError;

    fn from_str(name: &str) -> Result<Tile, ParseTileError> {
        Tile::from_name(name.as_bytes()).ok_or_else(|| ParseTileError { found: name.to_owned() })
    }
}

/// An invalid tile name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTileError {
    /// The text.
    pub found: String,
}

impl Localized for ParseTileError {
    fn text(&self, language: Language) -> String {
        let shown: String = self.found.chars().flat_map(char::escape_debug).collect();
        let upper = self.found.to_ascii_uppercase();
        let honour = match *upper.as_bytes() {
            [number, b'Z'] => Tile::numbered(number, b'Z'),
            _ => None,
        };
        let hint = match (Tile::from_name(upper.as_bytes()), honour) {
            (Some(tile), _) => {
                say!(language, "names are in upper case: `{tile}`", "牌名要用大写字母：`{tile}`")
            }
            (None, Some(honour)) => say!(
                language,
                "honours are single letters here, perhaps `{honour}`",
                "这里字牌是单个字母，也许是 `{honour}`"
            ),
            (None, None) => say!(
                language,
                "expected 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE or DOUBLE",
                "应为 1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE 或 DOUBLE"
            ),
        };
        say!(language, "`{shown}` is not a tile; {hint}", "`{shown}` 不是牌名；{hint}")
    }
}

/// The suit of an ordinary tile. Honours form no runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// `1M` to `9M`.
    Characters,
    /// `1P` to `9P`.
    Dots,
    /// `1S` to `9S`.
    Bamboos,
    /// `E S W N B F Z`.
    Honours,
}

impl Suit {
    /// All suits, ascending.
    pub const ALL: [Suit; 4] = [Suit::Characters, Suit::Dots, Suit::Bamboos, Suit::Honours];

    /// Returns `characters`, `dots`, `bamboos` or `honours`.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Characters => "characters",
            Suit::Dots => "dots",
            Suit::Bamboos => "bamboos",
            Suit::Honours => "honours",
        }
    }

    /// The indices of its tiles in [`Tile::ALL`].
    pub(crate) const fn indices(self) -> core::ops::Range<usize> {
        match self {
            Suit::Characters => 0..9,
            Suit::Dots => 9..18,
            Suit::Bamboos => 18..27,
            Suit::Honours => 27..Tile::ORDINARY,
        }
    }
}

named!(Suit, name, "a suit", "花色");

/// Three consecutive numbers of one suit. It displays as its tiles: `1M 2M 3M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    low: Tile,
}

impl Run {
    /// Returns the run that begins with this tile; `None` unless its number is 1 to 7.
    pub const fn from_low(low: Tile) -> Option<Run> {
        match low.number() {
            Some(1..=7) => Some(Run { low }),
            _ => None,
        }
    }

    /// Returns the run of these tiles; `None` if they are not an ascending run.
    pub fn from_tiles(tiles: [Tile; 3]) -> Option<Run> {
        Run::from_low(tiles[0]).filter(|run| run.tiles() == tiles)
    }

    /// Returns the three tiles, ascending.
    pub const fn tiles(self) -> [Tile; 3] {
        let low = self.low.index();
        [self.low, Tile::ALL[low + 1], Tile::ALL[low + 2]]
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, middle, high] = self.tiles();
        write!(f, "{low} {middle} {high}")
    }
}

impl FromStr for Run {
    type Err = ParseRunError;

    fn from_str(text: &str) -> Result<Run, ParseRunError> {
        let mut tiles = text.split_ascii_whitespace().map(|name| Tile::from_name(name.as_bytes()));
        let mut next = || tiles.next().flatten();
        let run = next().zip(next()).zip(next()).and_then(|((a, b), c)| Run::from_tiles([a, b, c]));
        run.filter(|_| tiles.next().is_none()).ok_or_else(|| ParseRunError { found: text.to_owned() })
    }
}

/// An invalid run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRunError {
    /// The text.
    pub found: String,
}

impl Localized for ParseRunError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a run; expected three tiles such as 1M 2M 3M",
            "{:?} 不是顺子；应为三张牌，例如 1M 2M 3M",
            self.found
        )
    }
}

localized_errors!(ParseTileError, ParseRunError);
serde_as_text!(Tile.name, Suit.name, Run);

/// A set of kinds, stored as a bit mask.
///
/// ```
/// use hule::{Tile, TileSet};
/// let set: TileSet = [Tile::Z, Tile::M1].into_iter().collect();
/// assert!(set.contains(Tile::M1));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Tile::M1, Tile::Z]); // always ascending
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet {
    bits: u64,
}

impl TileSet {
    /// The empty set.
    pub const EMPTY: TileSet = TileSet { bits: 0 };

    /// Creates a set from a bit mask: bit `i` stands for the tile with index `i`.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> TileSet {
        TileSet { bits }
    }

    /// Returns the set as a bit mask: bit `i` stands for the tile with index `i`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Adds a kind.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) {
        self.bits |= 1 << tile.index();
    }

    /// Removes a kind.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) {
        self.bits &= !(1 << tile.index());
    }

    /// Returns whether the kind is in the set.
    #[inline]
    pub const fn contains(self, tile: Tile) -> bool {
        self.bits >> tile.index() & 1 == 1
    }

    /// Returns the number of kinds.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the kinds, ascending.
    #[inline]
    pub const fn iter(self) -> Tiles {
        Tiles { bits: self.bits }
    }

    /// Returns the greatest kind; `None` if the set is empty.
    #[inline]
    pub fn last(self) -> Option<Tile> {
        self.iter().next_back()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;

    #[inline]
    fn into_iter(self) -> Tiles {
        self.iter()
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An iterator over the kinds of a [`TileSet`], ascending.
#[derive(Clone, Debug)]
pub struct Tiles {
    bits: u64,
}

impl Iterator for Tiles {
    type Item = Tile;

    #[inline]
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

impl DoubleEndedIterator for Tiles {
    #[inline]
    fn next_back(&mut self) -> Option<Tile> {
        let index = self.bits.checked_ilog2()?;
        self.bits ^= 1 << index;
        Tile::from_index(index as usize)
    }
}

impl ExactSizeIterator for Tiles {}
