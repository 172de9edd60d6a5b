//! The command `hule`: arguments in, library call, report out. It holds no rules.
//!
//! Other programs can run the command with [`run`]. Its reports of many games are those of `hule-report`.

mod bot;
mod child;
mod command;
mod export;
mod failure;
mod folder;
mod jobs;
mod judging;
mod language;
mod lazy_player;
mod mismatch;
mod name;
mod player_argument;
mod progress;
mod source;
mod status;
mod width;
mod wish;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use command::{Command, check::testlib};
use hule::{Language, Localized};
use language::say;

pub use export::write_file;
pub use failure::Failure;
pub use player_argument::check_player;
pub use status::Status;
use std::ffi::OsString;

/// Simulate, explain and debug the 148-tile Mahjong game of THUPC 2021
#[derive(Parser)]
#[command(name = "hule", bin_name = "hule", version, propagate_version = true, term_width = 0, after_help = EXIT_STATUS)]
struct Arguments {
    /// The language of messages, en or zh [default: from the locale]
    #[arg(long, global = true, display_order = 100, value_parser = language_named)]
    #[allow(dead_code)] // It is settled before the arguments are parsed.
    lang: Option<Language>,

    #[command(subcommand)]
    command: Command,
}

/// What every command ends with.
const EXIT_STATUS: &str = "\
Exit status:
  0  success, also if the reader closes the output early
  1  a file could not be read or written
  2  invalid arguments or input";

/// What `hule check` ends with.
const CHECK_STATUS: &str = "\
Exit status:
  0  the output is correct
  1  a file could not be read or written
  2  invalid arguments or deck
  3  the output is wrong
  With --testlib: 0 correct, 1 wrong, 2 wrong format, 3 invalid arguments or wrong answer file
  With --kattis: 42 correct, 43 wrong, other values for invalid arguments or a wrong answer file";

/// What `hule stress` ends with.
const STRESS_STATUS: &str = "\
Exit status:
  0  all answers are correct
  1  a file could not be read or written, or the program could not be started
  2  invalid arguments
  3  an answer is wrong
  4  stopped before there was a verdict";

/// What `hule judge` ends with.
const JUDGE_STATUS: &str = "\
Exit status:
  0  all answers are correct
  1  a file could not be read or written, or the program could not be started
  2  invalid arguments or tests
  3  an answer is wrong
  4  stopped before there was a verdict";

/// What `hule arena` ends with.
const ARENA_STATUS: &str = "\
Exit status:
  0  success, also if it was stopped with a result or the reader closes the output early
  1  the result could not be written, or a player could not be started
  2  invalid arguments
  4  stopped without a result: before the first deck was played, or twice";

/// What `hule run` ends with.
const RUN_STATUS: &str = "\
Exit status:
  0  success, also if the reader closes the output early
  1  a file could not be read or written, or a player could not be started
  2  invalid arguments or input
  4  stopped before the games were over";

/// What `hule review` ends with.
const REVIEW_STATUS: &str = "\
Exit status:
  0  success, also if the reader closes the output early
  1  a file could not be read or written
  2  invalid arguments or input
  4  stopped before the review was complete";

fn language_named(name: &str) -> Result<Language, String> {
    name.parse::<Language>().map_err(|error| error.text(language::language()))
}

/// Runs the command with these arguments, the first of which is its name. `again` is what starts this process again: a
/// program, and arguments that come before those of the command.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    again: impl IntoIterator<Item = OsString>,
) -> Status {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(status) = child::memory_meter::run(&arguments, again) {
        return status;
    }
    match parsed(arguments) {
        Ok((command, _)) => command.run().unwrap_or_else(Failure::report),
        Err(status) => status,
    }
}

/// Returns what `hule batch` or `hule arena` with these arguments, the first of which is `hule`, would do, as a JSON object
/// for programs that distribute it. Everything is checked that can be checked without playing, and no file is left behind.
///
/// # Errors
/// Prints what the command would print and returns its exit status if it would not begin to play.
pub fn plan(arguments: impl IntoIterator<Item = OsString>) -> Result<String, Status> {
    let (command, matches) = parsed(arguments.into_iter().collect())?;
    let mut plan = match &command {
        Command::Arena(arena) => {
            let given = matches.get_raw("players").into_iter().flatten();
            let given = given.map(|name| name.to_string_lossy().into_owned());
            arena.plan(&given.collect::<Vec<String>>())
        }
        Command::Batch(batch) => batch.plan(),
        _ => Err(Failure::Input(say!("expected hule batch or hule arena", "应为 hule batch 或 hule arena"))),
    }
    .map_err(Failure::report)?;
    plan["language"] = language::language().name().into();
    Ok(plan.to_string())
}

/// The command that the arguments ask for and its matches; or the status, if what is to be said about them is printed.
fn parsed(arguments: Vec<OsString>) -> Result<(Command, ArgMatches), Status> {
    #[cfg(feature = "onnx")]
    hule_onnx::register();
    let mut arguments = testlib::in_order(language::settle(arguments));
    if let Some(parsed) = Command::parse_one(&arguments) {
        return Ok(parsed);
    }
    // For help or an error, all commands are declared, in the language in which it is printed.
    let mut command = language::in_language(Arguments::command());
    language::settle_help(&command, &mut arguments);
    let matches = command.try_get_matches_from_mut(&arguments);
    let parsed = matches.and_then(|mut matches| {
        let parsed = Arguments::from_arg_matches(&matches)?;
        let (_, matches) = matches.remove_subcommand().expect("a command is required");
        Ok((parsed.command, matches))
    });
    parsed.map_err(|error| {
        // Exit status 2 has another meaning there.
        if error.use_stderr() && testlib::is_asked_for(&arguments) {
            testlib::fail(&language::in_a_line(&error))
        } else {
            language::report(&error, command, &arguments)
        }
    })
}
