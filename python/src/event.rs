//! Events.

use crate::text::quoted;
use crate::words::{W, list};
use hule::{Seat, Tile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// One line of a log.
///
/// >>> event = Event("A OUT 3P")
/// >>> event.kind, event.seat, event.tile
/// ('discard', Seat.A, Tile.P3)
/// >>> str(event)
/// 'A OUT 3P'
#[pyclass(module = "hule", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Event(pub hule::Event);

#[pymethods]
impl Event {
    #[new]
    fn new(line: &str) -> PyResult<Event> {
        line.parse()
            .map(Event)
            .map_err(|error: hule::event::ParseEventError| PyValueError::new_err(error.to_string()))
    }

    /// What happens: ``draw``, ``discard``, ``chow``, ``pong``, ``ron``, ``self_drawn``, ``win`` or ``exhausted``.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            hule::Event::Draw { .. } => "draw",
            hule::Event::Discard { .. } | hule::Event::Pass { .. } => "discard",
            hule::Event::Chow { .. } => "chow",
            hule::Event::Pong { .. } => "pong",
            hule::Event::Ron { .. } => "ron",
            hule::Event::SelfDrawn { .. } => "self_drawn",
            hule::Event::Win { .. } => "win",
            hule::Event::Exhausted => "exhausted",
        }
    }

    /// The seat; ``None`` if no tile is left to draw.
    #[getter]
    fn seat(&self) -> Option<W<Seat>> {
        self.0.seat().map(W)
    }

    /// The tile that is drawn or discarded, or of which a triplet is made; ``None`` for other events.
    #[getter]
    fn tile(&self) -> Option<W<Tile>> {
        match self.0 {
            hule::Event::Draw { tile, .. }
            | hule::Event::Discard { tile, .. }
            | hule::Event::Pong { tile, .. } => Some(W(tile)),
            hule::Event::Pass { .. } => Some(W(Tile::Pass)),
            _ => None,
        }
    }

    /// The tiles of a meld, ascending; empty for other events.
    #[getter]
    fn tiles(&self) -> Vec<W<Tile>> {
        match self.0 {
            hule::Event::Chow { run, .. } => list(run.tiles()),
            hule::Event::Pong { tile, .. } => list([tile; 3]),
            _ => Vec::new(),
        }
    }

    /// The seat that a PASS names; ``None`` for other events.
    #[getter]
    fn target(&self) -> Option<W<Seat>> {
        match self.0 {
            hule::Event::Pass { target, .. } => Some(W(target)),
            _ => None,
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Event({})", quoted(&self.0.to_string()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Event>().into_any(), (self.0.to_string(),))
    }

    fn __copy__(&self) -> Event {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Event {
        *self
    }
}

impl Event {
    /// An event or its line.
    pub fn given(object: &Bound<'_, PyAny>) -> PyResult<hule::Event> {
        match object.cast::<PyString>() {
            Ok(line) => Event::new(&line.to_string_lossy()).map(|event| event.0),
            Err(_) => Ok(object.cast::<Event>()?.get().0),
        }
    }
}
