//! Players: anything that chooses an action when it is shown a view.

use super::Game;
use super::thought::Thought;
use crate::words::action::{Action, ActionSet};
use crate::words::seat::Seat;
use crate::game::view::View;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Decides for a seat. A player is only ever shown what its seat may know.
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
    /// Chooses one of the legal actions.
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action;

    /// A game begins, and the player sits at this seat. What it leaves to chance should follow from the seed alone, so
    /// that the game can be repeated.
    fn begin(&mut self, _seat: Seat, _seed: u64) {}

    /// The game is over, and nothing is hidden any more.
    fn end(&mut self, _game: &Game) {}

    /// Whether it has lost the game that is over by its own fault, whatever happened at the table: a program that broke
    /// off, say. Asked after [`end`](Player::end). If it has won such a game, the win does not count: it is nobody's.
    fn forfeited(&self) -> bool {
        false
    }

    /// What it thought of its choices when it chose here, the best first; empty if it cannot tell.
    fn thoughts(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Thought> {
        Vec::new()
    }

    /// What it has to say about its last choice in its own words, if anything.
    fn comment(&self) -> Option<&str> {
        None
    }
}

/// A pointer to a player is a player.
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

            fn thoughts(&self, view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
                (**self).thoughts(view, legal)
            }

            fn comment(&self) -> Option<&str> {
                (**self).comment()
            }
        }
    };
}

player_behind!(Box<P>);
player_behind!(&mut P);
