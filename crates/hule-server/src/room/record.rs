//! What is stored of a table besides its moves.

use crate::room::Chair;
use hule::BySeat;
use serde::{Deserialize, Serialize};

/// How a table was set up, who sits there, and the games that were played before this one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The version of this format.
    pub version: u32,
    /// Who sits where.
    pub chairs: BySeat<Chair>,
    /// The second part of the link for spectators.
    pub watch: String,
    /// The seconds for a decision; `None` for as long as it takes.
    pub clock: Option<u8>,
    /// The seed of the deck.
    pub seed: u64,
    /// Whether the tiles were dealt.
    pub begun: bool,
    /// The games before this one, packed. One that broke is empty.
    pub games: Vec<String>,
}

impl Setup {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// How many games are played at a table. They are kept with it.
    pub const MOST_GAMES: usize = 100;

    /// The number of the game, counted from 1.
    pub fn number(&self) -> usize {
        self.games.len() + 1
    }
}
