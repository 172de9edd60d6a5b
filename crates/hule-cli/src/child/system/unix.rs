//! Process groups.

use process_wrap::std::{CommandWrap, ProcessGroup};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

/// The program with this name.
pub fn found(name: &str) -> &Path {
    Path::new(name)
}

/// The command, which starts a group of its own.
pub fn grouped(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    command.wrap(ProcessGroup::leader());
    command
}

/// Kills processes.
pub fn kill(processes: &[u32]) {
    for process in processes.iter().filter_map(|process| Pid::from_raw(process.cast_signed())) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Whether a process has ended. Its number stays its own until somebody waits for it.
pub fn has_ended(child: &mut Child) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(status) => Ok(status.is_some()),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// The signal that ended a process.
pub fn signal(status: ExitStatus) -> Option<i32> {
    status.signal()
}

/// Whether a file could not be started because it is no program.
pub fn is_no_program(error: &io::Error) -> bool {
    error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error())
}
