//! What is stored of a table: in the database of a server, and in a browser.

use super::chair::Chair;
use crate::seed::{Number, Seeded};
use hule::play::GameId;
use hule::players::PlayerName;
use hule::{BySeat, Game, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

/// How a table was set up, who sits there, and the games that were played before this one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The version of this format.
    pub version: u32,
    /// Who sits where.
    pub chairs: BySeat<Chair>,
    /// The second part of the link for spectators.
    pub watch: String,
    /// The seconds for a decision; `None` for no limit.
    pub clock: Option<u8>,
    /// The seed of the deck and of the players.
    pub seed: u64,
    /// The number of the game of the seed.
    #[serde(default)]
    pub game: u64,
    /// The position that the game begins with; `None` for the deal of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Box<Game>>,
    /// The seed of hints. It says nothing about the deck.
    #[serde(default)]
    pub hint_seed: u64,
    /// Whether the tiles were dealt.
    pub begun: bool,
    /// The games before this one, packed. One that a failing player ended is empty.
    pub games: Vec<String>,
}

impl Setup {
    /// The version of the format. Version 1 had neither `game` nor `start` nor `hint_seed`, and is read too.
    pub const VERSION: u32 = 2;

    /// How many games are played at a table. They are kept with it.
    pub const MOST_GAMES: usize = 100;

    /// The number of the game at this table, counted from 1.
    pub fn number(&self) -> usize {
        self.games.len() + 1
    }

    /// The seats for people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| matches!(self.chairs[seat], Chair::Person { .. }))
    }

    /// Whether one person plays against players of the library, and may take moves back and ask for hints.
    pub fn is_solo(&self) -> bool {
        self.people().count() == 1
    }

    /// The computer players.
    pub fn players(&self) -> impl Iterator<Item = PlayerName> + '_ {
        self.chairs.as_array().iter().filter_map(|chair| match chair {
            Chair::Player { player } => Some(*player),
            Chair::Person { .. } => None,
        })
    }

    /// The seed and the number of the game; `None` if it begins with a position.
    pub fn seeded(&self) -> Option<Seeded> {
        self.start.is_none().then_some(Seeded { seed: Number(self.seed), game: Number(self.game) })
    }

    /// What the seeds of the players follow from.
    pub fn id(&self) -> GameId {
        GameId::new(self.seed, self.game)
    }
}

/// A table as it is stored. Everything else follows from this.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The first part of the links of the table.
    pub id: String,
    /// How it was set up.
    #[serde(serialize_with = "write", deserialize_with = "read")]
    pub setup: Arc<Setup>,
    /// The decisions since the deal or the position that the game began with, by number.
    pub moves: Vec<u8>,
}

fn write<S: Serializer>(setup: &Arc<Setup>, serializer: S) -> Result<S::Ok, S::Error> {
    (**setup).serialize(serializer)
}

fn read<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Arc<Setup>, D::Error> {
    Setup::deserialize(deserializer).map(Arc::new)
}
