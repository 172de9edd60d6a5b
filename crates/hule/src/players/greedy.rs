//! A player that maximises the number of useful tiles.

use super::{Evaluation, Player};
use crate::game::View;
use crate::words::{Action, ActionSet, Hand, Seat, Tile, TileSet, Turn};
use std::cmp::Reverse;

/// Minimises the distance of its hand and, among equal distances, maximises the number of unseen tiles that reduce it
/// further.
///
/// Discards and claims are chosen by this measure; a claim must reduce the distance. Special tiles are discarded at
/// once: first a DOUBLE, then a PASS that names the seat with the most melds, then a REVERSE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GreedyPlayer;

impl Player for GreedyPlayer {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let hand = view.hand();
        match view.turn().expect("a player is asked when it is its turn") {
            Turn::Discard { .. } if legal.contains(Action::SelfDrawn) => Action::SelfDrawn,
            Turn::Discard { .. } => match GreedyPlayer::special(view) {
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

    fn evaluations(&self, view: &View<'_>, _legal: ActionSet) -> Vec<Evaluation> {
        let mut all = Evaluation::all(view);
        all.retain(|choice| !matches!(choice.action, Action::Ron | Action::SelfDrawn));
        all
    }
}

impl GreedyPlayer {
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

    /// The evaluation of an action.
    pub(crate) fn evaluation(&self, view: &View<'_>, action: Action) -> Evaluation {
        let Some(hand) = self.left_by(view, action) else { return Evaluation::new(action, 0) };
        Evaluation { useful: self.useful_to(&hand), ..Evaluation::new(action, hand.distance()) }
    }
}

impl Evaluation {
    /// Returns the legal actions of the seat to decide, the best first: the least distance, then the most useful tiles,
    /// then the greatest tile. Empty if the seat has nothing to decide.
    ///
    /// ```
    /// use hule::players::Evaluation;
    /// use hule::{Deck, Game, Seat};
    /// let game = Game::new(&Deck::seeded(1, 0));
    /// for choice in Evaluation::all(&game.view(Seat::A)) {
    ///     println!("{}: distance {}", choice.action, choice.distance);
    /// }
    /// ```
    pub fn all(view: &View<'_>) -> Vec<Evaluation> {
        let unseen = Unseen::of(view);
        let legal = view.legal_actions();
        let mut all: Vec<Evaluation> =
            legal.iter().rev().map(|action| unseen.evaluation(view, action)).collect();
        all.sort_by_key(|choice| (choice.distance, Reverse(choice.useful)));
        all
    }

    /// Returns the kinds that are counted in `useful`, of which the seat cannot see all tiles. The view is that of the decision.
    pub fn useful_kinds(&self, view: &View<'_>) -> TileSet {
        let unseen = Unseen::of(view);
        let hand = unseen.left_by(view, self.action);
        let kinds = hand.map_or(TileSet::EMPTY, |hand| hand.useful());
        kinds.iter().filter(|kind| unseen.0[kind.index()] > 0).collect()
    }
}

fn without(hand: &Hand, tile: Tile) -> Hand {
    let mut rest = *hand;
    rest.take(tile);
    rest
}
