//! Work that takes long: without the GIL, with progress, and stopped by Ctrl-C.

use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How long a signal may wait.
const PATIENCE: Duration = Duration::from_millis(40);

/// The most threads. The results do not depend on their number.
const MOST_THREADS: usize = 1024;

/// How far the work is, and whether it shall stop.
pub struct Progress {
    pub done: AtomicU64,
    pub stop: AtomicBool,
    total: u64,
}

impl Progress {
    pub const fn of(total: u64) -> Progress {
        Progress { done: AtomicU64::new(0), stop: AtomicBool::new(false), total }
    }
}

/// Does the work on another thread. Meanwhile this one handles signals, and calls `watch` with how much is done, and of how
/// much.
///
/// If a signal handler or `watch` raises an exception, the work is stopped, and the exception is returned.
pub fn run<R: Send>(
    py: Python<'_>,
    watch: Option<&Bound<'_, PyAny>>,
    progress: &Progress,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    let here = thread::current();
    thread::scope(|scope| {
        let working = thread::Builder::new().spawn_scoped(scope, move || {
            let result = work();
            here.unpark();
            result
        })?;
        let mut interrupted = Ok(());
        while !working.is_finished() {
            py.detach(|| thread::park_timeout(PATIENCE));
            if interrupted.is_ok() {
                interrupted = py.check_signals().and_then(|()| match watch {
                    Some(watch) => {
                        watch.call1((progress.done.load(Ordering::Relaxed), progress.total)).map(drop)
                    }
                    None => Ok(()),
                });
            }
            if interrupted.is_err() {
                progress.stop.store(true, Ordering::Relaxed);
            }
        }
        let result = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        interrupted.map(|()| result)
    })
}

/// As many threads as are asked for, or one for each processor.
pub fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let most = NonZeroUsize::new(MOST_THREADS).expect("not zero");
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN).min(most)
}
