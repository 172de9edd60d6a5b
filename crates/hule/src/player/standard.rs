//! The fixed strategy of the statement.

use super::Player;
use crate::action::{Action, ActionSet};
use crate::game::Turn;
use crate::hand::Hand;
use crate::tile::{Seat, Tile};
use crate::view::View;

/// The player of the statement: wins when it can (R31), claims when that brings it nearer (R28), and
/// discards what costs it least (R24–R27).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Player for Standard {
    #[inline(always)]
    #[allow(clippy::inline_always)] // It makes a game a tenth faster; see docs/PERFORMANCE.md.
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let turn = view.turn().expect("a player is asked when it is its turn");
        match turn {
            Turn::Discard { .. } if legal.contains(Action::SelfDrawn) => Action::SelfDrawn,
            Turn::Discard { .. } => match view.hand().discard().expect("a hand to discard from has tiles") {
                Tile::Pass => Action::Pass(target(view)),
                tile => Action::Discard(tile),
            },
            Turn::Answer { .. } if legal.contains(Action::Ron) => Action::Ron,
            Turn::Answer { tile, .. } => {
                // The claims are asked for one kind at a time, pong first (R29), and of several chows the
                // greatest action is the run of the greatest numbers (R30).
                let distance = view.hand().distance();
                let nearer = |&action: &Action| {
                    distance_after_claim(view.hand(), action, tile).is_some_and(|after| after < distance)
                };
                legal.iter().rev().find(nearer).unwrap_or(Action::Decline)
            }
        }
    }
}

/// Whom the standard player names with a PASS: the player whose turn would be next (R25). Should all others
/// be about to lose their turn already, it names its neighbour.
fn target(view: &View<'_>) -> Seat {
    match view.next_seat(view.seat()) {
        next if next == view.seat() => view.seat().next(view.direction()),
        next => next,
    }
}

/// The distance of what is left in the hand after a pong or chow of `tile`; nothing for other actions and
/// for claims that the hand has not the tiles for.
pub(crate) fn distance_after_claim(hand: &Hand, action: Action, tile: Tile) -> Option<u8> {
    let own = match action {
        Action::Pong => [tile; 2],
        Action::Chow(claimed) => claimed.own_tiles(tile)?,
        _ => return None,
    };
    hand.distance_after_meld(own)
}
