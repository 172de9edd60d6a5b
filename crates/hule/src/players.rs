//! The built-in players.

pub mod estimate;
mod greedy;
mod idle;
mod kind;
mod name;
mod net;
pub mod observation;
mod random;
mod search;

pub use crate::game::evaluation::Evaluation;
pub use crate::game::player::Player;
pub use crate::game::standard::Standard;
pub use greedy::GreedyPlayer;
pub(crate) use greedy::Unseen;
pub use idle::Idle;
pub use kind::{LocalizedError, OpenPlayerError, OpenedPlayer, PlayerKind};
pub use name::{BuiltIn, ParsePlayerError, PlayerName};
pub use net::{Net, Network, WeightsError, install_network, network_is_installed};
pub use random::RandomPlayer;
pub use search::{Appraisal, DecisionKind, Search, SearchOptions, WinRateClass};
