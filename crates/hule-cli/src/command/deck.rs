//! `hule deck`: decks.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use clap::{Args, Subcommand};

/// Make decks
#[derive(Args)]
#[command(after_help = EXIT_STATUS)]
pub struct Deck {
    #[command(subcommand)]
    command: DeckCommand,
}

#[derive(Subcommand)]
enum DeckCommand {
    New(New),
}

const EXAMPLES: &str = "\
Examples:
  hule deck new --seed 1 --game 7                 that deck, one name a line
  hule deck new --seed 1 --game 7 | hule run      and its game";

/// Print the deck of a seeded game
///
/// Game I of seed S has the same deck everywhere and for ever; docs/PROTOCOL.md says how it is shuffled.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
struct New {
    /// The seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The number of the game
    #[arg(long, default_value_t = 0)]
    game: u64,
}

impl Deck {
    pub fn run(self) -> Result<(), Failure> {
        let DeckCommand::New(New { seed, game }) = self.command;
        let deck = hule::Deck::seeded(seed, game);
        export::print(&deck.to_string())
    }
}
