//! Processes a range of numbers on several threads and delivers the results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

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

/// Processes a range in chunks and delivers the results in order, until `deliver` breaks.
///
/// Each thread creates its own worker. Only a few results are held at a time. If there is work for one thread only, it is
/// the calling one, and no other is started.
pub(crate) fn in_order<R: Send, W: FnMut(Range<u64>) -> R>(
    range: &Range<u64>,
    how: Parallel<'_>,
    worker: impl Fn() -> W + Sync,
    mut deliver: impl FnMut(Range<u64>, R) -> ControlFlow<()>,
) {
    let queue = Queue { range, how, state: Mutex::default(), changed: Condvar::new() };
    let next_chunk = |work: &mut W| queue.begin().map(|(number, chunk)| queue.finish(number, work(chunk)));
    thread::scope(|scope| {
        let _closing = ClosedByPanic(&queue);
        let start_thread = || {
            let work = || {
                let _closing = ClosedByPanic(&queue);
                let mut work = worker();
                while next_chunk(&mut work).is_some() {}
            };
            thread::Builder::new().spawn_scoped(scope, work).is_ok()
        };
        let chunks = (range.end.saturating_sub(range.start)).div_ceil(how.chunk.get() as u64);
        let threads = chunks.min(how.threads.get() as u64);
        // If not all threads can be started, fewer do the work.
        let alone = threads <= 1 || (0..threads).take_while(|_| start_thread()).count() == 0;
        let mut own_work = alone.then(&worker);
        loop {
            own_work.as_mut().and_then(next_chunk);
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
    range: &'a Range<u64>,
    how: Parallel<'a>,
    state: Mutex<State<R>>,
    changed: Condvar,
}

struct State<R> {
    begun: u64,
    delivered: u64,
    finished: BTreeMap<u64, R>,
    closed: bool,
}

impl<R> Default for State<R> {
    fn default() -> State<R> {
        State { begun: 0, delivered: 0, finished: BTreeMap::new(), closed: false }
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

    fn chunk(&self, number: u64) -> Option<Range<u64>> {
        let len = self.how.chunk.get() as u64;
        let start = self.range.start.checked_add(number.checked_mul(len)?)?;
        (start < self.range.end).then(|| start..start.saturating_add(len).min(self.range.end))
    }

    /// Returns the next chunk to process. Waits while too many results are undelivered.
    fn begin(&self) -> Option<(u64, Range<u64>)> {
        let ahead = (self.how.threads.get() as u64).saturating_mul(4);
        let mut state = self
            .changed
            .wait_while(self.state(), |state| !state.closed && state.begun - state.delivered >= ahead)
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed || self.how.stop.load(Ordering::Relaxed) {
            return None;
        }
        let chunk = self.chunk(state.begun)?;
        state.begun += 1;
        Some((state.begun - 1, chunk))
    }

    fn finish(&self, number: u64, result: R) {
        self.state().finished.insert(number, result);
        self.changed.notify_all();
    }

    /// Waits for the next result in order; `None` if there will be no more.
    fn next(&self) -> Option<(Range<u64>, R)> {
        let mut state = self.state();
        loop {
            let number = state.delivered;
            if let Some(result) = state.finished.remove(&number) {
                state.delivered += 1;
                self.changed.notify_all();
                return Some((self.chunk(number).expect("it was given out"), result));
            }
            let stopped = self.how.stop.load(Ordering::Relaxed);
            if state.closed || number == state.begun && (stopped || self.chunk(number).is_none()) {
                return None;
            }
            // A signal handler sets `stop` without a notification, so check it regularly.
            let tenth = std::time::Duration::from_millis(100);
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
        let delivery = AssertUnwindSafe(|| in_order(&(0..9), how, || |_| (), |_, ()| panic!("as it should")));
        assert!(catch_unwind(delivery).is_err());
    }
}
