//! Players: anything that chooses an action when it is shown a view.

mod idle;
mod name;
mod random;
mod search;
mod standard;
mod thought;
mod useful;

pub use idle::Idle;
pub use name::{ParsePlayerError, PlayerName};
pub use random::RandomPlayer;
pub use search::{Decision, Search, SearchOptions};
pub use standard::Standard;
pub use thought::Thought;
pub use useful::Useful;

pub(crate) use standard::distance_after_claim;

use crate::action::{Action, ActionSet};
use crate::event::Event;
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

    /// The game is over, and this is its whole log, which is empty unless it [wants](Player::wants_log) it.
    fn end(&mut self, _outcome: Outcome, _log: &[Event]) {}

    /// Whether it wants to read the log of every game, which nobody keeps otherwise.
    fn wants_log(&self) -> bool {
        false
    }

    /// Whether it has lost the game that is over by its own fault, whatever happened at the table: a program that broke
    /// off, say. Asked after [`end`](Player::end). If it has won such a game, the win does not count: it is nobody's.
    fn forfeited(&self) -> bool {
        false
    }

    /// What it thought of its choices when it chose here, the best first; nothing if it cannot tell.
    fn thoughts(&self, _view: &View<'_>, _legal: ActionSet) -> Vec<Thought> {
        Vec::new()
    }

    /// What it has to say about its last choice in its own words, if anything.
    fn comment(&self) -> Option<&str> {
        None
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

            fn end(&mut self, outcome: Outcome, log: &[Event]) {
                (**self).end(outcome, log);
            }

            fn wants_log(&self) -> bool {
                (**self).wants_log()
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
