#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod words;

pub mod distance;
pub mod game;
#[cfg(feature = "std")]
mod insight;
#[cfg(feature = "std")]
mod many;
#[cfg(feature = "std")]
pub mod players;

// The programs in these documents are run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/PLAYERS.md")]
struct HowToWriteAPlayer;

#[cfg(all(doctest, feature = "std", feature = "serde"))]
#[doc = include_str!("../../../docs/BOTS.md")]
struct HowToWriteABot;

pub use words::{action, deck, event, hand, language, meld, random, seat, tile, turn};

pub use game::play; // the module and the function
#[cfg(feature = "std")]
pub use insight::{check, explain, hand_report, log, misreading, replay, rule, situation};
#[cfg(all(feature = "std", feature = "serde"))]
pub use many::bot;
#[cfg(feature = "std")]
pub use many::{arena, batch, review, simulate, stats, vector};
#[cfg(feature = "std")]
pub use players::{estimate, observation};

pub use action::{Action, ActionSet};
pub use deck::Deck;
pub use event::Event;
pub use game::play::Observer;
pub use game::player::Player;
pub use game::standard::Standard;
pub use game::{Game, IllegalAction, View};
pub use hand::Hand;
#[cfg(feature = "std")]
pub use insight::{log::Log, replay::Replay, rule::Rule, situation::Situation};
pub use language::{Language, Localized};
pub use meld::Meld;
pub use random::Random;
pub use seat::{BySeat, Direction, Seat};
pub use tile::{Run, Suit, Tile, TileSet};
pub use turn::{Claim, Outcome, Turn};

#[doc(hidden)]
pub use alloc::format as __format; // for `say!`
