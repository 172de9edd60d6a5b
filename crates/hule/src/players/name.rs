//! The names of the built-in players.

use super::{Evaluation, GreedyPlayer, Net, Player, RandomPlayer, Search, SearchOptions, Standard};
use crate::game::{Game, View};
use crate::words::{Action, ActionSet, Language, Localized, Seat, localized_errors, say};
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::time::Duration;

/// The name of a built-in player with its options: `standard`, `search:samples=200,time=20ms`.
///
/// ```
/// use hule::play::GameId;
/// use hule::players::PlayerName;
/// use hule::{BySeat, Deck, play};
/// let names = BySeat::new(["standard", "useful", "random", "search:samples=10"]);
/// let mut players = names.map(|name| name.parse::<PlayerName>().expect("a player").player());
/// let outcome = play(&Deck::seeded(1, 0), &mut players, GameId::new(1, 0), &mut ());
/// println!("{outcome}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerName {
    /// [`RandomPlayer`].
    Random,
    /// [`Standard`].
    Standard,
    /// [`GreedyPlayer`].
    Useful,
    /// [`Net`], with the built-in network.
    Net,
    /// [`Search`].
    Search(SearchOptions),
}

impl PlayerName {
    /// The names without options.
    pub const ALL: [&str; 5] = ["random", "standard", "useful", "net", "search"];

    /// Creates the player. [`Player::begin`] sets its seed.
    pub const fn player(&self) -> BuiltIn {
        match *self {
            PlayerName::Random => BuiltIn::Random(RandomPlayer::new(0)),
            PlayerName::Standard => BuiltIn::Standard(Standard),
            PlayerName::Useful => BuiltIn::Useful(GreedyPlayer),
            PlayerName::Net => BuiltIn::Net(Net::built_in()),
            PlayerName::Search(options) => BuiltIn::Search(Search::new(options)),
        }
    }

    /// Returns whether the player needs the built-in network ([`network_is_installed`](super::network_is_installed)).
    pub const fn needs_network(&self) -> bool {
        match self {
            PlayerName::Random | PlayerName::Standard | PlayerName::Useful => false,
            PlayerName::Net | PlayerName::Search(_) => true,
        }
    }

    /// Returns whether the choices depend only on the views and the seed, not on the speed of the machine.
    pub const fn is_deterministic(&self) -> bool {
        match self {
            PlayerName::Random | PlayerName::Standard | PlayerName::Useful | PlayerName::Net => true,
            PlayerName::Search(options) => options.is_deterministic(),
        }
    }
}

/// Any built-in player.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(missing_docs)] // The names say it.
pub enum BuiltIn {
    Random(RandomPlayer),
    Standard(Standard),
    Useful(GreedyPlayer),
    Net(Net),
    Search(Search),
}

/// Calls a method of the player of any variant.
macro_rules! whichever {
    ($built_in:expr, $player:ident => $call:expr) => {
        match $built_in {
            BuiltIn::Random($player) => $call,
            BuiltIn::Standard($player) => $call,
            BuiltIn::Useful($player) => $call,
            BuiltIn::Net($player) => $call,
            BuiltIn::Search($player) => $call,
        }
    };
}

impl Player for BuiltIn {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        whichever!(self, player => player.choose(view, legal))
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        whichever!(self, player => player.begin(seat, seed));
    }

    fn end(&mut self, game: &Game) {
        whichever!(self, player => player.end(game));
    }

    fn evaluations(&self, view: &View<'_>, legal: ActionSet) -> Vec<Evaluation> {
        whichever!(self, player => player.evaluations(view, legal))
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Random => f.write_str("random"),
            PlayerName::Standard => f.write_str("standard"),
            PlayerName::Useful => f.write_str("useful"),
            PlayerName::Net => f.write_str("net"),
            PlayerName::Search(options) => write!(f, "search:{options}"),
        }
    }
}

impl FromStr for PlayerName {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerName, ParsePlayerError> {
        let (name, options) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let player = match name {
            "random" => PlayerName::Random,
            "standard" => PlayerName::Standard,
            "useful" => PlayerName::Useful,
            "net" => PlayerName::Net,
            "search" => return Ok(PlayerName::Search(search_options(options.unwrap_or_default())?)),
            _ => return Err(ParsePlayerError::Unknown { found: name.to_owned() }),
        };
        match options {
            None => Ok(player),
            Some(option) => {
                Err(ParsePlayerError::Option { player: name.to_owned(), found: option.to_owned() })
            }
        }
    }
}

/// Parses `samples=200,time=20ms`.
fn search_options(text: &str) -> Result<SearchOptions, ParsePlayerError> {
    let (mut samples, mut time, mut only) = (None, None, None);
    for option in text.split(',').filter(|option| !option.is_empty()) {
        let wrong = || ParsePlayerError::Option { player: "search".to_owned(), found: option.to_owned() };
        let twice = || ParsePlayerError::Twice { player: "search".to_owned(), found: option.to_owned() };
        let given = match option.split_once('=') {
            Some(("samples", number)) => samples.replace(number.parse().map_err(|_| wrong())?).is_some(),
            Some(("time", text)) => {
                let number =
                    text.strip_suffix("ms").and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
                time.replace(NonZeroU64::new(number).ok_or_else(wrong)?).is_some()
            }
            Some(("only", kind)) => only.replace(kind.parse().map_err(|_| wrong())?).is_some(),
            _ => return Err(wrong()),
        };
        if given {
            return Err(twice());
        }
    }
    let milliseconds = |time: NonZeroU64| Duration::from_millis(time.get());
    let options = match (samples, time) {
        (Some(samples), Some(time)) => SearchOptions::samples(samples).and_time(milliseconds(time)),
        (Some(samples), None) => SearchOptions::samples(samples),
        (None, Some(time)) => SearchOptions::time(milliseconds(time)),
        (None, None) => SearchOptions::default(),
    };
    Ok(only.map_or(options, |kind| options.only(kind)))
}

/// An invalid player name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerError {
    /// There is no such player.
    Unknown {
        /// The name.
        found: String,
    },
    /// The player has no such option.
    Option {
        /// The player.
        player: String,
        /// The option.
        found: String,
    },
    /// The option is given twice.
    Twice {
        /// The player.
        player: String,
        /// The option.
        found: String,
    },
}

impl Localized for ParsePlayerError {
    fn text(&self, language: Language) -> String {
        match self {
            ParsePlayerError::Unknown { found } => {
                let names = PlayerName::ALL.join(&say!(language, ", ", "、"));
                say!(
                    language,
                    "`{found}` is not a player; expected one of {names}",
                    "`{found}` 不是玩家名；应为其中之一：{names}"
                )
            }
            ParsePlayerError::Option { player, found } if player == "search" => say!(
                language,
                "`{found}` is not an option of {player}; expected samples=N, time=Nms (N at least 1) or only= with one of discards, claims, specials, targets",
                "`{found}` 不是 {player} 的选项；应为 samples=N、time=Nms（N 至少为 1）或 only= 加 discards、claims、specials、targets 之一"
            ),
            ParsePlayerError::Twice { player, found } => say!(
                language,
                "`{found}` comes after another such option of {player}; expected one",
                "`{found}` 之前已有 {player} 的同类选项；只应有一个"
            ),
            ParsePlayerError::Option { player, found } => say!(
                language,
                "{player} has no options, but `{found}` is given",
                "{player} 没有选项，但给出了 `{found}`"
            ),
        }
    }
}

localized_errors!(ParsePlayerError);
