//! The fixed strategy of the contest statement.

use super::player::Player;
use crate::game::View;
use crate::words::{Action, ActionSet, Hand, Seat, Tile, Turn};

/// The player of the contest statement: wins when it can (R31), claims what reduces its distance (R28), and discards
/// what leaves the least distance (R24–R27).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Player for Standard {
    #[inline(always)]
    #[allow(clippy::inline_always)] // See `game.rs`.
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

/// The claim that the standard player makes among the legal actions of one question (pong is asked before chow, R29):
/// one that it [wants](wants_claim), and of several the greatest, which is the chow with the highest numbers (R30).
#[inline(always)]
#[allow(clippy::inline_always)] // See `game.rs`.
pub(crate) fn choose_claim(legal: ActionSet, before: u8, after: impl Fn(Action) -> Option<u8>) -> Action {
    let wanted = |&action: &Action| after(action).is_some_and(|after| wants_claim(before, after));
    legal.iter().rev().find(wanted).unwrap_or(Action::Decline)
}

/// Whether the standard player makes a claim that changes its distance like this (R28).
#[inline]
pub(crate) const fn wants_claim(before: u8, after: u8) -> bool {
    after < before
}

/// The seat that the standard player names with a PASS: the one that would play next (R25), or its neighbour if that is
/// itself.
#[inline]
fn target(view: &View<'_>) -> Seat {
    match view.next_seat(view.seat()) {
        next if next == view.seat() => view.seat().next(view.direction()),
        next => next,
    }
}

/// The distance of the hand after a pong or chow of `tile`; `None` for other actions and if the hand lacks the tiles.
#[inline]
pub(crate) fn distance_after_claim(hand: &Hand, action: Action, tile: Tile) -> Option<u8> {
    hand.distance_after_meld(action.own_tiles(tile)?)
}
