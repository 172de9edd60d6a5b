//! What a game is worth to a seat, known from many games.

use crate::game::Game;
use crate::player::useful::Unseen;
use crate::tile::Seat;

/// All that experience looks at: how near everybody is, and how much is left to draw.
#[derive(Clone, Copy)]
pub struct Experience {
    cell: usize,
}

/// For each cell the share of games that a useful player won among standard players, in units of 1/255. The ignored
/// test below makes it.
static SHARES: &[u8; Experience::CELLS] = include_bytes!("experience.bin");

impl Experience {
    const DISTANCES: usize = 7;
    const USEFUL: usize = 8;
    const WALLS: usize = 13;
    const CELLS: usize = Experience::DISTANCES.pow(3) * Experience::USEFUL * Experience::WALLS;

    /// What there is to see, all hands open, when the seat is at rest.
    pub fn of(game: &Game, seat: Seat, unseen: &Unseen) -> Experience {
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

    /// How often such games were won.
    pub fn share(self) -> f64 {
        f64::from(SHARES[self.cell]) / 255.0
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_sign_loss)] // Shares are not negative.

    use super::*;
    use crate::deck::Deck;
    use crate::player::PlayerName;
    use std::path::Path;

    /// Plays games of a useful player among standard ones and tells of every rest after a draw in which cell the
    /// useful player was, and at the end whether it won.
    fn observe(seed: u64, games: u64, mut tell: impl FnMut(Experience, bool)) {
        for number in 0..games {
            let seat = Seat::ALL[number as usize % 4];
            let mut players = Seat::ALL.map(|other| {
                let name = if other == seat { PlayerName::Useful } else { PlayerName::Standard };
                name.player()
            });
            let mut game = Game::new(&Deck::seeded(seed, number));
            let mut rests = Vec::new();
            let mut wall = game.wall().len();
            while game.step(&mut players, &mut |_| {}) {
                let resting = game.turn().is_some_and(|turn| turn.seat() != seat);
                if resting && game.wall().len() < wall {
                    wall = game.wall().len();
                    rests.push(Experience::of(&game, seat, &Unseen::of(&game.view(seat))));
                }
            }
            let won = game.outcome().is_some_and(|outcome| outcome.winner() == Some(seat));
            for experience in rests {
                tell(experience, won);
            }
        }
    }

    #[test]
    #[ignore = "makes the table anew: cargo test --release -p hule experience -- --ignored"]
    fn learn() {
        let mut seen = vec![(0.0, 0.0); Experience::CELLS];
        // Cells that differ only in what matters least, to lean on where there is little experience.
        let coarse = |cell: usize| cell / Experience::USEFUL / Experience::DISTANCES;
        let mut all = vec![(0.0, 0.0); Experience::CELLS];
        observe(0x0068_756c_6500, 2_000_000, |experience, won| {
            for (won_there, there) in [&mut seen[experience.cell], &mut all[coarse(experience.cell)]] {
                *won_there += f64::from(u8::from(won));
                *there += 1.0;
            }
        });
        let shares: Vec<u8> = (0..Experience::CELLS)
            .map(|cell| {
                let (won, there) = all[coarse(cell)];
                let expected = (won + 0.25) / (there + 1.0);
                let (won, there) = seen[cell];
                let share = (won + 40.0 * expected) / (there + 40.0);
                (255.0_f64 * share).round() as u8
            })
            .collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/player/search/experience.bin");
        std::fs::write(file, shares).expect("the table can be written");
    }

    #[test]
    fn games_are_won_as_often_as_experience_says() {
        let mut bins = [(0.0, 0.0, 0.0); 10];
        observe(9, 10_000, |experience, won| {
            let bin = &mut bins[((10.0 * experience.share()) as usize).min(9)];
            bin.0 += experience.share();
            bin.1 += f64::from(u8::from(won));
            bin.2 += 1.0;
        });
        for (expected, won, all) in bins.into_iter().filter(|bin| bin.2 > 5000.0) {
            assert!((expected - won).abs() / all < 0.05, "{expected} expected, {won} won of {all}");
        }
        assert!(bins.iter().filter(|bin| bin.2 > 5000.0).count() >= 5, "{bins:?}");
    }
}
