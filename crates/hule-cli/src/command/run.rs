//! `hule run`: a deck in, the log of its game out.

use crate::RUN_STATUS;
use crate::bot::{BotOptions, Bots};
use crate::export;
use crate::failure::Failure;
use crate::jobs;
use crate::language::{language, say};
use crate::player_argument::{PlayerArgument, players_by_seat};
use crate::source::Source;
use crate::width;
use anstyle::Style;
use clap::{Args, ValueEnum};
use hule::deck::{DeckError, DeckReader, ReadDeckError};
use hule::explain::{ExplainedLine, Explainer};
use hule::log::TextLog;
use hule::play::GameId;
use hule::{BySeat, Deck, Event, Game, Log, Observer, Player, Standard, play};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  hule run examples/sample.deck            the log of one game
  hule run --explain examples/sample.deck  the same, with the reasons for each decision
  hule run --many a.deck b.deck            the logs of several games, separated by blank lines
  hule run --players useful,standard my.deck  useful at A and C, standard at B and D
  hule run --format json < my.deck         one JSON object per line";

/// Play a deck with four standard players, or others, and print the log
///
/// A deck is the names of 148 tiles, separated by white space: four of each kind, in the order in which they are
/// drawn. The names are 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE and DOUBLE. `hule rules R33`
/// describes the format.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{RUN_STATUS}"))]
pub struct RunCommand {
    /// The file with the deck; with --many, any number of files [default: standard input, also `-`]
    #[arg(value_name = "DECK")]
    decks: Vec<PathBuf>,

    /// Read any number of decks and print their logs, separated by blank lines; if a deck is invalid, the logs of the
    /// decks before it are printed
    #[arg(long)]
    many: bool,

    /// The players, separated by commas: one for all seats, two for alternating seats, or four for A to D. A player
    /// is random, standard, useful, net, search, `net:` followed by an ONNX file (docs/PLAYERS.md), or `bot:` followed by
    /// the command line of a program (docs/BOTS.md) [default: standard]
    #[arg(long, value_name = "PLAYERS", value_parser = players_by_seat)]
    players: Option<BySeat<PlayerArgument>>,

    /// The seed for the random choices of players
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Print the reasons below each decision, with the numbers of the rules (see `hule rules`); players other than
    /// standard show how they rate their best choices
    #[arg(long)]
    explain: bool,

    /// The format of the log
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    bots: BotOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The format of the contest, byte for byte
    Text,
    /// JSON Lines: one object per event, as described in docs/PROTOCOL.md
    Json,
}

impl RunCommand {
    pub fn run(self) -> Result<(), Failure> {
        let entrants = self.players.as_ref().map_or(&[][..], |players| players.as_array());
        let programs = entrants.iter().any(|entrant| matches!(entrant, PlayerArgument::Bot(_)));
        // Without programs there is nothing to put in order when it is stopped.
        let stop = if programs { jobs::impatient_stop_flag()? } else { Arc::default() };
        let bots = Bots::new(entrants, &self.bots, &stop)?;
        let mut seated = self
            .players
            .as_ref()
            .map(|entrants| Seated::new(entrants, self.seed, &bots, &stop))
            .transpose()?;
        let mut output = Output::new();
        let done = if self.many {
            self.run_many(&mut seated, &mut output)
        } else {
            self.run_one(&mut seated, &mut output)
        };
        drop(seated);
        // What is complete is of use, whatever follows it.
        let done = output.flush().and(done);
        for sentence in bots.report().iter().flat_map(|bots| bots.sentences(language())) {
            eprintln!("hule: {sentence}");
        }
        done
    }

    fn run_one(&self, seated: &mut Option<Seated<'_>>, output: &mut Output) -> Result<(), Failure> {
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
                    say!("; use --many for several decks", "；多个牌堆请用 --many")
                }
                _ => String::new(),
            };
            Failure::reading(&source, error).with_hint(&hint)
        })?;
        self.print(&deck, seated, output)
    }

    fn run_many(&self, seated: &mut Option<Seated<'_>>, output: &mut Output) -> Result<(), Failure> {
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
                    output.log.text.push('\n');
                }
                self.print(&deck, seated, output)?;
                played += 1;
                // A client may wait for an answer before it sends more.
                let waiting = decks.get_ref().buffer().trim_ascii().is_empty();
                output.flush_if(waiting)?;
            }
        }
        Ok(())
    }

    /// Plays a deck, and appends what is to be printed of the game.
    fn print(
        &self,
        deck: &Deck,
        seated: &mut Option<Seated<'_>>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let before = output.log.text.len();
        if self.format == Format::Json {
            Log::write_json_start(&mut output.log.text);
        }
        let done = match (self.explain, self.format) {
            (true, format) => {
                let standard = seated.as_ref().map_or(BySeat::splat(true), |seated| seated.standard);
                let mut explainer = Explainer::new(standard, |line| output.push_explained(&line, format));
                play_with(deck, seated, &mut explainer)
            }
            (false, Format::Text) if seated.is_none() => {
                output.log.append(deck); // The fast path: all of it is compiled in the library.
                true
            }
            (false, Format::Text) => play_with(deck, seated, &mut output.log),
            (false, Format::Json) => play_with(deck, seated, &mut JsonLog(&mut output.log.text)),
        };
        if done {
            return Ok(());
        }
        // A game that was stopped is not printed.
        output.log.text.truncate(before);
        Err(Failure::Stopped(say!("stopped before the games were over", "对局结束之前被中断")))
    }
}

/// Plays a deck with the players that were named, or with four standard players; false if they were stopped.
fn play_with(deck: &Deck, seated: &mut Option<Seated<'_>>, observer: &mut impl Observer) -> bool {
    if let Some(seated) = seated {
        return seated.play(deck, observer);
    }
    play(deck, &mut BySeat::splat(Standard), GameId::default(), observer);
    true
}

/// Four players with names.
struct Seated<'a> {
    players: BySeat<Box<dyn Player + Send>>,
    /// Where the standard player sits.
    standard: BySeat<bool>,
    seed: u64,
    /// How many decks they have played.
    played: u64,
    stop: &'a AtomicBool,
}

impl<'a> Seated<'a> {
    fn new(
        entrants: &BySeat<PlayerArgument>,
        seed: u64,
        bots: &Bots,
        stop: &'a AtomicBool,
    ) -> Result<Seated<'a>, Failure> {
        let [a, b, c, d] = entrants.as_array();
        let players = [a.player(bots)?, b.player(bots)?, c.player(bots)?, d.player(bots)?].into();
        Ok(Seated {
            players,
            standard: entrants.each_ref().map(PlayerArgument::is_standard),
            seed,
            played: 0,
            stop,
        })
    }

    /// Lets them play a deck; false if they were stopped.
    fn play(&mut self, deck: &Deck, observer: &mut impl Observer) -> bool {
        play(deck, &mut self.players, GameId::new(self.seed, self.played), observer);
        self.played += 1;
        !self.stop.load(Ordering::Relaxed)
    }
}

/// Writes events as JSON Lines.
struct JsonLog<'a>(&'a mut String);

impl Observer for JsonLog<'_> {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| event.write_json(self.0));
    }

    fn event(&mut self, event: Event, _game: &Game) {
        event.write_json(self.0);
    }
}

/// Standard output, written a number of whole games at a time.
struct Output {
    /// What is not written yet.
    log: TextLog,
    colour: bool,
    columns: Option<usize>,
}

impl Output {
    /// How much is held back at the most, and one game.
    const FULL: usize = 1 << 16;

    fn new() -> Output {
        Output { log: TextLog::default(), colour: export::colour(), columns: width::columns() }
    }

    /// Appends a line of an explained log.
    fn push_explained(&mut self, line: &ExplainedLine, format: Format) {
        let text = &mut self.log.text;
        match (line, format) {
            (ExplainedLine::Event(event), Format::Text) => event.write_line(text),
            (ExplainedLine::Event(event), Format::Json) => event.write_json(text),
            (notes, Format::Text) => {
                for line in notes.notes(language()) {
                    self.push_indented(&line);
                }
            }
            (ExplainedLine::Reasons(reasons), Format::Json) => {
                for reason in reasons {
                    reason.write_json(text);
                }
            }
            (ExplainedLine::Evaluations(thoughts), Format::Json) => thoughts.write_json(text),
        }
    }

    /// Appends a line that is no part of the log: indented, and dimmed on a terminal.
    fn push_indented(&mut self, line: &str) {
        let style = if self.colour { Style::new().dimmed() } else { Style::new() };
        let line = format!("    {style}{line}{style:#}\n");
        self.log.text.push_str(&width::fitted_to(line, self.columns));
    }

    fn flush_if(&mut self, now: bool) -> Result<(), Failure> {
        if now || self.log.text.len() >= Output::FULL { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let printed = export::print(&self.log.text);
        self.log.text.clear();
        printed
    }
}
