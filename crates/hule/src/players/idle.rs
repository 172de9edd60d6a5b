//! The player that decides nothing.

use super::Player;
use crate::words::action::{Action, ActionSet};
use crate::words::turn::Turn;
use crate::game::view::View;

/// Declines every claim and discards what it has just drawn: what becomes of a seat that nobody decides for.
///
/// A special tile, and the discard after a claim, are not so simple: then it takes the first legal action that does not
/// win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Idle;

impl Player for Idle {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match view.turn() {
            _ if legal.contains(Action::Decline) => Action::Decline,
            Some(Turn::Discard { drawn: Some(tile), .. }) if !tile.is_special() => Action::Discard(tile),
            _ => {
                let wins = [Action::Ron, Action::SelfDrawn];
                let first = legal.iter().find(|action| !wins.contains(action));
                first.expect("a seat may always decline or discard")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::deck::Deck;
    use crate::game::Game;
    use crate::words::turn::Outcome;
    use crate::players::RandomPlayer;
    use crate::words::seat::Seat;

    #[test]
    fn it_never_claims_or_wins() {
        let mut random = RandomPlayer::new(1);
        let (mut drawn, mut special) = (0, 0);
        for number in 0..100 {
            let mut game = Game::new(&Deck::seeded(4, number));
            while let Some(turn) = game.turn() {
                let (view, legal) = (game.view(turn.seat()), game.legal_actions());
                let idle = Idle.choose(&view, legal);
                match turn {
                    Turn::Answer { .. } => assert_eq!(idle, Action::Decline),
                    Turn::Discard { drawn: Some(tile), .. } if !tile.is_special() => {
                        assert_eq!(idle, Action::Discard(tile));
                        drawn += 1;
                    }
                    Turn::Discard { .. } => {
                        assert_eq!(Some(idle), legal.iter().next());
                        special += 1;
                    }
                }
                let idles = turn.seat() == Seat::A;
                game.play(if idles { idle } else { random.choose(&view, legal) }).expect("legal");
            }
            assert!(game.melds(Seat::A).is_empty());
            assert_ne!(game.outcome().and_then(Outcome::winner), Some(Seat::A));
        }
        assert!(drawn > 1000 && special > 100, "{drawn} {special}");
    }
}
