//! The threads on which players think, one decision at a time.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, SemaphorePermit, oneshot, watch};

/// The threads, and the decisions that wait for one of them.
///
/// A table waits with one decision at a time, so the queue serves all tables in turn. The more of them wait, the less time
/// each may take: whoever comes waits for [`PATIENCE`](Thinkers::PATIENCE) at the most.
pub struct Thinkers {
    queue: Arc<Queue>,
    /// As many as may wait or think at a time.
    places: Semaphore,
}

struct Queue {
    waiting: Mutex<Waiting>,
    came: Condvar,
    /// How many decisions wait or are thought about.
    load: watch::Sender<usize>,
}

#[derive(Default)]
struct Waiting {
    thoughts: VecDeque<Box<dyn FnOnce(Option<Duration>) + Send>>,
    running: usize,
    closed: bool,
}

/// Why there is no decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThought {
    /// Too many wait.
    Full,
    /// The player has panicked.
    Panicked,
}

impl Thinkers {
    /// How long all who wait may make the next one wait.
    const PATIENCE: Duration = Duration::from_millis(150);

    /// No decision gets less time than this.
    const LEAST: Duration = Duration::from_millis(5);

    /// Starts a thread for each processor.
    pub fn new() -> Thinkers {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        let queue =
            Arc::new(Queue { waiting: Mutex::default(), came: Condvar::new(), load: watch::Sender::new(0) });
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let name = format!("thinker {number}");
            thread::Builder::new()
                .name(name)
                .spawn(move || queue.work(threads))
                .expect("the system has threads");
        }
        Thinkers { queue, places: Semaphore::new(Thinkers::most(threads)) }
    }

    /// How many decisions wait or are thought about.
    pub fn load(&self) -> usize {
        *self.queue.load.borrow()
    }

    /// Waits until no decision waits or is thought about.
    pub async fn idle(&self) {
        // This fails only if the sender is gone, and it is here.
        let _ = self.queue.load.subscribe().wait_for(|&load| load == 0).await;
    }

    /// Thinks on one of the threads, as soon as there is a place in the queue. The thought is told how long it may take, if
    /// others wait. Returns how long it took as well.
    pub async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoThought> {
        let place = self.places.acquire().await.map_err(|_| NoThought::Full)?;
        self.put(place, thought).await
    }

    /// Thinks if there is a place in the queue.
    pub async fn try_think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoThought> {
        let place = self.places.try_acquire().map_err(|_| NoThought::Full)?;
        self.put(place, thought).await
    }

    async fn put<T: Send + 'static>(
        &self,
        _place: SemaphorePermit<'_>,
        thought: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoThought> {
        let (tell, told) = oneshot::channel();
        self.queue.load.send_modify(|load| *load += 1);
        self.queue.lock().thoughts.push_back(Box::new(move |limit| {
            let begin = Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(|| thought(limit)));
            // Whoever asked may be gone.
            let _ = tell.send(thought.map(|thought| (thought, begin.elapsed())));
        }));
        self.queue.came.notify_one();
        told.await.ok().and_then(Result::ok).ok_or(NoThought::Panicked)
    }

    /// How many decisions may wait or be thought about, so that all of them take no longer than the patience.
    fn most(threads: usize) -> usize {
        threads * (Thinkers::PATIENCE.as_millis() / Thinkers::LEAST.as_millis()) as usize
    }

    /// The time for a decision when there are so many; `None` if there is a thread for each.
    fn share(threads: usize, decisions: usize) -> Option<Duration> {
        let share = Thinkers::PATIENCE * threads as u32 / decisions.max(1) as u32;
        (decisions > threads).then(|| share.max(Thinkers::LEAST))
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.came.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks until there is nobody left to ask.
    fn work(&self, threads: usize) {
        loop {
            let mut waiting = self.lock();
            let (thought, limit) = loop {
                if waiting.closed {
                    return;
                }
                if let Some(thought) = waiting.thoughts.pop_front() {
                    waiting.running += 1;
                    let decisions = waiting.thoughts.len() + waiting.running;
                    break (thought, Thinkers::share(threads, decisions));
                }
                waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            };
            drop(waiting);
            thought(limit);
            self.lock().running -= 1;
            self.load.send_modify(|load| *load -= 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_wait_the_less_time_has_each() {
        assert_eq!(Thinkers::share(2, 1), None);
        assert_eq!(Thinkers::share(2, 2), None);
        assert_eq!(Thinkers::share(2, 3), Some(Duration::from_millis(100)));
        let most = Thinkers::most(2);
        for decisions in 3..=most {
            let share = Thinkers::share(2, decisions).expect("they share");
            assert!(share * decisions as u32 / 2 <= Thinkers::PATIENCE, "{decisions}");
        }
        assert_eq!(Thinkers::share(2, most), Some(Thinkers::LEAST));
    }

    #[test]
    fn a_panic_ends_one_thought_only() {
        let thinkers = Thinkers::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            for number in 0..8 {
                let failed = thinkers.think(|_| -> u32 { panic!("a player panics on purpose") }).await;
                assert_eq!(failed.err(), Some(NoThought::Panicked));
                assert_eq!(thinkers.think(move |_| number).await.map(|(thought, _)| thought), Ok(number));
            }
        });
    }

    #[test]
    fn they_are_idle_when_no_decision_is_thought_about() {
        let thinkers = Thinkers::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(thinkers.idle());
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().expect("nobody panics");
        let thought = thinkers.try_think({
            let gate = Arc::clone(&gate);
            move |_| drop(gate.lock())
        });
        let (mut thought, mut idle) = (Box::pin(thought), Box::pin(thinkers.idle()));
        assert!(futures_poll(&mut thought).is_none());
        assert!(futures_poll(&mut idle).is_none());
        drop(closed);
        runtime.block_on(idle);
        assert_eq!(thinkers.load(), 0);
        assert!(runtime.block_on(thought).is_ok());
    }

    #[test]
    fn who_comes_when_all_places_are_taken_is_told() {
        let thinkers = Thinkers::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().expect("nobody panics");
        let most = thinkers.places.available_permits();
        let wait = |gate: &Arc<Mutex<()>>| {
            let gate = Arc::clone(gate);
            thinkers.try_think(move |_| drop(gate.lock()))
        };
        let mut thoughts: Vec<_> = (0..most).map(|_| Box::pin(wait(&gate))).collect();
        runtime.block_on(async {
            // Each is asked once, so that it waits in the queue.
            for thought in &mut thoughts {
                assert!(futures_poll(thought).is_none());
            }
            assert_eq!(wait(&gate).await.err(), Some(NoThought::Full));
            drop(closed);
            for thought in thoughts {
                assert!(thought.await.is_ok());
            }
            assert!(wait(&gate).await.is_ok());
        });
    }

    /// The result, if it is there at once.
    fn futures_poll<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::Pin::new(future).poll(&mut context) {
            std::task::Poll::Ready(value) => Some(value),
            std::task::Poll::Pending => None,
        }
    }
}
