//! Reports of `hule` as text for people: what the command prints and the server sends. The library itself knows nothing of
//! widths and colours.

mod columns;
mod hand;
mod review;

pub use columns::{padded, wrapped};
pub use hand::{hand_text, painted_hand_text};
pub use review::{Listed, ReviewText};
