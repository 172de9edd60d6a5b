//! Players against players: the same decks for all of them, every seat for each, and honest figures.

mod line_up;
mod round_robin;
mod sample;
mod sprt;
mod totals;

pub use line_up::LineUp;
pub use round_robin::{Rating, RoundRobin};
pub use sample::{Estimate, Sample};
pub use sprt::{Hypothesis, Sprt};
pub use totals::{Record, SeatRecord, Totals};

use super::queue::{Parallel, in_order};
use crate::game::Game;
use crate::game::play::{GameId, Match};
use crate::game::player::Player;
use crate::game::view::View;
use crate::words::action::{Action, ActionSet};
use crate::words::deck::Deck;
use crate::words::seat::{BySeat, Seat};
use crate::words::turn::Outcome;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A deck as it was played in an arena: once for each seating, in the order of the line-up.
#[derive(Clone, Debug)]
pub struct PlayedDeck {
    /// Its number.
    pub number: u64,
    /// Its games.
    pub games: Vec<PlayedGame>,
}

/// A game as it was played in an arena.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Which entrant sat at each seat.
    pub entrants: BySeat<usize>,
    /// How it ended.
    pub outcome: Outcome,
    /// Which seats had forfeited it by then.
    pub forfeited: BySeat<bool>,
    /// How often each seat was asked.
    pub decisions: BySeat<u64>,
    /// How long each seat thought in all. Only this depends on the machine.
    pub time: BySeat<Duration>,
}

impl PlayedGame {
    /// Whose win counts: nobody's in a drawn game, nor if the winner had forfeited.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.outcome.winner().filter(|seat| !self.forfeited[*seat])
    }
}

impl<N: Sync> LineUp<N> {
    /// Plays the decks of a seed, each in all seatings, and delivers them in their order until the delivery breaks off
    /// or `how` says stop. Returns how many decks were delivered.
    ///
    /// Each thread makes its own players: one of an entrant's name for each seat that it takes at a time. If one cannot
    /// be made, that is the result; the decks before were delivered. What is delivered does not depend on the threads,
    /// as long as the players leave nothing but chance to their seeds. A deck under way when it has to stop is not
    /// delivered, and its players are not told how the game ends.
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
    /// # Panics
    /// If a player chooses an action that is not legal.
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
                let players: &mut Vec<Seated<P>> = match &mut seated {
                    Some(players) => players,
                    none => match self.places().map(|name| make(name).map(Seated::new)).collect() {
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
        in_order(&decks, how, worker, |_, (played, end)| {
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

    /// A deck in all seatings; `None` if it is told to stop.
    fn play_deck<P: Player>(
        &self,
        seed: u64,
        number: u64,
        players: &mut [Seated<P>],
        stop: &AtomicBool,
    ) -> Option<PlayedDeck> {
        let deck = Deck::seeded(seed, number);
        let mut games = Vec::with_capacity(self.seatings().len());
        for (seating, &places) in (0..).zip(self.seatings()) {
            let seated = players.get_disjoint_mut(places.into_array()).expect("no two seats have one place");
            let id = GameId { seed, deck: number, seating };
            games.push(play_game(&deck, self.entrants_at(places), seated.into(), id, stop)?);
        }
        Some(PlayedDeck { number, games })
    }
}

/// A game; `None` if it is told to stop, which it looks for at every decision, since players may be slow.
fn play_game<P: Player>(
    deck: &Deck,
    entrants: BySeat<usize>,
    seated: BySeat<&mut Seated<P>>,
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
        forfeited: seated.map(|player| player.forfeited()),
        decisions: seated.map(|player| player.decisions),
        time: seated.map(|player| player.time),
    })
}

/// A player, and what it has cost in this game.
struct Seated<P> {
    player: P,
    decisions: u64,
    time: Duration,
}

impl<P> Seated<P> {
    const fn new(player: P) -> Seated<P> {
        Seated { player, decisions: 0, time: Duration::ZERO }
    }
}

impl<P: Player> Player for Seated<P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let started = Instant::now();
        let action = self.player.choose(view, legal);
        self.time += started.elapsed();
        self.decisions += 1;
        action
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        (self.decisions, self.time) = (0, Duration::ZERO);
        self.player.begin(seat, seed);
    }

    fn end(&mut self, game: &Game) {
        self.player.end(game);
    }

    fn forfeited(&self) -> bool {
        self.player.forfeited()
    }
}
