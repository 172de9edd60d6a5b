//! What can be known about a game: observers of it, and what they find out.

pub mod check;
pub mod explain;
pub mod hand_report;
pub mod log;
pub mod replay;
pub mod rule;
pub mod situation;
