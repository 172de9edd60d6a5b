//! Logs.

use crate::deck::Deck;
use crate::errors;
use crate::event::Event;
use crate::text::quoted;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};

/// The log of a game: its events, in order.
///
/// >>> log = hule.log(Deck.seeded(1, 0))
/// >>> print(log[0], log[-1], len(log), sep="; ")
/// A IN 8S; C WIN; 117
/// >>> Log(str(log)) == log
/// True
#[pyclass(module = "hule", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Log(pub Vec<hule::Event>);

#[pymethods]
impl Log {
    #[new]
    #[pyo3(signature = (events = None))]
    fn new(events: Option<&Bound<'_, PyAny>>) -> PyResult<Log> {
        let Some(events) = events else { return Ok(Log(Vec::new())) };
        if let Ok(text) = events.cast::<PyString>() {
            let text = text.to_string_lossy();
            let log: hule::Log = text.parse().map_err(|error| errors::log(&error))?;
            return Ok(Log(log.events));
        }
        let events = events.try_iter()?;
        events.map(|event| Event::given(&event?)).collect::<PyResult<_>>().map(Log)
    }

    /// Reads a log in JSON Lines.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Log> {
        hule::Log::from_json(text).map(|log| Log(log.events)).map_err(|error| errors::log(&error))
    }

    /// The log as JSON Lines: a start line, then one object per event.
    fn to_json(&self) -> String {
        hule::Log { events: self.0.clone() }.to_json()
    }

    /// The events in order.
    #[getter]
    fn events(&self) -> Vec<Event> {
        self.0.iter().copied().map(Event).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.events())?.as_any().get_item(place)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.events())?.try_iter()
    }

    fn __str__(&self) -> String {
        hule::Log { events: self.0.clone() }.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Log({})", quoted(&self.__str__()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Log>().into_any(), (self.__str__(),))
    }

    fn __copy__(&self) -> Log {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Log {
        self.clone()
    }
}

/// The log of four standard players with this deck, as the contest asks for it.
///
/// >>> print(hule.log(Deck.seeded(1, 0))[:3])
/// [Event('A IN 8S'), Event('B IN S'), Event('C IN 6S')]
#[pyfunction]
pub fn log(deck: &Bound<'_, PyAny>) -> PyResult<Log> {
    Ok(Log(hule::Log::of(&Deck::given(deck)?).events))
}
