//! `hule arena`: players against players.

use crate::ARENA_STATUS;
use crate::arena_report::{MatchResult, Report};
use crate::bot::{BotOptions, Bots};
use crate::entrant::Entrant;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::long_work;
use crate::status::Status;
use clap::Args;
use hule::arena::{LineUp, PlayedDeck, RoundRobin, Sprt, Totals};
use hule::simulate::Parallel;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  hule arena useful standard                      4,000 games, two seats each
  hule arena useful standard standard standard    one player against three others
  hule arena search useful --sprt=0,2             until it is clear whether search is 2 points better
  hule arena random standard useful --round-robin  all pairs, with ratings
  hule arena 'bot:python3 mine.py' standard       your own program (docs/BOTS.md)
  hule arena useful standard -n 100k --json       the figures as JSON";

/// Let players play against each other and compare their win rates
///
/// A player is random, standard, useful or search. search takes options: search:samples=500 sets the number of
/// simulated games per decision, search:time=20ms the time; with both, whichever is reached first. search:only=claims
/// searches only when it decides on claims; other values are discards, specials and targets (of PASS). A program that
/// uses the protocol of docs/BOTS.md is a player too: bot: followed by its command line, which is not passed to a
/// shell.
///
/// Two players have two seats each, and every deck is played in all six seatings. Four players play every deck in
/// four rotations; players of the same name are counted together. Win rates are per seat: four equal players have a
/// quarter each, less the drawn games.
///
/// The 95 % confidence intervals are computed from the differences between decks, because games with the same deck
/// are not independent. Except for speeds, the results do not depend on the number of threads. Ctrl-C stops and
/// reports the decks that are finished; a second Ctrl-C does not wait for players that are thinking.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{ARENA_STATUS}"))]
pub struct ArenaCommand {
    /// The players: two or four; with --round-robin, two or more
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<Entrant>,

    /// The number of games, rounded up to whole decks; 10k is 10,000 [default: 4k, with --sprt at most 1M]
    #[arg(short = 'n', long = "games", value_name = "GAMES", value_parser = long_work::count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// The seed for the decks and the random choices of players
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,

    /// The number of threads [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// Stop as soon as a sequential test (5 % errors) decides whether the win rate of the first player per seat is at
    /// most D0 or at least D1 percentage points above that of the others [default: 0,1]
    #[arg(
        long,
        value_name = "D0,D1",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0,1",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    sprt: Option<Points>,

    /// Let every pair of players play on the same decks, and rate all players
    #[arg(long, conflicts_with = "sprt")]
    round_robin: bool,

    #[command(flatten)]
    bots: BotOptions,

    /// Print one JSON object, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

/// Two differences in percentage points, the lower first.
#[derive(Clone, Copy)]
struct Points(f64, f64);

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Points, String> {
        let wrong = || {
            say!(
                "expected two numbers from -100 to 100, the lower first, such as 0,1",
                "应为 -100 到 100 的两个数，小的在前，例如 0,1"
            )
        };
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let point =
            |text: &str| text.parse().ok().filter(|point: &f64| point.abs() <= 100.0).ok_or_else(wrong);
        let (low, high) = (point(low)?, point(high)?);
        if low < high { Ok(Points(low, high)) } else { Err(wrong()) }
    }
}

/// The totals of the decks so far.
enum Tally {
    Match(Totals, Option<Sprt>),
    RoundRobin(RoundRobin),
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

impl ArenaCommand {
    pub fn run(self) -> Result<Status, Failure> {
        let line_up = self.line_up()?;
        let sprt = self.sprt.map(|Points(d0, d1)| Sprt { d0: d0 / 100.0, d1: d1 / 100.0, ..Sprt::default() });
        if sprt.is_some() && line_up.entrants().len() == 1 {
            let sentence = say!(
                "all players are the same; --sprt compares the first player with others",
                "所有玩家都相同；--sprt 要把第一名玩家与其他玩家比较"
            );
            return Err(Failure::Input(sentence));
        }
        let games = self.games.unwrap_or(if sprt.is_some() { 1_000_000 } else { 4000 });
        if games == 0 {
            return Err(Failure::Input(say!("expected at least one game", "至少要有一局")));
        }
        let a_deck = line_up.games() as u64;
        let decks = games.div_ceil(a_deck);
        let mut tally = if self.round_robin {
            Tally::RoundRobin(RoundRobin::new(line_up.entrants().len()))
        } else {
            Tally::Match(Totals::new(line_up.entrants().len()), sprt)
        };

        let stop = long_work::impatient_stop_flag()?;
        let bots = Bots::new(line_up.entrants(), &self.bots, &stop)?;
        let started = Instant::now();
        let threads = long_work::threads(self.threads);
        let played = self.play(&line_up, decks, threads, &bots, &stop, &mut tally)?;
        let seconds = started.elapsed().as_secs_f64();
        if played == 0 {
            eprintln!(
                "hule: {}",
                say!("stopped before the first deck was played", "完成第一副牌堆之前被中断")
            );
            return Ok(Status(long_work::STOPPED));
        }

        let matches = match &tally {
            Tally::Match(totals, _) => {
                vec![MatchResult { entrants: (0..line_up.entrants().len()).collect(), totals }]
            }
            Tally::RoundRobin(round_robin) => round_robin
                .pairs()
                .map(|((first, second), totals)| MatchResult { entrants: vec![first, second], totals })
                .collect(),
        };
        let ratings = match &tally {
            Tally::Match(..) => None,
            Tally::RoundRobin(round_robin) => Some(round_robin.ratings()),
        };
        let games = played * a_deck;
        let report = Report {
            seed: self.seed,
            decks: played,
            games,
            entrants: line_up.entrants(),
            matches,
            ratings,
            sprt,
            bots: &bots,
        };
        export::print(&if self.json { report.json() } else { report.text(export::colour()) })?;

        let asked = decks.saturating_mul(a_deck);
        let asked = if played < decks { say!(" of {asked}", "（共 {asked} 局）") } else { String::new() };
        let plural = if threads.get() == 1 { "" } else { "s" };
        let rate = long_work::rate(games, seconds);
        let sentence = say!(
            "{games}{asked} games in {seconds:.2} s with {threads} thread{plural}: {rate} games per second",
            "{games} 局{asked}，{threads} 个线程用时 {seconds:.2} 秒：每秒 {rate} 局"
        );
        eprintln!("{sentence}");
        Ok(Status::SUCCESS)
    }

    fn line_up(&self) -> Result<LineUp<Entrant>, Failure> {
        let given = self.players.len();
        if self.round_robin && given >= 2 {
            return Ok(LineUp::round_robin(self.players.clone()));
        }
        match <[Entrant; 2]>::try_from(self.players.clone()) {
            Ok(two) => Ok(LineUp::two(two)),
            Err(players) => match <[Entrant; 4]>::try_from(players) {
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

    fn play(
        &self,
        line_up: &LineUp<Entrant>,
        decks: u64,
        threads: NonZeroUsize,
        bots: &Bots,
        stop: &AtomicBool,
        tally: &mut Tally,
    ) -> Result<u64, Failure> {
        let progress = long_work::progress(Some(decks), &long_work::style::decks(language()));
        let name = &line_up.entrants()[0];
        let how = Parallel { threads, chunk: NonZeroUsize::MIN, stop };
        let played = line_up.play(
            self.seed,
            0..decks,
            how,
            |entrant| entrant.player(bots),
            |deck| {
                let next = tally.add(&deck);
                show(&progress, name, tally);
                next
            },
        );
        progress.finish_and_clear();
        played
    }
}

fn show(progress: &ProgressBar, name: &Entrant, tally: &Tally) {
    progress.inc(1);
    if !progress.is_hidden() {
        let share = 100.0 * tally.first_share();
        progress.set_message(say!("{name} wins {share:.2} %", "{name} 胜率 {share:.2} %"));
    }
}
