//! `hule deck new`: a deck of a seed, with situations if one likes.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::say;
use crate::wish::wish;
use clap::Args;
use hule::situation::{SituationPattern, deck_with};

const EXAMPLES: &str = "\
Examples:
  hule deck new --seed 1 --game 7                 this deck, one name per line
  hule deck new --seed 1 --game 7 | hule run      the log of its game
  hule deck new --with intercepted-ron            a deck in which this situation occurs
  hule deck new --with claim-then-pass,several-good-chows --game 3
  hule deck new --with limit-of-four:reversed     the same in reversed play
  hule deck list                                  all situations";

/// Print the deck of a seeded game
///
/// The deck of a seed and game number is the same on every machine and in every version; docs/PROTOCOL.md describes
/// the shuffle. With --with, the deck is another one, in which the given situations occur when four standard players
/// play it. It depends on the seed, the game number and the version of hule.
///
/// The name of a situation may be followed by a direction (forward or reversed), a phase of the game (first, middle, or
/// empty when no tile is left to draw) and a number of open melds: limit-of-four:reversed, tie-order:empty:2.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct NewCommand {
    /// The seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The number of the game
    #[arg(long, default_value_t = 0)]
    game: u64,

    /// Situations that must occur, separated by commas or given several times; see `hule deck list`
    #[arg(long, value_name = "SITUATION", value_delimiter = ',', value_parser = wish())]
    #[arg(hide_possible_values = true)]
    with: Vec<SituationPattern>,
}

impl NewCommand {
    pub fn run(self) -> Result<(), Failure> {
        let deck = deck_with(&self.with, self.seed, self.game).map_err(|_| {
            let names: Vec<String> = self.with.iter().map(ToString::to_string).collect();
            let names = names.join(&say!(", ", "、"));
            if let Some(wish) = self.with.iter().find(|wish| wish.cells().next().is_none()) {
                return Failure::Input(say!("no deck with {wish} is known", "没有已知的含有 {wish} 的牌堆"));
            }
            Failure::Input(say!(
                "no deck was found with all of {names}; they may exclude each other, or try another --game",
                "没有找到同时含有这些局面的牌堆：{names}；它们可能互相排斥，也可以换一个 --game 再试"
            ))
        })?;
        export::print(&deck.to_string())
    }
}
