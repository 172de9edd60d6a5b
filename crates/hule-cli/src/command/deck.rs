//! `hule deck`: decks.

mod check;
mod list;
mod new;
mod package;
mod tags;

use crate::EXIT_STATUS;
use crate::failure::Failure;
use clap::{Args, Subcommand};
use hule::Situations;

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

/// Situations with their directions: `limit-of-four reversed, ron-by-three forward`.
fn tags(situations: &Situations) -> String {
    if situations.is_empty() {
        return "none".to_owned();
    }
    let tags: Vec<String> =
        situations.iter().map(|(situation, direction)| format!("{situation} {direction}")).collect();
    tags.join(", ")
}
