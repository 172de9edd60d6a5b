//! `hule bot`: a player of the library as a bot.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use crate::language::{language, say};
use clap::Args;
use hule::Localized;
use hule::bot::{ServeError, serve};
use hule::players::PlayerName;
use std::io;

const EXAMPLES: &str = "\
Examples:
  hule bot useful                the player useful as a bot
  hule bot search:samples=100    the player search with a hundred simulated games per decision";

/// Run a player as a bot that reads requests from standard input and prints answers
///
/// The bot uses the protocol of docs/PROTOCOL.md (section Bots) and makes exactly the decisions of the player. It
/// exits at the end of its standard input. The players are random, standard, useful, net and search.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct BotCommand {
    /// The player, for example `useful` or `search:samples=100`
    #[arg(value_name = "PLAYER", value_parser = player_named)]
    player: PlayerName,
}

fn player_named(name: &str) -> Result<PlayerName, String> {
    name.parse::<PlayerName>().map_err(|error| error.text(language()))
}

impl BotCommand {
    pub fn run(self) -> Result<(), Failure> {
        let name = format!("hule {}", self.player);
        let served = serve(&mut self.player.player(), &name, io::stdin().lock(), io::stdout().lock());
        served.map_err(|error| match error {
            ServeError::Write(error) => Failure::writing(&error),
            ServeError::Read(error) => Failure::io(&say!("standard input", "标准输入"), &error),
            ServeError::Line { .. } => {
                let error = error.text(language());
                Failure::Input(say!("standard input: {error}", "标准输入：{error}"))
            }
        })
    }
}
