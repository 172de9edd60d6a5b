//! Tiles, seats and the other words of the game as members of Python enums, which `hule/words.py` defines.

use hule::turn::Claim;
use hule::{Action, Direction, Seat, Tile};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use std::collections::HashMap;
use std::fmt::Display;

/// A word that Python has as a member of an enum.
pub trait Word: Copy + Display + 'static {
    /// The enum in `hule/words.py`.
    const CLASS: &'static str;
    /// What it is, for messages.
    const WHAT: &'static str;
    /// Whether a number is also taken.
    const NUMBERED: bool = false;
    /// All of them, in the order of the enum.
    fn all() -> &'static [Self];
    /// The place in `all`.
    fn place(self) -> usize;
    /// Says what is wrong with a name that none of them has.
    fn unknown(name: &str) -> String;
    /// Where the members are kept.
    fn members() -> &'static PyOnceLock<Members>;
}

/// The class and the members of an enum.
pub struct Members {
    class: Py<PyType>,
    each: Vec<Py<PyAny>>,
    /// The place of each name.
    names: HashMap<String, usize>,
}

fn members<T: Word>(py: Python<'_>) -> PyResult<&'static Members> {
    T::members().get_or_try_init(py, || {
        let class = py.import("hule.words")?.getattr(T::CLASS)?.cast_into::<PyType>()?;
        let each = class.try_iter()?.map(|member| member.map(Bound::unbind)).collect::<PyResult<Vec<_>>>()?;
        debug_assert_eq!(each.len(), T::all().len());
        let names = T::all().iter().enumerate().map(|(place, word)| (word.to_string(), place)).collect();
        Ok(Members { class: class.unbind(), each, names })
    })
}

/// A word on its way from or to Python. Arguments may also be names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct W<T>(pub T);

impl<'a, 'py, T: Word> FromPyObject<'a, 'py> for W<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<W<T>> {
        let py = object.py();
        let members = members::<T>(py)?;
        if object.get_type_ptr() == members.class.bind(py).as_type_ptr() {
            // Enums of integers and of strings alike: the member is one of those that are kept.
            if let Ok(place) = object.extract::<usize>() {
                return T::all().get(place).copied().map(W).ok_or_else(|| wrong::<T>(object));
            }
            let place = members.each.iter().position(|member| member.is(object));
            return place.map(|place| W(T::all()[place])).ok_or_else(|| wrong::<T>(object));
        }
        if let Ok(name) = object.cast::<PyString>() {
            let name = name.to_string_lossy();
            let place = members.names.get(&*name);
            return place
                .map(|&place| W(T::all()[place]))
                .ok_or_else(|| PyValueError::new_err(T::unknown(&name)));
        }
        if T::NUMBERED && !is_word(object) {
            let number: i64 = object.extract().map_err(|_| wrong::<T>(object))?;
            let word = usize::try_from(number).ok().and_then(|place| T::all().get(place));
            return word.copied().map(W).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "{number} is not the number of {}; expected 0 to {}",
                    T::WHAT,
                    T::all().len() - 1
                ))
            });
        }
        Err(wrong::<T>(object))
    }
}

/// Whether the object is a member of another enum, which is an integer too but means something else.
fn is_word(object: Borrowed<'_, '_, PyAny>) -> bool {
    let py = object.py();
    let of = |members: PyResult<&Members>| {
        members.is_ok_and(|members| object.get_type_ptr() == members.class.bind(py).as_type_ptr())
    };
    of(members::<Tile>(py)) || of(members::<Seat>(py))
}

fn wrong<T: Word>(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    let found =
        object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {} or its name, not {found}", T::WHAT))
}

impl<'py, T: Word> IntoPyObject<'py> for W<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(members::<T>(py)?.each[self.0.place()].bind(py).clone())
    }
}

/// Implements [`Word`] for an enum of the library.
macro_rules! word {
    ($type:ty, $class:literal, $what:literal, $all:expr, $place:expr $(, $numbered:literal)?) => {
        impl Word for $type {
            const CLASS: &'static str = $class;
            const WHAT: &'static str = $what;
            $(const NUMBERED: bool = $numbered;)?

            fn all() -> &'static [$type] {
                $all
            }

            #[inline]
            fn place(self) -> usize {
                let place: fn($type) -> usize = $place;
                place(self)
            }

            fn unknown(name: &str) -> String {
                name.parse::<$type>().err().map_or_else(String::new, |error| error.to_string())
            }

            fn members() -> &'static PyOnceLock<Members> {
                static MEMBERS: PyOnceLock<Members> = PyOnceLock::new();
                &MEMBERS
            }
        }
    };
}

word!(Tile, "Tile", "a tile", &Tile::ALL, Tile::index);
word!(Seat, "Seat", "a seat", &Seat::ALL, Seat::index);
word!(Action, "Action", "an action", &Action::ALL, |action| action.id().into(), true);
word!(Direction, "Direction", "a direction", &Direction::ALL, |direction| direction as usize);
word!(Claim, "Claim", "a claim", &Claim::ALL, |claim| claim as usize);

/// Wraps a list of words.
pub fn list<T: Word>(words: impl IntoIterator<Item = T>) -> Vec<W<T>> {
    words.into_iter().map(W).collect()
}
