//! Games.

use crate::deck::Deck;
use crate::errors;
use crate::event::Event;
use crate::hand::Hand;
use crate::records;
use crate::view::View;
use crate::words::{W, list};
use hule::play::{GameId, Match};
use hule::{Action, BySeat, Direction, Seat, Standard, Tile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The complete state of a game.
///
/// One seat decides at a time: ``turn`` says which, ``legal`` what it may do, and ``play`` does it.
///
/// >>> game = Game(Deck.seeded(1, 0))
/// >>> game.turn
/// Turn(seat=Seat.A, drawn=Tile.Z, claim=None, tile=None, discarder=None)
/// >>> game.play("OUT Z")
/// [Event('A OUT Z'), Event('B IN 8P')]
/// >>> while game.turn:
/// ...     events = game.play(game.legal[0])
/// >>> game.outcome
/// Outcome(kind='exhausted', winner=None, tile=None, discarder=None)
#[pyclass(module = "hule", eq)]
#[derive(Clone, PartialEq, Eq)]
pub struct Game(pub hule::Game);

#[pymethods]
impl Game {
    /// Starts a game with this deck: the tiles are dealt, and A has drawn. Then these actions are played.
    #[new]
    #[pyo3(signature = (deck, actions = None))]
    fn new(deck: &Bound<'_, PyAny>, actions: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let mut game = Game(hule::Game::new(&Deck::given(deck)?));
        if let Some(actions) = actions {
            for action in actions.try_iter()? {
                let W(action) = action?.extract::<W<Action>>()?;
                game.0.play(action).map_err(|error| errors::illegal(&error))?;
            }
        }
        Ok(game)
    }

    /// Which seat has to decide, and what; ``None`` if the game is over.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.turn().map(|turn| records::turn(py, turn)).transpose()
    }

    /// The seat that has to decide; ``None`` if the game is over.
    #[getter]
    fn seat(&self) -> Option<W<Seat>> {
        self.0.turn().map(|turn| W(turn.seat()))
    }

    /// The legal actions, ascending; empty if the game is over.
    #[getter]
    fn legal(&self) -> Vec<W<Action>> {
        list(self.0.legal_actions())
    }

    /// Plays an action for the seat that has to decide, given by itself, its name or its number. Returns the events, at
    /// most two. Raises :class:`hule.IllegalAction` if it is not legal; the game is then unchanged.
    fn play(&mut self, action: W<Action>) -> PyResult<Vec<Event>> {
        let mut events = Vec::with_capacity(2);
        let played = self.0.play_into(action.0, &mut |event, _| events.push(Event(event)));
        played.map(|()| events).map_err(|error| errors::illegal(&error))
    }

    /// How the game ended; ``None`` while it is in progress.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.outcome().map(|outcome| records::outcome(py, outcome)).transpose()
    }

    /// What a seat can see; by default the one that has to decide.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<W<Seat>>) -> PyResult<View> {
        let seat = seat.map(|W(seat)| seat).or_else(|| self.0.turn().map(hule::Turn::seat));
        let seat = seat.ok_or_else(|| PyValueError::new_err("the game is over; name a seat"))?;
        Ok(View { game: self.0.clone(), seat })
    }

    /// All events so far, including the deal.
    #[getter]
    fn events(&self) -> PyResult<Vec<Event>> {
        let players = BySeat::splat(Standard); // They are not asked.
        let resumed = Match::resume(
            self.0.deck(),
            players,
            GameId::default(),
            &self.decisions()?,
            hule::Log::default(),
        )
        .map_err(|error| errors::illegal(&error))?;
        Ok(resumed.observer().events.iter().copied().map(Event).collect())
    }

    /// All decisions so far, including declined claims. The deck and these actions make the game.
    #[getter]
    fn actions(&self) -> PyResult<Vec<W<Action>>> {
        self.decisions().map(list)
    }

    /// The deck.
    #[getter]
    fn deck(&self) -> Deck {
        Deck(*self.0.deck())
    }

    /// The tiles that have not been drawn, in drawing order.
    #[getter]
    fn wall(&self) -> Vec<W<Tile>> {
        list(self.0.wall().iter().copied())
    }

    /// The direction of play.
    #[getter]
    fn direction(&self) -> W<Direction> {
        W(self.0.direction())
    }

    /// The discards of all seats, oldest first.
    #[getter]
    fn river<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        records::river(py, self.0.river().as_slice())
    }

    /// Every possible claim of the current discard with the seat that can make it, in the order of priority.
    #[getter]
    fn claims(&self) -> Vec<(W<Seat>, W<Action>)> {
        self.0.claims().map(|(seat, action)| (W(seat), W(action))).collect()
    }

    /// The tiles that a seat holds.
    fn hand(&self, seat: W<Seat>) -> Hand {
        Hand(*self.0.hand(seat.0))
    }

    /// The melds of a seat, oldest first.
    fn melds<'py>(&self, py: Python<'py>, seat: W<Seat>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        records::melds(py, self.0.melds(seat.0))
    }

    /// How many of its next turns a seat loses to PASS.
    fn skips(&self, seat: W<Seat>) -> usize {
        self.0.skips(seat.0)
    }

    /// The seat that plays after this one if no seat claims.
    fn next_seat(&self, seat: W<Seat>) -> W<Seat> {
        W(self.0.next_seat(seat.0))
    }

    /// A copy that can be played independently.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("hule.html")?.call_method1("game", (slf,))
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let deck = Py::new(py, self.deck())?.bind(py).repr()?.to_string();
        Ok(match self.actions() {
            Ok(actions) if actions.is_empty() => format!("Game({deck})"),
            Ok(actions) => format!("Game({deck}, {})", pyo3::types::PyList::new(py, actions)?.repr()?),
            Err(_) => format!(
                "<imagined game: {}>",
                self.0.turn().map_or_else(String::new, |turn| turn.to_string())
            ),
        })
    }

    #[allow(clippy::type_complexity)] // As pickle wants it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Deck, Vec<W<Action>>))> {
        Ok((py.get_type::<Game>().into_any(), (self.deck(), self.actions()?)))
    }
}

impl Game {
    fn decisions(&self) -> PyResult<Vec<Action>> {
        self.0.actions().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
