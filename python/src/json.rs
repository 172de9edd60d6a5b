//! JSON as Python objects.

use pyo3::prelude::*;
use serde::Serialize;

/// Serialises a value and lets Python read it.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).expect("names and numbers always serialise");
    py.import("json")?.call_method1("loads", (text,))
}
