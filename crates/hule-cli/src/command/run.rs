//! `hule run`: a deck in, the log of its game out.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use clap::{Args, ValueEnum};
use hule::{Deck, DeckReader, Event, Game, Line, Log, Reason, Standard, play_explained};
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule run examples/sample.deck            the log of one game
  hule run --explain examples/sample.deck  and why each player did what it did
  cat *.deck | hule run --many             the logs of many games, a blank line between them
  hule run --format json < my.deck         one JSON object a line";

/// Play a deck with four standard players and print the log
///
/// A deck is the names of 148 tiles with white space between, four of each kind, the first tile to be drawn
/// first: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE, DOUBLE.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct Run {
    /// The file with the deck [default: standard input, also `-`]
    deck: Option<PathBuf>,

    /// Read any number of decks and print their logs with a blank line between them
    #[arg(long)]
    many: bool,

    /// Say under each decision why it was made, with the rules of docs/RULES.md
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
        let source = Source::new(self.deck.clone());
        let decks = DeckReader::new(source.open()?);
        let mut output = Output::new();
        if self.many {
            for (number, deck) in decks.enumerate() {
                let deck = deck.map_err(|error| {
                    // What is complete is of use, whatever follows it.
                    output.flush().err().unwrap_or_else(|| source.wrong(number, error))
                })?;
                if number > 0 && self.format == Format::Text {
                    output.text.push('\n');
                }
                self.print(&deck, &mut output);
                output.flush_if_full()?;
            }
        } else {
            let deck = decks.only().map_err(|error| Failure::reading(&source, error))?;
            self.print(&deck, &mut output);
        }
        output.flush()
    }

    fn print(&self, deck: &Deck, output: &mut Output) {
        if self.format == Format::Json {
            Log::write_json_start(&mut output.text);
        }
        if self.explain {
            play_explained(deck, &mut |line| match line {
                Line::Event(event) => self.print_event(event, &mut output.text),
                Line::Reason(reason) => self.print_reason(&reason, output),
            });
        } else {
            let mut sink = |event| self.print_event(event, &mut output.text);
            Game::start(deck, &mut sink).play_out(&mut [Standard; 4], &mut sink);
        }
    }

    fn print_event(&self, event: Event, out: &mut String) {
        match self.format {
            Format::Text => event.write_line(out),
            Format::Json => event.write_json(out),
        }
    }

    fn print_reason(&self, reason: &Reason, output: &mut Output) {
        match self.format {
            Format::Text => output.push_indented(&reason.to_string()),
            Format::Json => reason.write_json(&mut output.text),
        }
    }
}

/// Where the decks come from.
struct Source {
    path: Option<PathBuf>,
}

impl Source {
    fn new(path: Option<PathBuf>) -> Source {
        Source { path: path.filter(|path| path.as_os_str() != "-") }
    }

    fn open(&self) -> Result<BufReader<Box<dyn Read>>, Failure> {
        let input: Box<dyn Read> = if let Some(path) = &self.path {
            Box::new(File::open(path).map_err(|error| Failure::io(self, &error))?)
        } else {
            if io::stdin().is_terminal() {
                eprintln!("hule: reading a deck from the terminal; end it with Ctrl-D");
            }
            Box::new(io::stdin())
        };
        Ok(BufReader::with_capacity(1 << 16, input))
    }

    /// The failure to read the deck with this number of a stream of decks.
    fn wrong(&self, number: usize, error: hule::ReadDeckError) -> Failure {
        Failure::reading(&format_args!("{self}: deck {}", number + 1), error)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => path.display().fmt(f),
            None => f.write_str("standard input"),
        }
    }
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
        let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        Output { text: String::new(), colour }
    }

    /// Appends lines that are no part of the log: indented, and dimmed on a terminal.
    fn push_indented(&mut self, lines: &str) {
        let style = if self.colour { Style::new().dimmed() } else { Style::new() };
        for line in lines.lines() {
            writeln!(self.text, "    {style}{line}{style:#}").expect("memory takes all");
        }
    }

    fn flush_if_full(&mut self) -> Result<(), Failure> {
        if self.text.len() >= Output::FULL { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        let written = output.write_all(self.text.as_bytes()).and_then(|()| output.flush());
        self.text.clear();
        written.map_err(|error| Failure::writing(&error))
    }
}
