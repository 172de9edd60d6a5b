//! Logs, replays, explanations, checks and other analyses of games.

pub mod check;
pub mod explain;
pub mod hand_report;
pub mod log;
pub mod misreading;
pub mod replay;
pub mod rule;
pub mod situation;

#[cfg(feature = "serde")]
pub(crate) use explain::Evaluations;
pub(crate) use explain::{
    ClaimReason, DiscardChoice, DiscardOption, Reason, claims, explain, explain_discard,
};
pub(crate) use log::{Log, LogError};
pub(crate) use misreading::Misreading;
pub(crate) use replay::Replay;
#[cfg(feature = "serde")]
pub(crate) use replay::ReplayError;
pub(crate) use rule::Rule;
