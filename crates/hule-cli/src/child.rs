//! External programs: starting them, talking to them, limiting what they use, and ending them with all that they started.

mod limits;
pub mod memory_meter;
pub mod pipes;
mod program;
mod start;
mod system;
mod usage;
mod words;

pub use limits::Limits;
pub use program::{Execution, FileNames, MemoryPrecision, Program};
pub use start::Started;
pub use system::{orphans, own_peak};
pub use usage::Usage;
pub use words::{BACKSLASH_ESCAPES, quoted, words};

use serde::{Deserialize, Serialize};
use std::process::ExitStatus;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// With exit status 0.
    Good,
    /// With another exit status than 0.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long, and was killed if it had not ended.
    TooSlow,
    /// It used too much memory, and was killed if it had not ended.
    TooLarge,
    /// It printed too much and was killed.
    TooMuch,
    /// The command was told to stop, and killed it.
    Stopped,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> End {
        match status.code() {
            Some(0) => End::Good,
            Some(code) => End::Status(code),
            None => End::Signal(system::signal(status).unwrap_or(0)),
        }
    }
}
