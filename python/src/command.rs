//! The command `hule`: `python -m hule`, and what `python -m hule.ray` does as the command does it. All else asks the library and
//! its reports.

use hule_cli::Failure;
use pyo3::exceptions::{PyBrokenPipeError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::OsString;
use std::path::PathBuf;

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

/// Writes a file as the options of the command do. Returns whether it went to standard output.
#[pyfunction(name = "_write")]
pub fn write(py: Python<'_>, path: PathBuf, content: &str) -> PyResult<bool> {
    py.detach(|| hule_cli::write_file(path, content)).map_err(|failure| match failure {
        Failure::Io(sentence) => PyOSError::new_err(sentence),
        Failure::ClosedPipe => PyBrokenPipeError::new_err(""),
        failure => PyValueError::new_err(failure.sentence()),
    })
}

/// Raises an exception if the program of a bot, named as for the command, is not there.
pub fn check_bot(name: &str) -> PyResult<()> {
    hule_cli::check_player(name).map_err(|failure| PyValueError::new_err(failure.sentence()))
}
