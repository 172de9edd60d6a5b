//! What running processes have used, and whose children they are, from `/proc`.

use crate::child::Usage;
use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

/// What a process and those that it has started have used up to now, without what has lost its parent.
/// If it is a [meter](crate::child::memory_meter), only what it measures counts. What several processes share is looked at only
/// if they could have more than `enough` memory together.
pub fn usage(process: u32, is_meter: bool, enough: u64) -> Usage {
    let mut counted = descendants(process);
    if !is_meter {
        counted.push(process);
    }
    let peaks: Vec<u64> = counted.iter().filter_map(|&process| peak(process)).collect();
    let largest = peaks.iter().copied().max().unwrap_or(0);
    let together = if largest <= enough && peaks.iter().sum::<u64>() > enough {
        counted.iter().filter_map(|&process| share(process)).sum()
    } else {
        0
    };
    Usage { time: counted.iter().filter_map(|&process| time(process)).sum(), memory: largest.max(together) }
}

/// The processes that a process has started, and theirs, without what has lost its parent.
pub fn descendants(process: u32) -> Vec<u32> {
    let mut found = children(process);
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(children(parent));
        next += 1;
    }
    found
}

/// The processes with this parent.
pub fn with_parent(parent: u32) -> BTreeSet<u32> {
    let mut children = BTreeSet::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(status) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name, which may have anything in it, stands in parentheses before the state and the parent.
        let mut fields = status.rsplit(')').next().unwrap_or("").split_whitespace();
        if fields.nth(1).and_then(|field| field.parse().ok()) == Some(parent) {
            children.insert(process);
        }
    }
    children
}

/// The most memory that this process has used.
pub fn own_peak() -> u64 {
    peak(std::process::id()).unwrap_or(0)
}

fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split(' ').filter_map(|child| child.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// The processor time of a process and of the children for which it has waited.
fn time(process: u32) -> Option<Duration> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, which may have anything in it, stands in parentheses; 11 fields behind it are four times in ticks.
    let fields = status.rsplit(')').next()?.split_whitespace().skip(11).take(4);
    let ticks: u64 = fields.map_while(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(1000 * ticks / rustix::param::clock_ticks_per_second()))
}

/// The most memory that a process has had in use since it was loaded.
fn peak(process: u32) -> Option<u64> {
    kilobytes(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmHWM:")
}

/// The memory of a process, of which it has only a share where it is not alone.
fn share(process: u32) -> Option<u64> {
    kilobytes(&fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?, "Pss:")
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(1024 * value.trim().strip_suffix(" kB")?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_is_seen_with_its_children() {
        // It works until it has worked for some ticks.
        let script = "import time\nx = [0] * (1 << 23)\nwhile time.process_time() < 0.1: pass\nprint(flush=True)\ninput()";
        let mut shell = Command::new("sh");
        let mut shell = shell
            .args(["-c", "python3 -c \"$0\"; true", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        std::io::Read::read_exact(shell.stdout.as_mut().expect("piped"), &mut [0]).expect("it is ready");
        let (whole, below) = (usage(shell.id(), false, 0), usage(shell.id(), true, 0));
        drop(shell.stdin.take());
        shell.wait().expect("it ends");
        assert!(whole.memory >= 1 << 26 && whole.memory < 1 << 28, "{whole:?}");
        assert_eq!(below.memory.max(1 << 26), below.memory, "{below:?}");
        assert!(whole.time >= below.time && below.time > Duration::ZERO, "{whole:?} {below:?}");
    }

    #[test]
    fn who_is_gone_has_used_nothing() {
        assert_eq!(usage(u32::MAX, false, 0), Usage::default());
        assert_eq!(usage(u32::MAX, true, 0), Usage::default());
        assert!(own_peak() > 1 << 20);
    }
}
