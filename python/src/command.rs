//! The command `hule`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command ``hule`` with these arguments, its name first, and returns its exit status. ``again`` starts this
/// process again.
#[pyfunction(name = "_main")]
pub fn main(py: Python<'_>, arguments: Vec<OsString>, again: Vec<OsString>) -> u8 {
    py.detach(|| hule_cli::run(arguments, again).0)
}
