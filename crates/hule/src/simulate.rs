//! Many games of four standard players, on one thread or several, with results that do not depend on which.

use crate::deck::Deck;
use crate::event::Event;
use crate::game::{Game, Turn};
use crate::player::Standard;
use crate::queue::{Parallel, in_order};
use std::hint::cold_path;
use std::ops::{ControlFlow, Range};

/// Takes note of games. Nothing is kept of a game unless the recorder keeps it.
pub trait Recorder {
    /// A game begins: `game` is dealt, and `A` has drawn.
    fn begin(&mut self, _number: u64, _game: &Game) {}

    /// Something happens. The deal is told before [`begin`](Recorder::begin).
    fn event(&mut self, _event: Event) {}

    /// Whether [`decided`](Recorder::decided) is to be called in this game. It costs a little.
    fn follows(&self, _number: u64) -> bool {
        false
    }

    /// A seat has decided, and `game` is what came of it.
    fn decided(&mut self, _turn: Turn, _game: &Game) {}

    /// A game is over.
    fn end(&mut self, _number: u64, _game: &Game) {}
}

/// Plays games of a seed with four standard players, one after the other.
///
/// ```
/// use hule::{Game, Recorder, simulate};
///
/// /// Counts games that somebody won.
/// struct Wins(u32);
///
/// impl Recorder for Wins {
///     fn end(&mut self, _number: u64, game: &Game) {
///         self.0 += u32::from(game.outcome().is_some_and(|outcome| outcome.winner().is_some()));
///     }
/// }
///
/// let mut wins = Wins(0);
/// simulate(1, 0..1000, &mut wins);
/// assert!(wins.0 > 900);
/// ```
pub fn simulate(seed: u64, games: Range<u64>, recorder: &mut impl Recorder) {
    for number in games {
        let deck = Deck::seeded(seed, number);
        let mut game = Game::start(&deck, &mut |event| recorder.event(event));
        recorder.begin(number, &game);
        let mut followed = game.turn().filter(|_| recorder.follows(number));
        while game.step(&mut [Standard; 4], &mut |event| recorder.event(event)) {
            if let Some(turn) = followed {
                cold_path();
                recorder.decided(turn, &game);
                followed = game.turn();
            }
        }
        recorder.end(number, &game);
    }
}

/// Plays games of a seed with four standard players on several threads.
///
/// Each chunk of games gets a recorder of its own. The recorders are delivered in the order of the games, so
/// it makes no difference how many threads there are; and only a few of them are held at a time. Returns how
/// many games were played, from the first on, without a gap.
pub fn simulate_parallel<R: Recorder + Send>(
    seed: u64,
    games: Range<u64>,
    how: Parallel<'_>,
    recorder: impl Fn() -> R + Sync,
    mut deliver: impl FnMut(Range<u64>, R),
) -> u64 {
    let mut played = 0;
    let work = || {
        |chunk| {
            let mut recorder = recorder();
            simulate(seed, chunk, &mut recorder);
            recorder
        }
    };
    in_order(&games, how, work, |chunk, recorder| {
        played += chunk.end - chunk.start;
        deliver(chunk, recorder);
        ControlFlow::Continue(())
    });
    played
}
