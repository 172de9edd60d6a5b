//! Fast simulation of a game.

use super::win_rate::WinRateClass;
use crate::game::{Game, Player, Standard, View, step};
use crate::players::{GreedyPlayer, Unseen};
use crate::words::{Action, ActionSet, BySeat, Seat, Tile, Turn};

/// Simulates games in which one seat discards like [`GreedyPlayer`] and the others are standard players.
pub struct Playout {
    seat: Seat,
    own: Own,
}

impl Playout {
    /// How many tiles are drawn before the game is rated: two rounds.
    const DRAWS: usize = 8;

    pub fn of(view: &View<'_>) -> Playout {
        Playout { seat: view.seat(), own: Own::new(Unseen::of(view)) }
    }

    /// The estimated probability that the seat wins after this action.
    pub fn value(&mut self, world: &Game, action: Action) -> f64 {
        let mut game = world.clone();
        game.play(action).expect("what is legal here is legal there");
        let judged = game.wall().len().saturating_sub(Playout::DRAWS).max(1);
        let mut players = BySeat::new([const { Seated::Standard }; 4]);
        players[self.seat] = Seated::Own(&mut self.own);
        while step(&mut game, &mut players, &mut ()) {
            // `WinRateClass` is defined for a hand that has not drawn.
            let resting = game.turn().is_some_and(|turn| turn.seat() != self.seat);
            if resting && game.wall().len() < judged {
                return WinRateClass::new(&game, self.seat, &self.own.unseen).share();
            }
        }
        let winner = game.outcome().expect("a game without a turn is over").winner();
        f64::from(u8::from(winner == Some(self.seat)))
    }
}

enum Seated<'a> {
    Standard,
    Own(&'a mut Own),
}

impl Player for Seated<'_> {
    #[inline]
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match (self, view.turn()) {
            (Seated::Own(own), Some(Turn::Discard { .. })) => own.discard(view, legal),
            // It claims like a standard player.
            _ => Standard.choose(view, legal),
        }
    }
}

/// Discards like [`GreedyPlayer`], with a cache: many samples lead to the same hands.
struct Own {
    /// The unseen tiles at the start of the search. They are not updated, which would cost more time than it gains.
    unseen: Unseen,
    memory: Vec<(HandKey, Tile)>,
}

/// The tiles of a hand without special tiles, as one number. Never 0.
type HandKey = u128;

impl Own {
    /// The size of the cache, a power of two.
    const PLACES: usize = 1 << 13;

    fn new(unseen: Unseen) -> Own {
        // No hand has the key 0.
        Own { unseen, memory: vec![(0, Tile::M1); Own::PLACES] }
    }

    fn discard(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let hand = view.hand();
        let special = hand.kinds().last().is_some_and(Tile::is_special);
        if special || legal.contains(Action::SelfDrawn) {
            return GreedyPlayer.choose(view, legal);
        }
        let key = (0..4).fold(0, |key, suit| key << 32 | HandKey::from(hand.suit(suit)));
        let hash = ((key ^ key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.memory[(hash >> 32) as usize % Own::PLACES];
        if place.0 != key {
            *place = (key, self.unseen.discard(hand));
        }
        Action::Discard(place.1)
    }
}
