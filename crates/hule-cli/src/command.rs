//! The commands, one file each.

mod batch;
mod completions;
mod deck;
mod hand;
mod man;
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
    Hand(hand::Hand),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Does it.
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Run(run) => run.run(),
            Command::Batch(batch) => batch.run(),
            Command::Merge(merge) => merge.run(),
            Command::Deck(deck) => deck.run(),
            Command::Hand(hand) => hand.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        }
    }
}
