//! Matches between players, in which each deck is played in several seatings, with confidence intervals.

mod line_up;
mod results;
mod round_robin;
mod sprt;
mod totals;

pub use line_up::LineUp;
pub use results::{MatchResult, Results};
pub use round_robin::{Rating, RoundRobin};
pub use sprt::{Hypothesis, Sprt, SprtPath};
pub use totals::{Difference, Record, SeatRecord, Totals};

use super::queue::{Length, Parallel, in_order};
use crate::game::{Game, GameId, Match, Player, View};
use crate::words::{Action, ActionSet, BySeat, Deck, Instant, Outcome, Seat};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The games of one deck, one for each seating of the line-up.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedDeck {
    /// The number of the deck.
    pub number: u64,
    /// The games, in the order of the seatings.
    pub games: Vec<PlayedGame>,
}

/// A finished game of an arena.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedGame {
    /// The index of the entrant at each seat.
    pub entrants: BySeat<usize>,
    /// The outcome.
    pub outcome: Outcome,
    /// Which seats forfeited it.
    pub forfeited: BySeat<bool>,
    /// The number of decisions of each seat.
    pub decisions: BySeat<u64>,
    /// The time used by each seat. Only this depends on the machine.
    pub time: BySeat<Duration>,
}

impl PlayedGame {
    /// Returns the winner, unless it forfeited; `None` if the game was drawn.
    pub fn winner(&self) -> Option<Seat> {
        self.outcome.winner().filter(|seat| !self.forfeited[*seat])
    }
}

impl<N: Sync> LineUp<N> {
    /// Plays each of these decks of a seed in all seatings and passes the results to `deliver` in the order of the
    /// decks, until `deliver` breaks or `how.stop` is set. Returns how many decks were delivered. If decks are played in no
    /// time, a thread plays more than `how.chunk` of them before it delivers.
    ///
    /// Each thread creates its own players with `make`. The results do not depend on the number of threads if the
    /// players are deterministic for a given seed. A deck that is interrupted by `how.stop` is not delivered, and
    /// [`Player::end`] is not called for its current game.
    ///
    /// ```
    /// use hule::arena::{LineUp, Totals};
    /// use hule::players::PlayerName;
    /// use hule::simulate::Parallel;
    /// use std::num::NonZeroUsize;
    /// use std::ops::ControlFlow;
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let line_up = LineUp::two([PlayerName::Useful, PlayerName::Standard]);
    /// let how = Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
    /// let mut totals = Totals::new(2);
    /// line_up.play(1, 0..200, how, |name| Ok::<_, ()>(name.player()), |deck| {
    ///     totals.add(&deck.games);
    ///     ControlFlow::Continue(())
    /// })?;
    /// let difference = totals.difference(0, 1);
    /// println!("{:.3} from {:.3} to {:.3}", difference.value, difference.low, difference.high);
    /// # Ok::<(), ()>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first error of `make`; the decks before it were delivered.
    ///
    /// # Panics
    /// Panics if a player chooses an illegal action.
    pub fn play<P: Player, E: Send>(
        &self,
        seed: u64,
        decks: Range<u64>,
        how: Parallel<'_>,
        make: impl Fn(&N) -> Result<P, E> + Sync,
        mut deliver: impl FnMut(PlayedDeck) -> ControlFlow<()>,
    ) -> Result<u64, E> {
        let worker = || {
            let mut seated = None;
            let make = &make;
            move |chunk| {
                let mut played = Vec::new();
                let players: &mut Vec<P> = match &mut seated {
                    Some(players) => players,
                    none => match self.places().map(make).collect() {
                        Ok(players) => none.insert(players),
                        Err(error) => return (played, Err(error)),
                    },
                };
                for number in chunk {
                    match self.play_deck(seed, number, players, how.stop) {
                        Some(deck) => played.push(deck),
                        None => return (played, Ok(ControlFlow::Break(()))),
                    }
                }
                (played, Ok(ControlFlow::Continue(())))
            }
        };
        let mut delivered = 0;
        let mut failed = None;
        in_order(&decks, how, Length::Growing, worker, |_, (played, end)| {
            for deck in played {
                delivered += 1;
                deliver(deck)?;
            }
            end.unwrap_or_else(|error| {
                failed = Some(error);
                ControlFlow::Break(())
            })
        });
        failed.map_or(Ok(delivered), Err)
    }

    /// Plays a deck in all seatings; `None` if stopped.
    fn play_deck<P: Player>(
        &self,
        seed: u64,
        number: u64,
        players: &mut [P],
        stop: &AtomicBool,
    ) -> Option<PlayedDeck> {
        let deck = Deck::seeded(seed, number);
        let mut games = Vec::with_capacity(self.seatings().len());
        for (seating, &places) in (0..).zip(self.seatings()) {
            let seated = players.get_disjoint_mut(places.into_array()).expect("no two seats have one place");
            let id = GameId { seed, deck: number, seating };
            let seated = BySeat::new(seated.map(|player| Seated::new(player)));
            games.push(play_game(&deck, self.entrants_at(places), seated, id, stop)?);
        }
        Some(PlayedDeck { number, games })
    }
}

/// Plays a game; `None` if stopped. `stop` is checked at every decision, since players may be slow. Not generic, so that it is
/// compiled in this library.
fn play_game(
    deck: &Deck,
    entrants: BySeat<usize>,
    seated: BySeat<Seated<'_>>,
    id: GameId,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let mut game = Match::new(deck, seated, id, ());
    while game.step() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let seated = game.players().each_ref();
    Some(PlayedGame {
        entrants,
        outcome: game.game().outcome().expect("a game without a turn is over"),
        forfeited: seated.map(Player::forfeited),
        decisions: seated.map(|player| player.decisions),
        time: seated.map(|player| player.time),
    })
}

/// A player with its decisions and time in a game.
struct Seated<'a> {
    player: &'a mut dyn Player,
    decisions: u64,
    time: Duration,
}

impl<'a> Seated<'a> {
    fn new(player: &'a mut dyn Player) -> Seated<'a> {
        Seated { player, decisions: 0, time: Duration::ZERO }
    }
}

impl Player for Seated<'_> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let started = Instant::now();
        let action = self.player.choose(view, legal);
        self.time += started.elapsed();
        self.decisions += 1;
        action
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        self.player.begin(seat, seed);
    }

    fn end(&mut self, game: &Game) {
        self.player.end(game);
    }

    fn forfeited(&self) -> bool {
        self.player.forfeited()
    }
}
