//! Who plays, as it is named on the command line.

use crate::failure::Failure;
use crate::language::{language, say};
use hule::{Player, PlayerName};
use std::fmt;
use std::str::FromStr;

/// A player that the command line names.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// One of the library.
    Player(PlayerName),
}

impl Entrant {
    /// A player of this name, ready for its first game.
    #[allow(clippy::unnecessary_wraps)] // Not every player is at hand for sure.
    pub fn player(&self) -> Result<Box<dyn Player + Send>, Failure> {
        match self {
            Entrant::Player(name) => Ok(name.player()),
        }
    }

    /// Whether the same seed always leads to the same choices.
    pub fn is_deterministic(&self) -> bool {
        match self {
            Entrant::Player(name) => name.is_deterministic(),
        }
    }

    /// Whether it is the player of the statement.
    pub fn is_standard(&self) -> bool {
        *self == Entrant::Player(PlayerName::Standard)
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Player(name) => name.fmt(f),
        }
    }
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        text.parse().map(Entrant::Player).map_err(|error: hule::ParsePlayerError| error.text(language()))
    }
}

/// Who sits at the four seats.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrants(pub [Entrant; 4]);

/// A list with commas of one player for all seats, two for every other seat, or four.
impl FromStr for Entrants {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrants, String> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            match names.last_mut() {
                // Options of a player have commas between them too: search:samples=50,time=5ms.
                Some(name) if name.contains(':') && part.contains('=') && !part.contains(':') => {
                    *name += ",";
                    *name += part;
                }
                _ => names.push(part.to_owned()),
            }
        }
        let entrants = names.iter().map(|name| name.parse()).collect::<Result<Vec<Entrant>, String>>()?;
        let given = entrants.len();
        match given {
            1 | 2 | 4 => Ok(Entrants(std::array::from_fn(|seat| entrants[seat % given].clone()))),
            _ => Err(say!(
                "{given} players are given; expected 1, 2 or 4",
                "给出了 {given} 名玩家；应为 1、2 或 4 名"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_players_go_round_the_table() {
        let table = |list: &str| -> Vec<String> {
            list.parse::<Entrants>().expect("players").0.iter().map(ToString::to_string).collect()
        };
        assert_eq!(table("useful"), ["useful"; 4]);
        assert_eq!(table("useful,standard"), ["useful", "standard", "useful", "standard"]);
        assert_eq!(
            table("search:samples=5,time=3ms,random,useful,search:time=1ms,samples=2"),
            ["search:samples=5,time=3ms", "random", "useful", "search:samples=2,time=1ms"]
        );
        for (wrong, sentence) in [
            ("useful,useful,useful", "3 players are given; expected 1, 2 or 4"),
            ("random,random,random,random,random", "5 players are given; expected 1, 2 or 4"),
            ("", "`` is not a player; expected one of random, standard, useful, search"),
            ("useful,", "`` is not a player; expected one of random, standard, useful, search"),
            ("useful,x=1", "`x=1` is not a player; expected one of random, standard, useful, search"),
        ] {
            assert_eq!(wrong.parse::<Entrants>().expect_err(wrong), sentence);
        }
    }
}
