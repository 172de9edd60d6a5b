//! The player that counts the tiles that help it.

use super::{Player, Thought};
use crate::words::action::{Action, ActionSet};
use crate::words::turn::Turn;
use crate::words::hand::Hand;
use crate::words::seat::Seat;
use crate::words::tile::Tile;
use crate::game::view::View;
use std::cmp::Reverse;

/// Keeps its hand as near to winning as it can, and of equally near hands the one that most of the tiles it cannot see
/// bring nearer.
///
/// Discards are chosen by this measure, and claims, which must bring it nearer. Special tiles are of no use in a hand
/// and go at once: first a DOUBLE, for the draw it gives, then a PASS on whoever shows the most melds, then a REVERSE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Useful;

impl Player for Useful {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let hand = view.hand();
        match view.turn().expect("a player is asked when it is its turn") {
            Turn::Discard { .. } if legal.contains(Action::SelfDrawn) => Action::SelfDrawn,
            Turn::Discard { .. } if hand.holds(Tile::Double) => Action::Discard(Tile::Double),
            Turn::Discard { .. } if hand.holds(Tile::Pass) => Action::Pass(target(view)),
            Turn::Discard { .. } if hand.holds(Tile::Reverse) => Action::Discard(Tile::Reverse),
            Turn::Discard { .. } => Action::Discard(Unseen::of(view).discard(hand)),
            Turn::Answer { .. } if legal.contains(Action::Ron) => Action::Ron,
            Turn::Answer { tile, .. } => {
                let unseen = Unseen::of(view);
                let claims = legal.iter().filter_map(|action| {
                    Some((action, unseen.worth_after_discard(&hand_after_claim(hand, action, tile)?)))
                });
                let nearer = claims.filter(|(_, worth)| worth.0.0 < hand.distance());
                nearer.max_by_key(|&(_, worth)| worth).map_or(Action::Decline, |(action, _)| action)
            }
        }
    }

    fn thoughts(&self, view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
        let unseen = Unseen::of(view);
        let mut thoughts: Vec<Thought> =
            legal.iter().rev().filter_map(|action| unseen.thought(view, action)).collect();
        thoughts.sort_by_key(|thought| (thought.distance, Reverse(thought.useful)));
        thoughts
    }
}

/// Whom a PASS hurts most: of those who show the most melds, the first in the order of play.
fn target(view: &View<'_>) -> Seat {
    let others = view.seat().others(view.direction());
    others.into_iter().rev().max_by_key(|&seat| view.melds(seat).len()).expect("there are three others")
}

/// The hand that a pong or chow of `tile` leaves, before the discard that follows; `None` for other actions.
fn hand_after_claim(hand: &Hand, action: Action, tile: Tile) -> Option<Hand> {
    hand.meld(action.own_tiles(tile)?).ok()
}

/// How good a hand is: the greater the better.
type Worth = (Reverse<u8>, usize);

/// How many tiles of each kind a seat cannot see, and so may hope for.
#[derive(Debug)]
pub(super) struct Unseen([usize; Tile::COUNT]);

impl Unseen {
    pub(super) fn of(view: &View<'_>) -> Unseen {
        Unseen(view.all_unseen())
    }

    /// How many of the tiles bring this hand nearer.
    pub(super) fn useful_to(&self, hand: &Hand) -> usize {
        hand.useful_left(|tile| self.0[tile.index()])
    }

    /// The discard that leaves the best hand; of equals the greatest.
    pub(super) fn discard(&self, hand: &Hand) -> Tile {
        let mut near = Unseen::near(hand);
        let first = near.next().expect("a hand to discard from has tiles");
        let worth = |tile| self.useful_to(&without(hand, tile));
        // Often there is only one, and nothing to compare.
        let Some(second) = near.next() else { return first };
        let mut best = (first, worth(first));
        for (tile, useful) in std::iter::once(second).chain(near).map(|tile| (tile, worth(tile))) {
            if useful > best.1 {
                best = (tile, useful);
            }
        }
        best.0
    }

    /// The kinds whose discard leaves the least distance, the greatest first.
    fn near(hand: &Hand) -> impl Iterator<Item = Tile> {
        let least = hand.discards().map(|(_, distance)| distance).min();
        hand.discards().filter(move |&(_, distance)| Some(distance) == least).map(|(tile, _)| tile)
    }

    fn worth(&self, hand: &Hand) -> Worth {
        (Reverse(hand.distance()), self.useful_to(hand))
    }

    /// The worth of a hand after the best discard.
    fn worth_after_discard(&self, hand: &Hand) -> Worth {
        self.worth(&without(hand, self.discard(hand)))
    }

    /// What an action leaves; a win leaves nothing to think about.
    fn thought(&self, view: &View<'_>, action: Action) -> Option<Thought> {
        let hand = view.hand();
        let (Reverse(distance), useful) = match (view.turn()?, action) {
            (Turn::Discard { .. }, Action::Discard(tile)) => self.worth(&without(hand, tile)),
            (Turn::Discard { .. }, Action::Pass(_)) => self.worth(&without(hand, Tile::Pass)),
            (Turn::Answer { .. }, Action::Decline) => self.worth(hand),
            (Turn::Answer { tile, .. }, claim) => {
                self.worth_after_discard(&hand_after_claim(hand, claim, tile)?)
            }
            _ => return None,
        };
        Some(Thought { action, distance, useful, wins: None })
    }
}

fn without(hand: &Hand, tile: Tile) -> Hand {
    let mut rest = *hand;
    rest.take(tile);
    rest
}
