//! Tiles, suits, seats and the direction of play.

use crate::language::{Language, print_in_english, say};
use crate::short_form::numbered;
use std::fmt;
use std::str::FromStr;

/// One of the 37 kinds of tile.
///
/// The order is the order of discards: where the standard player may throw several tiles, it throws
/// the *greatest*. Ordinary tiles ascend from `1M` to `Z`; above them stand `DOUBLE`, `REVERSE` and
/// `PASS`, which are thrown before any ordinary tile.
///
/// ```
/// use hule::Tile;
/// let tile: Tile = "7P".parse()?;
/// assert_eq!(tile, Tile::P7);
/// assert_eq!(tile.to_string(), "7P");
/// assert!(Tile::Pass > Tile::Reverse && Tile::Double > Tile::Z && Tile::Z > Tile::M1);
/// # Ok::<(), hule::ParseTileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs)] // The names say it: M1 is the tile written `1M`.
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
    /// How many kinds there are.
    pub const COUNT: usize = 37;
    /// How many kinds are not special.
    pub const ORDINARY: usize = 34;
    /// Every deck has four tiles of each kind.
    pub const COPIES: usize = 4;

    /// All kinds, ascending.
    #[rustfmt::skip]
    #[allow(clippy::enum_glob_use)] // All of them are meant.
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

    /// The place of this kind in [`Tile::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind at this place in [`Tile::ALL`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Tile> {
        Tile::ALL.get(index).copied()
    }

    /// The name in decks and logs: `1M`, `E`, `PASS`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The tile of this name, if there is one.
    #[must_use]
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

    /// `PASS`, `REVERSE` or `DOUBLE`.
    #[must_use]
    pub const fn is_special(self) -> bool {
        self.index() >= Tile::ORDINARY
    }

    /// The suit, unless the tile is special.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        match self.index() {
            0..9 => Some(Suit::Characters),
            9..18 => Some(Suit::Dots),
            18..27 => Some(Suit::Bamboos),
            27..34 => Some(Suit::Honours),
            _ => None,
        }
    }

    /// The number from 1 to 9, if the tile has one.
    #[must_use]
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

/// A text that is not the name of a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTileError {
    /// What stood where a tile was expected.
    pub found: String,
}

impl ParseTileError {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let shown: String = self.found.chars().flat_map(char::escape_debug).collect();
        let upper = self.found.to_ascii_uppercase();
        let honour = match *upper.as_bytes() {
            [number, b'Z'] => numbered(number, b'Z'),
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

print_in_english!(ParseTileError, ParseSeatError);

impl std::error::Error for ParseTileError {}

/// What an ordinary tile belongs to. Only tiles with numbers form runs.
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
    /// All four, ascending.
    pub const ALL: [Suit; 4] = [Suit::Characters, Suit::Dots, Suit::Bamboos, Suit::Honours];

    /// The places of its kinds in [`Tile::ALL`].
    pub(crate) const fn indices(self) -> std::ops::Range<usize> {
        match self {
            Suit::Characters => 0..9,
            Suit::Dots => 9..18,
            Suit::Bamboos => 18..27,
            Suit::Honours => 27..Tile::ORDINARY,
        }
    }
}

/// Three tiles of one suit with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Run {
    low: Tile,
}

impl Run {
    /// The run that begins with this tile, which needs a number from 1 to 7.
    #[must_use]
    pub const fn from_low(low: Tile) -> Option<Run> {
        match low.number() {
            Some(1..=7) => Some(Run { low }),
            _ => None,
        }
    }

    /// The run of these three tiles, if they are one and ascend.
    #[must_use]
    pub fn from_tiles(tiles: [Tile; 3]) -> Option<Run> {
        Run::from_low(tiles[0]).filter(|run| run.tiles() == tiles)
    }

    /// The three tiles, ascending.
    #[must_use]
    pub const fn tiles(self) -> [Tile; 3] {
        let low = self.low.index();
        [self.low, Tile::ALL[low + 1], Tile::ALL[low + 2]]
    }
}

/// A place at the table. The game begins with `A`, in the order `A B C D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)] // The four names have no further meaning.
pub enum Seat {
    A,
    B,
    C,
    D,
}

impl Seat {
    /// All four, in the order in which the game begins.
    pub const ALL: [Seat; 4] = [Seat::A, Seat::B, Seat::C, Seat::D];

    /// The place of this seat in [`Seat::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in logs: `A` to `D`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["A", "B", "C", "D"][self.index()]
    }

    /// The neighbour in this direction.
    #[must_use]
    #[inline]
    pub const fn next(self, direction: Direction) -> Seat {
        let step = 1 + 2 * direction as u8;
        Seat::from_low_bits(self as u8 + step)
    }

    /// The seat of the two lowest bits. (A compiler sees that this does nothing but cut them off.)
    #[inline]
    const fn from_low_bits(bits: u8) -> Seat {
        match bits % 4 {
            0 => Seat::A,
            1 => Seat::B,
            2 => Seat::C,
            _ => Seat::D,
        }
    }

    /// The other three seats, in this direction, from the neighbour on.
    #[must_use]
    #[inline]
    pub const fn others(self, direction: Direction) -> [Seat; 3] {
        let step = 1 + 2 * direction as u8;
        let seat = self as u8;
        [
            Seat::from_low_bits(seat + step),
            Seat::from_low_bits(seat + 2 * step),
            Seat::from_low_bits(seat + 3 * step),
        ]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(name: &str) -> Result<Seat, ParseSeatError> {
        Seat::ALL
            .into_iter()
            .find(|seat| seat.name() == name)
            .ok_or_else(|| ParseSeatError { found: name.to_owned() })
    }
}

/// A text that is not the name of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSeatError {
    /// What stood where a seat was expected.
    pub found: String,
}

impl ParseSeatError {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a player; expected A, B, C or D",
            "{:?} 不是玩家；应为 A、B、C 或 D",
            self.found
        )
    }
}

impl std::error::Error for ParseSeatError {}

/// The order in which turns pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Direction {
    /// `A B C D A …`, as the game begins.
    #[default]
    Forward,
    /// `A D C B A …`, after an odd number of `REVERSE`s.
    Reversed,
}

impl Direction {
    /// Both, as the game begins first.
    pub const ALL: [Direction; 2] = [Direction::Forward, Direction::Reversed];

    /// The other direction.
    #[must_use]
    pub const fn flipped(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reversed,
            Direction::Reversed => Direction::Forward,
        }
    }
}

/// `forward` or `reversed`.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Forward => "forward",
            Direction::Reversed => "reversed",
        })
    }
}

#[cfg(feature = "serde")]
mod json {
    use super::Tile;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    impl Serialize for Tile {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.name())
        }
    }

    impl<'de> Deserialize<'de> for Tile {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
            let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
            name.parse().map_err(D::Error::custom)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_list_themselves() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
            assert_eq!(Tile::from_index(index), Some(tile));
            assert_eq!(tile.name().parse(), Ok(tile));
        }
        assert_eq!(Tile::from_index(Tile::COUNT), None);
        assert!(Tile::ALL.is_sorted());
    }

    #[test]
    fn tiles_know_their_suit_and_number() {
        assert_eq!((Tile::S1.suit(), Tile::S1.number()), (Some(Suit::Bamboos), Some(1)));
        assert_eq!((Tile::S.suit(), Tile::S.number()), (Some(Suit::Honours), None));
        assert_eq!((Tile::Pass.suit(), Tile::Pass.number()), (None, None));
    }

    #[test]
    fn wrong_names_get_a_hint() {
        let message = |name: &str| name.parse::<Tile>().expect_err(name).to_string();
        assert_eq!(message("1m"), "`1m` is not a tile; names are in upper case: `1M`");
        assert_eq!(message("5z"), "`5z` is not a tile; honours are single letters here, perhaps `B`");
        assert!(message("10M").starts_with("`10M` is not a tile; expected 1M-9M, "));
        assert!(message("\u{7}").starts_with("`\\u{7}` is not a tile; "));
        assert!(message("").starts_with("`` is not a tile; "));
    }

    #[test]
    fn runs_stay_in_their_suit() {
        assert_eq!(Run::from_low(Tile::M7).map(Run::tiles), Some([Tile::M7, Tile::M8, Tile::M9]));
        for low in [Tile::M8, Tile::S9, Tile::E, Tile::Double] {
            assert_eq!(Run::from_low(low), None);
        }
        assert_eq!(Run::from_tiles([Tile::M2, Tile::M1, Tile::M3]), None);
    }

    #[test]
    fn seats_turn_both_ways() {
        assert_eq!(Seat::A.others(Direction::Forward), [Seat::B, Seat::C, Seat::D]);
        assert_eq!(Seat::A.others(Direction::Reversed), [Seat::D, Seat::C, Seat::B]);
        assert_eq!(Seat::A.next(Direction::Reversed).to_string().parse(), Ok(Seat::D));
        assert!("a".parse::<Seat>().is_err());
    }
}
