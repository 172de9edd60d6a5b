//! `hule run`: a deck in, the log of its game out.

use crate::RUN_STATUS;
use crate::bot::{BotOptions, Bots};
use crate::entrant::{Entrant, Entrants};
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::long_work;
use crate::source::Source;
use anstyle::Style;
use clap::{Args, ValueEnum};
use hule::{
    Deck, DeckError, DeckReader, Event, Game, Line, Log, Outcome, Player, ReadDeckError, Reason, Seat,
    Standard, Thoughts,
};
use hule::{describe_in, play_explained, play_explained_by, player_seed};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  hule run examples/sample.deck            the log of one game
  hule run --explain examples/sample.deck  and why each player did what it did
  hule run --many a.deck b.deck            the logs of many games, a blank line between them
  hule run --players useful,standard my.deck  useful at A and C, standard at B and D
  hule run --format json < my.deck         one JSON object a line";

/// Play a deck with four standard players, or others, and print the log
///
/// A deck is the names of 148 tiles with white space between, four of each kind, the first tile to be drawn
/// first: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE, DOUBLE.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{RUN_STATUS}"))]
pub struct Run {
    /// The file with the deck, with --many any number of files [default: standard input, also `-`]
    #[arg(value_name = "DECK")]
    decks: Vec<PathBuf>,

    /// Read any number of decks and print their logs with a blank line between them; if one is wrong, the
    /// logs of those before it are printed
    #[arg(long)]
    many: bool,

    /// Who plays, with commas between: one name for all seats, two for every other seat, or four for A to D; random,
    /// standard, useful, search, or bot: and the command line of a program (docs/BOTS.md) [default: standard]
    #[arg(long, value_name = "PLAYERS")]
    players: Option<Entrants>,

    /// The seed of what players leave to chance
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Say under each decision why it was made, with the rules of docs/RULES.md; players other than standard show what
    /// they thought of their best choices
    #[arg(long)]
    explain: bool,

    /// How to print the log
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    bots: BotOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The contest's lines, byte for byte
    Text,
    /// JSON Lines: one object for each event, as docs/PROTOCOL.md says
    Json,
}

impl Run {
    pub fn run(self) -> Result<(), Failure> {
        let entrants = self.players.as_ref().map_or(&[][..], |Entrants(entrants)| entrants);
        let programs = entrants.iter().any(|entrant| matches!(entrant, Entrant::Bot(_)));
        // Without programs there is nothing to put in order when somebody stops it.
        let stop = if programs { long_work::impatient_stop_flag()? } else { Arc::default() };
        let bots = Bots::new(entrants, &self.bots, &stop)?;
        let mut table = self
            .players
            .as_ref()
            .map(|entrants| Table::new(entrants, self.seed, &bots, &stop))
            .transpose()?;
        let mut output = Output::new();
        let run = if self.many { Run::run_many } else { Run::run_one };
        let done = run(&self, &mut table, &mut output);
        drop(table);
        // What is complete is of use, whatever follows it.
        let done = output.flush().and(done);
        for sentence in bots.sentences() {
            eprintln!("hule: {sentence}");
        }
        done
    }

    fn run_one(&self, table: &mut Option<Table<'_>>, output: &mut Output) -> Result<(), Failure> {
        if self.decks.len() > 1 {
            return Err(Failure::Input(say!(
                "{} decks are given; expected one, or --many",
                "给出了 {} 个牌堆；应为一个，或用 --many",
                self.decks.len()
            )));
        }
        let source = Source::new(self.decks.first().map(PathBuf::as_path));
        let deck = DeckReader::new(source.open(&say!("a deck", "牌堆"))?).only().map_err(|error| {
            let hint = match error {
                ReadDeckError::Deck(DeckError::TooLong { .. }) => {
                    say!("; for several decks there is --many", "；多个牌堆请用 --many")
                }
                _ => String::new(),
            };
            Failure::reading(&source, error).with_hint(&hint)
        })?;
        self.print(&deck, table, output)
    }

    fn run_many(&self, table: &mut Option<Table<'_>>, output: &mut Output) -> Result<(), Failure> {
        let mut played = 0;
        for source in Source::all(&self.decks) {
            let mut decks = DeckReader::new(source.open(&say!("decks", "牌堆"))?);
            let mut number = 0;
            while let Some(deck) = decks.next() {
                number += 1;
                let deck = deck.map_err(|error| {
                    let name = say!("{source}: deck {number}", "{source}：第 {number} 个牌堆");
                    Failure::reading(&name, error)
                })?;
                if played > 0 && self.format == Format::Text {
                    output.text.push('\n');
                }
                self.print(&deck, table, output)?;
                played += 1;
                // Whoever waits for an answer before sending more shall have it.
                let waiting = decks.get_ref().buffer().trim_ascii().is_empty();
                output.flush_if(waiting)?;
            }
        }
        Ok(())
    }

    fn print(&self, deck: &Deck, table: &mut Option<Table<'_>>, output: &mut Output) -> Result<(), Failure> {
        let before = output.text.len();
        if self.format == Format::Json {
            Log::write_json_start(&mut output.text);
        }
        let mut explained = |line| match line {
            Line::Event(event) => self.print_event(event, &mut output.text),
            Line::Reasons(reasons) => self.print_reasons(&reasons, output),
            Line::Thoughts(thoughts) => self.print_thoughts(&thoughts, output),
        };
        // A call for each, so that the quick ones do not ask at every line.
        let done = match (table, self.explain, self.format) {
            (None, true, _) => {
                play_explained(deck, &mut explained);
                true
            }
            (None, false, Format::Text) => {
                play(deck, &mut |event| event.write_line(&mut output.text));
                true
            }
            (None, false, Format::Json) => {
                play(deck, &mut |event| event.write_json(&mut output.text));
                true
            }
            (Some(table), true, _) => table.play(|players, standard, log| {
                play_explained_by(deck, players, standard, &mut |line| {
                    if let Line::Event(event) = line {
                        log.push(event);
                    }
                    explained(line);
                })
            }),
            (Some(table), false, _) => table.play(|players, _, log| {
                let mut sink = |event| {
                    log.push(event);
                    self.print_event(event, &mut output.text);
                };
                Game::start(deck, &mut sink).play_out(players, &mut sink)
            }),
        };
        if done {
            return Ok(());
        }
        // What was played by nobody is no game.
        output.text.truncate(before);
        Err(Failure::Stopped(say!("stopped before the games were over", "在对局结束之前被停止")))
    }

    fn print_event(&self, event: Event, out: &mut String) {
        match self.format {
            Format::Text => event.write_line(out),
            Format::Json => event.write_json(out),
        }
    }

    fn print_reasons(&self, reasons: &[Reason], output: &mut Output) {
        match self.format {
            Format::Text => {
                for line in describe_in(reasons, language()) {
                    output.push_indented(&line);
                }
            }
            Format::Json => reasons.iter().for_each(|reason| reason.write_json(&mut output.text)),
        }
    }

    fn print_thoughts(&self, thoughts: &Thoughts, output: &mut Output) {
        match self.format {
            Format::Text => {
                for line in thoughts.lines(language()) {
                    output.push_indented(&line);
                }
            }
            Format::Json => thoughts.write_json(&mut output.text),
        }
    }
}

/// Four players with names.
struct Table<'a> {
    players: [Box<dyn Player + Send>; 4],
    /// Where the standard player sits.
    standard: [bool; 4],
    seed: u64,
    /// How many decks they have played.
    played: u64,
    stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    fn new(
        Entrants(entrants): &Entrants,
        seed: u64,
        bots: &Bots,
        stop: &'a AtomicBool,
    ) -> Result<Table<'a>, Failure> {
        let [a, b, c, d] = entrants;
        let players = [a.player(bots)?, b.player(bots)?, c.player(bots)?, d.player(bots)?];
        Ok(Table { players, standard: entrants.each_ref().map(Entrant::is_standard), seed, played: 0, stop })
    }

    /// Lets them play a game in this way, which keeps its log; false if they were told to stop.
    fn play(
        &mut self,
        game: impl FnOnce(&mut [Box<dyn Player + Send>; 4], [bool; 4], &mut Vec<Event>) -> Outcome,
    ) -> bool {
        for (player, seat) in self.players.iter_mut().zip(Seat::ALL) {
            player.begin(seat, player_seed(self.seed, self.played, 0, seat));
        }
        let mut log = Vec::new();
        let outcome = game(&mut self.players, self.standard, &mut log);
        for player in &mut self.players {
            player.end(outcome, if player.wants_log() { &log } else { &[] });
        }
        self.played += 1;
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Plays a deck and tells the sink what happens.
pub fn play(deck: &Deck, sink: &mut impl FnMut(Event)) {
    Game::start(deck, sink).play_out(&mut [Standard; 4], sink);
}

/// The log of a deck.
pub fn log(deck: &Deck) -> String {
    let mut log = String::new();
    play(deck, &mut |event| event.write_line(&mut log));
    log
}

/// Standard output, written a number of whole games at a time.
struct Output {
    text: String,
    colour: bool,
}

impl Output {
    /// How much is held back at the most, and one game.
    const FULL: usize = 1 << 16;

    fn new() -> Output {
        Output { text: String::new(), colour: export::colour() }
    }

    /// Appends a line that is no part of the log: indented, and dimmed on a terminal.
    fn push_indented(&mut self, line: &str) {
        let style = if self.colour { Style::new().dimmed() } else { Style::new() };
        writeln!(self.text, "    {style}{line}{style:#}").expect("memory takes all");
    }

    fn flush_if(&mut self, now: bool) -> Result<(), Failure> {
        if now || self.text.len() >= Output::FULL { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let printed = export::print(&self.text);
        self.text.clear();
        printed
    }
}
