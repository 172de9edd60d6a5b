//! The built-in players.

mod idle;
mod name;
mod net;
#[cfg(feature = "onnx")]
mod network_player;
pub mod observation;
#[cfg(feature = "onnx")]
mod onnx;
mod random;
mod search;
mod useful;

pub use crate::game::player::Player;
pub use crate::game::standard::Standard;
pub use crate::game::thought::Thought;
pub use idle::Idle;
pub use name::{BuiltIn, ParsePlayerError, PlayerName};
pub use net::{Net, Network, WeightsError, install_network, network_is_installed};
#[cfg(feature = "onnx")]
pub use network_player::NetworkPlayer;
#[cfg(feature = "onnx")]
pub use onnx::{OnnxError, OnnxPlayer};
pub use random::RandomPlayer;
pub use search::{Appraisal, Choice, DecisionKind, Experience, Measured, Search, SearchOptions};
pub(crate) use useful::Unseen;
pub use useful::Useful;
