//! Players that have a name: those of the library, and those of registered kinds, such as networks in files.

use hule::Player;
use hule::players::{OpenPlayerError, OpenedPlayer, ParsePlayerError, PlayerKind, PlayerName};
use hule_cli::arena::Caveat;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::{fmt, io};

/// A player that is not written in Python.
#[derive(Clone)]
pub enum Named {
    /// One of the library.
    BuiltIn(PlayerName),
    /// One that was opened by this name.
    Opened(String, OpenedPlayer),
}

impl Named {
    /// A player by its name.
    pub fn new(name: &str) -> PyResult<Named> {
        let Some((kind, path)) = PlayerKind::of(name) else {
            let wrong = |error: ParsePlayerError| PyValueError::new_err(error.to_string());
            return name.parse().map(Named::BuiltIn).map_err(wrong);
        };
        match (kind.open)(path) {
            Ok(player) => Ok(Named::Opened(name.to_owned(), player)),
            Err(OpenPlayerError::Io(error)) => {
                Err(io::Error::new(error.kind(), format!("{path}: {error}")).into())
            }
            Err(error) => Err(PyValueError::new_err(format!("{path}: {error}"))),
        }
    }

    /// Makes the player.
    pub fn player(&self) -> Box<dyn Player + Send + Sync> {
        match self {
            Named::BuiltIn(name) => Box::new(name.player()),
            Named::Opened(_, player) => player.player(),
        }
    }

    /// Why another run may differ.
    pub const fn caveat(&self) -> Option<Caveat> {
        match self {
            Named::BuiltIn(name) => Caveat::of(name),
            Named::Opened(..) => None,
        }
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        match (self, other) {
            (Named::BuiltIn(one), Named::BuiltIn(other)) => one == other,
            (Named::Opened(one, _), Named::Opened(other, _)) => one == other,
            _ => false,
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::BuiltIn(name) => name.fmt(f),
            Named::Opened(name, _) => f.write_str(name),
        }
    }
}
