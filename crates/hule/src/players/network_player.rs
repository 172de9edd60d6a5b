//! A player whose network is in a file of either format.

use super::net::{self, Net, Network};
use super::{OnnxError, OnnxPlayer, Player, Thought};
use crate::game::View;
use crate::words::{Action, ActionSet};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A player whose network is in a file: an ONNX file, or a file of weights such as `python/train` makes.
#[derive(Clone, Debug)]
pub enum NetworkPlayer {
    /// From an ONNX file.
    Onnx(OnnxPlayer),
    /// From a file of weights.
    Net(Net),
}

impl NetworkPlayer {
    /// Reads a network.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a network that can play.
    pub fn open(path: impl AsRef<Path>) -> Result<NetworkPlayer, OnnxError> {
        let path = path.as_ref();
        let mut start = [0; net::MAGIC.len()];
        let begun = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        if begun.is_err() || start != *net::MAGIC {
            return OnnxPlayer::open(path).map(NetworkPlayer::Onnx);
        }
        let network = Network::read(&fs::read(path).map_err(OnnxError::Io)?).map_err(OnnxError::Weights)?;
        Ok(NetworkPlayer::Net(Net::new(Arc::new(network))))
    }
}

impl Player for NetworkPlayer {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match self {
            NetworkPlayer::Onnx(player) => player.choose(view, legal),
            NetworkPlayer::Net(player) => player.choose(view, legal),
        }
    }

    fn thoughts(&self, view: &View<'_>, legal: ActionSet) -> Vec<Thought> {
        match self {
            NetworkPlayer::Onnx(player) => player.thoughts(view, legal),
            NetworkPlayer::Net(player) => player.thoughts(view, legal),
        }
    }

    fn comment(&self) -> Option<&str> {
        match self {
            NetworkPlayer::Onnx(player) => player.comment(),
            NetworkPlayer::Net(player) => player.comment(),
        }
    }
}
