//! `hule deck list`: the situations by name.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use clap::Args;
use hule::{Direction, Localized, Situation};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  hule deck list             all situations, one sentence each
  hule deck list --json      one JSON object per line";

/// List the rare situations for which decks can be made
///
/// They are rare in random decks, and programs often get them wrong. Most can occur in both directions of play; the
/// list says so if a situation occurs in only one.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct ListCommand {
    /// Print one JSON object per line, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

/// The line of JSON for a situation.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    meaning: &'static str,
    directions: Vec<String>,
}

impl ListCommand {
    pub fn run(self) -> Result<(), Failure> {
        let mut text = String::new();
        for &situation in Situation::ALL {
            let directions: Vec<Direction> =
                Direction::ALL.into_iter().filter(|&direction| situation.can_occur(direction)).collect();
            let (name, meaning) = (situation.name(), situation.text(language()));
            let line = if self.json {
                let directions = directions.iter().map(ToString::to_string).collect();
                let line = Line { name, meaning: situation.meaning(), directions };
                serde_json::to_string(&line).expect("it has only texts")
            } else {
                let only = match *directions {
                    [Direction::Forward] => say!(" (forward only)", "（只在正向）"),
                    [Direction::Reversed] => say!(" (reversed only)", "（只在反向）"),
                    _ => String::new(),
                };
                say!("{name}: {meaning}{only}", "{name}：{meaning}{only}")
            };
            text.push_str(&(line + "\n"));
        }
        export::print(&text)
    }
}
