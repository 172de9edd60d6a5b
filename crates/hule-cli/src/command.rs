//! The commands, one file each.

mod arena;
mod batch;
mod bot;
mod check;
mod completions;
mod deck;
mod hand;
mod man;
mod merge;
mod replay;
mod run;
mod serve;
mod stress;

use crate::failure::Failure;
use clap::Subcommand;
use std::process::ExitCode;

/// What `hule` can do.
#[derive(Subcommand)]
pub enum Command {
    Run(run::Run),
    Check(check::Check),
    Stress(stress::Stress),
    Arena(arena::Arena),
    Batch(batch::Batch),
    Merge(merge::Merge),
    Deck(deck::Deck),
    Hand(hand::Hand),
    Bot(bot::Bot),
    Replay(replay::Replay),
    Serve(serve::Serve),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Does it.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let done = match self {
            Command::Run(run) => run.run(),
            Command::Check(check) => return check.run(),
            Command::Stress(stress) => return stress.run(),
            Command::Arena(arena) => return arena.run(),
            Command::Batch(batch) => batch.run(),
            Command::Merge(merge) => merge.run(),
            Command::Deck(deck) => deck.run(),
            Command::Hand(hand) => hand.run(),
            Command::Bot(bot) => bot.run(),
            Command::Replay(replay) => replay.run(),
            Command::Serve(serve) => serve.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        };
        done.map(|()| ExitCode::SUCCESS)
    }
}
