//! Threads that stay, and share the work of each step.

use super::VectorError;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Work that can be divided.
pub(super) trait Split: Send + Sized {
    /// The number of games.
    fn len(&self) -> usize;

    /// Divides it into that of the first games and the rest.
    fn split(self, at: usize) -> (Self, Self);
}

/// How many games a thread takes at a time: few enough that no thread waits long for the last one.
const CHUNK: usize = 16;

/// The caller and the threads that help it.
#[derive(Debug)]
pub(super) struct Crew {
    /// `None` if the caller works alone.
    helpers: Option<ThreadPool>,
}

impl Crew {
    pub(super) fn new(threads: NonZeroUsize) -> Result<Crew, VectorError> {
        let helpers = match threads.get() - 1 {
            0 => None,
            helpers => {
                let pool = ThreadPoolBuilder::new().num_threads(helpers).build();
                Some(pool.map_err(|error| VectorError::Threads { reason: error.to_string() })?)
            }
        };
        Ok(Crew { helpers })
    }

    /// Does the work, in no particular order, and returns when all of it is done.
    pub(super) fn share<W: Split>(&self, work: W, run: impl Fn(W) + Sync) {
        let chunks = work.len().div_ceil(CHUNK);
        let Some(helpers) = self.helpers.as_ref().filter(|_| chunks > 1) else { return run(work) };
        let rest = Mutex::new(Some(work));
        let next = || {
            let mut rest = rest.lock().unwrap_or_else(PoisonError::into_inner);
            let work = rest.take()?;
            if work.len() <= CHUNK {
                return Some(work);
            }
            let (chunk, more) = work.split(CHUNK);
            *rest = Some(more);
            Some(chunk)
        };
        let help = || std::iter::from_fn(next).for_each(&run);
        helpers.in_place_scope(|scope| {
            // A helper that starts late finds less to do, or nothing.
            for _ in 0..helpers.current_num_threads().min(chunks - 1) {
                scope.spawn(|_| help());
            }
            help();
        });
    }
}
