//! What a choice leaves of a hand.

use crate::game::View;
use crate::insight::hand_report::UsefulTile;
use crate::players::Unseen;
use crate::words::Action;

/// A choice, and how far the hand is from a win after it.
///
/// ```
/// use hule::prospect::Prospect;
/// use hule::{Deck, Game, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// for prospect in Prospect::all(&game.view(Seat::A)) {
///     println!("{}: distance {}", prospect.action, prospect.distance);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Prospect {
    /// The action.
    pub action: Action,
    /// The distance of the hand after it, and after the best discard that follows a claim; 0 for a win.
    pub distance: u8,
    /// The kinds that then reduce the distance, ascending, and how many of each the seat cannot see.
    pub useful: Vec<UsefulTile>,
}

impl Prospect {
    /// Returns the legal actions of the seat to decide, the best first: the least distance, then the most useful tiles,
    /// then the greatest tile. Empty if the seat has nothing to decide.
    pub fn all(view: &View<'_>) -> Vec<Prospect> {
        let unseen = Unseen::of(view);
        let legal = view.legal_actions();
        let mut all: Vec<Prospect> =
            legal.iter().rev().map(|action| Prospect::new(view, &unseen, action)).collect();
        all.sort_by_key(|prospect| (prospect.distance, std::cmp::Reverse(prospect.useful_left())));
        all
    }

    fn new(view: &View<'_>, unseen: &Unseen, action: Action) -> Prospect {
        let Some(hand) = unseen.left_by(view, action) else {
            return Prospect { action, distance: 0, useful: Vec::new() };
        };
        let useful = hand.useful().iter().map(|tile| UsefulTile { tile, left: view.unseen(tile) });
        Prospect { action, distance: hand.distance(), useful: useful.filter(|kind| kind.left > 0).collect() }
    }

    /// Returns how many tiles that the seat cannot see reduce the distance.
    pub fn useful_left(&self) -> usize {
        self.useful.iter().map(|kind| kind.left).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Player, Standard};
    use crate::players::Useful;
    use crate::words::Deck;

    #[test]
    fn prospects_are_what_the_player_that_counts_tiles_thinks() {
        let mut claims = 0;
        for number in 0..6 {
            let mut game = Game::new(&Deck::seeded(3, number));
            while let Some(turn) = game.turn() {
                let view = game.view(turn.seat());
                let legal = game.legal_actions();
                let prospects = Prospect::all(&view);
                assert_eq!(prospects.len(), legal.len());
                let wins = |action| matches!(action, Action::Ron | Action::SelfDrawn);
                let without_wins = prospects.iter().filter(|prospect| !wins(prospect.action));
                let shown: Vec<_> =
                    without_wins.map(|one| (one.action, one.distance, one.useful_left())).collect();
                let thoughts = Useful.thoughts(&view, legal);
                let thought: Vec<_> =
                    thoughts.iter().map(|one| (one.action, one.distance, one.useful)).collect();
                assert_eq!(shown, thought);
                claims += usize::from(turn.claimable().is_some());
                game.play(Standard.choose(&view, legal)).expect("it is legal");
            }
        }
        assert!(claims > 10, "{claims}");
    }
}
