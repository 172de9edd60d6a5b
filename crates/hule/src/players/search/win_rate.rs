//! The share of games won from similar situations.

use crate::game::Game;
use crate::players::Unseen;
use crate::words::Seat;

/// A class of situations: the distances of the seat and of the two nearest others, its useful tiles, and the tiles left
/// to draw. The share of wins of each class was measured in games of one [`GreedyPlayer`](crate::players::GreedyPlayer) player
/// among standard players.
///
/// ```
/// use hule::players::WinRateClass;
/// use hule::{Deck, Game, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// println!("B wins {:.0} % of such games", 100.0 * WinRateClass::of(&game, Seat::B).share());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRateClass {
    cell: usize,
}

/// The share of games won for each class, in units of 1/255, written by the example `win_rates`.
static SHARES: &[u8; WinRateClass::CELLS] = include_bytes!("../../../data/win_rates.bin");

impl WinRateClass {
    const DISTANCES: usize = 7;
    const USEFUL: usize = 8;
    const WALLS: usize = 13;
    /// The number of classes.
    pub const CELLS: usize = WinRateClass::DISTANCES.pow(3) * WinRateClass::USEFUL * WinRateClass::WALLS;

    /// Returns the class of a seat that has not drawn. All hands are looked at.
    pub fn of(game: &Game, seat: Seat) -> WinRateClass {
        WinRateClass::new(game, seat, &Unseen::of(&game.view(seat)))
    }

    /// Like [`WinRateClass::of`], with given unseen tiles, which may be slightly out of date.
    pub(super) fn new(game: &Game, seat: Seat, unseen: &Unseen) -> WinRateClass {
        let near = |seat: Seat| usize::from(game.hand(seat).distance()).min(WinRateClass::DISTANCES - 1);
        let mut others = seat.others(game.direction()).map(near);
        others.sort_unstable();
        let useful = unseen.useful_to(game.hand(seat));
        // The smaller the distance, the fewer tiles are useful.
        let useful = match near(seat) {
            0 | 1 => useful / 2,
            2 => useful / 4,
            _ => useful / 8,
        };
        let parts = [
            (near(seat), WinRateClass::DISTANCES),
            (others[0], WinRateClass::DISTANCES),
            (game.wall().len() / 8, WinRateClass::WALLS),
            (others[1], WinRateClass::DISTANCES),
            (useful.min(WinRateClass::USEFUL - 1), WinRateClass::USEFUL),
        ];
        WinRateClass { cell: parts.into_iter().fold(0, |cell, (part, parts)| cell * parts + part) }
    }

    /// So many consecutive classes differ only in the useful tiles and the second nearest of the other hands.
    pub const ALIKE: usize = WinRateClass::USEFUL * WinRateClass::DISTANCES;

    /// Returns the number of the class, less than [`CELLS`](WinRateClass::CELLS).
    pub const fn cell(self) -> usize {
        self.cell
    }

    /// Returns the share of games won from this class, from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(SHARES[self.cell]) / 255.0
    }
}
