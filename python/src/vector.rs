//! Many games at once, in arrays of numpy.

use crate::observation;
use crate::words::W;
use hule::Seat;
use hule::observation::hidden;
use hule::players::PlayerName;
use hule::vector::{ACTIONS, Arrays, Learner, Options, Restart, VectorError};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// The games of a vector environment and its arrays, which every step fills anew. ``hule.VectorEnv`` is what to use.
#[pyclass(module = "hule._hule")]
pub struct Vector {
    games: hule::vector::Vector,
    #[pyo3(get)]
    observations: Py<PyArray2<u8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<u8>>,
    #[pyo3(get)]
    rewards: Py<PyArray1<f32>>,
    #[pyo3(get)]
    ended: Py<PyArray1<bool>>,
    #[pyo3(get)]
    seats: Py<PyArray1<u8>>,
    #[pyo3(get)]
    numbers: Py<PyArray1<u64>>,
    /// No columns unless all seats are the learner's.
    #[pyo3(get)]
    seat_rewards: Py<PyArray2<f32>>,
    /// No columns unless games are replaced in the same step.
    #[pyo3(get)]
    last_observations: Py<PyArray2<u8>>,
    /// No columns unless asked for.
    #[pyo3(get)]
    hidden: Py<PyArray2<u8>>,
    /// Random actions.
    #[pyo3(get)]
    actions: Py<PyArray1<i64>>,
}

fn parsed<T: FromStr<Err: Display>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// How many games there can be at once. They take some gigabytes.
const MOST_GAMES: usize = 1 << 20;

/// How many threads there can be.
const MOST_THREADS: usize = 1 << 10;

/// A number that is not too large: an allocation that fails would end the interpreter.
fn limited(number: usize, most: usize, what: &str) -> PyResult<NonZeroUsize> {
    NonZeroUsize::new(number)
        .filter(|number| number.get() <= most)
        .ok_or_else(|| PyValueError::new_err(format!("the number of {what} must be from 1 to {most}")))
}

#[pymethods]
impl Vector {
    /// ``seat`` is ``"all"``, ``"rotate"`` or the name of a seat.
    #[new]
    #[allow(clippy::too_many_arguments)] // One for each option.
    fn new(
        py: Python<'_>,
        games: usize,
        first: u64,
        observation: &str,
        hidden: bool,
        seat: &str,
        opponents: [String; 3],
        reward: &str,
        restart: &str,
        threads: usize,
    ) -> PyResult<Vector> {
        let [next, opposite, previous] = &opponents;
        let opponents: [PlayerName; 3] = [parsed(next)?, parsed(opposite)?, parsed(previous)?];
        let learner = match seat {
            "all" => Learner::All,
            "rotate" => Learner::One { seat: None, opponents },
            seat => Learner::One { seat: Some(parsed(seat)?), opponents },
        };
        let options = Options {
            games: limited(games, MOST_GAMES, "games")?,
            first,
            observation: observation::kind(observation)?,
            hidden,
            learner,
            reward: parsed(reward)?,
            restart: parsed(restart)?,
            threads: limited(threads, MOST_THREADS, "threads")?,
        };
        let len = options.observation.len();
        let last = if options.restart == Restart::SameStep { len } else { 0 };
        let hidden = if hidden { hidden::LEN } else { 0 };
        let seats = if learner == Learner::All { 4 } else { 0 };
        let vector = py.detach(|| hule::vector::Vector::new(options));
        Ok(Vector {
            games: vector.map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
            observations: PyArray2::zeros(py, [games, len], false).unbind(),
            masks: PyArray2::zeros(py, [games, ACTIONS], false).unbind(),
            rewards: PyArray1::zeros(py, games, false).unbind(),
            ended: PyArray1::zeros(py, games, false).unbind(),
            seats: PyArray1::zeros(py, games, false).unbind(),
            numbers: PyArray1::zeros(py, games, false).unbind(),
            seat_rewards: PyArray2::zeros(py, [games, seats], false).unbind(),
            last_observations: PyArray2::zeros(py, [games, last], false).unbind(),
            hidden: PyArray2::zeros(py, [games, hidden], false).unbind(),
            actions: PyArray1::zeros(py, games, false).unbind(),
        })
    }

    /// Begins the first games of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.fill(py, |vector, arrays| vector.reset(seed, arrays))
    }

    /// Begins the next game wherever the array is true.
    fn restart(&mut self, py: Python<'_>, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let which = which.as_slice()?;
        if which.len() != self.games.options().games.get() {
            return Err(PyValueError::new_err("one value is needed for each game"));
        }
        self.fill(py, |vector, arrays| vector.restart(which, arrays))
    }

    /// Plays an action in each game. If one is not legal, nothing changes, and the result is a message, the place of the
    /// game, its number, the seat, the action and the legal actions.
    #[allow(clippy::type_complexity)] // Only hule/vector.py sees it.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Option<(String, usize, u64, W<Seat>, i64, Vec<usize>)>> {
        let actions = actions.as_slice()?;
        let error = match self.fill(py, |vector, arrays| vector.step(actions, arrays))? {
            Ok(()) => return Ok(None),
            Err(error) => error,
        };
        let message = error.to_string();
        match error {
            VectorError::IllegalAction { place, number, action, legal } => {
                let seat = self.seats.bind(py).readonly().as_slice()?[place];
                let legal = (0..ACTIONS).filter(|id| legal >> id & 1 == 1).collect();
                Ok(Some((message, place, number, W(Seat::ALL[usize::from(seat % 4)]), action, legal)))
            }
            VectorError::NumberOfActions { .. } | VectorError::Threads { .. } => {
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Fills ``actions`` with random legal ones.
    fn sample(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut actions = self.actions.bind(py).try_readwrite()?;
        let actions = actions.as_slice_mut()?;
        let vector = &mut self.games;
        py.detach(|| vector.random_actions(actions));
        Ok(())
    }
}

impl Vector {
    /// Lets the library fill the arrays, without the GIL.
    fn fill<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl Send + FnOnce(&mut hule::vector::Vector, &mut Arrays<'_>) -> R,
    ) -> PyResult<R> {
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut masks = self.masks.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut ended = self.ended.bind(py).try_readwrite()?;
        let mut seats = self.seats.bind(py).try_readwrite()?;
        let mut numbers = self.numbers.bind(py).try_readwrite()?;
        let mut seat_rewards = self.seat_rewards.bind(py).try_readwrite()?;
        let mut last_observations = self.last_observations.bind(py).try_readwrite()?;
        let mut hidden = self.hidden.bind(py).try_readwrite()?;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            ended: ended.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            numbers: numbers.as_slice_mut()?,
            seat_rewards: seat_rewards.as_slice_mut()?,
            last_observations: last_observations.as_slice_mut()?,
            hidden: hidden.as_slice_mut()?,
        };
        let vector = &mut self.games;
        Ok(py.detach(|| work(vector, &mut arrays)))
    }
}
