//! Players against players.

use crate::command::check_bot;
use crate::players::{Failed, PlayerSource};
use crate::progress::{self, Progress};
use hule::Language;
use hule::arena::Sprt;
use hule::play::GameId;
use hule_report::{Arena, ArenaOptions, ArenaReport, ReportError, sprt};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

/// Lets players play each other. Returns the JSON of ``hule arena --json`` and the report for people; with ``part`` the lines
/// that are merged with those of other parts of the arena, and no report for people. ``watch`` is called with how many decks are done, and
/// of how many.
#[pyfunction(name = "_arena")]
#[pyo3(signature = (players, games, seed, threads, points, round_robin, watch, first = 0, part = false))]
#[allow(clippy::too_many_arguments)] // `hule/many.py` has the function that people call.
pub fn arena(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    games: Option<u64>,
    seed: u64,
    threads: Option<NonZeroUsize>,
    points: Option<(f64, f64)>,
    round_robin: bool,
    watch: Option<&Bound<'_, PyAny>>,
    first: u64,
    part: bool,
) -> PyResult<(String, String)> {
    let entrants = players.iter().map(PlayerSource::new).collect::<PyResult<Vec<PlayerSource>>>()?;
    let threads = match (threads, entrants.iter().any(PlayerSource::is_python)) {
        (None, true) => NonZeroUsize::MIN,
        (Some(asked), _) if asked.get() > 1 && entrants.iter().any(|entrant| entrant.is_shared(py)) => {
            let sentence = "a Python object plays one game at a time; pass its class to use several threads";
            return Err(PyValueError::new_err(sentence));
        }
        (asked, _) => progress::threads(asked),
    };
    let options = ArenaOptions { games, seed, first, sprt: test(points)?, round_robin, part };
    let mut arena = Arena::new(entrants, options).map_err(wrong)?;

    let (progress, failed) = (Progress::of(arena.decks()), Failed::default());
    let played = progress::run(py, watch, &progress, || {
        let make = |entrant: &PlayerSource| Python::attach(|py| entrant.player(py, &progress.stop, &failed));
        arena.play(threads, &progress.stop, make, |_| {
            progress.done.fetch_add(1, Ordering::Relaxed);
        })
    });
    if let Some(failure) = failed.take() {
        // Decks are played almost in order, so it is one of the next.
        let decks = first + progress.done.load(Ordering::Relaxed)..first + arena.decks();
        let mut games = decks
            .flat_map(|deck| (0..arena.games_a_deck()).map(move |seating| GameId { seed, deck, seating }));
        let id = games.find(|&id| failure.was_in(id));
        return Err(failure.raise(py, id));
    }
    played??;
    if part {
        return Ok((arena.into_parts(None).iter().map(ArenaReport::line).collect(), String::new()));
    }
    let report = arena.report();
    Ok((report.json(), report.text(Language::English, false)))
}

/// Returns how many games of a deck such an arena plays, and how many decks. Raises what it would raise before it begins.
#[pyfunction(name = "_arena_plan")]
pub fn arena_plan(
    players: Vec<Bound<'_, PyAny>>,
    games: Option<u64>,
    seed: u64,
    points: Option<(f64, f64)>,
    round_robin: bool,
    first: u64,
) -> PyResult<(u64, u64)> {
    let entrants = players.iter().map(PlayerSource::new).collect::<PyResult<Vec<PlayerSource>>>()?;
    for entrant in &entrants {
        if let PlayerSource::Bot(name) = entrant {
            check_bot(name)?;
        }
    }
    let options = ArenaOptions { games, seed, first, sprt: test(points)?, round_robin, part: false };
    let arena = Arena::new(entrants, options).map_err(wrong)?;
    Ok((arena.games_a_deck(), arena.decks()))
}

fn test(points: Option<(f64, f64)>) -> PyResult<Option<Sprt>> {
    points.map(|(low, high)| sprt(low, high)).transpose().map_err(wrong)
}

fn wrong(error: ReportError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
