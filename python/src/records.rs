//! Small records, which `hule/records.py` defines.

use crate::words::W;
use hule::game::Discarded;
use hule::players::Evaluation;
use hule::{Meld, Outcome, Seat, Turn};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A class of `hule/records.py`.
pub struct Class {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl Class {
    pub const fn new(name: &'static str) -> Class {
        Class { name, class: PyOnceLock::new() }
    }

    /// Makes a record.
    pub fn call<'py>(&self, py: Python<'py>, fields: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.class.import(py, "hule.records", self.name)?.call1(fields)
    }
}

static TURN: Class = Class::new("Turn");
static OUTCOME: Class = Class::new("Outcome");
static MELD: Class = Class::new("Meld");
static DISCARD: Class = Class::new("Discard");
static EVALUATION: Class = Class::new("Evaluation");

pub fn turn(py: Python<'_>, turn: Turn) -> PyResult<Bound<'_, PyAny>> {
    match turn {
        Turn::Discard { seat, drawn } => TURN.call(py, (W(seat), drawn.map(W))),
        Turn::Answer { seat, claim, tile, from } => {
            TURN.call(py, (W(seat), py.None(), W(claim), W(tile), W(from)))
        }
    }
}

pub fn outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    match outcome {
        Outcome::Ron { winner, from, tile } => OUTCOME.call(py, ("ron", W(winner), W(tile), W(from))),
        Outcome::SelfDrawn { winner, tile } => OUTCOME.call(py, ("self_drawn", W(winner), W(tile))),
        Outcome::Exhausted => OUTCOME.call(py, ("exhausted",)),
    }
}

pub fn melds<'py>(py: Python<'py>, melds: &[Meld]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let meld = |meld: &Meld| {
        let [first, second, third] = meld.tiles().map(W);
        MELD.call(py, ((first, second, third), W(meld.claimed()), W(meld.discarder())))
    };
    melds.iter().map(meld).collect()
}

pub fn river<'py>(py: Python<'py>, river: &[Discarded]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let discard = |discard: &Discarded| {
        let seat = |seat: Option<Seat>| seat.map(W);
        let Discarded { seat: by, tile, target, claimed_by } = *discard;
        DISCARD.call(py, (W(by), W(tile), seat(target), seat(claimed_by)))
    };
    river.iter().map(discard).collect()
}

pub fn evaluation<'py>(py: Python<'py>, evaluation: &Evaluation) -> PyResult<Bound<'py, PyAny>> {
    let Evaluation { action, distance, useful, wins, chance, .. } = *evaluation;
    EVALUATION.call(py, (W(action), distance, useful, wins, chance))
}
