//! The command `hule`: arguments in, library call, report out. It holds no rules.

mod batch_file;
mod command;
mod export;
mod failure;
mod report;
mod rows;
mod source;

use clap::Parser;
use command::Command;
use std::process::ExitCode;

/// The exact home of the 148-tile Mahjong game of THUPC 2021.
#[derive(Parser)]
#[command(name = "hule", version, propagate_version = true, max_term_width = 100, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What every command ends with.
const EXIT_STATUS: &str = "\
Exit status:
  0  everything went well; also when the reader of the output has closed it
  1  a file could not be read or written
  2  the arguments are wrong, or the input is";

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    match command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
