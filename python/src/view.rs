//! What one seat can see.

use crate::game::Game;
use crate::hand::Hand;
use crate::records;
use crate::text::quoted;
use crate::words::{W, list};
use hule::game::OwnedView;
use hule::{Action, Direction, Random, Seat, Tile};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The part of a game that one seat can see: its own hand and the table.
///
/// Two views are equal if the seat cannot tell the games apart.
///
/// >>> view = Game(Deck.seeded(1, 0)).view("A")
/// >>> print(view.hand)
/// 1M 6M 3P 4P 4P 3S 8S 9S E S B Z DOUBLE DOUBLE
/// >>> view.unseen("8S"), view.wall, view.legal[-1]
/// (3, 95, Action.OUT_DOUBLE)
#[pyclass(module = "hule", frozen)]
#[derive(Clone)]
pub struct View {
    pub game: hule::Game,
    pub seat: Seat,
}

impl View {
    pub fn get(&self) -> hule::View<'_> {
        self.game.view(self.seat)
    }
}

#[pymethods]
impl View {
    /// Reads what :meth:`to_json` has written. The seat must have to decide.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<View> {
        let wrong = |error: String| PyValueError::new_err(format!("not a view: {error}"));
        let seen: OwnedView = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let game = seen.game().map_err(|error| wrong(error.to_string()))?;
        Ok(View { game, seat: seen.seat })
    }

    /// The view as the JSON object of docs/PROTOCOL.md.
    fn to_json(&self) -> String {
        serde_json::to_string(&self.get().to_owned_view()).expect("names and numbers always serialise")
    }

    /// The seat whose view this is.
    #[getter]
    fn seat(&self) -> W<Seat> {
        W(self.seat)
    }

    /// What this seat has to decide; ``None`` if it is not its turn, even if another seat is asked.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.get().turn().map(|turn| records::turn(py, turn)).transpose()
    }

    /// The legal actions, ascending; empty if it is not this seat's turn.
    #[getter]
    fn legal(&self) -> Vec<W<Action>> {
        if self.get().turn().is_some() { list(self.game.legal_actions()) } else { Vec::new() }
    }

    /// The hand of this seat.
    #[getter]
    fn hand(&self) -> Hand {
        Hand(*self.get().hand())
    }

    /// How many tiles the seats A to D hold.
    #[getter]
    fn hand_sizes(&self) -> [usize; 4] {
        Seat::ALL.map(|seat| self.get().hand_len(seat))
    }

    /// How many tiles of each kind are neither in this seat's hand nor on the table.
    #[getter]
    fn all_unseen(&self) -> [usize; Tile::COUNT] {
        self.get().all_unseen()
    }

    /// The discards of all seats, oldest first.
    #[getter]
    fn river<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        records::river(py, self.game.river().as_slice())
    }

    /// How many tiles have not been drawn.
    #[getter]
    fn wall(&self) -> usize {
        self.get().wall_len()
    }

    /// The direction of play.
    #[getter]
    fn direction(&self) -> W<Direction> {
        W(self.get().direction())
    }

    /// The melds of a seat, oldest first.
    fn melds<'py>(&self, py: Python<'py>, seat: W<Seat>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        records::melds(py, self.game.melds(seat.0))
    }

    /// How many tiles of a kind are neither in this seat's hand nor on the table.
    fn unseen(&self, tile: W<Tile>) -> usize {
        self.get().unseen(tile.0)
    }

    /// How many of its next turns a seat loses to PASS.
    fn skips(&self, seat: W<Seat>) -> usize {
        self.get().skips(seat.0)
    }

    /// The seat that plays after this one if no seat claims.
    fn next_seat(&self, seat: W<Seat>) -> W<Seat> {
        W(self.get().next_seat(seat.0))
    }

    /// A random game with the same view: the tiles that this seat cannot see are shuffled among the other hands and the
    /// wall. Raises ``ValueError`` if it is not this seat's turn.
    fn imagine(&self, seed: u64) -> PyResult<Game> {
        let game = self.get().imagine(&mut Random::new(seed));
        game.map(Game).ok_or_else(|| PyValueError::new_err("the seat has nothing to decide"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        match other.cast::<View>() {
            Ok(view) => pyo3::types::PyBool::new(other.py(), self.get() == view.get().get())
                .to_owned()
                .into_any()
                .unbind(),
            Err(_) => other.py().NotImplemented(),
        }
    }

    fn __hash__(&self) -> u64 {
        let view = self.get();
        let mut hasher = DefaultHasher::new();
        (view.seat(), view.turn(), view.hand(), view.river(), view.wall_len()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        match self.get().turn() {
            Some(_) => format!("View.from_json({})", quoted(&self.to_json())),
            None => format!("<view of {}, who has nothing to decide>", self.seat),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        if self.get().turn().is_none() {
            let sentence = "only a view of the seat that has to decide can be pickled";
            return Err(PyTypeError::new_err(sentence));
        }
        Ok((py.get_type::<View>().getattr("from_json")?, (self.to_json(),)))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, View>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("hule.html")?.call_method1("view", (slf,))
    }

    fn __copy__(&self) -> View {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> View {
        self.clone()
    }
}
