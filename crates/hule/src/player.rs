//! Players: anything that chooses an action when it is shown a view.

mod random;
mod standard;

pub use random::RandomPlayer;
pub use standard::Standard;

pub(crate) use standard::distance_after_claim;

use crate::action::{Action, ActionSet};
use crate::view::View;

/// Somebody at the table.
///
/// A player is only ever shown what its seat may know.
///
/// ```
/// use hule::{Action, ActionSet, Deck, Game, Player, View};
///
/// /// Discards its least tile, and never claims or wins.
/// struct Lazy;
///
/// impl Player for Lazy {
///     fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
///         if legal.contains(Action::Decline) {
///             return Action::Decline;
///         }
///         legal.iter().next().expect("there is always a legal action")
///     }
/// }
///
/// let mut log = Vec::new();
/// let mut game = Game::start(&Deck::seeded(1, 0), &mut |event| log.push(event));
/// game.play_out(&mut [Lazy, Lazy, Lazy, Lazy], &mut |event| log.push(event));
/// assert_eq!(log.last().map(ToString::to_string), Some("DRAW".to_owned()));
/// ```
pub trait Player {
    /// Chooses one of the legal actions.
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action;
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        (**self).choose(view, legal)
    }
}

impl<P: Player + ?Sized> Player for &mut P {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        (**self).choose(view, legal)
    }
}
