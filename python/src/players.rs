//! Players: those of the library by their names, and those written in Python.

mod python;
mod source;

pub use python::Failed;
pub use source::PlayerSource;

use crate::deck::Deck;
use crate::records;
use crate::replay::Replay;
use crate::text::quoted;
use crate::view::View;
use crate::words::W;
use hule::play::GameId;
use hule::{Action, Player as _, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;

/// A player of the library: ``random``, ``standard``, ``useful`` or ``search``, the last with options such as
/// ``search:samples=200,time=20ms``; or ``net:`` and an ONNX file, a network that was made elsewhere.
///
/// >>> player = Player("useful")
/// >>> view = Game(Deck.seeded(1, 0)).view()
/// >>> player.choose(view, view.legal)
/// Action.OUT_DOUBLE
/// >>> Player("search:samples=7")
/// Player('search:samples=7')
#[pyclass(module = "hule")]
pub struct Player {
    source: PlayerSource,
    player: Box<dyn hule::Player + Send + Sync>,
}

#[pymethods]
impl Player {
    #[new]
    fn new(name: &str) -> PyResult<Player> {
        let source = PlayerSource::named(name)?;
        Ok(Player { player: source.named_player()?, source })
    }

    /// The name with all options.
    #[getter]
    fn name(&self) -> String {
        self.source.to_string()
    }

    /// Returns one of the legal actions. The seat of the view must have to decide.
    #[pyo3(signature = (view, legal = None, /))]
    fn choose(
        &mut self,
        py: Python<'_>,
        view: &Bound<'_, View>,
        legal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<W<Action>> {
        let _ = legal; // It follows from the view. All players have this argument.
        let view = view.get();
        in_turn(view)?;
        let legal = view.game.legal_actions();
        Ok(W(py.detach(|| self.player.choose(&view.get(), legal))))
    }

    /// Starts a game: random choices then depend on this seed only.
    fn begin(&mut self, seat: W<Seat>, seed: u64) {
        self.player.begin(seat.0, seed);
    }

    /// The player's evaluation of its choices, best first; empty if it has none.
    fn evaluations<'py>(&self, py: Python<'py>, view: &Bound<'py, View>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let view = view.get();
        in_turn(view)?;
        let evaluations = self.player.evaluations(&view.get(), view.game.legal_actions());
        evaluations.iter().map(|evaluation| records::evaluation(py, evaluation)).collect()
    }

    fn __repr__(&self) -> String {
        format!("Player({})", quoted(&self.name()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Player>().into_any(), (self.name(),))
    }
}

fn in_turn(view: &View) -> PyResult<()> {
    match view.get().turn() {
        Some(_) => Ok(()),
        None => Err(PyValueError::new_err("the seat has nothing to decide")),
    }
}

/// Plays a whole game. ``players`` is one player for all seats, two for every other seat, or four; each is a name or an
/// object with a method ``choose(view, legal)``. The seed is for players that choose at random.
///
/// Raises :class:`hule.PlayerError` if a player in Python raises an exception or chooses an illegal action.
///
/// >>> hule.play(Deck.seeded(1, 0)).log == hule.log(Deck.seeded(1, 0))
/// True
/// >>> hule.play(Deck.seeded(1, 0), ["random", "useful"], seed=7).outcome.winner
/// Seat.B
#[pyfunction]
#[pyo3(signature = (deck, players = None, *, seed = 0))]
pub fn play(
    py: Python<'_>,
    deck: &Bound<'_, PyAny>,
    players: Option<&Bound<'_, PyAny>>,
    seed: u64,
) -> PyResult<Replay> {
    let deck = Deck::given(deck)?;
    let entrants = PlayerSource::at_seats(players)?;
    let (stop, failed) = (AtomicBool::new(false), Failed::default());
    let mut players = PlayerSource::seated(py, &entrants, &stop, &failed)?;
    let replay = py.detach(|| hule::Replay::played(&deck, &mut players, GameId::new(seed, 0)));
    match failed.take() {
        Some(failure) => Err(failure.raise(py, None)),
        None => Ok(Replay(replay)),
    }
}
