//! A player for a seat without a player.

use super::Player;
use crate::game::View;
use crate::words::{Action, ActionSet, Turn};

/// Declines every claim and discards the tile it has just drawn. Useful for a seat without a player.
///
/// After drawing a special tile, and after a claim, it plays the first legal action that does not win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Idle;

impl Player for Idle {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match view.turn() {
            _ if legal.contains(Action::Decline) => Action::Decline,
            Some(Turn::Discard { drawn: Some(tile), .. }) if !tile.is_special() => Action::Discard(tile),
            _ => {
                let wins = [Action::Ron, Action::SelfDrawn];
                let first = legal.iter().find(|action| !wins.contains(action));
                first.expect("a seat may always decline or discard")
            }
        }
    }
}
