//! The decisions that led to a game, found from its deck, its river and its melds.

use super::Game;
use super::river::Discarded;
use crate::words::action::Action;
use crate::words::language::{Language, Localized, localized_errors, say};
use crate::words::meld::Meld;
use crate::words::seat::{BySeat, Seat};
use crate::words::tile::Tile;
use crate::words::turn::{Claim, Outcome, Turn};
use alloc::string::String;
use alloc::vec::Vec;

impl Game {
    /// Every decision so far, in order, with the claims that were declined. The deck and these make up the game.
    ///
    /// ```
    /// use hule::{Action, Deck, Game, Tile};
    /// let mut game = Game::new(&Deck::seeded(1, 0));
    /// let first = game.legal_actions().iter().next().expect("the game goes on");
    /// game.play(first)?;
    /// assert_eq!(game.actions().expect("it was played"), [first]);
    /// # Ok::<(), hule::IllegalAction>(())
    /// ```
    ///
    /// # Errors
    /// If the game was [imagined](super::View::imagine): its deck was not played from the beginning.
    pub fn actions(&self) -> Result<Vec<Action>, NoHistory> {
        let mut melds = BySeat::from_fn(|seat| self.melds(seat).iter());
        let mut followed = Followed { game: Game::new(&self.deck), actions: Vec::new() };
        let river = self.river.as_slice();
        let won = matches!(self.outcome(), Some(Outcome::Ron { .. }));
        let mut follow = |followed: &mut Followed| {
            for (place, &discarded) in river.iter().enumerate() {
                // The claim of the last discard of a game that was won is not a meld.
                let last = won && place + 1 == river.len();
                let claimed_by = discarded.claimed_by.filter(|_| !last);
                let discarded = Discarded { claimed_by, ..discarded };
                followed.discard(discarded, |seat| melds[seat].next().copied())?;
            }
            match self.outcome() {
                None => followed.decline_until(|game| game.turn() == self.turn()),
                Some(Outcome::Exhausted) => followed.decline_until(|game| game.outcome().is_some()),
                Some(Outcome::Ron { winner, .. }) => {
                    followed.decline_until(|game| {
                        let turn = game.turn();
                        matches!(turn, Some(Turn::Answer { seat, claim: Claim::Ron, .. }) if seat == winner)
                    })?;
                    followed.play(Action::Ron)
                }
                Some(Outcome::SelfDrawn { .. }) => {
                    followed.decline_until(|game| matches!(game.turn(), Some(Turn::Discard { .. })))?;
                    followed.play(Action::SelfDrawn)
                }
            }
        };
        follow(&mut followed).filter(|()| followed.game == *self).map(|()| followed.actions).ok_or(NoHistory)
    }
}

/// A game that is played as a river tells it.
pub(super) struct Followed {
    pub(super) game: Game,
    pub(super) actions: Vec<Action>,
}

impl Followed {
    fn play(&mut self, action: Action) -> Option<()> {
        self.game.play(action).ok()?;
        self.actions.push(action);
        Some(())
    }

    /// Plays a discard and, if it was claimed, the claim of it: the next meld of the seat that claimed it. `None` if the
    /// rules do not allow that.
    pub(super) fn discard(
        &mut self,
        discarded: Discarded,
        mut next_meld: impl FnMut(Seat) -> Option<Meld>,
    ) -> Option<()> {
        let action = match (discarded.tile, discarded.target) {
            (Tile::Pass, Some(target)) => Action::Pass(target),
            (tile, None) => Action::Discard(tile),
            (_, Some(_)) => return None,
        };
        self.decline_until(
            |game| matches!(game.turn(), Some(Turn::Discard { seat, .. }) if seat == discarded.seat),
        )?;
        self.play(action)?;
        let Some(by) = discarded.claimed_by else { return Some(()) };
        let claim = next_meld(by)?.action()?;
        self.decline_until(|game| {
            game.turn().is_some_and(|turn| turn.seat() == by) && game.legal_actions().contains(claim)
        })?;
        self.play(claim)
    }

    /// Lets everybody decline until it is so; `None` if that does not happen before somebody has to discard.
    pub(super) fn decline_until(&mut self, so: impl Fn(&Game) -> bool) -> Option<()> {
        while !so(&self.game) {
            self.play(Action::Decline)?;
        }
        Some(())
    }
}

/// The game was imagined, so there are no decisions that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHistory;

impl Localized for NoHistory {
    fn text(&self, language: Language) -> String {
        say!(language, "an imagined game has no history", "想象出的对局没有经过")
    }
}

localized_errors!(NoHistory);

/// The deck and the decisions: `{"deck": …, "actions": […]}`.
#[cfg(feature = "serde")]
mod json {
    use super::Game;
    use crate::words::action::Action;
    use crate::words::deck::Deck;
    use alloc::vec::Vec;
    use serde::de::Error as _;
    use serde::ser::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Game")]
    struct Object {
        deck: Deck,
        actions: Vec<Action>,
    }

    impl Serialize for Game {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let actions = self.actions().map_err(S::Error::custom)?;
            Object { deck: *self.deck(), actions }.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Game {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
            let Object { deck, actions } = Object::deserialize(deserializer)?;
            let mut game = Game::new(&deck);
            actions.into_iter().try_for_each(|action| game.play(action)).map_err(D::Error::custom)?;
            Ok(game)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::player::Player;
    use crate::players::{RandomPlayer, Useful};
    use crate::words::deck::Deck;
    use crate::words::random::Random;

    #[test]
    fn the_decisions_of_a_game_are_found_at_every_moment() {
        let mut random = RandomPlayer::new(5);
        let mut outcomes = [0; 3];
        for number in 0..120 {
            let mut game = Game::new(&Deck::seeded(22, number));
            let mut actions = Vec::new();
            while let Some(turn) = game.turn() {
                assert_eq!(game.actions().as_ref(), Ok(&actions));
                let (view, legal) = (game.view(turn.seat()), game.legal_actions());
                let player: &mut dyn Player = if number % 2 == 0 { &mut random } else { &mut Useful };
                let action = player.choose(&view, legal);
                game.play(action).expect("players choose legal actions");
                actions.push(action);
            }
            assert_eq!(game.actions(), Ok(actions));
            outcomes[match game.outcome() {
                Some(Outcome::Ron { .. }) => 0,
                Some(Outcome::SelfDrawn { .. }) => 1,
                _ => 2,
            }] += 1;
        }
        assert!(outcomes.iter().all(|&times| times > 3), "{outcomes:?}");
    }

    #[test]
    fn an_imagined_game_has_no_history() {
        let mut game = Game::new(&Deck::seeded(1, 0));
        let first = game.legal_actions().iter().next().expect("the game goes on");
        game.play(first).expect("legal");
        let seat = game.turn().expect("the game goes on").seat();
        let imagined = game.view(seat).imagine(&mut Random::new(1)).expect("the seat has to decide");
        assert_eq!(imagined.actions(), Err(NoHistory));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_game_can_be_sent() {
        let mut game = Game::new(&Deck::seeded(3, 7));
        for _ in 0..40 {
            let turn = game.turn().expect("the game goes on");
            let action = Useful.choose(&game.view(turn.seat()), game.legal_actions());
            game.play(action).expect("legal");
        }
        let json = serde_json::to_string(&game).expect("JSON");
        assert_eq!(serde_json::from_str::<Game>(&json).expect("its own JSON"), game);
        let wrong = json.replacen("OUT", "OUT PASS A\",\"OUT", 1);
        assert!(serde_json::from_str::<Game>(&wrong).is_err());
    }
}
