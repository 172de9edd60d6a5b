//! `hule deck list`: the situations by name.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::width;
use clap::Args;
use hule::{Direction, Localized, Rule, Situation};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  hule deck list             the rare situations, one sentence each
  hule deck list --all       also those of ordinary play
  hule deck list --json      one JSON object per line";

/// List the rare situations for which decks can be made
///
/// They are rare in random decks, and programs often get them wrong. Each is listed with the rule that decides. Most can
/// occur in both directions of play; the list says so if a situation occurs in only one.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct ListCommand {
    /// Include the situations of ordinary play
    #[arg(long)]
    all: bool,

    /// Print one JSON object per line, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

/// The line of JSON for a situation.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    meaning: &'static str,
    rule: Rule,
    rare: bool,
    directions: Vec<String>,
}

impl ListCommand {
    pub fn run(self) -> Result<(), Failure> {
        let mut text = String::new();
        for &situation in Situation::ALL.iter().filter(|situation| self.all || situation.is_rare()) {
            let directions: Vec<Direction> =
                Direction::ALL.into_iter().filter(|&direction| situation.can_occur(direction)).collect();
            let (name, meaning, rule) = (situation.name(), situation.text(language()), situation.rule());
            let line = if self.json {
                let directions = directions.iter().map(ToString::to_string).collect();
                let (meaning, rare) = (situation.meaning(), situation.is_rare());
                let line = Line { name, meaning, rule, rare, directions };
                serde_json::to_string(&line).expect("it has only texts")
            } else {
                let only = match *directions {
                    [Direction::Forward] => say!(" (forward only)", "（只在正向）"),
                    [Direction::Reversed] => say!(" (reversed only)", "（只在反向）"),
                    _ => String::new(),
                };
                say!("{name}: {meaning}{only} [{rule}]", "{name}：{meaning}{only} [{rule}]")
            };
            text.push_str(&(line + "\n"));
        }
        export::print(&if self.json { text } else { width::fitted(text) })
    }
}
