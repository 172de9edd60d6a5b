//! Players: anything that chooses an action when it is shown a view.

mod name;
mod random;
mod search;
mod standard;
mod thought;
mod useful;

pub use name::{ParsePlayerError, PlayerName};
pub use random::RandomPlayer;
pub use search::{Search, SearchOptions};
pub use standard::Standard;
pub use thought::Thought;
pub use useful::Useful;

pub(crate) use standard::distance_after_claim;

use crate::action::{Action, ActionSet};
use crate::game::Outcome;
use crate::tile::Seat;
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

    /// A game begins, and the player sits here. What it leaves to chance should follow from the seed alone, so that
    /// the game can be played again.
    fn begin(&mut self, _seat: Seat, _seed: u64) {}

    /// The game is over.
    fn end(&mut self, _outcome: Outcome) {}

    /// What it thought of its choices when it chose here, the best first; nothing if it cannot tell.
    fn thoughts(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Thought> {
        Vec::new()
    }

    /// Whether it has lost the game that is over by its own fault, whatever happened at the table: a program that broke
    /// off, say. Asked after [`end`](Player::end). If it has won such a game, the win does not count: it is nobody's.
    fn forfeited(&self) -> bool {
        false
    }
}

/// Whatever leads to a player is one.
macro_rules! player_behind {
    ($pointer:ty) => {
        impl<P: Player + ?Sized> Player for $pointer {
            fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
                (**self).choose(view, legal)
            }

            fn begin(&mut self, seat: Seat, seed: u64) {
                (**self).begin(seat, seed);
            }

            fn end(&mut self, outcome: Outcome) {
                (**self).end(outcome);
            }

            fn thoughts(&self, view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
                (**self).thoughts(view, legal)
            }

            fn forfeited(&self) -> bool {
                (**self).forfeited()
            }
        }
    };
}

player_behind!(Box<P>);
player_behind!(&mut P);
