//! What a game is worth to a seat, known from many games.

use crate::game::Game;
use crate::players::useful::Unseen;
use crate::words::seat::Seat;

/// What a game is worth to a seat, by how near everybody is to winning and how much is left to draw: known from many
/// games of a [`Useful`](crate::players::Useful) player among standard players.
///
/// ```
/// use hule::players::Experience;
/// use hule::{Deck, Game, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// println!("B wins {:.0} % of such games", 100.0 * Experience::of(&game, Seat::B).share());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experience {
    cell: usize,
}

/// For each cell the share of games that were won, in units of 1/255. The example `experience` makes it.
static SHARES: &[u8; Experience::CELLS] = include_bytes!("../../../data/experience.bin");

impl Experience {
    const DISTANCES: usize = 7;
    const USEFUL: usize = 8;
    const WALLS: usize = 13;
    /// How many situations it tells apart.
    pub const CELLS: usize = Experience::DISTANCES.pow(3) * Experience::USEFUL * Experience::WALLS;

    /// The situation of a seat that has not drawn, with all hands open.
    #[must_use]
    pub fn of(game: &Game, seat: Seat) -> Experience {
        Experience::new(game, seat, &Unseen::of(&game.view(seat)))
    }

    /// The same with the tiles that the seat could not see a moment ago, which are known already.
    pub(super) fn new(game: &Game, seat: Seat, unseen: &Unseen) -> Experience {
        let near = |seat: Seat| usize::from(game.hand(seat).distance()).min(Experience::DISTANCES - 1);
        let mut others = seat.others(game.direction()).map(near);
        others.sort_unstable();
        let useful = unseen.useful_to(game.hand(seat));
        // The nearer a hand is, the fewer tiles are useful to it.
        let useful = match near(seat) {
            0 | 1 => useful / 2,
            2 => useful / 4,
            _ => useful / 8,
        };
        let parts = [
            (near(seat), Experience::DISTANCES),
            (others[0], Experience::DISTANCES),
            (game.wall().len() / 8, Experience::WALLS),
            (others[1], Experience::DISTANCES),
            (useful.min(Experience::USEFUL - 1), Experience::USEFUL),
        ];
        Experience { cell: parts.into_iter().fold(0, |cell, (part, parts)| cell * parts + part) }
    }

    /// Which of the [`CELLS`](Experience::CELLS) situations it is.
    #[must_use]
    pub const fn cell(self) -> usize {
        self.cell
    }

    /// Situations that differ in the hands of others and in useful tiles only have the same number here.
    #[must_use]
    pub const fn coarse(self) -> usize {
        self.cell / Experience::USEFUL / Experience::DISTANCES
    }

    /// The share of such games that were won, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        f64::from(SHARES[self.cell]) / 255.0
    }
}
