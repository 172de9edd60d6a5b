//! A small process between `hule` and a program, which measures the memory of the program.
//!
//! The peak that a system reports for a process is at least that of the process that started it: what is counted from
//! `fork` to `exec` stays counted. `hule` may be large, so it starts itself again as a meter. What the meter uses, a few
//! megabytes, is the least that it can measure.

use super::End;
use crate::status::Status;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use wait4::Wait4;

/// The variable with the name of the file for the result.
const VARIABLE: &str = "HULE_METER_FILE";

/// How this process is started again, without arguments.
static AGAIN: OnceLock<Vec<OsString>> = OnceLock::new();

/// Whether there is something to gain: on Windows a process has a peak of its own, independent of its parent.
pub const IS_NEEDED: bool = cfg!(unix);

/// What a meter has found.
#[derive(Serialize, Deserialize)]
pub enum Reading {
    /// The program could not be started, for a reason with this number.
    NotStarted(Option<i32>),
    /// It has ended.
    Ended {
        /// How it ended.
        end: End,
        /// Its processor time.
        time: Duration,
        /// Its peak in bytes, or that of the meter if that is more.
        memory: u64,
    },
}

/// The command that runs a program under a meter, which writes its reading to a file.
pub fn command(program: &[String], file: &Path) -> io::Result<Command> {
    let again = AGAIN.get().and_then(|again| again.split_first());
    let (name, arguments) = again.ok_or(io::ErrorKind::NotFound)?;
    let mut command = Command::new(name);
    command.args(arguments).args(program).env(VARIABLE, file);
    Ok(command)
}

impl Reading {
    /// Reads what a meter has written; `None` if it was killed before.
    pub fn of(file: &Path) -> Option<Reading> {
        serde_json::from_slice(&std::fs::read(file).ok()?).ok()
    }
}

/// If this process is to be a meter, measures and returns `Some`. Otherwise `again` is noted for the meters that it starts.
pub fn run(arguments: &[OsString], again: impl IntoIterator<Item = OsString>) -> Option<Status> {
    AGAIN.get_or_init(|| again.into_iter().collect());
    let file = std::env::var_os(VARIABLE)?;
    let (name, words) = arguments.get(1..)?.split_first()?;
    let child = Command::new(name).args(words).env_remove(VARIABLE).spawn();
    let reading = match child.and_then(Wait4::wait4) {
        Ok(used) => Reading::Ended {
            end: used.status.into(),
            time: used.rusage.utime + used.rusage.stime,
            memory: used.rusage.maxrss,
        },
        Err(error) => Reading::NotStarted(error.raw_os_error()),
    };
    let written = std::fs::write(file, serde_json::to_string(&reading).expect("numbers always serialise"));
    Some(Status(u8::from(written.is_err())))
}
