//! Players, as they are named on the command line.

use crate::bot::Bots;
use crate::child::{BACKSLASH_ESCAPES, Started, quoted, words};
use crate::failure::Failure;
use crate::language::{language, say};
use crate::lazy_player::LazyPlayer;
use hule::players::{ParsePlayerError, PlayerName};
use hule::{BySeat, Localized, Player};
use hule_report::{Caveat, Entrant};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A player that the command line names.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerArgument {
    /// A built-in one.
    Player(PlayerName),
    /// A program and its arguments.
    Bot(Vec<String>),
    /// One of a registered kind, such as a network in a file.
    Opened(Arc<LazyPlayer>),
}

impl PlayerArgument {
    /// Makes the player. A bot must be one of `bots`.
    pub fn player(&self, bots: &Bots) -> Result<Box<dyn Player + Send>, Failure> {
        match self {
            PlayerArgument::Player(name) => Ok(Box::new(name.player())),
            PlayerArgument::Bot(command) => Ok(Box::new(bots.start(command)?)),
            PlayerArgument::Opened(player) => player.player(),
        }
    }

    /// Makes sure that it can be made, where that does not follow from its name.
    pub fn check(&self) -> Result<(), Failure> {
        match self {
            PlayerArgument::Player(_) => Ok(()),
            PlayerArgument::Bot(command) => Started::new(command).map(drop),
            PlayerArgument::Opened(player) => player.player().map(drop),
        }
    }

    /// Whether it is the standard player.
    pub fn is_standard(&self) -> bool {
        *self == PlayerArgument::Player(PlayerName::Standard)
    }
}

impl Entrant for PlayerArgument {
    fn caveat(&self) -> Option<Caveat> {
        match self {
            PlayerArgument::Player(name) => name.caveat(),
            PlayerArgument::Bot(_) => Some(Caveat::Program),
            PlayerArgument::Opened(_) => None,
        }
    }
}

impl fmt::Display for PlayerArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerArgument::Player(name) => name.fmt(f),
            PlayerArgument::Bot(command) => {
                let words: Vec<String> = command.iter().map(|word| quoted(word)).collect();
                write!(f, "bot:{}", words.join(" "))
            }
            PlayerArgument::Opened(player) => player.fmt(f),
        }
    }
}

impl FromStr for PlayerArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerArgument, String> {
        if let Some(command) = text.strip_prefix("bot:") {
            return words(command).map(PlayerArgument::Bot);
        }
        if let Some(player) = LazyPlayer::of(text) {
            return player.map(|player| PlayerArgument::Opened(Arc::new(player)));
        }
        text.parse().map(PlayerArgument::Player).map_err(|error| unknown(&error))
    }
}

/// Makes sure that there is the player that the command line would name like this.
///
/// # Errors
/// Returns an error if it is no player, or its program or file is not there.
pub fn check_player(name: &str) -> Result<(), Failure> {
    name.parse::<PlayerArgument>().map_err(Failure::Input)?.check()
}

/// The message for an unknown player also mentions networks and programs.
fn unknown(error: &ParsePlayerError) -> String {
    let sentence = error.text(language());
    match error {
        ParsePlayerError::Unknown { .. } => {
            say!(
                "{sentence}, or net: and an ONNX file, or bot: and a program",
                "{sentence}，或 net: 加 ONNX 文件，或 bot: 加程序"
            )
        }
        ParsePlayerError::Option { .. } | ParsePlayerError::Twice { .. } => sentence,
    }
}

/// The parts between commas, but for those in quotes.
fn apart(list: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let mut escaped = false;
    list.split(move |letter| {
        match (letter, quote) {
            _ if escaped => escaped = false,
            ('\\', None | Some('"')) if BACKSLASH_ESCAPES => escaped = true,
            (',', None) => return true,
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            _ => {}
        }
        false
    })
}

/// Parses a list with commas: one player for all seats, two for every other seat, or four.
pub fn players_by_seat(list: &str) -> Result<BySeat<PlayerArgument>, String> {
    let mut names: Vec<String> = Vec::new();
    for part in apart(list) {
        match names.last_mut() {
            // Options of a player have commas between them too: search:samples=50,time=5ms.
            Some(name) if name.contains(':') && part.contains('=') && !part.contains(':') => {
                *name += ",";
                *name += part;
            }
            _ => names.push(part.to_owned()),
        }
    }
    let players = names.iter().map(|name| name.parse()).collect::<Result<Vec<PlayerArgument>, String>>()?;
    let given = players.len();
    BySeat::around(&players).ok_or_else(|| {
        say!("{given} players are given; expected 1, 2 or 4", "给出了 {given} 名玩家；应为 1、2 或 4 名")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_players_go_round_the_table() {
        let table = |list: &str| -> Vec<String> {
            players_by_seat(list).expect("players").as_array().iter().map(ToString::to_string).collect()
        };
        assert_eq!(table("useful"), ["useful"; 4]);
        assert_eq!(table("useful,standard"), ["useful", "standard", "useful", "standard"]);
        assert_eq!(
            table("search:samples=5,time=3ms,random,useful,search:time=1ms,samples=2"),
            ["search:samples=5,time=3ms", "random", "useful", "search:samples=2,time=1ms"]
        );
        #[cfg(unix)]
        assert_eq!(
            table(r"bot:python3 'my,bot.py' --fast a\,b,useful")[..2],
            ["bot:python3 my,bot.py --fast a,b".to_owned(), "useful".to_owned()]
        );
        for (wrong, sentence) in [
            ("bot:", "expected a program"),
            ("useful,bot:'x", "a quote is not closed in `'x`"),
            ("useful,useful,useful", "3 players are given; expected 1, 2 or 4"),
            ("random,random,random,random,random", "5 players are given; expected 1, 2 or 4"),
            (
                "",
                "`` is not a player; expected one of random, standard, useful, net, search, or net: and an ONNX file, or bot: and a program",
            ),
            (
                "useful,",
                "`` is not a player; expected one of random, standard, useful, net, search, or net: and an ONNX file, or bot: and a program",
            ),
            (
                "useful,x=1",
                "`x=1` is not a player; expected one of random, standard, useful, net, search, or net: and an ONNX file, or bot: and a program",
            ),
        ] {
            assert_eq!(players_by_seat(wrong).expect_err(wrong), sentence);
        }
    }
}
