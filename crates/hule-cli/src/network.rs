//! A network in a file that plays.

use crate::child::words;
use crate::failure::Failure;
use crate::language::say;
use hule::Player;
use std::fmt;

/// An ONNX file or a file of weights, named on the command line. It is read when the first player is made of it, and only then.
#[derive(Clone, Debug)]
pub struct NetworkFile {
    given: String,
    path: String,
    opened: opened::Opened,
}

impl NetworkFile {
    /// The file with this path. In quotes, the path may have commas.
    pub fn new(given: &str) -> Result<NetworkFile, String> {
        if !cfg!(feature = "onnx") {
            return Err(say!(
                "this hule was built without the feature onnx and cannot play networks",
                "这个 hule 编译时没有启用特性 onnx，不能使用网络"
            ));
        }
        let path = if given.starts_with(['\'', '"']) { words(given)?.join(" ") } else { given.to_owned() };
        if path.is_empty() {
            return Err(say!("expected an ONNX file or a file of weights", "应为 ONNX 文件或权重文件"));
        }
        Ok(NetworkFile { given: given.to_owned(), path, opened: opened::Opened::default() })
    }

    /// Makes a player. Threads share the network.
    pub fn player(&self) -> Result<Box<dyn Player + Send>, Failure> {
        self.opened.player(&self.path)
    }
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &NetworkFile) -> bool {
        self.path == other.path
    }
}

impl fmt::Display for NetworkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.given.fmt(f)
    }
}

#[cfg(feature = "onnx")]
mod opened {
    use crate::failure::Failure;
    use crate::language::{language, say};
    use hule::players::{NetworkPlayer, OnnxError};
    use hule::{Localized, Player};
    use std::sync::{Arc, Mutex, PoisonError};

    /// The network, as soon as it is read.
    #[derive(Clone, Debug, Default)]
    pub struct Opened(Arc<Mutex<Option<NetworkPlayer>>>);

    impl Opened {
        pub fn player(&self, path: &str) -> Result<Box<dyn Player + Send>, Failure> {
            let mut opened = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let player = match &*opened {
                Some(player) => player.clone(),
                None => {
                    opened.insert(NetworkPlayer::open(path).map_err(|error| failure(path, &error))?).clone()
                }
            };
            Ok(Box::new(player))
        }
    }

    fn failure(path: &str, error: &OnnxError) -> Failure {
        if let OnnxError::Io(error) = error {
            return Failure::io(&path, error);
        }
        let error = error.text(language());
        Failure::Input(say!("{path}: {error}", "{path}：{error}"))
    }
}

#[cfg(not(feature = "onnx"))]
mod opened {
    use crate::failure::Failure;
    use hule::Player;

    /// There is no network.
    #[derive(Clone, Debug, Default)]
    pub struct Opened(());

    impl Opened {
        #[allow(clippy::unused_self)]
        pub fn player(&self, _path: &str) -> Result<Box<dyn Player + Send>, Failure> {
            unreachable!("without the feature, no file can be named")
        }
    }
}
