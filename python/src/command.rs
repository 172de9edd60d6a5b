//! The command `hule`.

use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::OsString;

/// Runs the command ``hule`` with these arguments, its name first, and returns its exit status. ``again`` starts this
/// process again.
#[pyfunction(name = "_main")]
pub fn main(py: Python<'_>, arguments: Vec<OsString>, again: Vec<OsString>) -> u8 {
    py.detach(|| hule_cli::run(arguments, again).0)
}

/// Returns what ``hule batch`` or ``hule arena`` with these arguments, the first of which is ``hule``, would do, as a JSON
/// object. If it would not begin, prints what it would print and returns its exit status.
#[pyfunction(name = "_plan")]
pub fn plan(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<Bound<'_, PyAny>> {
    match py.detach(|| hule_cli::plan(arguments)) {
        Ok(plan) => Ok(PyString::new(py, &plan).into_any()),
        Err(status) => Ok(status.0.into_pyobject(py)?.into_any()),
    }
}
