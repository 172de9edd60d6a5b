//! Threads that stay, and share the work of each step.

use super::VectorError;
use rayon_core::{ThreadPool, ThreadPoolBuilder, current_thread_index};
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
        let Some(helpers) = self.helpers.as_ref().filter(|_| work.len() > CHUNK) else { return run(work) };
        // Each thread begins with the games that it had before: they are still in its cache.
        let threads = helpers.current_num_threads() + 1;
        let mut rest = work;
        let mut parts = Vec::with_capacity(threads);
        for left in (1..=threads).rev() {
            let at = rest.len() / left;
            let (part, more) = rest.split(at);
            parts.push(Mutex::new(Some(part)));
            rest = more;
        }
        let next = |part: &Mutex<Option<W>>| {
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            let work = part.take()?;
            if work.len() <= CHUNK {
                return Some(work);
            }
            let (chunk, more) = work.split(CHUNK);
            *part = Some(more);
            Some(chunk)
        };
        let help = |own: usize| {
            for part in parts[own..].iter().chain(&parts[..own]) {
                std::iter::from_fn(|| next(part)).for_each(&run);
            }
        };
        helpers.in_place_scope(|scope| {
            // A helper that starts late finds less to do, or nothing.
            for _ in 1..threads {
                scope.spawn(|_| help(1 + current_thread_index().unwrap_or(0)));
            }
            help(0);
        });
    }
}
