//! Many games: simulation, statistics, arenas and programs that play in them.

pub mod arena;
#[cfg(feature = "serde")]
pub mod bot;
mod queue;
pub mod simulate;
pub mod stats;
