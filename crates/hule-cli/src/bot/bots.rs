//! All bots of a command: what they may do, and what they did wrong.

use super::{Bot, BotSetup, ErrorFolder, Fault, Faults};
use crate::child::orphans;
use crate::entrant::Entrant;
use crate::failure::Failure;
use crate::language::say;
use clap::Args;
use serde_json::{Value, json};
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
    pub fn new(entrants: &[Entrant], options: &BotOptions, stop: &Arc<AtomicBool>) -> Result<Bots, Failure> {
        let mut commands: Vec<&Vec<String>> = Vec::new();
        for entrant in entrants {
            if let Entrant::Bot(command) = entrant
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.setups.is_empty()
    }

    /// Each with what it did wrong.
    fn faults(&self) -> impl Iterator<Item = (Entrant, &Faults)> {
        self.setups.iter().map(|setup| (Entrant::Bot(setup.command.clone()), &setup.faults))
    }

    /// A sentence for each bot that did something wrong, and where the standard error of bots is kept.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for (bot, faults) in self.faults() {
            let counts: Vec<String> = Fault::ALL
                .into_iter()
                .filter(|&fault| faults.count(fault) > 0)
                .map(|fault| {
                    let (count, kind) = (faults.count(fault), fault.shown());
                    say!("{count} {kind}", "{kind} {count} 次")
                })
                .collect();
            let Some(first) = faults.first().filter(|_| !counts.is_empty()) else { continue };
            let counts = counts.join(&say!(", ", "、"));
            sentences.push(say!(
                "{bot} forfeited decisions: {counts}. The first: {first}.",
                "{bot} 放弃了决策：{counts}。第一次：{first}。"
            ));
        }
        if let Some(folder) = self.errors.written() {
            let folder = folder.display();
            sentences.push(say!(
                "The standard error of bots is in {folder}.",
                "机器人的标准错误输出保存在 {folder}。"
            ));
        }
        sentences
    }

    /// The same for machines.
    pub fn json(&self) -> Value {
        let bot = |(bot, faults): (Entrant, &Faults)| {
            let counts: serde_json::Map<String, Value> = Fault::ALL
                .map(|fault| (fault.name().to_owned(), json!(faults.count(fault))))
                .into_iter()
                .collect();
            json!({ "entrant": bot.to_string(), "forfeited": counts, "first": faults.first() })
        };
        json!({ "entrants": self.faults().map(bot).collect::<Vec<_>>(), "errors": self.errors.written() })
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        if !self.setups.is_empty() {
            orphans::end_all();
        }
    }
}
