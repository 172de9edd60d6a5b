//! The tests of the library from outside, in one program: a module for each topic.

mod common;
mod fuzz;

mod against_twin;
mod arena;
#[cfg(feature = "serde")]
mod bots;
mod check;
mod decks;
mod distance;
mod docs;
mod explain;
mod inputs;
mod language;
mod layers;
mod logs;
mod net;
mod observation;
mod official;
mod perft;
mod players;
mod random_play;
mod review;
mod rules;
mod signature;
mod situations;
mod stats;
mod tables;
mod vector;
mod views;
mod words;
