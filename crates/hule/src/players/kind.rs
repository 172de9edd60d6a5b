//! Kinds of players that are opened by name, such as networks in files.

use super::net::MAGIC;
use super::{Net, Network, Player, WeightsError};
use crate::words::{Language, Localized, localized_errors, say};
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, PoisonError, RwLock};
use std::{fmt, slice};

/// A kind of players whose names are a prefix, a colon, and what they are opened from: `net:mine.bin`.
///
/// The library has one, [`WEIGHTS`](PlayerKind::WEIGHTS). Crates above it have others, such as `hule-onnx`; a program
/// [registers](PlayerKind::register) them when it starts, and then whatever reads names of players knows them.
///
/// ```
/// use hule::Standard;
/// use hule::players::{OpenedPlayer, PlayerKind};
/// let cautious = PlayerKind {
///     prefix: "cautious",
///     expected: ["expected a number", "应为一个数"],
///     open: |_number| Ok(OpenedPlayer::new(Standard)),
/// };
/// cautious.register();
/// let (kind, number) = PlayerKind::of("cautious:3").expect("it is registered");
/// assert_eq!((kind.prefix, number), ("cautious", "3"));
/// let player = (kind.open)(number)?.player();
/// # Ok::<(), hule::players::OpenPlayerError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayerKind {
    /// What stands before the colon.
    pub prefix: &'static str,
    /// What to say if nothing stands behind the colon, in English and Chinese: `expected a file of weights`,
    /// `应为权重文件`.
    pub expected: [&'static str; 2],
    /// Opens a player. Its choices may depend only on what it is shown and on its seed.
    pub open: fn(&str) -> Result<OpenedPlayer, OpenPlayerError>,
}

/// The kinds that programs have registered.
static REGISTERED: RwLock<Vec<PlayerKind>> = RwLock::new(Vec::new());

impl PlayerKind {
    /// `net:` and a [file of weights](Network::read).
    pub const WEIGHTS: PlayerKind = PlayerKind {
        prefix: "net",
        expected: ["expected a file of weights", "应为权重文件"],
        open: open_weights,
    };

    /// Registers the kind, in the place of another one with this prefix.
    pub fn register(self) {
        let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
        registered.retain(|kind| kind.prefix != self.prefix);
        registered.push(self);
    }

    /// Returns the kind of player with this name, and what it is opened from; `None` for all other names.
    pub fn of(name: &str) -> Option<(PlayerKind, &str)> {
        let (prefix, argument) = name.split_once(':')?;
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        let mut kinds = registered.iter().chain(slice::from_ref(&PlayerKind::WEIGHTS));
        kinds.find(|kind| kind.prefix == prefix).map(|&kind| (kind, argument))
    }
}

/// A player that was opened by its name. The players that it makes share what was read.
#[derive(Clone)]
pub struct OpenedPlayer(Arc<dyn Fn() -> Box<dyn Player + Send + Sync> + Send + Sync>);

impl OpenedPlayer {
    /// Makes clones of this player. What is large in it should be behind an [`Arc`].
    pub fn new(player: impl Player + Clone + Send + Sync + 'static) -> OpenedPlayer {
        OpenedPlayer(Arc::new(move || Box::new(player.clone())))
    }

    /// Makes a player.
    pub fn player(&self) -> Box<dyn Player + Send + Sync> {
        (self.0)()
    }
}

impl fmt::Debug for OpenedPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenedPlayer").finish_non_exhaustive()
    }
}

/// Any error that is available in every language.
pub trait LocalizedError: Error + Localized + Send + Sync {}

impl<E: Error + Localized + Send + Sync> LocalizedError for E {}

/// Why a player cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenPlayerError {
    /// Its file cannot be read.
    Io(io::Error),
    /// Its file has a format that the program does not have.
    Format,
    /// Its file is damaged, or what is in it cannot play.
    Unusable(Box<dyn LocalizedError>),
}

impl Localized for OpenPlayerError {
    fn text(&self, language: Language) -> String {
        match self {
            OpenPlayerError::Io(error) => error.to_string(),
            OpenPlayerError::Format => say!(
                language,
                "this is not a file of weights of hule; programs with the crate hule-onnx play ONNX files too",
                "这不是 hule 的权重文件；使用 crate hule-onnx 的程序也能使用 ONNX 文件"
            ),
            OpenPlayerError::Unusable(error) => error.text(language),
        }
    }
}

localized_errors!(OpenPlayerError {
    OpenPlayerError::Io(error) => error,
    OpenPlayerError::Unusable(error) => &**error,
});

impl From<io::Error> for OpenPlayerError {
    fn from(error: io::Error) -> OpenPlayerError {
        OpenPlayerError::Io(error)
    }
}

impl From<WeightsError> for OpenPlayerError {
    fn from(error: WeightsError) -> OpenPlayerError {
        OpenPlayerError::Unusable(Box::new(error))
    }
}

fn open_weights(path: &str) -> Result<OpenedPlayer, OpenPlayerError> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
    // Other files are not read to the end: they may be large.
    if bytes != MAGIC {
        return Err(OpenPlayerError::Format);
    }
    file.read_to_end(&mut bytes)?;
    Ok(OpenedPlayer::new(Net::new(Arc::new(Network::read(&bytes)?))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::words::{Deck, Seat};

    fn file(name: &str) -> String {
        format!("net:{}/{name}", env!("CARGO_MANIFEST_DIR"))
    }

    fn open(name: &str) -> Result<OpenedPlayer, OpenPlayerError> {
        let (kind, argument) = PlayerKind::of(name).expect("a kind of the library");
        (kind.open)(argument)
    }

    #[test]
    fn only_names_with_a_known_prefix_and_a_colon_have_a_kind() {
        for name in ["net", "search:samples=5", "other:file", ":file", ""] {
            assert!(PlayerKind::of(name).is_none(), "{name}");
        }
        let (kind, argument) = PlayerKind::of("net:C:file").expect("it has a kind");
        assert_eq!((kind.prefix, argument), ("net", "C:file"));
    }

    #[test]
    fn a_file_of_weights_plays_as_its_network() {
        let mut opened = open(&file("data/net.bin")).expect("the weights").player();
        let bytes = std::fs::read(file("data/net.bin").trim_start_matches("net:")).expect("the weights");
        let mut net = Net::new(Arc::new(Network::read(&bytes).expect("the weights")));
        let mut game = Game::new(&Deck::seeded(3, 0));
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let action = opened.choose(&view, legal);
            assert_eq!(action, net.choose(&view, legal));
            game.play(action).expect("it is legal");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for name in ["Cargo.toml", "../../examples/useful.onnx"] {
            let error = open(&file(name)).expect_err(name);
            assert!(matches!(error, OpenPlayerError::Format), "{error}");
            assert!(error.to_string().contains("hule-onnx"), "{error}");
            assert!(error.text(Language::Chinese).contains("hule-onnx"), "{error}");
        }
        for name in ["data/none.bin", "data"] {
            assert!(matches!(open(&file(name)), Err(OpenPlayerError::Io(_))), "{name}");
        }
    }

    #[test]
    fn a_registered_kind_replaces_the_one_with_its_prefix() {
        for expected in [["one", "一"], ["two", "二"]] {
            let open = |_: &str| Ok(OpenedPlayer::new(crate::players::GreedyPlayer));
            PlayerKind { prefix: "registered", expected, open }.register();
            let (kind, _) = PlayerKind::of("registered:").expect("it has a kind");
            assert_eq!(kind.expected, expected);
            let mut player = (kind.open)("").expect("it opens").player();
            let game = Game::new(&Deck::seeded(1, 0));
            let legal = game.legal_actions();
            assert!(legal.contains(player.choose(&game.view(Seat::A), legal)));
        }
    }
}
