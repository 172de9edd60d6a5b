//! Exit statuses.

use std::process::ExitCode;

/// The exit status of a command. Unlike an [`ExitCode`] it can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u8);

impl Status {
    /// The work is done.
    pub const SUCCESS: Status = Status(0);
}

impl From<Status> for ExitCode {
    fn from(Status(status): Status) -> ExitCode {
        ExitCode::from(status)
    }
}
