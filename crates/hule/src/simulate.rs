//! Many games of four standard players, on one thread or several, with results that do not depend on which.

use crate::deck::Deck;
use crate::event::Event;
use crate::game::{Game, Turn};
use crate::player::Standard;
use std::collections::BTreeMap;
use std::hint::cold_path;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

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

/// How [`simulate_parallel`] goes about its work. None of it shows in the results.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<'a> {
    /// How many threads play.
    pub threads: NonZeroUsize,
    /// How many games a recorder sees before it is delivered.
    pub chunk: NonZeroUsize,
    /// When this becomes true, no further chunk is begun, and what is under way is delivered.
    pub stop: &'a AtomicBool,
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
    let queue = Queue { games: &games, how, state: Mutex::default(), changed: Condvar::new() };
    thread::scope(|scope| {
        for _ in 0..how.threads.get() {
            scope.spawn(|| {
                while let Some((number, chunk)) = queue.begin() {
                    let mut recorder = recorder();
                    simulate(seed, chunk, &mut recorder);
                    queue.finish(number, recorder);
                }
            });
        }
        let mut played = 0;
        while let Some((chunk, recorder)) = queue.next() {
            played += chunk.end - chunk.start;
            deliver(chunk, recorder);
        }
        played
    })
}

/// The chunks of a range of games: given out in order, and taken back in order.
struct Queue<'a, R> {
    games: &'a Range<u64>,
    how: Parallel<'a>,
    state: Mutex<QueueState<R>>,
    changed: Condvar,
}

struct QueueState<R> {
    begun: u64,
    delivered: u64,
    finished: BTreeMap<u64, R>,
}

impl<R> Default for QueueState<R> {
    fn default() -> QueueState<R> {
        QueueState { begun: 0, delivered: 0, finished: BTreeMap::new() }
    }
}

impl<R> Queue<'_, R> {
    fn chunk(&self, number: u64) -> Option<Range<u64>> {
        let len = self.how.chunk.get() as u64;
        let start = self.games.start.checked_add(number.checked_mul(len)?)?;
        (start < self.games.end).then(|| start..start.saturating_add(len).min(self.games.end))
    }

    /// The next chunk to play. Waits while there are enough that nobody has taken back.
    fn begin(&self) -> Option<(u64, Range<u64>)> {
        let ahead = 4 * self.how.threads.get() as u64;
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self
            .changed
            .wait_while(state, |state| state.begun >= state.delivered + ahead)
            .unwrap_or_else(PoisonError::into_inner);
        if self.how.stop.load(Ordering::Relaxed) {
            return None;
        }
        let chunk = self.chunk(state.begun)?;
        state.begun += 1;
        Some((state.begun - 1, chunk))
    }

    fn finish(&self, number: u64, recorder: R) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).finished.insert(number, recorder);
        self.changed.notify_all();
    }

    /// The next chunk in order, when it has been played; nothing if no more will be.
    fn next(&self) -> Option<(Range<u64>, R)> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let number = state.delivered;
            if let Some(recorder) = state.finished.remove(&number) {
                state.delivered += 1;
                self.changed.notify_all();
                return Some((self.chunk(number).expect("it was given out"), recorder));
            }
            let stopped = self.how.stop.load(Ordering::Relaxed);
            if number == state.begun && (stopped || self.chunk(number).is_none()) {
                return None;
            }
            // A signal handler sets `stop` without telling anybody, so look again now and then.
            let tenth = std::time::Duration::from_millis(100);
            let woken = self.changed.wait_timeout(state, tenth);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
