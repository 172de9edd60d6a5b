//! An arena: who plays how many decks against whom, and what came of it.

use crate::arena_report::Report;
use crate::bot::BotReport;
use crate::failure::Failure;
use crate::language::say;
use hule::Player;
use hule::arena::{LineUp, Results, Sprt, SprtPath, Totals};
use hule::players::{PlayerKind, PlayerName};
use hule::simulate::Parallel;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Whoever takes part in an arena.
pub trait Entrant: Display + PartialEq + Clone + Sync {
    /// Returns why another run may differ; `None` if the same seed always leads to the same choices.
    fn caveat(&self) -> Option<Caveat>;
}

/// Why another run may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caveat {
    /// The player thinks for a time.
    Clock,
    /// It is a program with a time limit.
    Program,
    /// It is written in Python.
    Python,
}

impl Caveat {
    /// Returns the caveat of a built-in player.
    pub const fn of(player: &PlayerName) -> Option<Caveat> {
        if player.is_deterministic() { None } else { Some(Caveat::Clock) }
    }

    /// Returns the caveat of the entrant that has this name in a report.
    pub fn of_name(name: &str) -> Option<Caveat> {
        if PlayerKind::of(name).is_some() {
            return None;
        }
        if name.starts_with("bot:") {
            return Some(Caveat::Program);
        }
        name.parse().map_or(Some(Caveat::Python), |player| Caveat::of(&player))
    }

    /// Returns the sentence for the entrant with this name.
    pub fn sentence(self, name: &str) -> String {
        match self {
            Caveat::Clock => say!(
                "{name} does not always make the same choices: another run will differ.",
                "{name} 的选择并不总是相同，再运行一次结果会不同。"
            ),
            Caveat::Program => say!(
                "{name} is a program with a time limit: another run may differ.",
                "{name} 是有时间限制的程序，再运行一次结果可能不同。"
            ),
            Caveat::Python => say!(
                "{name} is written in Python: another run may differ.",
                "{name} 用 Python 编写，再运行一次结果可能不同。"
            ),
        }
    }
}

/// What is to be played.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArenaOptions {
    /// The number of games, rounded up to whole decks; `None` for 4,000, or at most a million with a test.
    pub games: Option<u64>,
    /// The seed for the decks and the random choices of players.
    pub seed: u64,
    /// The number of the first deck.
    pub first: u64,
    /// The sequential test that ends the games.
    pub sprt: Option<Sprt>,
    /// Whether every pair plays on the same decks.
    pub round_robin: bool,
    /// Whether this is a part of an arena that somebody else merges: a test decides nothing here.
    pub part: bool,
}

/// Returns the test of whether the first player leads the others by `low` percentage points or less, or by `high` or more.
///
/// # Errors
/// Returns a sentence if these are not two numbers from -100 to 100, the lower first.
pub fn sprt(low: f64, high: f64) -> Result<Sprt, String> {
    let sprt = Sprt { d0: low / 100.0, d1: high / 100.0, ..Sprt::default() };
    if is_test(&sprt) {
        return Ok(sprt);
    }
    Err(say!(
        "expected two numbers from -100 to 100, the lower first, such as 0,1",
        "应为 -100 到 100 的两个数，小的在前，例如 0,1"
    ))
}

/// Returns whether [`sprt`] can make this test.
pub(crate) fn is_test(sprt: &Sprt) -> bool {
    let Sprt { d0, d1, .. } = *sprt;
    d0 >= -1.0 && d1 <= 1.0 && d0 < d1 && *sprt == Sprt { d0, d1, ..Sprt::default() }
}

/// Makes sure that there is the player that the command line would name like this.
///
/// # Errors
/// Returns an error if it is no player, or its program or file is not there.
pub fn check_player(name: &str) -> Result<(), Failure> {
    name.parse::<crate::entrant::Entrant>().map_err(Failure::Input)?.check()
}

/// Players that play each other, and the totals of the decks so far.
pub struct Arena<E> {
    line_up: LineUp<E>,
    options: ArenaOptions,
    decks: u64,
    results: Results,
    /// The path of the test.
    path: SprtPath,
    /// The totals of each deck, if another decides the test.
    single: Vec<Totals>,
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
        if options.first > 0 && options.sprt.is_some() && !options.part {
            return Err(Failure::Input(say!(
                "a sequential test counts the decks from 0; it has no other first deck",
                "序贯检验从第 0 副牌堆开始，不能指定第一副牌堆"
            )));
        }
        if options.first.checked_add(decks).is_none() {
            return Err(Failure::Input(say!(
                "expected numbers of decks below 2^64",
                "牌堆的编号应小于 2^64"
            )));
        }
        let results = Results::new(line_up.entrants().len(), options.round_robin);
        Ok(Arena { line_up, options, decks, results, path: SprtPath::default(), single: Vec::new() })
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
        let Arena { line_up, options, decks, results, path, single } = self;
        let how = Parallel { threads, chunk: NonZeroUsize::MIN, stop };
        let range = options.first..options.first + *decks;
        line_up.play(options.seed, range, how, make, |deck| {
            results.add(&deck);
            watch(results.first_share());
            match options.sprt {
                Some(_) if options.part => {
                    let mut totals = Totals::new(line_up.entrants().len());
                    totals.add(&deck.games);
                    single.push(totals);
                    ControlFlow::Continue(())
                }
                Some(sprt) => {
                    if let Results::Match(totals) = results {
                        path.push(&sprt, &totals.lead());
                    }
                    if results.accepted(&sprt).is_some() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                }
                None => ControlFlow::Continue(()),
            }
        })
    }

    /// Returns the report of what has been played.
    pub fn report(&self, bots: Option<BotReport>) -> Report {
        self.report_of(self.options.first, self.results.clone(), bots)
    }

    /// Returns the reports for whoever merges the parts of an arena: one, or with a test one for each deck.
    pub fn parts(&self, bots: Option<BotReport>) -> Vec<Report> {
        if self.options.sprt.is_none() {
            return vec![self.report(bots)];
        }
        // Nobody knows on which deck a bot did something wrong.
        let others = bots.as_ref().map(BotReport::without_faults);
        let bots = std::iter::once(bots).chain(std::iter::repeat(others));
        let decks = (self.options.first..).zip(&self.single).zip(bots);
        decks
            .map(|((deck, totals), bots)| self.report_of(deck, Results::Match(totals.clone()), bots))
            .collect()
    }

    fn report_of(&self, first: u64, results: Results, bots: Option<BotReport>) -> Report {
        let given: Vec<String> = self.entrants().iter().map(ToString::to_string).collect();
        let mut caveats: Vec<String> = Vec::new();
        for (entrant, name) in self.entrants().iter().zip(&given) {
            let sentence = entrant.caveat().map(|caveat| caveat.sentence(name));
            caveats.extend(sentence.filter(|sentence| !caveats.contains(sentence)));
        }
        Report {
            seed: self.options.seed,
            first,
            deterministic: self.entrants().iter().all(|entrant| entrant.caveat().is_none()),
            names: self.line_up.names(),
            caveats,
            results,
            sprt: self.options.sprt,
            path: self.path.clone(),
            bots,
            timed: true,
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
