//! `hule bot`: a player of the library as a bot.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::player_argument::PlayerArgument;
use clap::Args;
use hule::bot::{ServeError, serve};
use hule::{Localized, Player};
use std::io;

const EXAMPLES: &str = "\
Examples:
  hule bot useful                the player useful as a bot
  hule bot search:samples=100    the player search with a hundred simulated games per decision
  hule bot net:mine.onnx         a network (docs/PLAYERS.md)";

/// Run a player as a bot that reads requests from standard input and prints answers
///
/// The bot uses the protocol of docs/PROTOCOL.md (section Bots) and makes exactly the decisions of the player. It
/// exits at the end of its standard input. The players are random, standard, useful, net and search,
/// and other networks: net: followed by an ONNX file.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct BotCommand {
    /// The player, for example `useful` or `search:samples=100`
    #[arg(value_name = "PLAYER")]
    player: PlayerArgument,
}

impl BotCommand {
    pub fn run(self) -> Result<(), Failure> {
        let mut player: Box<dyn Player> = match &self.player {
            PlayerArgument::Player(name) => Box::new(name.player()),
            PlayerArgument::Opened(player) => player.player()?,
            PlayerArgument::Bot(_) => {
                return Err(Failure::Input(say!("a program is a bot already", "程序本身就是机器人")));
            }
        };
        let name = format!("hule {}", self.player);
        let served = serve(&mut player, &name, io::stdin().lock(), io::stdout().lock());
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
