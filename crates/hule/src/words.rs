//! The vocabulary of the game: the lowest layer, which uses nothing of the others but the distance tables.

pub mod action;
pub mod deck;
pub mod event;
pub mod hand;
pub(crate) mod json;
pub mod language;
pub mod meld;
pub mod random;
pub mod seat;
pub mod tile;
pub mod turn;
