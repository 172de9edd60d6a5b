//! `hule deck`: decks.

mod check;
mod list;
mod new;
mod package;
mod tags;

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::source::Source;
use clap::{Args, Subcommand};
use hule::Situations;
use std::path::PathBuf;

/// Make decks, check them, and say what happens in them
#[derive(Args)]
#[command(after_help = EXIT_STATUS)]
pub struct Deck {
    #[command(subcommand)]
    command: DeckCommand,
}

#[derive(Subcommand)]
enum DeckCommand {
    New(new::New),
    List(list::List),
    Check(check::Check),
    Tags(tags::Tags),
    Package(package::Package),
}

impl Deck {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            DeckCommand::New(new) => new.run(),
            DeckCommand::List(list) => list.run(),
            DeckCommand::Check(check) => check.run(),
            DeckCommand::Tags(tags) => tags.run(),
            DeckCommand::Package(package) => package.run(),
        }
    }
}

/// Prints a line for each file, and says what is wrong with the others.
fn print_lines(
    files: &[PathBuf],
    line: impl Fn(&Source<'_>) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let mut text = String::new();
    let mut failures = Vec::new();
    for source in Source::all(files) {
        match line(&source) {
            Ok(line) => text.push_str(&(line + "\n")),
            Err(failure) => failures.push(failure),
        }
    }
    export::print(&text)?;
    if failures.is_empty() { Ok(()) } else { Err(Failure::Several(failures)) }
}

/// Situations with their directions: `limit-of-four reversed, ron-by-three forward`.
fn tags(situations: &Situations) -> String {
    if situations.is_empty() {
        return "none".to_owned();
    }
    let tags: Vec<String> =
        situations.iter().map(|(situation, direction)| format!("{situation} {direction}")).collect();
    tags.join(", ")
}
