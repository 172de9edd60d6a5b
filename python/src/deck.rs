//! Decks.

use crate::errors;
use crate::text::quoted;
use crate::words::{W, list};
use hule::Tile;
use hule::deck::{DeckReader, ReadDeckError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString};

/// 148 tiles, four of each kind, in the order in which they are drawn.
///
/// A deck is made from a text, from tiles or their names, or from a seed:
///
/// >>> deck = Deck.seeded(1, 0)
/// >>> len(deck), deck[0], deck[:2]
/// (148, Tile.S8, [Tile.S8, Tile.S])
/// >>> Deck(str(deck)) == Deck(list(deck)) == deck
/// True
#[pyclass(module = "hule", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck(pub hule::Deck);

#[pymethods]
impl Deck {
    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<Deck> {
        if let Ok(deck) = tiles.cast::<Deck>() {
            return Ok(*deck.get());
        }
        if let Ok(text) = tiles.cast::<PyString>() {
            return Deck::parse(text.to_string_lossy().as_bytes());
        }
        if let Ok(text) = tiles.cast::<PyBytes>() {
            return Deck::parse(text.as_bytes());
        }
        let mut named = Vec::new();
        for tile in tiles.try_iter()?.take(hule::Deck::LEN + 1) {
            named.push(tile?.extract::<W<Tile>>()?.0);
        }
        let found = named.len();
        let tiles: [Tile; hule::Deck::LEN] = named.try_into().map_err(|_| {
            let found = if found > hule::Deck::LEN { "more".to_owned() } else { found.to_string() };
            errors::no_deck(&format!("a deck has {} tiles; found {found}", hule::Deck::LEN))
        })?;
        hule::Deck::try_from(tiles).map(Deck).map_err(|error| errors::no_deck(&error.to_string()))
    }

    /// The deck of game ``game`` of a seed. It is the same in every version.
    #[staticmethod]
    #[pyo3(signature = (seed, game = 0))]
    fn seeded(seed: u64, game: u64) -> Deck {
        Deck(hule::Deck::seeded(seed, game))
    }

    /// The tiles in drawing order.
    #[getter]
    fn tiles(&self) -> Vec<W<Tile>> {
        list(*self.0.tiles())
    }

    fn __len__(&self) -> usize {
        hule::Deck::LEN
    }
    fn __getitem__<'py>(&self, py: Python<'py>, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.in_list(py)?.as_any().get_item(place)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.in_list(py)?.try_iter()
    }

    fn __contains__(&self, _tile: W<Tile>) -> bool {
        true // Every deck has every kind.
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Deck({})", quoted(&self.names()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Deck>().into_any(), (self.names(),))
    }

    fn __copy__(&self) -> Deck {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Deck {
        *self
    }
}

impl Deck {
    /// A deck, or what makes one.
    pub fn given(object: &Bound<'_, PyAny>) -> PyResult<hule::Deck> {
        Deck::new(object).map(|deck| deck.0)
    }

    fn parse(text: &[u8]) -> PyResult<Deck> {
        DeckReader::new(text).only().map(Deck).map_err(|error| match error {
            ReadDeckError::Deck(error) => errors::deck(&error),
            ReadDeckError::Io(error) => error.into(), // Memory has no such errors.
        })
    }

    fn in_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.tiles())
    }

    /// The names in one line.
    fn names(&self) -> String {
        let names: Vec<&str> = self.0.tiles().iter().map(|tile| tile.name()).collect();
        names.join(" ")
    }
}
