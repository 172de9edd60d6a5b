//! Job objects.

use process_wrap::std::{ChildWrapper, CommandWrap, CreationFlags, JobObject};
use std::any::Any;
use std::io;
use std::path::{Path, PathBuf, is_separator};
use std::process::{Child, Command, ExitStatus};
use windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

/// The program with this name: as in its shell, one in the current folder comes first.
pub fn found(name: &str) -> PathBuf {
    let is_plain = !name.contains(is_separator);
    let here = [name.to_owned(), format!("{name}.exe")].map(|file| Path::new(".").join(file));
    here.into_iter().find(|path| is_plain && path.is_file()).unwrap_or_else(|| name.into())
}

/// A program in a job of its own. It starts inside the job, before it can start anything. Ctrl-C is for us; we end it.
pub struct Group(Box<dyn ChildWrapper>);

impl Group {
    pub fn start(command: Command) -> io::Result<Group> {
        let mut command = CommandWrap::from(command);
        command.wrap(CreationFlags(CREATE_NEW_PROCESS_GROUP)).wrap(JobObject);
        command.spawn().map(Group)
    }

    /// The number of the program.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// The program itself.
    pub fn leader(&mut self) -> &mut Child {
        let child: &mut dyn Any = self.0.inner_mut();
        child.downcast_mut().expect("it is wrapped once")
    }

    /// Kills all of it.
    pub fn kill(&mut self) {
        // All of it may be gone already, and then there is nothing to do.
        let _ = self.0.start_kill();
    }
}

/// Kills nothing: no process can leave its job.
pub fn kill(_processes: &[u32]) {}

/// Whether a process has ended. Its handle stays its own.
pub fn has_ended(child: &mut Child) -> io::Result<bool> {
    child.try_wait().map(|status| status.is_some())
}

/// The signal that ended a process: there are none.
pub fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

/// Whether a file could not be started because it is no program.
pub fn is_no_program(error: &io::Error) -> bool {
    const BAD_EXE_FORMAT: i32 = 193;
    error.raw_os_error() == Some(BAD_EXE_FORMAT)
}
