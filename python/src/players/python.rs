//! Players written in Python.

use super::named::Named;
use crate::errors;
use crate::game::Game;
use crate::view::View;
use crate::words::{W, list};
use hule::play::GameId;
use hule::players::PlayerName;
use hule::{Action, ActionSet, BySeat, IllegalAction, Player, Random, Seat};
use hule_cli::arena::{self, Caveat};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// More than four players are too many; of an endless list there is no need to see more.
const MOST: usize = 5;

/// Whoever plays: a player with a name or one written in Python.
#[derive(Clone)]
pub enum Entrant {
    /// One of the library, or a network.
    Named(Named),
    /// A Python object, or a class of them.
    Object {
        /// The name for reports.
        name: String,
        /// The object or class.
        object: Arc<Py<PyAny>>,
    },
}

impl Entrant {
    const fn standard() -> Entrant {
        Entrant::Named(Named::BuiltIn(PlayerName::Standard))
    }

    /// A name, an object with `choose`, or a class of such objects.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Entrant> {
        if let Ok(name) = object.cast::<PyString>() {
            return Named::new(&name.to_string_lossy()).map(Entrant::Named);
        }
        if let Ok(player) = object.cast::<super::Player>() {
            return Ok(Entrant::Named(player.try_borrow()?.name.clone()));
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
        Ok(Entrant::Object { name, object: Arc::new(object.clone().unbind()) })
    }

    /// One player for all seats, two for every other seat, or four; the standard player by default.
    pub fn at_seats(players: Option<&Bound<'_, PyAny>>) -> PyResult<BySeat<Entrant>> {
        let entrants = match players {
            None => vec![Entrant::standard()],
            Some(given) => Entrant::one_or_more(given)?,
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
        entrants: &BySeat<Entrant>,
        stop: &'a AtomicBool,
        failed: &'a Failed,
    ) -> PyResult<BySeat<PythonPlayer<'a>>> {
        let [a, b, c, d] = entrants.as_array().each_ref().map(|entrant| entrant.player(py, stop, failed));
        Ok(BySeat::new([a?, b?, c?, d?]))
    }

    /// One player or a sequence of them.
    fn one_or_more(object: &Bound<'_, PyAny>) -> PyResult<Vec<Entrant>> {
        if object.is_instance_of::<PyString>() || object.hasattr("choose")? {
            return Ok(vec![Entrant::new(object)?]);
        }
        object.try_iter()?.take(MOST).map(|player| Entrant::new(&player?)).collect()
    }

    /// Whether it is written in Python.
    pub const fn is_python(&self) -> bool {
        matches!(self, Entrant::Object { .. })
    }

    /// Whether all its seats are one Python object.
    pub fn is_shared(&self, py: Python<'_>) -> bool {
        match self {
            Entrant::Named(_) => false,
            Entrant::Object { object, .. } => !object.bind(py).is_instance_of::<PyType>(),
        }
    }

    /// Makes the player.
    pub fn player<'a>(
        &self,
        py: Python<'_>,
        stop: &'a AtomicBool,
        failed: &'a Failed,
    ) -> PyResult<PythonPlayer<'a>> {
        Ok(match self {
            Entrant::Named(name) => PythonPlayer::Named(name.player()),
            Entrant::Object { name, object } => {
                let bound = object.bind(py);
                let object = if bound.is_instance_of::<PyType>() { bound.call0()? } else { bound.clone() };
                let method = |name: &str| object.getattr(name).ok().map(Bound::unbind);
                PythonPlayer::Object(Object {
                    name: name.clone(),
                    choose: object.getattr("choose")?.unbind(),
                    begin: method("begin"),
                    end: method("end"),
                    begun: (Seat::A, 0),
                    stop,
                    failed,
                })
            }
        })
    }
}

/// Equal names are one entrant, and so is an object with itself.
impl PartialEq for Entrant {
    fn eq(&self, other: &Entrant) -> bool {
        match (self, other) {
            (Entrant::Named(one), Entrant::Named(other)) => one == other,
            (Entrant::Object { object: one, .. }, Entrant::Object { object: other, .. }) => one.is(other),
            _ => false,
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Named(name) => name.fmt(f),
            Entrant::Object { name, .. } => f.write_str(name),
        }
    }
}

impl arena::Entrant for Entrant {
    fn caveat(&self) -> Option<Caveat> {
        match self {
            Entrant::Named(name) => name.caveat(),
            Entrant::Object { .. } => Some(Caveat::Python),
        }
    }
}

/// The first failure of a Python player.
#[derive(Default)]
pub struct Failed(Mutex<Option<Failure>>);

/// An exception of a Python player, or an illegal action of it.
pub struct Failure {
    cause: PyErr,
    player: String,
    seat: Seat,
    /// What it saw; `None` if it was not asked to choose.
    view: Option<View>,
    /// The seed with which the game began.
    seed: u64,
}

impl Failed {
    pub fn take(&self) -> Option<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Failure {
    /// Returns whether it was in this game.
    pub fn was_in(&self, id: GameId) -> bool {
        id.player_seed(self.seat) == self.seed
    }

    /// The exception. The game is known if it is one of an arena.
    pub fn raise(self, py: Python<'_>, id: Option<GameId>) -> PyErr {
        let Failure { cause, player, seat, view, .. } = self;
        // Ctrl-C and exits are no fault of the player.
        if !cause.is_instance_of::<PyException>(py) {
            return cause;
        }
        let place = id.map_or_else(String::new, |id| format!(" on deck {}, seating {}", id.deck, id.seating));
        let message = format!("{player} at seat {seat}{place}: {cause}");
        let error = errors::player(py, &message, &player, seat, view, id);
        error.set_cause(py, Some(cause));
        error
    }
}

/// A player at one seat.
pub enum PythonPlayer<'a> {
    Named(Box<dyn Player + Send + Sync>),
    Object(Object<'a>),
}

/// A Python object that plays. After the first failure it plays any legal action, and asks for a stop.
pub struct Object<'a> {
    name: String,
    choose: Py<PyAny>,
    begin: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
    /// The seat and the seed of the game.
    begun: (Seat, u64),
    stop: &'a AtomicBool,
    failed: &'a Failed,
}

impl Object<'_> {
    fn fail(&self, cause: PyErr, view: Option<View>) {
        self.stop.store(true, Ordering::Relaxed);
        let (seat, seed) = self.begun;
        let failure = Failure { cause, player: self.name.clone(), seat, view, seed };
        self.failed.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    fn ask(&self, py: Python<'_>, view: &hule::View<'_>, legal: ActionSet) -> Option<Action> {
        // A game of which the object may know all: the tiles that its seat cannot see are others.
        let game = view.imagine(&mut Random::new(0))?;
        let seen = View { game, seat: view.seat() };
        let choose = || -> PyResult<Action> {
            let chosen = self.choose.bind(py).call1((seen.clone(), list(legal)))?;
            let W(action) = chosen.extract::<W<Action>>()?;
            if legal.contains(action) {
                return Ok(action);
            }
            Err(errors::illegal(&IllegalAction { action, turn: view.turn(), legal }))
        };
        choose().map_err(|error| self.fail(error, Some(seen.clone()))).ok()
    }
}

impl Player for PythonPlayer<'_> {
    fn choose(&mut self, view: &hule::View<'_>, legal: ActionSet) -> Action {
        let object = match self {
            PythonPlayer::Named(player) => return player.choose(view, legal),
            PythonPlayer::Object(object) => object,
        };
        let stopped = object.stop.load(Ordering::Relaxed);
        let chosen = if stopped { None } else { Python::attach(|py| object.ask(py, view, legal)) };
        chosen.unwrap_or_else(|| legal.iter().next().expect("there is always a legal action"))
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        match self {
            PythonPlayer::Named(player) => player.begin(seat, seed),
            PythonPlayer::Object(object) => {
                object.begun = (seat, seed);
                if let Some(begin) = &object.begin {
                    let begun = Python::attach(|py| begin.call1(py, (W(seat), seed)).map(|_| ()));
                    begun.unwrap_or_else(|error| object.fail(error, None));
                }
            }
        }
    }

    fn end(&mut self, game: &hule::Game) {
        match self {
            PythonPlayer::Named(player) => player.end(game),
            PythonPlayer::Object(object) => {
                if let Some(end) = &object.end
                    && !object.stop.load(Ordering::Relaxed)
                {
                    let ended = Python::attach(|py| end.call1(py, (Game(game.clone()),)).map(|_| ()));
                    ended.unwrap_or_else(|error| object.fail(error, None));
                }
            }
        }
    }
}
