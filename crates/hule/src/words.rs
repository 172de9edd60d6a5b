//! The basic types of the game. This layer depends only on the distance tables.

pub mod action;
#[cfg(feature = "std")]
mod bits;
#[cfg(feature = "std")]
mod clock;
pub mod deck;
pub mod event;
pub mod hand;
pub(crate) mod json;
pub mod language;
pub mod meld;
pub mod random;
pub mod seat;
mod short_form;
pub mod tile;
pub mod turn;

pub(crate) use action::{Action, ActionSet, Claimed, Viewpoint};
#[cfg(feature = "std")]
pub(crate) use bits::write_bits;
#[cfg(feature = "std")]
pub(crate) use clock::Instant;
pub(crate) use deck::Deck;
#[cfg(feature = "std")]
pub(crate) use deck::{DeckError, FiveOfAKind};
pub(crate) use event::Event;
#[cfg(feature = "std")]
pub(crate) use event::ParseEventError;
pub(crate) use hand::Hand;
pub(crate) use json::serde_as_text;
#[cfg(all(feature = "serde", feature = "std"))]
pub(crate) use json::{JsonError, from_json};
pub(crate) use language::{Language, Localized, localized_errors, named, print_in_english, say};
pub(crate) use meld::{Meld, Melds};
pub(crate) use random::Random;
pub(crate) use seat::{BySeat, Direction, Seat};
pub(crate) use tile::{ParseTileError, Run, Suit, Tile, TileSet};
pub(crate) use turn::{Claim, Outcome, Turn};
