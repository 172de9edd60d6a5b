//! Simulations, statistics, arenas, reviews, bots, and vectors of games for learners.

pub mod arena;
pub mod batch;
#[cfg(feature = "serde")]
pub mod bot;
mod queue;
pub mod review;
pub mod simulate;
pub mod stats;
pub mod vector;
