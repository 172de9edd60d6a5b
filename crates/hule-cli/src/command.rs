//! The commands, one file each.

mod batch;
mod deck;
mod merge;
mod run;

use crate::failure::Failure;
use clap::Subcommand;

/// What `hule` can do.
#[derive(Subcommand)]
pub enum Command {
    Run(run::Run),
    Batch(batch::Batch),
    Merge(merge::Merge),
    Deck(deck::Deck),
}

impl Command {
    /// Does it.
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Run(run) => run.run(),
            Command::Batch(batch) => batch.run(),
            Command::Merge(merge) => merge.run(),
            Command::Deck(deck) => deck.run(),
        }
    }
}
