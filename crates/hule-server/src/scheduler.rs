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
/// each may take: none waits for longer than [`MOST_WAIT`](Scheduler::MOST_WAIT).
pub struct Scheduler {
    queue: Arc<Queue>,
    /// As many as may wait or think at a time.
    places: Semaphore,
}

struct Queue {
    jobs: Mutex<Jobs>,
    added: Condvar,
    /// How many decisions wait or are being made.
    load: watch::Sender<usize>,
}

#[derive(Default)]
struct Jobs {
    waiting: VecDeque<Box<dyn FnOnce(Option<Duration>) + Send>>,
    running: usize,
    closed: bool,
}

/// Why there is no decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// Too many wait.
    Full,
    /// The player has panicked.
    Panicked,
}

impl Scheduler {
    /// How long all decisions in the queue may take together.
    const MOST_WAIT: Duration = Duration::from_millis(150);

    /// No decision gets less time than this.
    const LEAST: Duration = Duration::from_millis(5);

    /// Starts a thread for each processor.
    pub fn new() -> Scheduler {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        let (jobs, added) = (Mutex::default(), Condvar::new());
        let queue = Arc::new(Queue { jobs, added, load: watch::Sender::new(0) });
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let name = format!("thinker {number}");
            thread::Builder::new()
                .name(name)
                .spawn(move || queue.work(threads))
                .expect("the system has threads");
        }
        Scheduler { queue, places: Semaphore::new(Scheduler::most(threads)) }
    }

    /// How many decisions wait or are being made.
    pub fn load(&self) -> usize {
        *self.queue.load.borrow()
    }

    /// Waits until no decision waits or is being made.
    pub async fn idle(&self) {
        // This fails only if the sender is gone, and it is here.
        let _ = self.queue.load.subscribe().wait_for(|&load| load == 0).await;
    }

    /// Runs a job on one of the threads, as soon as there is a place in the queue. The job is told how long it may take, if
    /// others wait. Returns how long it took as well.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoResult> {
        let place = self.places.acquire().await.map_err(|_| NoResult::Full)?;
        self.queue_up(place, job).await
    }

    /// The same, if there is a place in the queue now.
    pub async fn try_run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoResult> {
        let place = self.places.try_acquire().map_err(|_| NoResult::Full)?;
        self.queue_up(place, job).await
    }

    async fn queue_up<T: Send + 'static>(
        &self,
        _place: SemaphorePermit<'_>,
        job: impl FnOnce(Option<Duration>) -> T + Send + 'static,
    ) -> Result<(T, Duration), NoResult> {
        let (sender, receiver) = oneshot::channel();
        self.queue.load.send_modify(|load| *load += 1);
        self.queue.lock().waiting.push_back(Box::new(move |limit| {
            let begin = Instant::now();
            let result = catch_unwind(AssertUnwindSafe(|| job(limit)));
            // The client may have disconnected.
            let _ = sender.send(result.map(|result| (result, begin.elapsed())));
        }));
        self.queue.added.notify_one();
        receiver.await.ok().and_then(Result::ok).ok_or(NoResult::Panicked)
    }

    /// How many decisions may wait or be made, so that all of them take no longer than `MOST_WAIT`.
    fn most(threads: usize) -> usize {
        threads * (Scheduler::MOST_WAIT.as_millis() / Scheduler::LEAST.as_millis()) as usize
    }

    /// The time for a decision when there are so many; `None` if there is a thread for each.
    fn share(threads: usize, decisions: usize) -> Option<Duration> {
        let share = Scheduler::MOST_WAIT * threads as u32 / decisions.max(1) as u32;
        (decisions > threads).then(|| share.max(Scheduler::LEAST))
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.queue.lock().closed = true;
        self.queue.added.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the scheduler is dropped.
    fn work(&self, threads: usize) {
        loop {
            let mut jobs = self.lock();
            let (job, limit) = loop {
                if jobs.closed {
                    return;
                }
                if let Some(job) = jobs.waiting.pop_front() {
                    jobs.running += 1;
                    let decisions = jobs.waiting.len() + jobs.running;
                    break (job, Scheduler::share(threads, decisions));
                }
                jobs = self.added.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            };
            drop(jobs);
            job(limit);
            self.lock().running -= 1;
            self.load.send_modify(|load| *load -= 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn the_more_wait_the_less_time_has_each() {
        assert_eq!(Scheduler::share(2, 1), None);
        assert_eq!(Scheduler::share(2, 2), None);
        assert_eq!(Scheduler::share(2, 3), Some(Duration::from_millis(100)));
        let most = Scheduler::most(2);
        for decisions in 3..=most {
            let share = Scheduler::share(2, decisions).expect("they share");
            assert!(share * decisions as u32 / 2 <= Scheduler::MOST_WAIT, "{decisions}");
        }
        assert_eq!(Scheduler::share(2, most), Some(Scheduler::LEAST));
    }

    #[test]
    fn a_panic_ends_one_job_only() {
        let scheduler = Scheduler::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(async {
            for number in 0..8 {
                let failed = scheduler.run(|_| -> u32 { panic!("a player panics on purpose") }).await;
                assert_eq!(failed.err(), Some(NoResult::Panicked));
                assert_eq!(scheduler.run(move |_| number).await.map(|(result, _)| result), Ok(number));
            }
        });
    }

    #[test]
    fn it_is_idle_when_no_job_runs() {
        let scheduler = Scheduler::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(scheduler.idle());
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().expect("no thread panics");
        let job = scheduler.try_run({
            let gate = Arc::clone(&gate);
            move |_| drop(gate.lock())
        });
        let (mut job, mut idle) = (Box::pin(job), Box::pin(scheduler.idle()));
        assert!(job.as_mut().now_or_never().is_none());
        assert!(idle.as_mut().now_or_never().is_none());
        drop(closed);
        runtime.block_on(idle);
        assert_eq!(scheduler.load(), 0);
        assert!(runtime.block_on(job).is_ok());
    }

    #[test]
    fn who_comes_when_all_places_are_taken_is_told() {
        let scheduler = Scheduler::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let gate = Arc::new(Mutex::new(()));
        let closed = gate.lock().expect("no thread panics");
        let most = scheduler.places.available_permits();
        let wait = |gate: &Arc<Mutex<()>>| {
            let gate = Arc::clone(gate);
            scheduler.try_run(move |_| drop(gate.lock()))
        };
        let mut jobs: Vec<_> = (0..most).map(|_| Box::pin(wait(&gate))).collect();
        runtime.block_on(async {
            // Each is asked once, so that it waits in the queue.
            for job in &mut jobs {
                assert!(job.as_mut().now_or_never().is_none());
            }
            assert_eq!(wait(&gate).await.err(), Some(NoResult::Full));
            drop(closed);
            for job in jobs {
                assert!(job.await.is_ok());
            }
            assert!(wait(&gate).await.is_ok());
        });
    }
}
