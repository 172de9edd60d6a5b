//! The commands, one file each.

mod arena;
mod batch;
mod bot;
pub mod check;
mod completions;
mod deck;
mod hand;
mod judge;
mod man;
mod merge;
#[cfg(feature = "server")]
mod replay;
mod review;
mod rules;
mod run;
#[cfg(feature = "server")]
mod serve;
mod stress;

use crate::failure::Failure;
use crate::status::Status;
use clap::Subcommand;

/// The commands of `hule`.
#[derive(Subcommand)]
pub enum Command {
    Run(run::RunCommand),
    Check(check::CheckCommand),
    Stress(stress::StressCommand),
    Judge(judge::JudgeCommand),
    Arena(arena::ArenaCommand),
    Batch(batch::BatchCommand),
    Merge(merge::MergeCommand),
    Deck(deck::DeckCommand),
    Hand(hand::HandCommand),
    Review(review::ReviewCommand),
    Rules(rules::RulesCommand),
    Bot(bot::BotCommand),
    #[cfg(feature = "server")]
    Replay(replay::ReplayCommand),
    #[cfg(feature = "server")]
    Serve(serve::ServeCommand),
    Completions(completions::CompletionsCommand),
    Man(man::ManCommand),
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Result<Status, Failure> {
        let done = match self {
            Command::Run(run) => run.run(),
            Command::Check(check) => return check.run(),
            Command::Stress(stress) => return stress.run(),
            Command::Judge(judge) => return judge.run(),
            Command::Arena(arena) => return arena.run(),
            Command::Batch(batch) => batch.run(),
            Command::Merge(merge) => merge.run(),
            Command::Deck(deck) => deck.run(),
            Command::Hand(hand) => hand.run(),
            Command::Review(review) => review.run(),
            Command::Rules(rules) => rules.run(),
            Command::Bot(bot) => bot.run(),
            #[cfg(feature = "server")]
            Command::Replay(replay) => replay.run(),
            #[cfg(feature = "server")]
            Command::Serve(serve) => serve.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        };
        done.map(|()| Status::SUCCESS)
    }
}
