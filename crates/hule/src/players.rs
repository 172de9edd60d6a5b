//! The built-in players.

pub mod estimate;
mod idle;
mod kind;
mod name;
mod net;
pub mod observation;
mod random;
mod search;
mod useful;

pub use crate::game::evaluation::Evaluation;
pub use crate::game::player::Player;
pub use crate::game::standard::Standard;
pub use idle::Idle;
pub use kind::{LocalizedError, OpenPlayerError, OpenedPlayer, PlayerKind};
pub use name::{BuiltIn, ParsePlayerError, PlayerName};
pub use net::{Net, Network, WeightsError, install_network, network_is_installed};
pub use random::RandomPlayer;
pub use search::{Appraisal, DecisionKind, Experience, Search, SearchOptions};
pub(crate) use useful::Unseen;
pub use useful::Useful;
