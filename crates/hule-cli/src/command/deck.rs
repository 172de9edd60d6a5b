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
use hule::situation::Situations;
use std::path::PathBuf;

/// Make decks, check them, and find rare situations in them
#[derive(Args)]
#[command(after_help = EXIT_STATUS)]
pub struct DeckCommand {
    #[command(subcommand)]
    command: DeckSubcommand,
}

#[derive(Subcommand)]
enum DeckSubcommand {
    New(new::NewCommand),
    List(list::ListCommand),
    Check(check::CheckCommand),
    Tags(tags::TagsCommand),
    Package(package::PackageCommand),
}

impl DeckCommand {
    pub fn run(self) -> Result<(), Failure> {
        match self.command {
            DeckSubcommand::New(new) => new.run(),
            DeckSubcommand::List(list) => list.run(),
            DeckSubcommand::Check(check) => check.run(),
            DeckSubcommand::Tags(tags) => tags.run(),
            DeckSubcommand::Package(package) => package.run(),
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
