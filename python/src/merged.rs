//! Reports of parts, merged into the report of the whole.

use crate::insight;
use hule::Language;
use hule_report::{Report, ReportError, ReportMerger};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Merges reports of ``hule batch`` or ``hule arena``, as ``hule merge`` does.
#[pyclass(module = "hule._hule", name = "_Merged")]
#[derive(Default)]
pub struct Merged {
    merger: ReportMerger,
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
            for (report, name) in Report::read_all(&name, report.as_bytes(), Language::English)? {
                decided = self.merger.add(report, name)?;
            }
            Ok(decided)
        });
        added.map_err(wrong)
    }

    /// The JSON, the report for people and, of a batch, the CSV.
    #[pyo3(signature = (language = "en"))]
    fn report(&self, py: Python<'_>, language: &str) -> PyResult<(String, String, Option<String>)> {
        let language = insight::language(language)?;
        let report = py.detach(|| {
            let whole = self.merger.whole()?;
            Ok((whole.json(), whole.text(language, false), whole.csv()))
        });
        report.map_err(wrong)
    }

    /// The report with charts, as one file for a browser.
    fn html(&self, py: Python<'_>, language: &str) -> PyResult<String> {
        let language = insight::language(language)?;
        py.detach(|| self.merger.whole().map(|whole| whole.html(language))).map_err(wrong)
    }
}

fn wrong(error: ReportError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
