//! `hule run`: a deck in, the log of its game out.

use crate::EXIT_STATUS;
use crate::entrant::{Entrant, Entrants};
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
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
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct Run {
    /// The file with the deck, with --many any number of files [default: standard input, also `-`]
    #[arg(value_name = "DECK")]
    decks: Vec<PathBuf>,

    /// Read any number of decks and print their logs with a blank line between them; if one is wrong, the
    /// logs of those before it are printed
    #[arg(long)]
    many: bool,

    /// Who plays, with commas between: one name for all seats, two for every other seat, or four for A to D; random,
    /// standard, useful or search [default: standard]
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
        let mut table = self.players.as_ref().map(|entrants| Table::new(entrants, self.seed)).transpose()?;
        let mut output = Output::new();
        let run = if self.many { Run::run_many } else { Run::run_one };
        let done = run(&self, &mut table, &mut output);
        // What is complete is of use, whatever follows it.
        output.flush().and(done)
    }

    fn run_one(&self, table: &mut Option<Table>, output: &mut Output) -> Result<(), Failure> {
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
        self.print(&deck, table, output);
        Ok(())
    }

    fn run_many(&self, table: &mut Option<Table>, output: &mut Output) -> Result<(), Failure> {
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
                self.print(&deck, table, output);
                played += 1;
                // Whoever waits for an answer before sending more shall have it.
                let waiting = decks.get_ref().buffer().trim_ascii().is_empty();
                output.flush_if(waiting)?;
            }
        }
        Ok(())
    }

    fn print(&self, deck: &Deck, table: &mut Option<Table>, output: &mut Output) {
        if self.format == Format::Json {
            Log::write_json_start(&mut output.text);
        }
        let mut explained = |line| match line {
            Line::Event(event) => self.print_event(event, &mut output.text),
            Line::Reasons(reasons) => self.print_reasons(&reasons, output),
            Line::Thoughts(thoughts) => self.print_thoughts(&thoughts, output),
        };
        // A call for each, so that the quick ones do not ask at every line.
        match (table, self.explain, self.format) {
            (None, true, _) => play_explained(deck, &mut explained),
            (None, false, Format::Text) => play(deck, &mut |event| event.write_line(&mut output.text)),
            (None, false, Format::Json) => play(deck, &mut |event| event.write_json(&mut output.text)),
            (Some(table), true, _) => {
                table.play(|players, standard| play_explained_by(deck, players, standard, &mut explained));
            }
            (Some(table), false, _) => table.play(|players, _| {
                let mut sink = |event| self.print_event(event, &mut output.text);
                Game::start(deck, &mut sink).play_out(players, &mut sink)
            }),
        }
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
struct Table {
    players: [Box<dyn Player + Send>; 4],
    /// Where the standard player sits.
    standard: [bool; 4],
    seed: u64,
    /// How many decks they have played.
    played: u64,
}

impl Table {
    fn new(Entrants(entrants): &Entrants, seed: u64) -> Result<Table, Failure> {
        let [a, b, c, d] = entrants;
        let players = [a.player()?, b.player()?, c.player()?, d.player()?];
        Ok(Table { players, standard: entrants.each_ref().map(Entrant::is_standard), seed, played: 0 })
    }

    /// Lets them play a game in this way.
    fn play(&mut self, game: impl FnOnce(&mut [Box<dyn Player + Send>; 4], [bool; 4]) -> Outcome) {
        for (player, seat) in self.players.iter_mut().zip(Seat::ALL) {
            player.begin(seat, player_seed(self.seed, self.played, 0, seat));
        }
        let outcome = game(&mut self.players, self.standard);
        for player in &mut self.players {
            player.end(outcome);
        }
        self.played += 1;
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
