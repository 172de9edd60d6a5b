//! What only Linux can do: tell when a process ends, what all its descendants use, and adopt those that lose their parent.

mod proc;

pub use proc::{descendants, own_peak, usage};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, waitpid};
use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::time::Duration;

/// Becomes readable when a process has ended; `None` if the system is too old for it.
#[derive(Default)]
pub struct Exit(Option<OwnedFd>);

impl Exit {
    pub fn of(child: &Child) -> Exit {
        Exit(pidfd_open(Pid::from_child(child), PidfdFlags::empty()).ok())
    }

    /// Waits until the process ends, but not longer than `patience`.
    pub fn wait(&self, patience: Duration) -> io::Result<()> {
        let Some(exit) = &self.0 else {
            std::thread::sleep(patience.min(Duration::from_millis(1)));
            return Ok(());
        };
        let timeout = Timespec::try_from(patience).ok();
        match poll(&mut [PollFd::new(exit, PollFlags::IN)], timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Waits until processes that were killed have ended. Those whose parent has ended are our own children.
pub fn reap(processes: &[u32]) {
    for process in processes.iter().filter_map(|process| Pid::from_raw(process.cast_signed())) {
        let _ = waitpid(Some(process), WaitOptions::empty());
    }
}

/// Processes that external programs have started and left behind, in whatever process group they are.
pub mod orphans {
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    /// Makes this process the parent of all orphans among its descendants, and kills them if it panics.
    pub fn adopt() {
        let _ = set_child_subreaper(Some(getpid()));
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            tell(panic);
            end_all();
        }));
    }

    /// Kills all children of this process, and theirs. No external program may be in use any more.
    pub fn end_all() {
        let own = std::process::id();
        // Each that is ended may leave others to us.
        for _ in 0..1000 {
            let children = super::proc::with_parent(own);
            if children.is_empty() {
                break;
            }
            for child in children.into_iter().filter_map(|child| Pid::from_raw(child.cast_signed())) {
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::empty());
            }
        }
    }
}
