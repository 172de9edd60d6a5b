//! Processes a range of numbers on several threads and delivers the results in order.

use crate::words::Instant;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How to distribute games over threads. The results do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Parallel<'a> {
    /// The number of threads. With one, or if no other can be started, the calling thread does the work itself.
    pub threads: NonZeroUsize,
    /// How many games, or decks in an arena, a thread plays before it delivers them.
    pub chunk: NonZeroUsize,
    /// Set this to stop: no further chunk is started, and those in progress are delivered.
    pub stop: &'a AtomicBool,
}

/// How long the chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// As long as [`Parallel::chunk`] says.
    Fixed,
    /// Longer if they would be done in no time: to hand over a chunk takes some microseconds.
    Growing,
}

impl Length {
    /// What a chunk should take at least.
    const SHORTEST: Duration = Duration::from_millis(1);
    /// What a chunk takes at most if it is longer than it has to be.
    const LONGEST: Duration = Duration::from_millis(4);

    /// The length of the next chunk, if the last one had `len` and took this long.
    fn next(self, len: u64, least: u64, took: Duration) -> u64 {
        match self {
            Length::Growing if took < Length::SHORTEST => len.saturating_mul(2),
            Length::Growing if took > Length::LONGEST => (len / 2).max(least),
            _ => len,
        }
    }
}

/// Processes a range in chunks and delivers the results in order, until `deliver` breaks.
///
/// Each thread creates its own worker. Only a few results are held at a time. If there is work for one thread only, it is
/// the calling one, and no other is started.
pub(crate) fn in_order<R: Send, W: FnMut(Range<u64>) -> R>(
    range: &Range<u64>,
    how: Parallel<'_>,
    length: Length,
    worker: impl Fn() -> W + Sync,
    mut deliver: impl FnMut(Range<u64>, R) -> ControlFlow<()>,
) {
    let state = Mutex::new(State::new(range.start));
    let queue = &Queue { how, end: range.end, state, changed: Condvar::new() };
    let least = how.chunk.get() as u64;
    let worker = || {
        let mut work = worker();
        let mut len = least;
        // Processes the next chunk; `None` if there is none.
        move || {
            let chunk = queue.begin(len)?;
            let started = Instant::now();
            let result = work(chunk.clone());
            len = length.next(len, least, started.elapsed());
            queue.finish(chunk, result);
            Some(())
        }
    };
    thread::scope(|scope| {
        let _closing = ClosedByPanic(queue);
        let start_thread = || {
            let work = || {
                let _closing = ClosedByPanic(queue);
                let mut next_chunk = worker();
                while next_chunk().is_some() {}
            };
            thread::Builder::new().spawn_scoped(scope, work).is_ok()
        };
        let chunks = (range.end.saturating_sub(range.start)).div_ceil(least);
        let threads = chunks.min(how.threads.get() as u64);
        // If not all threads can be started, fewer do the work.
        let alone = threads <= 1 || (0..threads).take_while(|_| start_thread()).count() == 0;
        let mut own_work = alone.then(&worker);
        loop {
            own_work.as_mut().and_then(|next_chunk| next_chunk());
            let Some((chunk, result)) = queue.next() else { break };
            if deliver(chunk, result).is_break() {
                break;
            }
        }
        queue.close();
    });
}

/// Hands out the chunks of a range and returns the results in order.
struct Queue<'a, R> {
    how: Parallel<'a>,
    /// The end of the range.
    end: u64,
    state: Mutex<State<R>>,
    changed: Condvar,
}

struct State<R> {
    /// The first number that has not been begun.
    begun: u64,
    /// The first number that is not delivered.
    delivered: u64,
    /// How many chunks are begun and not delivered.
    ahead: usize,
    /// The ends and results of chunks, by their first numbers.
    finished: BTreeMap<u64, (u64, R)>,
    closed: bool,
}

impl<R> State<R> {
    const fn new(start: u64) -> State<R> {
        State { begun: start, delivered: start, ahead: 0, finished: BTreeMap::new(), closed: false }
    }
}

/// Closes the queue if its thread panics, so that the others do not wait forever.
struct ClosedByPanic<'a, 'b, R>(&'a Queue<'b, R>);

impl<R> Drop for ClosedByPanic<'_, '_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

impl<R> Queue<'_, R> {
    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next chunk to process. Waits while too many results are undelivered.
    fn begin(&self, len: u64) -> Option<Range<u64>> {
        let most = self.how.threads.get().saturating_mul(4);
        let mut state = self
            .changed
            .wait_while(self.state(), |state| !state.closed && state.ahead >= most)
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed || self.how.stop.load(Ordering::Relaxed) || state.begun >= self.end {
            return None;
        }
        let chunk = state.begun..state.begun.saturating_add(len).min(self.end);
        state.begun = chunk.end;
        state.ahead += 1;
        Some(chunk)
    }

    fn finish(&self, chunk: Range<u64>, result: R) {
        self.state().finished.insert(chunk.start, (chunk.end, result));
        self.changed.notify_all();
    }

    /// Waits for the next result in order; `None` if there will be no more.
    fn next(&self) -> Option<(Range<u64>, R)> {
        let mut state = self.state();
        loop {
            let start = state.delivered;
            if let Some((end, result)) = state.finished.remove(&start) {
                state.delivered = end;
                state.ahead -= 1;
                self.changed.notify_all();
                return Some((start..end, result));
            }
            let stopped = self.how.stop.load(Ordering::Relaxed);
            if state.closed || start == state.begun && (stopped || start >= self.end) {
                return None;
            }
            // A signal handler sets `stop` without a notification, so check it regularly.
            let tenth = Duration::from_millis(100);
            let woken = self.changed.wait_timeout(state, tenth);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Stops handing out chunks.
    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn squares(threads: usize, until: u64, work: impl Fn(u64) -> u64 + Sync) -> Vec<u64> {
        let how = Parallel {
            threads: NonZeroUsize::new(threads).expect("not zero"),
            chunk: NonZeroUsize::new(3).expect("not zero"),
            stop: &AtomicBool::new(false),
        };
        let mut found = Vec::new();
        in_order(
            &(0..1000),
            how,
            Length::Fixed,
            || |chunk: Range<u64>| chunk.map(&work).collect::<Vec<u64>>(),
            |_, squares| {
                found.extend(squares);
                if found.len() as u64 >= until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        found
    }

    #[test]
    fn delivery_is_in_order_and_ends_where_it_breaks_off() {
        let expected: Vec<u64> = (0..1000).map(|number| number * number).collect();
        for threads in [1, 2, 7] {
            assert_eq!(squares(threads, u64::MAX, |number| number * number), expected);
            assert_eq!(squares(threads, 100, |number| number * number), expected[..102]);
        }
    }

    #[test]
    fn short_chunks_grow_and_nothing_is_left_out() {
        for threads in [1, 2, 7] {
            let how = Parallel {
                threads: NonZeroUsize::new(threads).expect("not zero"),
                chunk: NonZeroUsize::MIN,
                stop: &AtomicBool::new(false),
            };
            let mut chunks = Vec::new();
            let work = || |chunk: Range<u64>| chunk.sum::<u64>();
            in_order(&(5..100_000), how, Length::Growing, work, |chunk, sum| {
                assert_eq!(sum, chunk.clone().sum::<u64>());
                chunks.push(chunk);
                ControlFlow::Continue(())
            });
            assert_eq!((chunks[0].start, chunks.last().map(|last| last.end)), (5, Some(100_000)));
            assert!(chunks.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(
                chunks.iter().any(|chunk| chunk.end - chunk.start > 1),
                "none took less than a millisecond"
            );
        }
    }

    #[test]
    fn the_length_follows_the_time() {
        let next = |length: Length, len, took| length.next(len, 3, Duration::from_micros(took));
        assert_eq!([999, 1000, 4000, 4001].map(|took| next(Length::Growing, 24, took)), [48, 24, 24, 12]);
        assert_eq!(next(Length::Growing, 3, 1_000_000), 3);
        assert_eq!([0, 1_000_000].map(|took| next(Length::Fixed, 3, took)), [3, 3]);
    }

    #[test]
    fn one_thread_is_the_calling_one() {
        let caller = thread::current().id();
        let at_home = |number| {
            assert_eq!(thread::current().id(), caller);
            number
        };
        assert_eq!(squares(1, u64::MAX, at_home).len(), 1000);
        let elsewhere = |number| {
            assert_ne!(thread::current().id(), caller);
            number
        };
        assert_eq!(squares(2, u64::MAX, elsewhere).len(), 1000);
    }

    #[test]
    fn one_thread_stops_before_the_next_chunk() {
        let stop = AtomicBool::new(false);
        let how = Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop: &stop };
        let work = |chunk: Range<u64>| stop.fetch_or(chunk.start == 4, Ordering::Relaxed);
        let mut delivered = Vec::new();
        in_order(
            &(0..9),
            how,
            Length::Fixed,
            || work,
            |chunk, _| {
                delivered.push(chunk.start);
                ControlFlow::Continue(())
            },
        );
        // What was begun is delivered.
        assert_eq!(delivered, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn nobody_waits_for_a_thread_that_panics() {
        let broken = |number| if number == 77 { panic!("as it should") } else { number };
        for threads in [1, 3] {
            assert!(catch_unwind(|| squares(threads, u64::MAX, broken)).is_err());
        }
        let how =
            Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
        let delivery = AssertUnwindSafe(|| {
            in_order(&(0..9), how, Length::Fixed, || |_| (), |_, ()| panic!("as it should"));
        });
        assert!(catch_unwind(delivery).is_err());
    }
}
