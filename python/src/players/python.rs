//! Players written in Python.

use crate::errors;
use crate::game::Game;
use crate::view::View;
use crate::words::{W, list};
use hule::play::GameId;
use hule::{Action, ActionSet, IllegalAction, Player, Random, Seat};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

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

impl<'a> Object<'a> {
    /// Makes a player of an object, or of one of a class.
    pub fn new(
        name: &str,
        object: &Bound<'_, PyAny>,
        stop: &'a AtomicBool,
        failed: &'a Failed,
    ) -> PyResult<Object<'a>> {
        let object = if object.is_instance_of::<PyType>() { object.call0()? } else { object.clone() };
        let method = |name: &str| object.getattr(name).ok().map(Bound::unbind);
        Ok(Object {
            name: name.to_owned(),
            choose: object.getattr("choose")?.unbind(),
            begin: method("begin"),
            end: method("end"),
            begun: (Seat::A, 0),
            stop,
            failed,
        })
    }

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
