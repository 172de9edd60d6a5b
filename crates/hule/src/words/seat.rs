//! Seats, the direction of play, and one value for each seat.

use crate::words::language::{Language, Localized, localized_errors, say};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

/// One of the four seats. The game begins with `A`, in the order `A B C D`.
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
    /// All four seats, in the order in which the game begins.
    pub const ALL: [Seat; 4] = [Seat::A, Seat::B, Seat::C, Seat::D];

    /// The index of this seat in [`Seat::ALL`].
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

    /// The seat of the two lowest bits. (The compiler turns this into a mask.)
    #[inline]
    const fn from_low_bits(bits: u8) -> Seat {
        match bits % 4 {
            0 => Seat::A,
            1 => Seat::B,
            2 => Seat::C,
            _ => Seat::D,
        }
    }

    /// The other three seats in this direction, beginning with the neighbour.
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
    /// The text.
    pub found: String,
}

impl Localized for ParseSeatError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a player; expected A, B, C or D",
            "{:?} 不是玩家；应为 A、B、C 或 D",
            self.found
        )
    }
}

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
    /// Both directions, the one in which the game begins first.
    pub const ALL: [Direction; 2] = [Direction::Forward, Direction::Reversed];

    /// `forward` or `reversed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Reversed => "reversed",
        }
    }

    /// The other direction.
    #[must_use]
    pub const fn flipped(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reversed,
            Direction::Reversed => Direction::Forward,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Direction {
    type Err = ParseDirectionError;

    fn from_str(name: &str) -> Result<Direction, ParseDirectionError> {
        Direction::ALL
            .into_iter()
            .find(|direction| direction.name() == name)
            .ok_or_else(|| ParseDirectionError { found: name.to_owned() })
    }
}

/// A text that is not the name of a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDirectionError {
    /// The text.
    pub found: String,
}

impl Localized for ParseDirectionError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a direction; expected forward or reversed",
            "{:?} 不是方向；应为 forward 或 reversed",
            self.found
        )
    }
}

localized_errors!(ParseSeatError, ParseDirectionError);

/// One value for each seat, indexed by [`Seat`].
///
/// ```
/// use hule::{BySeat, Seat};
/// let mut wins = BySeat::splat(0);
/// wins[Seat::B] += 1;
/// assert_eq!(wins, BySeat::from([0, 1, 0, 0]));
/// assert_eq!(wins.iter().max_by_key(|(_, wins)| **wins), Some((Seat::B, &1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// The values of `A`, `B`, `C` and `D`.
    pub const fn new(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }

    /// The same value for all seats.
    #[must_use]
    pub fn splat(value: T) -> BySeat<T>
    where
        T: Clone,
    {
        BySeat([value.clone(), value.clone(), value.clone(), value])
    }

    /// Calls a function for each seat, `A` first.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(value))
    }

    /// Applies a function to each value, that of `A` first.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// References to the values.
    pub const fn each_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }

    /// Mutable references to the values.
    pub const fn each_mut(&mut self) -> BySeat<&mut T> {
        BySeat(self.0.each_mut())
    }

    /// The seats with their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// The seats with mutable references to their values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&mut self.0)
    }

    /// The values of `A`, `B`, `C` and `D`.
    pub const fn as_array(&self) -> &[T; 4] {
        &self.0
    }

    /// The values of `A`, `B`, `C` and `D`, mutable.
    pub const fn as_mut_array(&mut self) -> &mut [T; 4] {
        &mut self.0
    }

    /// The values of `A`, `B`, `C` and `D`.
    pub fn into_array(self) -> [T; 4] {
        self.0
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> From<[T; 4]> for BySeat<T> {
    fn from(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = (Seat, T);
    type IntoIter = core::iter::Zip<core::array::IntoIter<Seat, 4>, core::array::IntoIter<T, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        Seat::ALL.into_iter().zip(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_turn_both_ways() {
        assert_eq!(Seat::A.others(Direction::Forward), [Seat::B, Seat::C, Seat::D]);
        assert_eq!(Seat::A.others(Direction::Reversed), [Seat::D, Seat::C, Seat::B]);
        assert_eq!(Seat::A.next(Direction::Reversed).to_string().parse(), Ok(Seat::D));
        assert!("a".parse::<Seat>().is_err());
    }

    #[test]
    fn directions_list_themselves() {
        for direction in Direction::ALL {
            assert_eq!(direction.to_string().parse(), Ok(direction));
            assert_eq!(direction.flipped().flipped(), direction);
        }
        assert!("back".parse::<Direction>().is_err());
    }

    #[test]
    fn values_belong_to_their_seats() {
        let names = BySeat::from_fn(Seat::name);
        assert!(names.iter().all(|(seat, name)| *name == seat.name() && names[seat] == seat.name()));
        assert_eq!(names.map(str::len), BySeat::splat(1));
        assert_eq!(names.into_iter().last(), Some((Seat::D, "D")));
    }
}
