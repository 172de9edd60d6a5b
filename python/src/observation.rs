//! Observations of views, and actions as numbers from a seat.

use crate::view::View;
use crate::words::W;
use hule::Action;
use hule::action::Viewpoint;
use hule::observation::{self, Observation, hidden};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Parses `basic`, `full` or `deep`.
pub fn kind(name: &str) -> PyResult<Observation> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// The version of the observations.
#[pyfunction]
pub fn observation_version() -> u32 {
    observation::VERSION
}

/// Name, offset, length, greatest value and meaning.
type Feature = (&'static str, usize, usize, u8, &'static str);

/// The features of an observation.
#[pyfunction]
pub fn observation_features(kind: &str) -> PyResult<Vec<Feature>> {
    Ok(rows(self::kind(kind)?.features()))
}

/// The features of what a seat does not know.
#[pyfunction]
pub fn hidden_features() -> Vec<Feature> {
    rows(hidden::FEATURES)
}

fn rows(features: &[observation::Feature]) -> Vec<Feature> {
    let row = |feature: &observation::Feature| {
        (feature.name, feature.offset, feature.len, feature.most, feature.meaning)
    };
    features.iter().map(row).collect()
}

/// The observation of a view, one byte for each number.
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, view: &View, kind: &str) -> PyResult<Bound<'py, PyBytes>> {
    let kind = self::kind(kind)?;
    PyBytes::new_with(py, kind.len(), |numbers| {
        kind.write(&view.get(), numbers);
        Ok(())
    })
}

/// One byte for each action, by its number from the seat: 1 if it is legal.
#[pyfunction]
pub fn action_mask<'py>(py: Python<'py>, view: &View) -> PyResult<Bound<'py, PyBytes>> {
    let view = view.get();
    let bits = view.viewpoint().mask(view.legal_actions());
    PyBytes::new_with(py, Action::COUNT, |mask| {
        write_mask(bits, mask);
        Ok(())
    })
}

/// Writes the bits of a mask as bytes.
pub fn write_mask(bits: u64, mask: &mut [u8]) {
    mask.iter_mut().enumerate().for_each(|(id, legal)| *legal = (bits >> id & 1) as u8);
}

/// The number of an action from the seat.
#[pyfunction]
pub fn action_number(view: &View, action: W<Action>) -> u8 {
    view.get().viewpoint().id(action.0)
}

/// The action with this number from the seat.
#[pyfunction]
pub fn numbered_action(view: &View, number: i64) -> PyResult<W<Action>> {
    let action = u8::try_from(number).ok().and_then(|id| view.get().viewpoint().action(id));
    action.map(W).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{number} is not the number of an action; expected 0 to {}",
            Action::COUNT - 1
        ))
    })
}

/// The names of all actions by their numbers from a seat.
#[pyfunction]
pub fn action_names() -> Vec<String> {
    (0..Action::COUNT as u8).filter_map(Viewpoint::action_name).collect()
}
