//! The trait of all players.

use super::Game;
use super::evaluation::Evaluation;
use crate::game::View;
use crate::words::{Action, ActionSet, Seat};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Decides for one seat. A player sees only what its seat can see.
///
/// Only [`choose`](Player::choose) has to be implemented.
///
/// ```
/// use hule::play::GameId;
/// use hule::{Action, ActionSet, BySeat, Deck, Outcome, Player, View, play};
///
/// /// Discards its least tile, and never claims or wins.
/// #[derive(Clone)]
/// struct Lazy;
///
/// impl Player for Lazy {
///     fn choose(&mut self, _view: &View<'_>, legal: ActionSet) -> Action {
///         if legal.contains(Action::Decline) {
///             return Action::Decline;
///         }
///         legal.iter().next().expect("there is always a legal action")
///     }
/// }
///
/// let outcome = play(&Deck::seeded(1, 0), &mut BySeat::splat(Lazy), GameId::default(), &mut ());
/// assert_eq!(outcome, Outcome::Exhausted);
/// ```
pub trait Player {
    /// Returns one of the legal actions. Called only when it is the seat's turn.
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action;

    /// Called at the start of a game. Random choices should depend only on the seed, so that games can be repeated.
    fn begin(&mut self, _seat: Seat, _seed: u64) {}

    /// Called at the end of a game, with all tiles visible.
    fn end(&mut self, _game: &Game) {}

    /// Returns whether the player forfeited the finished game, for example because its program crashed. Called after
    /// [`end`](Player::end). A win in a forfeited game does not count.
    fn forfeited(&self) -> bool {
        false
    }

    /// Returns the player's evaluation of its choices, best first; empty if it has none.
    fn evaluations(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Evaluation> {
        Vec::new()
    }

    /// Returns a comment on its last choice, if any.
    fn comment(&self) -> Option<&str> {
        None
    }
}

/// Implements `Player` for a pointer to a player.
macro_rules! player_behind {
    ($pointer:ty) => {
        impl<P: Player + ?Sized> Player for $pointer {
            fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
                (**self).choose(view, legal)
            }

            fn begin(&mut self, seat: Seat, seed: u64) {
                (**self).begin(seat, seed);
            }

            fn end(&mut self, game: &Game) {
                (**self).end(game);
            }

            fn forfeited(&self) -> bool {
                (**self).forfeited()
            }

            fn evaluations(&self, view: &View<'_>, legal: ActionSet) -> Vec<Evaluation> {
                (**self).evaluations(view, legal)
            }

            fn comment(&self) -> Option<&str> {
                (**self).comment()
            }
        }
    };
}

player_behind!(Box<P>);
player_behind!(&mut P);
