//! An arena: who plays how many decks against whom, and what came of it.

use crate::arena_report::{MatchResult, Report};
use crate::bot::Bots;
use crate::failure::Failure;
use crate::language::say;
use hule::Player;
use hule::arena::{LineUp, PlayedDeck, RoundRobin, Sprt, Totals};
use hule::simulate::Parallel;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Whoever takes part in an arena.
pub trait Entrant: Display + PartialEq + Clone + Sync {
    /// Returns whether the same seed always leads to the same choices.
    fn is_deterministic(&self) -> bool;

    /// Returns the sentence that says why another run may differ.
    fn caveat(&self) -> String;
}

/// What is to be played.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArenaOptions {
    /// The number of games, rounded up to whole decks; `None` for 4,000, or at most a million with a test.
    pub games: Option<u64>,
    /// The seed for the decks and the random choices of players.
    pub seed: u64,
    /// The sequential test that ends the games.
    pub sprt: Option<Sprt>,
    /// Whether every pair plays on the same decks.
    pub round_robin: bool,
}

/// Returns the test of whether the first player leads the others by `low` percentage points or less, or by `high` or more.
///
/// # Errors
/// Returns a sentence if these are not two numbers from -100 to 100, the lower first.
pub fn sprt(low: f64, high: f64) -> Result<Sprt, String> {
    if low >= -100.0 && high <= 100.0 && low < high {
        return Ok(Sprt { d0: low / 100.0, d1: high / 100.0, ..Sprt::default() });
    }
    Err(say!(
        "expected two numbers from -100 to 100, the lower first, such as 0,1",
        "应为 -100 到 100 的两个数，小的在前，例如 0,1"
    ))
}

/// Players that play each other, and the totals of the decks so far.
pub struct Arena<E> {
    line_up: LineUp<E>,
    options: ArenaOptions,
    decks: u64,
    tally: Tally,
}

/// The totals of the decks so far.
enum Tally {
    Match(Totals, Option<Sprt>),
    RoundRobin(RoundRobin),
}

impl<E: Entrant> Arena<E> {
    /// Creates an arena. Two players have two seats each; four play in four rotations.
    ///
    /// # Errors
    /// Returns an error if the options do not fit the players.
    pub fn new(players: Vec<E>, options: ArenaOptions) -> Result<Arena<E>, Failure> {
        let line_up = line_up(players, options.round_robin)?;
        if options.sprt.is_some() && line_up.entrants().len() == 1 {
            let sentence = say!(
                "all players are the same; --sprt compares the first player with others",
                "所有玩家都相同；--sprt 要把第一名玩家与其他玩家比较"
            );
            return Err(Failure::Input(sentence));
        }
        let games = options.games.unwrap_or(if options.sprt.is_some() { 1_000_000 } else { 4000 });
        if games == 0 {
            return Err(Failure::Input(say!("expected at least one game", "至少要有一局")));
        }
        let decks = games.div_ceil(line_up.games() as u64);
        let entrants = line_up.entrants().len();
        let tally = if options.round_robin {
            Tally::RoundRobin(RoundRobin::new(entrants))
        } else {
            Tally::Match(Totals::new(entrants), options.sprt)
        };
        Ok(Arena { line_up, options, decks, tally })
    }

    /// Returns the entrants: the players without repetitions, if they are four.
    pub fn entrants(&self) -> &[E] {
        self.line_up.entrants()
    }

    /// Returns the number of decks to play.
    pub const fn decks(&self) -> u64 {
        self.decks
    }

    /// Returns the number of games that are played with each deck.
    pub const fn games_a_deck(&self) -> u64 {
        self.line_up.games() as u64
    }

    /// Plays the decks until all are played, the test is decided, or `stop` is set. Calls `watch` with the share of games
    /// that the first entrant has won after each deck. Returns how many decks were played.
    ///
    /// # Errors
    /// Returns the first error of `make`.
    pub fn play<P: Player, X: Send>(
        &mut self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        make: impl Fn(&E) -> Result<P, X> + Sync,
        mut watch: impl FnMut(f64),
    ) -> Result<u64, X> {
        let Arena { line_up, options, decks, tally } = self;
        let how = Parallel { threads, chunk: NonZeroUsize::MIN, stop };
        line_up.play(options.seed, 0..*decks, how, make, |deck| {
            let next = tally.add(&deck);
            watch(tally.first_share());
            next
        })
    }

    /// Returns the report of what has been played.
    pub fn report<'a>(&'a self, bots: Option<&'a Bots>) -> Report<'a, E> {
        let entrants = self.line_up.entrants();
        let (decks, matches, ratings) = match &self.tally {
            Tally::Match(totals, _) => {
                (totals.decks, vec![MatchResult { entrants: (0..entrants.len()).collect(), totals }], None)
            }
            Tally::RoundRobin(round_robin) => {
                let pair = |((first, second), totals)| MatchResult { entrants: vec![first, second], totals };
                let pairs = round_robin.pairs().map(pair).collect();
                (round_robin.decks(), pairs, Some(round_robin.ratings()))
            }
        };
        Report {
            seed: self.options.seed,
            decks,
            games: decks * self.games_a_deck(),
            entrants,
            matches,
            ratings,
            sprt: self.options.sprt,
            bots,
        }
    }
}

fn line_up<E: Entrant>(players: Vec<E>, round_robin: bool) -> Result<LineUp<E>, Failure> {
    let given = players.len();
    if round_robin && given >= 2 {
        return Ok(LineUp::round_robin(players));
    }
    match <[E; 2]>::try_from(players) {
        Ok(two) => Ok(LineUp::two(two)),
        Err(players) => match <[E; 4]>::try_from(players) {
            Ok(four) => Ok(LineUp::four(four)),
            Err(_) if given < 2 => Err(Failure::Input(say!(
                "{given} player is given; expected at least two",
                "给出了 {given} 名玩家；至少需要两名"
            ))),
            Err(_) => Err(Failure::Input(say!(
                "{given} players are given; expected two or four, or --round-robin",
                "给出了 {given} 名玩家；应为两名或四名，或用 --round-robin"
            ))),
        },
    }
}

impl Tally {
    /// Adds a deck; breaks when the sequential test has accepted a hypothesis.
    fn add(&mut self, deck: &PlayedDeck) -> ControlFlow<()> {
        match self {
            Tally::Match(totals, sprt) => {
                totals.add(&deck.games);
                match sprt.and_then(|sprt| sprt.accepted(&totals.lead())) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            }
            Tally::RoundRobin(round_robin) => {
                round_robin.add(deck);
                ControlFlow::Continue(())
            }
        }
    }

    /// The share of the first entrant so far, against all others.
    fn first_share(&self) -> f64 {
        match self {
            Tally::Match(totals, _) => totals.share(0).value,
            Tally::RoundRobin(round_robin) => {
                let first = round_robin.pairs().filter(|((first, _), _)| *first == 0);
                let shares: Vec<f64> = first.map(|(_, totals)| totals.share(0).value).collect();
                #[allow(clippy::cast_precision_loss)] // A handful of entrants.
                let entrants = shares.len().max(1) as f64;
                shares.iter().sum::<f64>() / entrants
            }
        }
    }
}
