//! Simulations, statistics, arenas and bots.

pub mod arena;
#[cfg(feature = "serde")]
pub mod bot;
mod queue;
pub mod simulate;
pub mod stats;
