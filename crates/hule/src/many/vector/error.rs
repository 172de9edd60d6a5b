//! What can go wrong with a vector of games.

use crate::words::{Language, Localized, Viewpoint, localized_errors, say};

/// An error of a [`Vector`](super::Vector).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorError {
    /// There is not one action for each game.
    NumberOfActions {
        /// The number of games.
        expected: usize,
        /// The number of actions.
        found: usize,
    },
    /// An action is not legal.
    IllegalAction {
        /// The place of the game.
        place: usize,
        /// The number of the game.
        number: u64,
        /// The number of the action.
        action: i64,
        /// The legal actions as bits; 0 if the game is over.
        legal: u64,
    },
    /// The threads cannot be started.
    Threads {
        /// Why.
        reason: String,
    },
}

/// `38 (OUT PASS NEXT)`, or only the number if there is no such action.
fn described(id: i64) -> String {
    match u8::try_from(id).ok().and_then(Viewpoint::action_name) {
        Some(name) => format!("{id} ({name})"),
        None => id.to_string(),
    }
}

impl Localized for VectorError {
    fn text(&self, language: Language) -> String {
        match self {
            VectorError::NumberOfActions { expected, found } => say!(
                language,
                "{found} actions; expected one for each of the {expected} games",
                "给出了 {found} 个动作；{expected} 局各需一个"
            ),
            VectorError::IllegalAction { place, number, action, legal: 0 } => {
                let action = described(*action);
                say!(
                    language,
                    "action {action} of game {place} (number {number}) is not legal: the game is over; reset it",
                    "第 {place} 局（编号 {number}）的动作 {action} 不合法：游戏已经结束，请重开"
                )
            }
            VectorError::IllegalAction { place, number, action, legal } => {
                let action = described(*action);
                let legal = (0..64).filter(|id| legal >> id & 1 == 1).map(described);
                let legal = legal.collect::<Vec<_>>().join(&say!(language, ", ", "、"));
                say!(
                    language,
                    "action {action} of game {place} (number {number}) is not legal; expected one of {legal}",
                    "第 {place} 局（编号 {number}）的动作 {action} 不合法；应为其中之一：{legal}"
                )
            }
            VectorError::Threads { reason } => {
                say!(language, "cannot start the threads: {reason}", "无法启动线程：{reason}")
            }
        }
    }
}

localized_errors!(VectorError);
