//! Players that have a name: those of the library, and networks in files.

use hule::Player;
use hule::players::{NetworkPlayer, OnnxError, ParsePlayerError, PlayerName};
use hule_cli::arena::Caveat;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::{fmt, io};

/// A player that is not written in Python.
#[derive(Clone)]
pub enum Named {
    /// One of the library.
    BuiltIn(PlayerName),
    /// A network from this file.
    Network(String, NetworkPlayer),
}

impl Named {
    /// A player by its name: one of the library, or `net:` and a file.
    pub fn new(name: &str) -> PyResult<Named> {
        let Some(path) = name.strip_prefix("net:") else {
            let wrong = |error: ParsePlayerError| PyValueError::new_err(error.to_string());
            return name.parse().map(Named::BuiltIn).map_err(wrong);
        };
        match NetworkPlayer::open(path) {
            Ok(player) => Ok(Named::Network(path.to_owned(), player)),
            Err(OnnxError::Io(error)) => Err(io::Error::new(error.kind(), format!("{path}: {error}")).into()),
            Err(error) => Err(PyValueError::new_err(format!("{path}: {error}"))),
        }
    }

    /// Makes the player.
    pub fn player(&self) -> Box<dyn Player + Send + Sync> {
        match self {
            Named::BuiltIn(name) => Box::new(name.player()),
            Named::Network(_, player) => Box::new(player.clone()),
        }
    }

    /// Why another run may differ.
    pub const fn caveat(&self) -> Option<Caveat> {
        match self {
            Named::BuiltIn(name) => Caveat::of(name),
            Named::Network(..) => None,
        }
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        match (self, other) {
            (Named::BuiltIn(one), Named::BuiltIn(other)) => one == other,
            (Named::Network(one, _), Named::Network(other, _)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::BuiltIn(name) => name.fmt(f),
            Named::Network(path, _) => write!(f, "net:{path}"),
        }
    }
}
