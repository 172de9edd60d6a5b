//! Players from ONNX files, for the library `hule`.
//!
//! [`OnnxPlayer::open`] opens one. A program that names players calls [`register`] when it starts; then `net:` and an ONNX file
//! is a player for everything that asks [`PlayerKind::of`].
//!
//! ```no_run
//! use hule::players::PlayerKind;
//! hule_onnx::register();
//! let (kind, file) = PlayerKind::of("net:mine.onnx").expect("it is registered");
//! let player = (kind.open)(file)?.player();
//! # Ok::<(), hule::players::OpenPlayerError>(())
//! ```

mod error;
mod file;
mod network;
mod operators;
mod player;

pub use error::OnnxError;
pub use player::OnnxPlayer;

use hule::players::{OpenPlayerError, OpenedPlayer, PlayerKind};

/// Registers `net:` followed by an ONNX file or a file of weights, in the place of [`PlayerKind::WEIGHTS`].
pub fn register() {
    let expected = ["expected an ONNX file or a file of weights", "应为 ONNX 文件或权重文件"];
    PlayerKind { expected, open, ..PlayerKind::WEIGHTS }.register();
}

fn open(path: &str) -> Result<OpenedPlayer, OpenPlayerError> {
    match (PlayerKind::WEIGHTS.open)(path) {
        Err(OpenPlayerError::Format) => Ok(OpenedPlayer::new(OnnxPlayer::open(path)?)),
        opened => opened,
    }
}
