//! The entrants of an arena and their seatings.

use crate::words::BySeat;
use std::fmt::Display;

/// The entrants of an arena, and the seatings in which each deck is played.
///
/// `N` is anything from which a player can be created, such as a [`PlayerName`](crate::players::PlayerName).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp<N> {
    entrants: Vec<N>,
    /// The entrant of each player that a thread needs.
    places: Vec<usize>,
    /// For each game of a deck, the index in `places` of the player at each seat.
    seatings: Vec<BySeat<usize>>,
}

impl<N> LineUp<N> {
    /// Creates a line-up of four players in the four rotations of the table. Equal names are one entrant with several
    /// seats.
    ///
    /// ```
    /// use hule::arena::LineUp;
    /// let line_up = LineUp::four(["mine", "standard", "standard", "standard"]);
    /// assert_eq!(line_up.entrants(), ["mine", "standard"]);
    /// assert_eq!(line_up.games(), 4);
    /// ```
    pub fn four(names: [N; 4]) -> LineUp<N>
    where
        N: PartialEq,
    {
        let mut entrants = Vec::new();
        let mut places = Vec::new();
        for name in names {
            let known = entrants.iter().position(|other| *other == name);
            places.push(known.unwrap_or(entrants.len()));
            if known.is_none() {
                entrants.push(name);
            }
        }
        let rotation = |by: usize| BySeat::from_fn(|seat| (seat.index() + by) % 4);
        LineUp { entrants, places, seatings: (0..4).map(rotation).collect() }
    }

    /// Creates a line-up of two players with two seats each, in all six seatings. They are two entrants even if their
    /// names are equal.
    pub fn two(names: [N; 2]) -> LineUp<N> {
        LineUp::round_robin(names.into())
    }

    /// Creates a line-up in which every pair of players plays each deck as in [`two`](LineUp::two): the first player
    /// with each of the others, then the second with those after it, and so on. With fewer than two players there are
    /// no games.
    pub fn round_robin(names: Vec<N>) -> LineUp<N> {
        let places = (0..names.len()).flat_map(|entrant| [entrant; 2]).collect();
        let mut seatings = Vec::new();
        for first in 0..names.len() {
            for second in first + 1..names.len() {
                // The seats of the first entrant; the second has the others.
                for seats in [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]] {
                    let mut free = [2 * second, 2 * second + 1].into_iter();
                    let place = |seat| match seats.iter().position(|&own| own == seat) {
                        Some(own) => 2 * first + own,
                        None => free.next().expect("two seats are left"),
                    };
                    seatings.push(BySeat::new([0, 1, 2, 3]).map(place));
                }
            }
        }
        LineUp { entrants: names, places, seatings }
    }

    /// Returns the names of the entrants.
    pub fn entrants(&self) -> &[N] {
        &self.entrants
    }

    /// Returns the names of the entrants as text, with a number behind those that came before: `useful`, `useful (2)`.
    pub fn names(&self) -> Vec<String>
    where
        N: Display,
    {
        let given: Vec<String> = self.entrants.iter().map(ToString::to_string).collect();
        let told_apart = |(place, name): (usize, &String)| match given[..place]
            .iter()
            .filter(|other| *other == name)
            .count()
        {
            0 => name.clone(),
            before => format!("{name} ({})", before + 1),
        };
        given.iter().enumerate().map(told_apart).collect()
    }

    /// Returns the number of games per deck.
    pub const fn games(&self) -> usize {
        self.seatings.len()
    }

    /// The names of the players that a thread needs.
    pub(super) fn places(&self) -> impl Iterator<Item = &N> {
        self.places.iter().map(|&entrant| &self.entrants[entrant])
    }

    pub(super) fn seatings(&self) -> &[BySeat<usize>] {
        &self.seatings
    }

    pub(super) fn entrants_at(&self, places: BySeat<usize>) -> BySeat<usize> {
        places.map(|place| self.places[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each entrant sits at each seat.
    fn table(line_up: &LineUp<&str>) -> Vec<[usize; 4]> {
        let mut table = vec![[0; 4]; line_up.entrants().len()];
        for &places in line_up.seatings() {
            let array = places.as_array();
            assert!([0, 1, 2, 3].iter().all(|&seat| !array[seat + 1..].contains(&array[seat])));
            for (seat, entrant) in line_up.entrants_at(places) {
                table[entrant][seat.index()] += 1;
            }
        }
        table
    }

    #[test]
    fn everybody_has_every_seat_equally_often() {
        assert_eq!(table(&LineUp::four(["a", "b", "c", "d"])), [[1; 4]; 4]);
        assert_eq!(table(&LineUp::four(["a", "b", "b", "a"])), [[2; 4]; 2]);
        assert_eq!(table(&LineUp::four(["a", "b", "b", "b"])), [[1; 4], [3; 4]]);
        assert_eq!(table(&LineUp::four(["a"; 4])), [[4; 4]]);
        assert_eq!(table(&LineUp::two(["a", "a"])), [[3; 4]; 2]);
        assert_eq!(table(&LineUp::round_robin(vec!["a", "b", "c", "d", "e"])), [[12; 4]; 5]);
        assert_eq!(LineUp::round_robin(vec!["a"]).games(), 0);
    }

    #[test]
    fn a_pair_has_six_seatings_one_after_the_other() {
        let line_up = LineUp::round_robin(vec!["a", "b", "c"]);
        for (pair, seatings) in [[0, 1], [0, 2], [1, 2]].iter().zip(line_up.seatings().chunks(6)) {
            let mut seen: Vec<[usize; 4]> =
                seatings.iter().map(|&places| line_up.entrants_at(places).into_array()).collect();
            assert!(seen.iter().flatten().all(|entrant| pair.contains(entrant)));
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 6);
        }
    }
}
