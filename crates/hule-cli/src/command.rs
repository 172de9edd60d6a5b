//! The commands, one file each.

mod run;

use crate::failure::Failure;
use clap::Subcommand;

/// What `hule` can do.
#[derive(Subcommand)]
pub enum Command {
    Run(run::Run),
}

impl Command {
    /// Does it.
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Run(run) => run.run(),
        }
    }
}
