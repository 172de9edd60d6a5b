//! Reports of parts, and the report of the whole.

use hule_cli::Failure;
use hule_cli::merged::{AnyReport, Merged as Sum};
use pyo3::exceptions::{PyBrokenPipeError, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Reports of ``hule batch`` or ``hule arena`` that are added up, as ``hule merge`` does.
#[pyclass(module = "hule._hule", name = "_Merged")]
#[derive(Default)]
pub struct Merged {
    sum: Sum,
    added: u64,
}

#[pymethods]
impl Merged {
    #[new]
    fn new() -> Merged {
        Merged::default()
    }

    /// Adds a report, or several one after the other. Returns whether a sequential test is decided; later decks do not count.
    fn add(&mut self, py: Python<'_>, report: &str) -> PyResult<bool> {
        self.added += 1;
        let name = format!("part {}", self.added);
        let added = py.detach(|| {
            let mut decided = false;
            for (report, name) in AnyReport::read_all(&name, report.as_bytes())? {
                decided = self.sum.add(report, name)?;
            }
            Ok(decided)
        });
        added.map_err(wrong)
    }

    /// The JSON, the report for people and, of a batch, the CSV.
    fn report(&self, py: Python<'_>) -> PyResult<(String, String, Option<String>)> {
        let report = py.detach(|| {
            Ok(match self.sum.whole()? {
                AnyReport::Batch(batch) => (batch.to_json(), batch.text(), Some(batch.csv())),
                AnyReport::Arena(arena) => (arena.json(), arena.text(false), None),
            })
        });
        report.map_err(wrong)
    }

    /// Writes the report with charts. Returns whether it went to standard output.
    fn write_html(&self, py: Python<'_>, path: PathBuf) -> PyResult<bool> {
        let written = py.detach(|| self.sum.whole()?.write_html(path));
        written.map_err(|failure| match failure {
            Failure::Io(sentence) => PyOSError::new_err(sentence),
            Failure::ClosedPipe => PyBrokenPipeError::new_err(""),
            failure => wrong(failure),
        })
    }
}

fn wrong(failure: Failure) -> PyErr {
    PyValueError::new_err(failure.sentence())
}
