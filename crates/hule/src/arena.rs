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

use crate::action::{Action, ActionSet};
use crate::deck::Deck;
use crate::event::Event;
use crate::game::{Game, Outcome};
use crate::player::Player;
use crate::queue::{Parallel, in_order};
use crate::random::Random;
use crate::tile::Seat;
use crate::view::View;
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
    pub entrants: [usize; 4],
    /// How it ended.
    pub outcome: Outcome,
    /// Which seats had forfeited it by then.
    pub forfeited: [bool; 4],
    /// How often each seat was asked.
    pub decisions: [u64; 4],
    /// How long each seat thought in all. Only this depends on the machine.
    pub time: [Duration; 4],
}

impl PlayedGame {
    /// Whose win counts: nobody's in a drawn game, nor if the winner had forfeited.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.outcome.winner().filter(|seat| !self.forfeited[seat.index()])
    }
}

/// The seed of what a player leaves to chance, for [`Player::begin`]: another one for each deck of a seed, each of its
/// seatings, and each seat. docs/PROTOCOL.md has the formula.
#[must_use]
pub const fn player_seed(seed: u64, deck: u64, seating: u64, seat: Seat) -> u64 {
    const fn scatter(number: u64) -> u64 {
        Random::new(number).word()
    }
    let place = seating.wrapping_mul(4).wrapping_add(seat.index() as u64);
    scatter(scatter(scatter(seed) ^ deck) ^ place)
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
    /// use hule::{LineUp, Parallel, PlayerName, Totals};
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

    /// A deck in all seatings; nothing if it is told to stop.
    fn play_deck<P: Player>(
        &self,
        seed: u64,
        number: u64,
        players: &mut [Seated<P>],
        stop: &AtomicBool,
    ) -> Option<PlayedDeck> {
        let deck = Deck::seeded(seed, number);
        let mut games = Vec::with_capacity(self.seatings().len());
        for (seating, places) in (0..).zip(self.seatings()) {
            let seated = players.get_disjoint_mut(*places).expect("no two seats have one place");
            let seed_of = |seat| player_seed(seed, number, seating, seat);
            games.push(play_game(&deck, self.entrants_at(places), seated, seed_of, stop)?);
        }
        Some(PlayedDeck { number, games })
    }
}

/// A game; nothing if it is told to stop, which it looks for at every decision, since players may be slow.
fn play_game<P: Player>(
    deck: &Deck,
    entrants: [usize; 4],
    mut seated: [&mut Seated<P>; 4],
    seed_of: impl Fn(Seat) -> u64,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    for (player, seat) in seated.iter_mut().zip(Seat::ALL) {
        player.begin(seat, seed_of(seat));
    }
    let wanted = seated.iter().any(Player::wants_log);
    let mut log = Vec::new();
    let mut sink = |event| {
        if wanted {
            log.push(event);
        }
    };
    let mut game = Game::start(deck, &mut sink);
    while game.step(&mut seated, &mut sink) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    let outcome = game.outcome().expect("a game without a turn is over");
    for player in &mut seated {
        player.end(outcome, if player.wants_log() { &log } else { &[] });
    }
    Some(PlayedGame {
        entrants,
        outcome,
        forfeited: seated.each_ref().map(Player::forfeited),
        decisions: seated.each_ref().map(|player| player.decisions),
        time: seated.each_ref().map(|player| player.time),
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

    fn end(&mut self, outcome: Outcome, log: &[Event]) {
        self.player.end(outcome, log);
    }

    fn wants_log(&self) -> bool {
        self.player.wants_log()
    }

    fn forfeited(&self) -> bool {
        self.player.forfeited()
    }
}
