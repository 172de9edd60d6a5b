//! Arenas: players play each other on the same decks.

use crate::arena_report::ArenaReport;
use crate::bot_report::BotReport;
use crate::error::{ReportError, report_error};
use hule::arena::{LineUp, PlayedDeck, PlayedGame, Results, Sprt, SprtPath, Totals};
use hule::players::{PlayerKind, PlayerName};
use hule::simulate::Parallel;
use hule::{Language, Player, say};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A player in an arena, by its name. Equal ones are counted together if four play.
pub trait Entrant: Display + PartialEq + Sync {
    /// Returns why another run may differ; `None` if the same seed always leads to the same choices.
    fn caveat(&self) -> Option<Caveat>;
}

impl Entrant for PlayerName {
    fn caveat(&self) -> Option<Caveat> {
        if self.is_deterministic() { None } else { Some(Caveat::Clock) }
    }
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
    /// Returns the caveat of the entrant that has this name in a report.
    pub(crate) fn of_name(name: &str) -> Option<Caveat> {
        if PlayerKind::of(name).is_some() {
            return None;
        }
        if name.starts_with("bot:") {
            return Some(Caveat::Program);
        }
        name.parse::<PlayerName>().map_or(Some(Caveat::Python), |player| player.caveat())
    }

    /// Returns the sentence for the entrant with this name.
    pub(crate) fn sentence(self, name: &str, language: Language) -> String {
        match self {
            Caveat::Clock => say!(
                language,
                "{name} does not always make the same choices: another run will differ.",
                "{name} 的选择并不总是相同，再运行一次结果会不同。"
            ),
            Caveat::Program => say!(
                language,
                "{name} is a program with a time limit: another run may differ.",
                "{name} 是有时间限制的程序，再运行一次结果可能不同。"
            ),
            Caveat::Python => say!(
                language,
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
    /// Whether this is a part of an arena that is merged elsewhere: a test decides nothing here.
    pub part: bool,
}

/// Returns the test of whether the first player leads the others by `low` percentage points or less, or by `high` or more.
///
/// # Errors
/// Returns an error if these are not two numbers from -100 to 100, the lower first.
pub fn sprt(low: f64, high: f64) -> Result<Sprt, ReportError> {
    let sprt = Sprt { d0: low / 100.0, d1: high / 100.0, ..Sprt::default() };
    if is_sprt(&sprt) {
        return Ok(sprt);
    }
    Err(report_error!(
        "expected two numbers from -100 to 100, the lower first, such as 0,1",
        "应为 -100 到 100 的两个数，小的在前，例如 0,1"
    ))
}

/// Returns whether [`sprt`] can make this test.
pub(crate) fn is_sprt(sprt: &Sprt) -> bool {
    let Sprt { d0, d1, .. } = *sprt;
    d0 >= -1.0 && d1 <= 1.0 && d0 < d1 && *sprt == Sprt { d0, d1, ..Sprt::default() }
}

/// Players that play each other, and the report of the decks so far.
pub struct Arena<E> {
    line_up: LineUp<E>,
    decks: u64,
    report: ArenaReport,
    /// The totals of each deck, if a sequential test is decided elsewhere.
    single: Option<Vec<Totals>>,
}

impl<E: Entrant> Arena<E> {
    /// Creates an arena. Two players have two seats each; four play in four rotations.
    ///
    /// # Errors
    /// Returns an error if the options do not fit the players.
    pub fn new(players: Vec<E>, options: ArenaOptions) -> Result<Arena<E>, ReportError> {
        let ArenaOptions { games, seed, first, sprt, round_robin, part } = options;
        let line_up = line_up(players, round_robin)?;
        if sprt.is_some() && line_up.entrants().len() == 1 {
            return Err(report_error!(
                "all players are the same; --sprt compares the first player with others",
                "所有玩家都相同；--sprt 要把第一名玩家与其他玩家比较"
            ));
        }
        let games = games.unwrap_or(if sprt.is_some() { 1_000_000 } else { 4000 });
        if games == 0 {
            return Err(report_error!("expected at least one game", "至少要有一局"));
        }
        if first > 0 && sprt.is_some() && !part {
            return Err(report_error!(
                "a sequential test counts the decks from 0; it has no other first deck",
                "序贯检验从第 0 副牌堆开始，不能指定第一副牌堆"
            ));
        }
        let decks = games.div_ceil(line_up.games() as u64);
        if first.checked_add(decks).is_none() {
            return Err(report_error!("expected numbers of decks below 2^64", "牌堆的编号应小于 2^64"));
        }
        let entrants = line_up.entrants();
        let mut caveats = Vec::new();
        for entrant in entrants {
            let caveat = entrant.caveat().map(|caveat| (caveat, entrant.to_string()));
            caveats.extend(caveat.filter(|caveat| !caveats.contains(caveat)));
        }
        let report = ArenaReport {
            seed,
            first,
            deterministic: caveats.is_empty(),
            names: line_up.names(),
            caveats,
            results: Results::new(entrants.len(), round_robin),
            sprt,
            path: SprtPath::default(),
            bots: None,
            timed: true,
        };
        Ok(Arena { line_up, decks, report, single: (part && sprt.is_some()).then(Vec::new) })
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
        let Arena { line_up, decks, report, single } = self;
        let how = Parallel { threads, chunk: NonZeroUsize::MIN, stop };
        let range = report.first..report.first + *decks;
        line_up.play(report.seed, range, how, make, |deck| {
            let next = count(report, single.as_mut(), &deck);
            watch(report.results.first_share());
            next
        })
    }

    /// Plays some decks on this thread, without counting them. Returns those that were played before `stop` was set.
    pub(crate) fn play_decks<P: Player>(
        &self,
        decks: Range<u64>,
        stop: &AtomicBool,
        make: impl Fn(&E) -> P + Sync,
    ) -> Vec<PlayedDeck> {
        let how = Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop };
        let make = |entrant: &E| Ok::<P, std::convert::Infallible>(make(entrant));
        let mut played = Vec::new();
        let Ok(_) = self.line_up.play(self.report.seed, decks, how, make, |deck| {
            played.push(deck);
            ControlFlow::Continue(())
        });
        played
    }

    /// Counts the next deck. Breaks if the sequential test is decided.
    pub(crate) fn count(&mut self, deck: &PlayedDeck) -> ControlFlow<()> {
        count(&mut self.report, self.single.as_mut(), deck)
    }

    /// Returns whether this line-up can play such a deck, which may come from anywhere.
    pub(crate) fn can_play(&self, deck: &PlayedDeck) -> bool {
        const LONGEST: Duration = Duration::from_hours(24);
        let entrants = self.entrants().len();
        let fits = |game: &PlayedGame| {
            game.entrants.as_array().iter().all(|&entrant| entrant < entrants)
                && game.time.as_array().iter().all(|&time| time <= LONGEST)
        };
        deck.games.len() == self.line_up.games() && deck.games.iter().all(fits)
    }

    /// Returns the report of the decks so far.
    pub const fn report(&self) -> &ArenaReport {
        &self.report
    }

    /// Returns the report of what has been played.
    pub fn into_report(self, bots: Option<BotReport>) -> ArenaReport {
        ArenaReport { bots, ..self.report }
    }

    /// Returns the reports to be merged elsewhere with those of other parts: one, or with a test one for each deck.
    pub fn into_parts(self, bots: Option<BotReport>) -> Vec<ArenaReport> {
        let Some(single) = self.single else { return vec![self.into_report(bots)] };
        // On which deck a bot did something wrong is not known.
        let others = bots.as_ref().map(BotReport::without_faults);
        let bots = std::iter::once(bots).chain(std::iter::repeat(others));
        let report = self.report;
        let decks = (report.first..).zip(single).zip(bots);
        decks
            .map(|((first, totals), bots)| {
                let results = Results::Match(totals);
                ArenaReport { first, results, bots, ..report.clone() }
            })
            .collect()
    }
}

fn count(report: &mut ArenaReport, single: Option<&mut Vec<Totals>>, deck: &PlayedDeck) -> ControlFlow<()> {
    report.results.add(deck);
    if let Some(single) = single {
        let mut totals = Totals::new(report.names.len());
        totals.add(&deck.games);
        single.push(totals);
        return ControlFlow::Continue(());
    }
    report.follow_test();
    if report.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn line_up<E: Entrant>(players: Vec<E>, round_robin: bool) -> Result<LineUp<E>, ReportError> {
    let given = players.len();
    if given == 2 || given > 2 && round_robin {
        return Ok(LineUp::round_robin(players));
    }
    <[E; 4]>::try_from(players).map(LineUp::four).map_err(|_| {
        if given < 2 {
            return report_error!(
                "{given} player is given; expected at least two",
                "给出了 {given} 名玩家；至少需要两名"
            );
        }
        report_error!(
            "{given} players are given; expected two or four, or --round-robin",
            "给出了 {given} 名玩家；应为两名或四名，或用 --round-robin"
        )
    })
}
