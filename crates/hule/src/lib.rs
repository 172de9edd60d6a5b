#![doc = include_str!("../../../README.md")]

mod action;
mod deck;
mod distance;
mod event;
mod game;
mod hand;
mod meld;
mod player;
mod random;
mod river;
mod tile;
mod view;

pub use action::{Action, ActionSet, Claimed, ParseActionError};
pub use deck::{Deck, DeckError, DeckReader, FiveOfAKind, Place, ReadDeckError};
pub use event::{Event, ParseEventError};
pub use game::{Claim, Game, IllegalAction, Outcome, Turn};
pub use hand::{Hand, HandError, Kinds};
pub use meld::Meld;
pub use player::{Player, RandomPlayer, Standard};
pub use random::Random;
pub use river::{Discarded, River};
pub use tile::{Direction, ParseSeatError, ParseTileError, Run, Seat, Suit, Tile};
pub use view::View;
