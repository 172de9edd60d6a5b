//! `hule deck new`: a deck of a seed, with situations if one likes.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::say;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hule::Situation;
use hule::situation::deck_with;

const EXAMPLES: &str = "\
Examples:
  hule deck new --seed 1 --game 7                 that deck, one name a line
  hule deck new --seed 1 --game 7 | hule run      and its game
  hule deck new --with intercepted-ron            a deck in whose game that happens
  hule deck new --with claim-then-pass,several-good-chows --game 3
  hule deck list                                  what can be asked for";

/// Print the deck of a seeded game
///
/// Game I of seed S has the same deck everywhere and for ever; docs/PROTOCOL.md says how it is shuffled. With
/// --with it is another deck, in whose game of four standard players these situations occur. Each game of each seed
/// has its own, the same in every run of this version.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct NewCommand {
    /// The seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The number of the game
    #[arg(long, default_value_t = 0)]
    game: u64,

    /// Situations that shall occur, with commas between, also given several times; see `hule deck list`
    #[arg(long, value_name = "SITUATION", value_delimiter = ',', value_parser = parser())]
    #[arg(hide_possible_values = true)]
    with: Vec<Situation>,
}

/// A parser that knows all names, so that clap can suggest the nearest.
pub fn parser() -> impl TypedValueParser<Value = Situation> {
    let names = Situation::ALL.iter().map(|situation| situation.name());
    PossibleValuesParser::new(names).map(|name| name.parse().expect("only names of situations get here"))
}

impl NewCommand {
    pub fn run(self) -> Result<(), Failure> {
        let deck = deck_with(&self.with, self.seed, self.game).map_err(|_| {
            let names: Vec<&str> = self.with.iter().map(|situation| situation.name()).collect();
            let names = names.join(", ");
            Failure::Input(say!(
                "no deck was found with all of {names}; they may exclude each other, else try another --game",
                "没有找到含有所有这些局面的牌堆：{names}；它们也许互相排斥，否则请换一个 --game"
            ))
        })?;
        export::print(&deck.to_string())
    }
}
