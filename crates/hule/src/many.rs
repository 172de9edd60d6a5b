//! Simulations, statistics, arenas, bots, and vectors of games for learners.

pub mod arena;
#[cfg(feature = "serde")]
pub mod bot;
mod queue;
pub mod simulate;
pub mod stats;
pub mod vector;
