//! Decisions of players as Arrow, for those who learn from them.

use crate::observation;
use crate::players::{Failed, PlayerSource};
use crate::progress::{self, Progress};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, FixedSizeListArray, RecordBatch, RecordBatchIterator, StringArray, UInt8Array,
    UInt16Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use hule::observation::Observation;
use hule::play::{Decision, GameId, play};
use hule::{Action, Deck, Game, Observer, Outcome, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// One row per decision, with the columns of docs/PROTOCOL.md. Whatever reads Arrow takes it by ``__arrow_c_stream__``.
#[pyclass(module = "hule", frozen)]
pub struct Decisions(RecordBatch);

#[pymethods]
impl Decisions {
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<{} decisions>", self.0.num_rows())
    }

    /// The rows as an Arrow stream, by the PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // The interface allows to give what there is.
        let reader = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

/// Plays games and returns all decisions in them. ``watch`` is called with how many games are done, and of how many.
#[pyfunction(name = "_decisions")]
#[pyo3(signature = (n, seed, first, players, kind, watch))]
pub fn decisions(
    py: Python<'_>,
    n: u64,
    seed: u64,
    first: u64,
    players: Option<&Bound<'_, PyAny>>,
    kind: &str,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<Decisions> {
    let kind = observation::kind(kind)?;
    let end = first.checked_add(n).filter(|_| n > 0).ok_or_else(|| {
        PyValueError::new_err("expected at least one game, and numbers of games below 2**64")
    })?;
    let entrants = PlayerSource::at_seats(players)?;
    let (progress, failed) = (Progress::of(n), Failed::default());
    let mut seated = PlayerSource::seated(py, &entrants, &progress.stop, &failed)?;
    let (notes, last) = progress::run(py, watch, &progress, || {
        let mut notes = Notes::new(kind);
        let mut last = first;
        for game in first..end {
            if progress.stop.load(Ordering::Relaxed) {
                break;
            }
            last = game;
            play(&Deck::seeded(seed, game), &mut seated, GameId::new(seed, game), &mut notes);
            progress.done.fetch_add(1, Ordering::Relaxed);
        }
        (notes, last)
    })?;
    match failed.take() {
        Some(failure) => Err(failure.raise(py, Some(GameId::new(seed, last)))),
        None => Ok(Decisions(notes.into_batch(seed))),
    }
}

/// An observer that takes down every decision.
struct Notes {
    kind: Observation,
    id: GameId,
    games: Vec<u64>,
    numbers: Vec<u16>,
    seats: Vec<Seat>,
    observations: Vec<u8>,
    legal: Vec<u8>,
    actions: Vec<u8>,
    /// Those of the games that are over, one for each decision.
    outcomes: Vec<Outcome>,
    /// How many decisions the game has had.
    number: u16,
}

impl Notes {
    fn new(kind: Observation) -> Notes {
        Notes {
            kind,
            id: GameId::default(),
            games: Vec::new(),
            numbers: Vec::new(),
            seats: Vec::new(),
            observations: Vec::new(),
            legal: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            number: 0,
        }
    }

    fn into_batch(self, seed: u64) -> RecordBatch {
        let rows = self.games.len();
        let winners = || self.outcomes.iter().map(|outcome| outcome.winner());
        let won = winners().zip(&self.seats).map(|(winner, seat)| Some(winner == Some(*seat)));
        let columns: [(&str, ArrayRef, bool); 10] = [
            ("seed", Arc::new(UInt64Array::from_value(seed, rows)), false),
            ("game", Arc::new(UInt64Array::from(self.games)), false),
            ("number", Arc::new(UInt16Array::from(self.numbers)), false),
            (
                "seat",
                Arc::new(StringArray::from_iter_values(self.seats.iter().map(|seat| seat.name()))),
                false,
            ),
            ("observation", rows_of(self.kind.len(), self.observations), false),
            ("legal", rows_of(Action::COUNT, self.legal), false),
            ("action", Arc::new(UInt8Array::from(self.actions)), false),
            ("won", Arc::new(won.collect::<BooleanArray>()), false),
            (
                "outcome",
                Arc::new(StringArray::from_iter_values(self.outcomes.iter().map(|outcome| outcome.name()))),
                false,
            ),
            ("winner", Arc::new(winners().map(|seat| seat.map(Seat::name)).collect::<StringArray>()), true),
        ];
        let fields =
            columns.iter().map(|(name, array, null)| Field::new(*name, array.data_type().clone(), *null));
        let schema: SchemaRef = Arc::new(Schema::new(fields.collect::<Vec<Field>>()));
        let arrays = columns.map(|(_, array, _)| array).to_vec();
        RecordBatch::try_new(schema, arrays).expect("all columns have a value for each decision")
    }
}

/// A column of lists with the same number of bytes.
fn rows_of(len: usize, bytes: Vec<u8>) -> ArrayRef {
    let item = Arc::new(Field::new("item", DataType::UInt8, false));
    let len = i32::try_from(len).expect("an observation has some thousand numbers");
    Arc::new(FixedSizeListArray::new(item, len, Arc::new(UInt8Array::from(bytes)), None))
}

impl Observer for Notes {
    fn dealt(&mut self, _game: &Game, id: GameId) {
        (self.id, self.number) = (id, 0);
    }

    fn decided(&mut self, decision: &Decision<'_>) {
        let view = decision.view();
        self.games.push(self.id.deck);
        self.numbers.push(self.number);
        self.number += 1;
        self.seats.push(decision.seat());
        let start = self.observations.len();
        self.observations.resize(start + self.kind.len(), 0);
        self.kind.write(&view, &mut self.observations[start..]);
        let (viewpoint, start) = (view.viewpoint(), self.legal.len());
        self.legal.resize(start + Action::COUNT, 0);
        observation::write_mask(viewpoint.mask(decision.legal), &mut self.legal[start..]);
        self.actions.push(viewpoint.id(decision.action));
    }

    fn ended(&mut self, game: &Game) {
        self.outcomes.resize(self.games.len(), game.outcome().expect("the game is over"));
    }
}
