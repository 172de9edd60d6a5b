//! Many games of four standard players.

use crate::progress::{self, Progress};
use crate::rows::Rows;
use hule::Language;
use hule::batch::{Keep, Row};
use hule::simulate::Parallel;
use hule::stats::Stats;
use hule_report::BatchReport;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

/// How many games a thread plays before it delivers them.
const CHUNK: NonZeroUsize = NonZeroUsize::new(4096).expect("not zero");

/// Plays many games of a seed with four standard players. Returns the JSON of ``hule batch --json``, the report for
/// people and, if wanted, the rows. ``watch`` is called with how many games are done, and of how many.
#[pyfunction(name = "_batch")]
#[pyo3(signature = (n, seed, first, threads, rows, watch))]
pub fn batch(
    py: Python<'_>,
    n: u64,
    seed: u64,
    first: u64,
    threads: Option<NonZeroUsize>,
    rows: bool,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String, Option<Rows>)> {
    let end = first.checked_add(n).filter(|_| n > 0).ok_or_else(|| {
        PyValueError::new_err("expected at least one game, and numbers of games below 2**64")
    })?;
    let progress = Progress::of(n);
    let threads = progress::threads(threads);
    let (stats, taken) = progress::run(py, watch, &progress, || {
        let (mut stats, mut taken): (Stats, Vec<Row>) = Default::default();
        let how = Parallel { threads, chunk: CHUNK, stop: &progress.stop };
        hule::batch::play(seed, first..end, how, Keep { rows, logs: false }, &mut |chunk| {
            stats += &chunk.stats;
            taken.extend(chunk.rows);
            progress.done.fetch_add(chunk.stats.games, Ordering::Relaxed);
        });
        (stats, taken)
    })?;
    let report = BatchReport { seed, first, stats };
    Ok((report.json(), report.text(Language::English), rows.then(|| Rows::new(seed, taken))))
}
