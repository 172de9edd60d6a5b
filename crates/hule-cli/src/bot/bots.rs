//! All bots of a command: what they may do, and what they did wrong.

use super::{Bot, BotSetup, ErrorFolder, Faults};
use crate::child::orphans;
use crate::failure::Failure;
use crate::language::say;
use crate::player_argument::PlayerArgument;
use clap::Args;
use hule_report::{BotFaults, BotReport};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits of bots.
#[derive(Args, Clone)]
pub struct BotOptions {
    /// The time limit of bots per decision, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, default_value = "1")]
    move_time: Duration,

    /// The time limit of bots for starting, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, default_value = "10")]
    start_time: Duration,

    /// A bot that forfeits a decision forfeits the game: its win does not count
    #[arg(long)]
    strict: bool,

    /// The directory for the standard error of bots [default: a temporary one]
    #[arg(long, value_name = "DIR")]
    bot_errors: Option<PathBuf>,
}

impl BotOptions {
    /// The arguments that have the same meaning.
    pub fn arguments(&self) -> Vec<String> {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let mut arguments = vec!["--move-time".to_owned(), seconds(self.move_time)];
        arguments.extend(["--start-time".to_owned(), seconds(self.start_time)]);
        arguments.extend(self.strict.then(|| "--strict".to_owned()));
        if let Some(folder) = &self.bot_errors {
            arguments.extend(["--bot-errors".to_owned(), folder.to_string_lossy().into_owned()]);
        }
        arguments
    }

    /// Makes sure that the directory is one, or that none of its parents is something else.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(folder) = &self.bot_errors else { return Ok(()) };
        let kind = if folder.exists() { ErrorKind::AlreadyExists } else { ErrorKind::NotADirectory };
        match folder.ancestors().find(|folder| folder.exists()) {
            Some(existing) if !existing.is_dir() => Err(Failure::io(&folder.display(), &kind.into())),
            _ => Ok(()),
        }
    }
}

/// A number of seconds, which may have a fraction, of at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    const DAY: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|&seconds| seconds > 0.0 && seconds <= DAY);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        say!("expected a number of seconds above 0, up to {DAY}", "应为大于 0、至多 {DAY} 的秒数")
    })
}

/// The bots among the players of a command. Dropping this kills what is left of them and their children.
pub struct Bots {
    setups: Vec<Arc<BotSetup>>,
    errors: Arc<ErrorFolder>,
}

impl Bots {
    pub fn new(
        entrants: &[PlayerArgument],
        options: &BotOptions,
        stop: &Arc<AtomicBool>,
    ) -> Result<Bots, Failure> {
        let mut commands: Vec<&Vec<String>> = Vec::new();
        for entrant in entrants {
            if let PlayerArgument::Bot(command) = entrant
                && !commands.contains(&command)
            {
                commands.push(command);
            }
        }
        if !commands.is_empty() {
            orphans::adopt();
        }
        let asked = options.bot_errors.clone().filter(|_| !commands.is_empty());
        let errors = Arc::new(ErrorFolder::new(asked)?);
        let setup = |command: &Vec<String>| {
            Arc::new(BotSetup {
                command: command.clone(),
                start_time: options.start_time,
                move_time: options.move_time,
                strict: options.strict,
                errors: Arc::clone(&errors),
                faults: Faults::default(),
                stop: Arc::clone(stop),
            })
        };
        Ok(Bots { setups: commands.into_iter().map(setup).collect(), errors })
    }

    /// Starts a bot, which must be one of these.
    pub fn start(&self, command: &[String]) -> Result<Bot, Failure> {
        let setup = self.setups.iter().find(|setup| setup.command == command);
        Bot::new(setup.expect("all bots of the command are known"))
    }

    /// What they did wrong; `None` if there are no bots.
    pub fn report(&self) -> Option<BotReport> {
        let faults = |setup: &Arc<BotSetup>| {
            let name = PlayerArgument::Bot(setup.command.clone()).to_string();
            setup.faults.report(name)
        };
        let entrants: Vec<BotFaults> = self.setups.iter().map(faults).collect();
        let written = self.errors.written();
        let errors = written.map(|folder| folder.to_string_lossy().into_owned());
        (!entrants.is_empty()).then_some(BotReport { entrants, errors })
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        if !self.setups.is_empty() {
            orphans::end_all();
        }
    }
}
