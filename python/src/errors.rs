//! The exceptions of the package, which `hule/errors.py` defines.

use crate::view::View;
use crate::words::{W, list};
use hule::deck::DeckError;
use hule::log::LogError;
use hule::play::GameId;
use hule::{IllegalAction, Seat};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// Makes an exception of this class of `hule/errors.py`; if that fails, returns the failure.
fn raise(class: &'static str, make: impl FnOnce(Bound<'_, PyType>) -> PyResult<Bound<'_, PyAny>>) -> PyErr {
    Python::attach(|py| {
        let exception = py.import("hule.errors").and_then(|module| module.getattr(class));
        match exception.and_then(|class| make(class.cast_into()?)) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    })
}

/// An invalid deck.
pub fn deck(error: &DeckError) -> PyErr {
    raise("DeckError", |class| class.call1((error.to_string(), error.line())))
}

/// Something that is not a deck, without a place in a text.
pub fn no_deck(message: &str) -> PyErr {
    raise("DeckError", |class| class.call1((message,)))
}

/// An invalid log.
pub fn log(error: &LogError) -> PyErr {
    log_line(&error.to_string(), error.line)
}

/// An invalid line of a log.
pub fn log_line(message: &str, line: usize) -> PyErr {
    raise("LogError", |class| class.call1((message, line)))
}

/// An illegal action.
pub fn illegal(error: &IllegalAction) -> PyErr {
    let seat = error.turn.map(|turn| W(turn.seat()));
    raise("IllegalAction", |class| class.call1((error.to_string(), W(error.action), seat, list(error.legal))))
}

/// A failure of a Python player.
pub fn player(
    py: Python<'_>,
    message: &str,
    player: &str,
    seat: Seat,
    view: Option<View>,
    id: Option<GameId>,
) -> PyErr {
    let view = view.map(|view| Py::new(py, view)).transpose();
    let id = id.map(|id| (id.deck, id.seating));
    raise("PlayerError", |class| {
        class.call1((message, player, W(seat), view?, id.map(|id| id.0), id.map(|id| id.1)))
    })
}
