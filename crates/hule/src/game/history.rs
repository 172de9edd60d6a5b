//! Recovers the decisions of a game from its deck, river and melds.

use super::Game;
use super::river::Discarded;
use crate::words::{
    Action, BySeat, Claim, Language, Localized, Meld, Outcome, Seat, Tile, Turn, localized_errors, say,
};
use alloc::string::String;
use alloc::vec::Vec;

impl Game {
    /// Returns all decisions so far in order, including declined claims. The deck and these actions reproduce the game.
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
    /// Returns an error if the game was [imagined](super::View::imagine), because its deck does not lead to its state.
    pub fn actions(&self) -> Result<Vec<Action>, NoHistory> {
        let mut melds = BySeat::from_fn(|seat| self.melds(seat).iter());
        let mut followed = Followed { game: Game::new(&self.deck), actions: Vec::new() };
        let river = self.river.as_slice();
        let won = matches!(self.outcome(), Some(Outcome::Ron { .. }));
        let mut follow = |followed: &mut Followed| {
            for (place, &discarded) in river.iter().enumerate() {
                // The ron that ends a game is not a meld.
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

/// Replays a game from its discards and melds.
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

    /// Plays a discard and, if it was claimed, the claim: the next meld of the claimer. Returns `None` if this is not
    /// legal.
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

    /// Declines all claims until `so` holds; `None` if a seat has to discard or the game ends before.
    pub(super) fn decline_until(&mut self, so: impl Fn(&Game) -> bool) -> Option<()> {
        while !so(&self.game) {
            self.play(Action::Decline)?;
        }
        Some(())
    }
}

/// The game was [imagined](super::View::imagine), so it has no history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoHistory;

impl Localized for NoHistory {
    fn text(&self, language: Language) -> String {
        say!(language, "a simulated game has no history", "模拟的对局没有历史")
    }
}

localized_errors!(NoHistory);

/// The JSON object `{"deck": …, "actions": […]}`.
#[cfg(feature = "serde")]
mod json {
    use super::Game;
    use crate::words::{Action, Deck};
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
