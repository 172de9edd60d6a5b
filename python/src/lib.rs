//! The Python package `hule`: it converts between Python and the library, and holds no rules.

// Python calls these methods, with `self` behind a pointer.
// Docstrings are written for Python.
#![allow(clippy::doc_link_with_quotes, clippy::doc_markdown)]
#![allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref, clippy::unused_self)]

mod arena;
mod batch;
mod command;
mod decisions;
mod deck;
mod errors;
mod event;
mod game;
mod hand;
mod insight;
mod json;
mod log;
mod merged;
mod observation;
mod players;
mod progress;
mod records;
mod replay;
mod rows;
mod text;
mod vector;
mod view;
mod words;

/// The part of the package that is written in Rust. ``import hule`` has all of it.
#[pyo3::pymodule(gil_used = true)] // It is not tested on a free-threaded interpreter.
mod _hule {
    #[pymodule_export]
    use super::arena::{arena, arena_plan};
    #[pymodule_export]
    use super::batch::batch;
    #[pymodule_export]
    use super::command::{main, plan, write};
    #[pymodule_export]
    use super::decisions::{Decisions, decisions};
    #[pymodule_export]
    use super::deck::Deck;
    #[pymodule_export]
    use super::event::Event;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::hand::Hand;
    #[pymodule_export]
    use super::insight::{check, deck_with_situations, explain, situations};
    #[pymodule_export]
    use super::log::{Log, log};
    #[pymodule_export]
    use super::merged::Merged;
    #[pymodule_export]
    use super::observation::{
        action_mask, action_names, action_number, hidden_features, numbered_action, observation_features,
        observation_version, observe,
    };
    #[pymodule_export]
    use super::players::{Player, play};
    #[pymodule_export]
    use super::replay::Replay;
    #[pymodule_export]
    use super::rows::Rows;
    #[pymodule_export]
    use super::vector::Vector;
    #[pymodule_export]
    use super::view::View;

    #[pymodule_init]
    fn init() {
        hule_onnx::register();
    }
}
