//! A player that maximises the number of useful tiles.

use super::{Player, Thought};
use crate::game::View;
use crate::words::{Action, ActionSet, Hand, Seat, Tile, Turn};
use std::cmp::Reverse;

/// Minimises the distance of its hand and, among equal distances, maximises the number of unseen tiles that reduce it
/// further.
///
/// Discards and claims are chosen by this measure; a claim must reduce the distance. Special tiles are discarded at
/// once: first a DOUBLE, then a PASS that names the seat with the most melds, then a REVERSE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Useful;

impl Player for Useful {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let hand = view.hand();
        match view.turn().expect("a player is asked when it is its turn") {
            Turn::Discard { .. } if legal.contains(Action::SelfDrawn) => Action::SelfDrawn,
            Turn::Discard { .. } => match Useful::special(view) {
                Some(special) => special,
                None => Action::Discard(Unseen::of(view).discard(hand)),
            },
            Turn::Answer { .. } if legal.contains(Action::Ron) => Action::Ron,
            Turn::Answer { tile, .. } => {
                let unseen = Unseen::of(view);
                let claims = legal.iter().filter_map(|action| {
                    let after = unseen.after_discard(&hand_after_claim(hand, action, tile)?);
                    Some((action, unseen.worth(&after)))
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

impl Useful {
    /// The special tile that it discards; `None` if the hand has none.
    #[inline]
    pub(crate) fn special(view: &View<'_>) -> Option<Action> {
        let hand = view.hand();
        if hand.holds(Tile::Double) {
            Some(Action::Discard(Tile::Double))
        } else if hand.holds(Tile::Pass) {
            Some(Action::Pass(target(view)))
        } else {
            hand.holds(Tile::Reverse).then_some(Action::Discard(Tile::Reverse))
        }
    }
}

/// The seat that a PASS names: of those with the most melds, the first in the order of play.
fn target(view: &View<'_>) -> Seat {
    let others = view.seat().others(view.direction());
    others.into_iter().rev().max_by_key(|&seat| view.melds(seat).len()).expect("there are three others")
}

/// The hand after a pong or chow of `tile`, before the discard; `None` for other actions.
fn hand_after_claim(hand: &Hand, action: Action, tile: Tile) -> Option<Hand> {
    hand.meld(action.own_tiles(tile)?).ok()
}

/// The value of a hand; greater is better.
type Worth = (Reverse<u8>, usize);

/// How many tiles of each kind a seat cannot see.
#[derive(Debug)]
pub(crate) struct Unseen([usize; Tile::COUNT]);

impl Unseen {
    pub(crate) fn of(view: &View<'_>) -> Unseen {
        Unseen(view.all_unseen())
    }

    /// How many unseen tiles reduce the distance of this hand.
    pub(crate) fn useful_to(&self, hand: &Hand) -> usize {
        hand.useful_left(|tile| self.0[tile.index()])
    }

    /// The discard that leaves the best hand; among equals, the greatest.
    pub(crate) fn discard(&self, hand: &Hand) -> Tile {
        let mut near = Unseen::near(hand);
        let first = near.next().expect("a hand to discard from has tiles");
        let worth = |tile| self.useful_to(&without(hand, tile));
        // Often there is only one candidate.
        let Some(second) = near.next() else { return first };
        let mut best = (first, worth(first));
        for (tile, useful) in std::iter::once(second).chain(near).map(|tile| (tile, worth(tile))) {
            if useful > best.1 {
                best = (tile, useful);
            }
        }
        best.0
    }

    /// The kinds whose discard leaves the least distance, greatest first.
    fn near(hand: &Hand) -> impl Iterator<Item = Tile> {
        let least = hand.discards().map(|(_, distance)| distance).min();
        hand.discards().filter(move |&(_, distance)| Some(distance) == least).map(|(tile, _)| tile)
    }

    fn worth(&self, hand: &Hand) -> Worth {
        (Reverse(hand.distance()), self.useful_to(hand))
    }

    /// A hand after the best discard.
    fn after_discard(&self, hand: &Hand) -> Hand {
        without(hand, self.discard(hand))
    }

    /// What an action leaves of the hand, after the discard that follows a claim; `None` for a win.
    pub(crate) fn left_by(&self, view: &View<'_>, action: Action) -> Option<Hand> {
        let hand = view.hand();
        match (view.turn()?, action) {
            (Turn::Discard { .. }, Action::Discard(tile)) => Some(without(hand, tile)),
            (Turn::Discard { .. }, Action::Pass(_)) => Some(without(hand, Tile::Pass)),
            (Turn::Answer { .. }, Action::Decline) => Some(*hand),
            (Turn::Answer { tile, .. }, claim) => {
                Some(self.after_discard(&hand_after_claim(hand, claim, tile)?))
            }
            _ => None,
        }
    }

    /// The evaluation of an action that a network chooses with this probability. A win has the distance 0.
    pub(crate) fn thought_with_chance(&self, view: &View<'_>, action: Action, chance: f64) -> Thought {
        let win = Thought { action, distance: 0, useful: 0, wins: None, chance: None };
        Thought { chance: Some(chance), ..self.thought(view, action).unwrap_or(win) }
    }

    /// The evaluation of an action; `None` for a win.
    pub(crate) fn thought(&self, view: &View<'_>, action: Action) -> Option<Thought> {
        let (Reverse(distance), useful) = self.worth(&self.left_by(view, action)?);
        Some(Thought { action, distance, useful, wins: None, chance: None })
    }
}

fn without(hand: &Hand, tile: Tile) -> Hand {
    let mut rest = *hand;
    rest.take(tile);
    rest
}
