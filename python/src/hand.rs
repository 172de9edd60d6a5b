//! Hands.

use crate::json;
use crate::records::Class;
use crate::text::quoted;
use crate::words::{W, list};
use hule::Tile;
use hule::hand::HandError;
use hule::hand_report::HandReport;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString};

/// The tiles of one seat and the number of its open melds, whose tiles are not included. It cannot be changed, but
/// ``+`` and ``-`` make another with one tile more or less.
///
/// A hand is made from a text, also in short form, or from tiles or their names:
///
/// >>> hand = Hand("123M 456P 789S EE 23S")
/// >>> hand.distance, hand.waits
/// (1, [Tile.S1, Tile.S4])
/// >>> (hand + "1S").wins
/// True
/// >>> (hand + "F").discards[:2]
/// [DiscardOption(tile=Tile.F, distance=1), DiscardOption(tile=Tile.E, distance=2)]
/// >>> Hand(["1M", Tile.M1], open=4)
/// Hand('1M 1M +4')
#[pyclass(module = "hule", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand(pub hule::Hand);

static DISCARD_OPTION: Class = Class::new("DiscardOption");

fn wrong(error: &HandError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Hand {
    #[new]
    #[pyo3(signature = (tiles = None, open = None))]
    fn new(tiles: Option<&Bound<'_, PyAny>>, open: Option<usize>) -> PyResult<Hand> {
        let Some(tiles) = tiles else { return made(Vec::new(), open.unwrap_or(0)) };
        if let Ok(hand) = tiles.cast::<Hand>()
            && open.is_none()
        {
            return Ok(*hand.get());
        }
        if let Ok(text) = tiles.cast::<PyString>() {
            return read(&text.to_string_lossy(), open);
        }
        let mut named = Vec::new();
        for tile in tiles.try_iter()?.take(hule::Hand::MOST_TILES + 1) {
            named.push(tile?.extract::<W<Tile>>()?.0);
        }
        made(named, open.unwrap_or(0))
    }

    /// The tiles, ascending.
    #[getter]
    fn tiles(&self) -> Vec<W<Tile>> {
        list(self.0.tiles())
    }

    /// The number of open melds.
    #[getter]
    fn open(&self) -> usize {
        self.0.open()
    }

    /// How many tiles a win needs at least: 0 for a winning hand, 1 for a ready one.
    #[getter]
    fn distance(&self) -> u8 {
        self.0.distance()
    }

    /// Whether the hand wins.
    #[getter]
    fn wins(&self) -> bool {
        self.0.wins()
    }

    /// The kinds that reduce the distance, ascending.
    #[getter]
    fn useful(&self) -> Vec<W<Tile>> {
        list(self.0.useful())
    }

    /// The kinds that a ready hand wins with, ascending; empty if it is not ready.
    #[getter]
    fn waits(&self) -> Vec<W<Tile>> {
        list(self.0.waits())
    }

    /// All kinds in the hand, greatest first, with the distance after discarding one.
    #[getter]
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.0.discards().map(|(tile, distance)| DISCARD_OPTION.call(py, (W(tile), distance))).collect()
    }

    /// The discard of the standard player; ``None`` if the hand is empty.
    #[getter]
    fn discard(&self) -> Option<W<Tile>> {
        self.0.discard().map(W)
    }

    /// The groups of a winning hand, the pair last; ``None`` if the hand does not win.
    #[getter]
    fn groups(&self) -> Option<Vec<Vec<W<Tile>>>> {
        Some(self.0.groups()?.into_iter().map(|group| list(group.tiles())).collect())
    }

    /// All that ``hule hand --json`` prints.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &HandReport::new(&self.0))
    }

    /// How many tiles of this kind there are.
    fn count(&self, tile: W<Tile>) -> usize {
        self.0.count(tile.0)
    }

    fn __add__(&self, tile: W<Tile>) -> PyResult<Hand> {
        let mut hand = self.0;
        hand.add(tile.0).map_err(|error| wrong(&error))?;
        Ok(Hand(hand))
    }

    fn __sub__(&self, tile: W<Tile>) -> PyResult<Hand> {
        let mut hand = self.0;
        hand.remove(tile.0).map_err(|error| wrong(&error))?;
        Ok(Hand(hand))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, tile: W<Tile>) -> bool {
        self.0.holds(tile.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.tiles())?.try_iter()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Hand({})", quoted(&self.0.to_string()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Hand>().into_any(), (self.0.to_string(),))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Hand>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("hule.html")?.call_method1("hand", (slf,))
    }

    fn __copy__(&self) -> Hand {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Hand {
        *self
    }
}

fn made(tiles: Vec<Tile>, open: usize) -> PyResult<Hand> {
    hule::Hand::new(tiles, open).map(Hand).map_err(|error| wrong(&error))
}

/// Reads names, also in short form, and `+2` for two open melds.
fn read(text: &str, open: Option<usize>) -> PyResult<Hand> {
    let counted =
        text.trim_end().rsplit_once('+').and_then(|(tiles, open)| Some((tiles, open.parse().ok()?)));
    let (tiles, open) = match (counted, open) {
        (Some((_, said)), Some(open)) if said != open => {
            return Err(PyValueError::new_err(format!("open is {open}, but the text says +{said}")));
        }
        (Some((tiles, open)), _) => (tiles, open),
        (None, open) => (text, open.unwrap_or(0)),
    };
    if tiles.trim().is_empty() {
        return made(Vec::new(), open);
    }
    hule::Hand::read(tiles, open).map(Hand).map_err(|error| PyValueError::new_err(error.to_string()))
}
