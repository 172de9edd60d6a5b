//! What Linux does better, as well as it can be done elsewhere.

use crate::child::Usage;
use std::io;
use std::process::Child;
use std::time::Duration;
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

/// Nothing tells when a process ends; one has to look.
#[derive(Default)]
pub struct Exit;

impl Exit {
    pub fn of(_child: &Child) -> Exit {
        Exit
    }

    /// Waits a little.
    #[allow(clippy::unnecessary_wraps)] // Elsewhere it can fail.
    pub fn wait(&self, patience: Duration) -> io::Result<()> {
        std::thread::sleep(patience.min(Duration::from_millis(1)));
        Ok(())
    }
}

/// What a process and those that it has started use now: their processor time, and their memory together.
/// If it is a [meter](crate::child::memory_meter), only what it measures counts.
pub fn usage(process: u32, is_meter: bool, _enough: u64) -> Usage {
    let Some(mut system) = processes() else { return Usage::default() };
    let tree = tree(&system, process);
    let counted = &tree[usize::from(is_meter)..];
    let kind = ProcessRefreshKind::nothing().with_cpu().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(counted), true, kind);
    let mut usage = Usage::default();
    for process in counted.iter().filter_map(|&process| system.process(process)) {
        usage.time += Duration::from_millis(process.accumulated_cpu_time());
        usage.memory += process.memory();
    }
    usage
}

/// The processes that a process has started, and theirs, where they can leave its group.
pub fn descendants(process: u32) -> Vec<u32> {
    if cfg!(windows) {
        return Vec::new();
    }
    let Some(system) = processes() else { return Vec::new() };
    tree(&system, process).into_iter().skip(1).map(Pid::as_u32).collect()
}

/// Nothing: what has lost its parent is a child of the system.
pub fn reap(_processes: &[u32]) {}

/// A process, those that it has started, and theirs.
fn tree(system: &System, process: u32) -> Vec<Pid> {
    let mut tree = vec![Pid::from_u32(process)];
    let mut next = 0;
    while let Some(&parent) = tree.get(next) {
        tree.extend(children(system, parent).filter(|child| !tree.contains(child)).collect::<Vec<_>>());
        next += 1;
    }
    tree
}

/// All processes, without what they use.
fn processes() -> Option<System> {
    let mut system = System::new().ok()?;
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, ProcessRefreshKind::nothing());
    Some(system)
}

fn children(system: &System, parent: Pid) -> impl Iterator<Item = Pid> {
    let processes = system.processes().iter();
    processes.filter(move |(_, process)| process.parent() == Some(parent)).map(|(&id, _)| id)
}

/// The memory that this process uses.
pub fn own_peak() -> u64 {
    // A process there has a peak of its own, independent of its parent.
    if cfg!(windows) { 0 } else { usage(std::process::id(), false, 0).memory }
}

/// Processes that external programs have started and left behind.
#[cfg(windows)]
pub mod orphans {
    use win32job::{ExtendedLimitInfo, Job};

    /// Puts this process, and so all that it starts, into a job that ends with it, however it ends.
    pub fn adopt() {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        if let Ok(job) = Job::create_with_limit_info(&limits)
            && job.assign_current_process().is_ok()
        {
            // It is closed by the end of this process.
            std::mem::forget(job);
        }
    }

    /// Nothing is left to do: the job ends all of them.
    pub fn end_all() {}
}

/// Processes that external programs have started and left behind in their process groups.
#[cfg(unix)]
pub mod orphans {
    use rustix::process::{Pid, Signal, kill_process_group};

    /// Kills all process groups that this process has started if it panics.
    pub fn adopt() {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            tell(panic);
            end_all();
        }));
    }

    /// Kills all process groups that this process has started. No external program may be in use any more.
    pub fn end_all() {
        let Some(system) = super::processes() else { return };
        for child in super::children(&system, sysinfo::Pid::from_u32(std::process::id())) {
            if let Some(group) = Pid::from_raw(child.as_u32().cast_signed()) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
    }
}
