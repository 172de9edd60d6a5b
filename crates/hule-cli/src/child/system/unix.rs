//! Process groups.

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

/// The program with this name.
pub fn found(name: &str) -> &Path {
    Path::new(name)
}

/// A program in a process group of its own.
pub struct Group(Child);

impl Group {
    pub fn start(mut command: Command) -> io::Result<Group> {
        command.process_group(0).spawn().map(Group)
    }

    /// The number of the program, which is also that of the group.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// The program itself.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.0
    }

    /// Kills all of it. The leader must not have been waited for.
    pub fn kill(&self) {
        // All of it may be gone already, and then there is nothing to do.
        let _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
    }
}

/// Kills processes.
pub fn kill(processes: &[u32]) {
    for process in processes.iter().filter_map(|process| Pid::from_raw(process.cast_signed())) {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// Whether a process has ended. Its number stays its own until it is waited for.
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
