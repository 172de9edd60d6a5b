//! `hule arena`: players against players.

use crate::ARENA_STATUS;
use crate::bot::{BotOptions, Bots};
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::jobs;
use crate::language::{language, say};
use crate::player_argument::PlayerArgument;
use crate::progress::{Progress, text};
use crate::status::Status;
use clap::Args;
use hule::Localized;
use hule_report::{Arena, ArenaOptions, ArenaReport, sprt};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  hule arena useful standard                      4,000 games, two seats each
  hule arena useful standard standard standard    one player against three others
  hule arena search useful --sprt=0,2             until it is clear whether search is 2 points better
  hule arena random standard useful --round-robin  all pairs, with ratings
  hule arena 'bot:python3 mine.py' standard       your own program (docs/BOTS.md)
  hule arena net:mine.onnx standard               your own network (docs/PLAYERS.md)
  hule arena useful standard -n 100k --json       the figures as JSON
  hule arena useful standard --html arena.html    the figures as charts, for a browser";

/// Let players play against each other and compare their win rates
///
/// A player is random, standard, useful, net or search. search takes options: search:samples=500 sets the number of
/// simulated games per decision, search:time=20ms the time; with both, whichever is reached first. search:only=claims
/// searches only when it decides on claims; other values are discards, specials and targets (of PASS). A program that
/// uses the protocol of docs/BOTS.md is a player too: bot: followed by its command line, which is not passed to a
/// shell. So is a network that other software has made: net: followed by an ONNX file (docs/PLAYERS.md).
///
/// Two players have two seats each, and every deck is played in all six seatings. Four players play every deck in
/// four rotations; players of the same name are counted together. Win rates are per seat: four equal players have a
/// quarter each, less the drawn games.
///
/// The 95 % confidence intervals are computed from the differences between decks, because games with the same deck
/// are not independent. Except for speeds, the results do not depend on the number of threads. Ctrl-C stops and
/// reports the decks that are finished; another one after a second or more does not wait for players that are
/// thinking, and there is no report.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{ARENA_STATUS}"))]
pub struct ArenaCommand {
    /// The players: two or four; with --round-robin, two or more
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<PlayerArgument>,

    /// The number of games, rounded up to whole decks; 10k is 10,000 [default: 4k, with --sprt at most 1M]
    #[arg(short = 'n', long = "games", value_name = "GAMES", value_parser = jobs::count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// The seed for the decks and the random choices of players
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,

    /// The number of the first deck
    #[arg(long, value_name = "DECK", value_parser = jobs::count, default_value = "0", allow_negative_numbers = true)]
    first: u64,

    /// The number of threads [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// Stop as soon as a sequential test (5 % errors) decides whether the win rate of the first player per seat is at
    /// most D0 or at least D1 percentage points above that of the others [without a value: 0,1]
    #[arg(
        long,
        value_name = "D0,D1",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0,1",
        hide_default_value = true,
        allow_hyphen_values = true,
        value_parser = points
    )]
    sprt: Option<(f64, f64)>,

    /// Let every pair of players play on the same decks, and rate all players
    #[arg(long, conflicts_with = "sprt")]
    round_robin: bool,

    #[command(flatten)]
    bots: BotOptions,

    /// Print one JSON object, as described in docs/PROTOCOL.md, for `hule merge` too
    #[arg(long)]
    json: bool,

    /// Write a report with charts as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Print JSON on one line, with times, for a program that distributes an arena; with --sprt a line for each deck, and no
    /// decision
    #[arg(long, hide = true, conflicts_with_all = ["json", "html"])]
    part: bool,
}

/// Parses a sequential test, given as two differences in percentage points.
fn points(text: &str) -> Result<(f64, f64), String> {
    let point = |text: &str| text.parse().unwrap_or(f64::NAN);
    let (low, high) = text.split_once(',').unwrap_or((text, ""));
    let (low, high) = (point(low), point(high));
    sprt(low, high).map(|_| (low, high)).map_err(|error| error.text(language()))
}

impl ArenaCommand {
    /// The arena, without anything played.
    fn arena(&self) -> Result<Arena<PlayerArgument>, Failure> {
        let options = ArenaOptions {
            games: self.games,
            seed: self.seed,
            first: self.first,
            sprt: self.sprt.map(|(low, high)| sprt(low, high)).transpose()?,
            round_robin: self.round_robin,
            part: self.part,
        };
        Ok(Arena::new(self.players.clone(), options)?)
    }

    /// What it would do, if it can begin. The players are `given` by these words.
    pub fn plan(&self, given: &[String]) -> Result<Value, Failure> {
        let arena = self.arena()?;
        arena.entrants().iter().try_for_each(PlayerArgument::check)?;
        let has_bots = arena.entrants().iter().any(|entrant| matches!(entrant, PlayerArgument::Bot(_)));
        if has_bots {
            self.bots.check()?;
        }
        self.html()?.iter().try_for_each(Target::check)?;
        Ok(json!({
            "command": "arena", "players": given,
            "games_a_deck": arena.games_a_deck(), "decks": arena.decks(),
            "seed": self.seed, "first": self.first,
            "sprt": self.sprt.map(|(low, high)| [low, high]),
            "round_robin": self.round_robin, "json": self.json,
            "html": self.html.as_ref().map(|path| path.to_string_lossy()),
            "has_bots": has_bots, "bot_options": self.bots.arguments(),
        }))
    }

    /// Where the report with charts goes.
    fn html(&self) -> Result<Option<Target>, Failure> {
        let html = self.html.clone().map(Target);
        let printed = self.json.then(|| Target("-".into()));
        export::are_apart(&[&html, &printed])?;
        Ok(html)
    }

    pub fn run(self) -> Result<Status, Failure> {
        let mut arena = self.arena()?;
        let html = self.html()?;
        let stdout_is_taken = export::are_apart(&[&html])?;
        // Before the work, not after it, is the time to say that a file cannot be written.
        html.iter().try_for_each(Target::check)?;
        let stop = jobs::impatient_stop_flag()?;
        let bots = Bots::new(arena.entrants(), &self.bots, &stop)?;
        let started = Instant::now();
        let threads = jobs::threads(self.threads);
        let played = play(&mut arena, threads, &bots, &stop)?;
        let seconds = started.elapsed().as_secs_f64();
        if played == 0 {
            eprintln!(
                "hule: {}",
                say!("stopped before the first deck was played", "完成第一副牌堆之前被中断")
            );
            return Ok(Status(jobs::STOPPED));
        }
        let (decks, a_deck) = (arena.decks(), arena.games_a_deck());
        if self.part {
            // All decks of a part are expected.
            if stop.load(Ordering::Relaxed) && played < decks {
                return Ok(Status(jobs::STOPPED));
            }
            let parts = arena.into_parts(bots.report());
            export::print(&parts.iter().map(ArenaReport::line).collect::<String>())?;
        } else {
            let report = arena.into_report(bots.report());
            // A reader that has gone away is no reason not to write the file.
            let written = html.map_or(Ok(()), |target| target.create()?.write(report.html(language())));
            let colour = !stdout_is_taken && export::colour();
            let text = if self.json { report.json() } else { report.text(language(), colour) };
            written.and(export::print_report(&text, stdout_is_taken))?;
        }

        let (games, asked) = (played * a_deck, decks.saturating_mul(a_deck));
        let asked = if played < decks { say!(" of {asked}", "（共 {asked} 局）") } else { String::new() };
        let plural = if threads.get() == 1 { "" } else { "s" };
        let rate = jobs::rate(games, seconds);
        let sentence = say!(
            "{games}{asked} games in {seconds:.2} s with {threads} thread{plural}: {rate} games per second",
            "{games} 局{asked}，{threads} 个线程用时 {seconds:.2} 秒：每秒 {rate} 局"
        );
        eprintln!("{sentence}");
        Ok(Status::SUCCESS)
    }
}

fn play(
    arena: &mut Arena<PlayerArgument>,
    threads: NonZeroUsize,
    bots: &Bots,
    stop: &AtomicBool,
) -> Result<u64, Failure> {
    let progress = Progress::new(Some(arena.decks()), text::decks);
    let name = arena.entrants()[0].clone();
    let played = arena.play(
        threads,
        stop,
        |entrant| entrant.player(bots),
        |share| {
            progress.update(|work| {
                work.done += 1;
                let share = 100.0 * share;
                work.message = say!("{name} wins {share:.2} %", "{name} 胜率 {share:.2} %");
            });
        },
    );
    progress.clear();
    played
}
