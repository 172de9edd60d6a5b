//! The Python package `hule`: it converts between Python and the library, and holds no rules.

// Python calls these methods, with `self` behind a pointer.
#![allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref, clippy::unused_self)]

mod deck;
#[allow(dead_code)] // PROVISIONAL
mod errors;
mod event;
mod log;
mod text;
mod words;

/// The part of the package that is written in Rust. ``import hule`` has all of it.
#[pyo3::pymodule]
mod _hule {
    #[pymodule_export]
    use super::deck::Deck;
    #[pymodule_export]
    use super::event::Event;
    #[pymodule_export]
    use super::log::{Log, log};
}
