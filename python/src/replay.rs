//! Finished games.

use crate::deck::Deck;
use crate::errors;
use crate::game::Game;
use crate::log::Log;
use crate::records;
use crate::words::{W, list};
use hule::Action;
use hule::replay::{ActionsError, ReadReplayError};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A finished game: the deck and all decisions. It is a sequence of the game at its start and after each decision.
///
/// >>> replay = hule.play(Deck.seeded(1, 0), ["useful", "standard"])
/// >>> replay.outcome.winner, len(replay)
/// (Seat.B, 75)
/// >>> replay[-1].outcome == replay.outcome
/// True
/// >>> Replay.read(str(replay.log)).actions == replay.actions
/// True
#[pyclass(module = "hule", frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub struct Replay(pub hule::Replay);

/// No game has so many decisions; of an endless list there is no need to see more.
const MOST: usize = 10_000;

fn unfinished(error: ActionsError) -> PyErr {
    match error {
        ActionsError::Illegal { error, .. } => errors::illegal(&error),
        error => PyValueError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Replay {
    /// A whole game by its deck and all its decisions.
    #[new]
    fn new(deck: &Bound<'_, PyAny>, actions: &Bound<'_, PyAny>) -> PyResult<Replay> {
        let deck = Deck::given(deck)?;
        let action = |action: PyResult<Bound<'_, PyAny>>| Ok(action?.extract::<W<Action>>()?.0);
        let actions = actions.try_iter()?.take(MOST).map(action).collect::<PyResult<Vec<Action>>>()?;
        hule::Replay::of_actions(&deck, actions).map(Replay).map_err(unfinished)
    }

    /// A finished game.
    #[staticmethod]
    fn of(game: &Bound<'_, Game>) -> PyResult<Replay> {
        hule::Replay::of_game(&game.try_borrow()?.0).map(Replay).map_err(unfinished)
    }

    /// Reads a log as text or JSON Lines, or a deck, which four standard players then play.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Replay> {
        hule::Replay::read(text).map(Replay).map_err(|error| match &error {
            ReadReplayError::Deck(error) => errors::deck(error),
            ReadReplayError::Log(error) => errors::log(error),
            ReadReplayError::Replay(problem) => errors::log_line(&error.to_string(), problem.line),
        })
    }

    /// Reads what :meth:`pack` has written.
    #[staticmethod]
    fn unpack(packed: &str) -> PyResult<Replay> {
        hule::Replay::unpack(packed).map(Replay).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The game as a short string, as in the links of ``hule serve``.
    fn pack(&self) -> String {
        self.0.pack()
    }

    /// The deck. Tiles that a log did not show are in ascending order.
    #[getter]
    fn deck(&self) -> Deck {
        Deck(*self.0.deck())
    }

    /// All decisions in order, including declined claims.
    #[getter]
    fn actions(&self) -> Vec<W<Action>> {
        list(self.0.actions().iter().copied())
    }

    /// The log.
    #[getter]
    fn log(&self) -> Log {
        Log(self.0.log().events)
    }

    /// How the game ended.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        records::outcome(py, self.0.observe(&mut ()))
    }

    fn __len__(&self) -> usize {
        self.0.actions().len() + 1
    }

    fn __getitem__(&self, place: isize) -> PyResult<Game> {
        let len = self.__len__();
        let counted = if place < 0 { len.checked_add_signed(place) } else { usize::try_from(place).ok() };
        let game = counted.and_then(|place| self.0.games().nth(place));
        game.map(Game).ok_or_else(|| PyIndexError::new_err("a replay has no such place"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        let games = self.0.games().map(|game| Py::new(py, Game(game))).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, games)?.try_iter()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.0.deck(), self.0.actions()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.log().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Replay.unpack({:?})", self.0.pack()).replace('"', "'")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Replay>().getattr("unpack")?, (self.0.pack(),)))
    }

    fn __copy__(&self) -> Replay {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Replay {
        self.clone()
    }
}
