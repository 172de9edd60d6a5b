//! The fixed strategy of the statement.

use super::player::Player;
use crate::words::action::{Action, ActionSet};
use crate::words::turn::Turn;
use crate::words::hand::Hand;
use crate::words::seat::Seat;
use crate::words::tile::Tile;
use crate::game::view::View;

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
                let hand = view.hand();
                choose_claim(legal, hand.distance(), |action| distance_after_claim(hand, action, tile))
            }
        }
    }
}

/// The claim that the standard player makes, of those that are legal when it is asked for one kind of claim, pong before
/// chow (R29): one that it [wants](wants_claim), and of several the greatest action, which is the chow of the greatest
/// numbers (R30).
#[inline(always)]
#[allow(clippy::inline_always)] // See above.
pub(crate) fn choose_claim(legal: ActionSet, before: u8, after: impl Fn(Action) -> Option<u8>) -> Action {
    let wanted = |&action: &Action| after(action).is_some_and(|after| wants_claim(before, after));
    legal.iter().rev().find(wanted).unwrap_or(Action::Decline)
}

/// Whether the standard player wants a claim that changes its distance like this (R28).
#[inline]
pub(crate) const fn wants_claim(before: u8, after: u8) -> bool {
    after < before
}

/// Whom the standard player names with a PASS: the player whose turn would be next (R25). Should all others
/// be about to lose their turn already, it names its neighbour.
fn target(view: &View<'_>) -> Seat {
    match view.next_seat(view.seat()) {
        next if next == view.seat() => view.seat().next(view.direction()),
        next => next,
    }
}

/// The distance of what is left in the hand after a pong or chow of `tile`; `None` for other actions and for claims that
/// the hand does not have the tiles for.
#[inline]
pub(crate) fn distance_after_claim(hand: &Hand, action: Action, tile: Tile) -> Option<u8> {
    hand.distance_after_meld(action.own_tiles(tile)?)
}
