//! Players, as Python names them or has them.

use super::python::{Failed, Object, PythonPlayer};
use hule::players::{OpenPlayerError, OpenedPlayer, ParsePlayerError, PlayerKind, PlayerName};
use hule::{BySeat, Player};
use hule_report::{Caveat, Entrant};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

/// More than four players are too many; of an endless list there is no need to see more.
const MOST: usize = 5;

/// What players are made of.
#[derive(Clone)]
pub enum PlayerSource {
    /// The name of a player of the library.
    BuiltIn(PlayerName),
    /// A player that was opened by this name, such as a network in a file.
    Opened(String, OpenedPlayer),
    /// The name of a program, which only the command can start.
    Bot(String),
    /// A Python object, or a class of them.
    Object {
        /// The name for reports.
        name: String,
        /// The object or class.
        object: Arc<Py<PyAny>>,
    },
}

/// The error of a name that no player has.
fn unknown(error: ParsePlayerError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl PlayerSource {
    /// A player by its name.
    pub fn named(name: &str) -> PyResult<PlayerSource> {
        let Some((kind, path)) = PlayerKind::of(name) else {
            if name.starts_with("bot:") {
                return Ok(PlayerSource::Bot(name.to_owned()));
            }
            return name.parse().map(PlayerSource::BuiltIn).map_err(unknown);
        };
        match (kind.open)(path) {
            Ok(player) => Ok(PlayerSource::Opened(name.to_owned(), player)),
            Err(OpenPlayerError::Io(error)) => {
                Err(io::Error::new(error.kind(), format!("{path}: {error}")).into())
            }
            Err(error) => Err(PyValueError::new_err(format!("{path}: {error}"))),
        }
    }

    /// A name, an object with `choose`, or a class of such objects.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<PlayerSource> {
        if let Ok(name) = object.cast::<PyString>() {
            return PlayerSource::named(&name.to_string_lossy());
        }
        if let Ok(player) = object.cast::<super::Player>() {
            return Ok(player.try_borrow()?.source.clone());
        }
        if !object.hasattr("choose")? {
            let found = object.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "expected the name of a player, or an object with a method choose(view, legal), not {found}"
            )));
        }
        let class = match object.cast::<PyType>() {
            Ok(class) => class.clone(),
            Err(_) => object.get_type(),
        };
        let given = object.getattr("name").ok().and_then(|name| name.extract::<String>().ok());
        let name = match given {
            Some(name) => name,
            None => class.name()?.to_string(),
        };
        Ok(PlayerSource::Object { name, object: Arc::new(object.clone().unbind()) })
    }

    /// One player for all seats, two for every other seat, or four; the standard player by default.
    pub fn at_seats(players: Option<&Bound<'_, PyAny>>) -> PyResult<BySeat<PlayerSource>> {
        let entrants = match players {
            None => vec![PlayerSource::BuiltIn(PlayerName::Standard)],
            Some(given) => PlayerSource::one_or_more(given)?,
        };
        let given = entrants.len();
        if ![1, 2, 4].contains(&given) {
            return Err(PyValueError::new_err(format!("{given} players are given; expected 1, 2 or 4")));
        }
        Ok(BySeat::from_fn(|seat| entrants[seat.index() % given].clone()))
    }

    /// Makes the players of all seats.
    pub fn seated<'a>(
        py: Python<'_>,
        entrants: &BySeat<PlayerSource>,
        stop: &'a AtomicBool,
        failed: &'a Failed,
    ) -> PyResult<BySeat<PythonPlayer<'a>>> {
        let [a, b, c, d] = entrants.as_array().each_ref().map(|entrant| entrant.player(py, stop, failed));
        Ok(BySeat::new([a?, b?, c?, d?]))
    }

    /// One player or a sequence of them.
    fn one_or_more(object: &Bound<'_, PyAny>) -> PyResult<Vec<PlayerSource>> {
        if object.is_instance_of::<PyString>() || object.hasattr("choose")? {
            return Ok(vec![PlayerSource::new(object)?]);
        }
        object.try_iter()?.take(MOST).map(|player| PlayerSource::new(&player?)).collect()
    }

    /// Whether it is written in Python.
    pub const fn is_python(&self) -> bool {
        matches!(self, PlayerSource::Object { .. })
    }

    /// Whether all its seats are one Python object.
    pub fn is_shared(&self, py: Python<'_>) -> bool {
        matches!(self, PlayerSource::Object { object, .. } if !object.bind(py).is_instance_of::<PyType>())
    }

    /// Makes the player, if it is not written in Python.
    pub fn named_player(&self) -> PyResult<Box<dyn Player + Send + Sync>> {
        match self {
            PlayerSource::BuiltIn(name) => Ok(Box::new(name.player())),
            PlayerSource::Opened(_, player) => Ok(player.player()),
            PlayerSource::Bot(name) => {
                let name: Result<PlayerName, ParsePlayerError> = name.parse();
                Err(unknown(name.expect_err("no player of the library has this prefix")))
            }
            PlayerSource::Object { name, .. } => {
                Err(PyTypeError::new_err(format!("{name} is written in Python")))
            }
        }
    }

    /// Makes the player.
    pub fn player<'a>(
        &self,
        py: Python<'_>,
        stop: &'a AtomicBool,
        failed: &'a Failed,
    ) -> PyResult<PythonPlayer<'a>> {
        match self {
            PlayerSource::Object { name, object } => {
                Object::new(name, object.bind(py), stop, failed).map(PythonPlayer::Object)
            }
            _ => self.named_player().map(PythonPlayer::Named),
        }
    }
}

/// Equal names are one entrant, and so is an object with itself.
impl PartialEq for PlayerSource {
    fn eq(&self, other: &PlayerSource) -> bool {
        match (self, other) {
            (PlayerSource::BuiltIn(one), PlayerSource::BuiltIn(other)) => one == other,
            (PlayerSource::Opened(one, _), PlayerSource::Opened(other, _))
            | (PlayerSource::Bot(one), PlayerSource::Bot(other)) => one == other,
            (PlayerSource::Object { object: one, .. }, PlayerSource::Object { object: other, .. }) => {
                one.is(other)
            }
            _ => false,
        }
    }
}

impl fmt::Display for PlayerSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSource::BuiltIn(name) => name.fmt(f),
            PlayerSource::Opened(name, _) | PlayerSource::Bot(name) | PlayerSource::Object { name, .. } => {
                f.write_str(name)
            }
        }
    }
}

impl Entrant for PlayerSource {
    fn caveat(&self) -> Option<Caveat> {
        match self {
            PlayerSource::BuiltIn(name) => name.caveat(),
            PlayerSource::Opened(..) => None,
            PlayerSource::Bot(_) => Some(Caveat::Program),
            PlayerSource::Object { .. } => Some(Caveat::Python),
        }
    }
}
