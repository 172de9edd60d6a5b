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
  hule bot useful                the player useful, for an arena that starts it
  hule bot search:samples=100    one that imagines a hundred worlds for each decision";

/// Play as a bot: read requests from standard input and print answers
///
/// The bot speaks the protocol of docs/PROTOCOL.md (section Bots) and plays exactly as the player would by itself. It
/// ends when its standard input does. The players are random, standard, useful and search.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct BotCommand {
    /// The player, as in `useful` or `search:samples=100`
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
