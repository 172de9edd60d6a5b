//! Seats, directions, and values for each seat.

use crate::words::named;
use core::ops::{Index, IndexMut};

/// One of the four seats. `A` plays first, and the initial order is `A B C D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[allow(missing_docs)] // just names
pub enum Seat {
    A,
    B,
    C,
    D,
}

impl Seat {
    /// All seats, in the initial order of play.
    pub const ALL: [Seat; 4] = [Seat::A, Seat::B, Seat::C, Seat::D];

    /// Returns the index of this seat in [`Seat::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name used in logs: `A` to `D`.
    pub const fn name(self) -> &'static str {
        ["A", "B", "C", "D"][self.index()]
    }

    /// Returns the next seat in this direction.
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

    /// Returns the other three seats in this direction, beginning with the next one.
    #[allow(clippy::inline_always)] // See `game.rs`.
    #[inline(always)]
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

named!(Seat, name, "a player", "玩家");

/// The direction of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Direction {
    /// `A B C D A …`, the initial direction.
    #[default]
    Forward,
    /// `A D C B A …`, after an odd number of `REVERSE`s.
    Reversed,
}

impl Direction {
    /// Both directions, the initial one first.
    pub const ALL: [Direction; 2] = [Direction::Forward, Direction::Reversed];

    /// Returns `forward` or `reversed`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Reversed => "reversed",
        }
    }

    /// Returns the other direction.
    pub const fn flipped(self) -> Direction {
        match self {
            Direction::Forward => Direction::Reversed,
            Direction::Reversed => Direction::Forward,
        }
    }
}

named!(Direction, name, "a direction", "方向");

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
    /// Creates a `BySeat` from the values of `A`, `B`, `C` and `D`.
    pub const fn new(values: [T; 4]) -> BySeat<T> {
        BySeat(values)
    }

    /// Creates a `BySeat` with the same value for all seats.
    pub fn splat(value: T) -> BySeat<T>
    where
        T: Clone,
    {
        BySeat([value.clone(), value.clone(), value.clone(), value])
    }

    /// Creates a `BySeat` from one value for all seats, two for every other seat, or four. Returns `None` for any other number.
    ///
    /// ```
    /// use hule::BySeat;
    /// assert_eq!(BySeat::around(&[1, 2]), Some(BySeat::from([1, 2, 1, 2])));
    /// assert_eq!(BySeat::around(&[1, 2, 3]), None);
    /// ```
    pub fn around(values: &[T]) -> Option<BySeat<T>>
    where
        T: Clone,
    {
        let whole = matches!(values.len(), 1 | 2 | 4);
        whole.then(|| BySeat::from_fn(|seat| values[seat.index() % values.len()].clone()))
    }

    /// Creates a `BySeat` by calling a function for each seat, in order.
    pub fn from_fn(value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(value))
    }

    /// Applies a function to each value, in order.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat(self.0.map(change))
    }

    /// Returns references to the values.
    pub const fn each_ref(&self) -> BySeat<&T> {
        BySeat(self.0.each_ref())
    }

    /// Returns mutable references to the values.
    pub const fn each_mut(&mut self) -> BySeat<&mut T> {
        BySeat(self.0.each_mut())
    }

    /// Returns the seats with their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// Returns the seats with mutable references to their values.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&mut self.0)
    }

    /// Returns the values of `A`, `B`, `C` and `D`.
    pub const fn as_array(&self) -> &[T; 4] {
        &self.0
    }

    /// Returns the values of `A`, `B`, `C` and `D`, mutable.
    pub const fn as_mut_array(&mut self) -> &mut [T; 4] {
        &mut self.0
    }

    /// Returns the values of `A`, `B`, `C` and `D`.
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
