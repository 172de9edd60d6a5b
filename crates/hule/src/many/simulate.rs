//! Simulates games of four standard players, on one thread or several, with the same results.
//!
//! [`simulate`] and [`simulate_parallel`] are compiled in the program that calls them, together with its observer.
//! [`Stats::of`](crate::stats::Stats::of) and [`batch`](crate::batch) are compiled in this library.

pub use super::queue::Parallel;

use super::queue::{Length, in_order};
use crate::game::{GameId, Observer, Standard, play};
use crate::words::{BySeat, Deck};
use std::ops::{ControlFlow, Range};

/// Plays these games of a seed with four standard players. Only the observer keeps results.
///
/// ```
/// use hule::simulate::simulate;
/// use hule::{Game, Observer};
///
/// /// Counts games with a winner.
/// struct Wins(u32);
///
/// impl Observer for Wins {
///     fn ended(&mut self, game: &Game) {
///         self.0 += u32::from(game.outcome().is_some_and(|outcome| outcome.winner().is_some()));
///     }
/// }
///
/// let mut wins = Wins(0);
/// simulate(1, 0..1000, &mut wins);
/// assert!(wins.0 > 900);
/// ```
pub fn simulate(seed: u64, games: Range<u64>, observer: &mut impl Observer) {
    for number in games {
        let deck = Deck::seeded(seed, number);
        play(&deck, &mut BySeat::new([Standard; 4]), GameId::new(seed, number), observer);
    }
}

/// Plays these games of a seed with four standard players on several threads.
///
/// Each chunk of games gets its own observer. The observers are delivered in the order of the games, so the results do
/// not depend on the number of threads, and only a few of them are held at a time. Returns how many games were
/// delivered, without gaps from the first on.
pub fn simulate_parallel<O: Observer + Send>(
    seed: u64,
    games: Range<u64>,
    how: Parallel<'_>,
    observer: impl Fn() -> O + Sync,
    mut deliver: impl FnMut(Range<u64>, O),
) -> u64 {
    let mut played = 0;
    let work = || {
        |chunk| {
            let mut observer = observer();
            simulate(seed, chunk, &mut observer);
            observer
        }
    };
    in_order(&games, how, Length::Fixed, work, |chunk, observer| {
        played += chunk.end - chunk.start;
        deliver(chunk, observer);
        ControlFlow::Continue(())
    });
    played
}
