//! `hule deck tags`: which situations occur in the games of decks.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use crate::source::Source;
use clap::Args;
use hule::situation::{Situations, rare_situations, situations};
use hule::{Direction, Situation};
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule deck tags tests/*.in                       one line per file
  hule deck new --seed 3 | hule deck tags
  hule deck tags --json tests/*.in                one JSON object per line";

/// Find the rare situations in decks
///
/// Four standard players play each deck. Each situation is printed with the direction of play in which it occurs,
/// forward or reversed. `hule deck list` explains the situations.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct TagsCommand {
    /// The files with one deck each [default: standard input, also `-`]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Include the situations of ordinary play
    #[arg(long)]
    all: bool,

    /// Print one JSON object per line, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

impl TagsCommand {
    pub fn run(self) -> Result<(), Failure> {
        super::print_lines(&self.files, |source| {
            let deck = source.deck()?;
            let found = if self.all { situations(&deck) } else { rare_situations(&deck) };
            Ok(if self.json { line(source, &found) } else { format!("{source}: {}", super::tags(&found)) })
        })
    }
}

/// The line of JSON for a deck.
#[derive(Serialize)]
struct Line {
    deck: String,
    situations: Vec<Tag>,
}

#[derive(Serialize)]
struct Tag {
    name: &'static str,
    direction: String,
}

fn line(source: &Source<'_>, found: &Situations) -> String {
    let tag = |&(situation, direction): &(Situation, Direction)| Tag {
        name: situation.name(),
        direction: direction.to_string(),
    };
    let line = Line { deck: source.path(), situations: found.iter().map(tag).collect() };
    serde_json::to_string(&line).expect("it has only texts")
}
