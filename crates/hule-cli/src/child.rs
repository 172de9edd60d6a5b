//! External programs: starting them, feeding them input, enforcing limits, and killing them with their children.

use crate::failure::Failure;
use crate::language::say;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A program and its arguments, and what it may use.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program, followed by its arguments.
    pub command: Vec<String>,
    /// How long one run may take.
    pub limit: Duration,
    /// How much memory it may use, in bytes.
    pub memory: u64,
}

/// A finished run of a program.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What it printed, up to [`Execution::MOST_OUTPUT`] bytes.
    pub output: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With exit status 0.
    Good,
    /// With another exit status than 0.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long and was killed.
    TooSlow,
    /// It used too much memory and was killed.
    TooLarge,
    /// It printed too much and was killed.
    TooMuch,
    /// The command was told to stop, and killed it.
    Stopped,
}

impl Execution {
    /// How much output is kept. No log is a hundredth as long.
    pub const MOST_OUTPUT: usize = 1 << 20;
}

impl Program {
    /// How often the limits are checked.
    const GLANCE: Duration = Duration::from_millis(5);

    /// The command as one could type it in a shell.
    pub fn shell(&self) -> String {
        self.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// Runs it once. When this returns, the program and all processes of its group have ended.
    pub fn run(&self, input: &[u8], errors: Stdio, stop: &AtomicBool) -> Result<Execution, Failure> {
        let mut started = Started::new(&self.command, errors)?;
        self.watch(&mut started, input, stop).map_err(|error| {
            let name = &self.command[0];
            Failure::Io(say!("{name}: {error}", "{name}：{error}"))
        })
    }

    fn watch(&self, program: &mut Started, input: &[u8], stop: &AtomicBool) -> std::io::Result<Execution> {
        let started = Instant::now();
        let Started { child, exit } = program;
        let mut stdin = child.stdin.take().expect("it was asked for");
        // A deck fits into a pipe, so this does not wait; the program may have ended without reading it.
        match stdin.write_all(input) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
            _ => drop(stdin),
        }
        let mut stdout = child.stdout.take().expect("it was asked for");
        let mut output = Vec::new();
        let mut open = true;
        let end = loop {
            // Until it prints or ends; the limits are looked at now and then.
            if open {
                if is_ready(stdout.as_fd(), Program::GLANCE)? {
                    open = read_some(&mut stdout, &mut output)?;
                    if output.len() > Execution::MOST_OUTPUT {
                        break End::TooMuch;
                    }
                    if open && started.elapsed() < Program::GLANCE {
                        continue;
                    }
                }
            } else if let Some(exit) = exit {
                is_ready(exit.as_fd(), Program::GLANCE)?;
            } else {
                std::thread::sleep(Duration::from_millis(1));
            }
            if let Some(status) = child.try_wait()? {
                // What it has printed is still to be read; who else holds the pipe is of no interest.
                while open
                    && output.len() <= Execution::MOST_OUTPUT
                    && is_ready(stdout.as_fd(), Duration::ZERO)?
                {
                    open = read_some(&mut stdout, &mut output)?;
                }
                break end_of(status);
            }
            if started.elapsed() > self.limit {
                break End::TooSlow;
            }
            if stop.load(Ordering::Relaxed) {
                break End::Stopped;
            }
            if resident(child.id()).is_some_and(|bytes| bytes > self.memory) {
                break End::TooLarge;
            }
        };
        output.truncate(Execution::MOST_OUTPUT);
        Ok(Execution { output, end })
    }
}

/// A running program in a process group of its own, with pipes to its standard streams. Dropping this kills the group.
pub struct Started {
    pub child: Child,
    /// A file descriptor that becomes readable when it has ended; `None` where the system has none.
    pub exit: Option<OwnedFd>,
}

impl Started {
    /// Starts a program with its arguments.
    pub fn new(command: &[String], errors: Stdio) -> Result<Started, Failure> {
        let (name, arguments) = command.split_first().expect("the arguments ask for a program");
        let child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .process_group(0)
            .spawn()
            .map_err(|error| cannot_start(name, &error))?;
        let exit = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).ok();
        Ok(Started { child, exit })
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // The group may be gone already, and then there is nothing to do.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

pub fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(0), _) => End::Good,
        (Some(code), _) => End::Status(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

/// Reads what is available; false at the end of the stream.
fn read_some(stdout: &mut ChildStdout, output: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut buffer = [0; 1 << 14];
    let read = stdout.read(&mut buffer)?;
    output.extend_from_slice(&buffer[..read]);
    Ok(read > 0)
}

/// Waits until a file is readable, but not longer than `patience`.
fn is_ready(file: BorrowedFd<'_>, patience: Duration) -> std::io::Result<bool> {
    let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
    match poll(&mut [PollFd::from_borrowed_fd(file, PollFlags::IN)], Some(&timeout)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// How much memory a process has in use; `None` where the system does not tell.
fn resident(process: u32) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

fn cannot_start(name: &str, error: &std::io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound if Path::new(name).components().count() == 1 && Path::new(name).exists() => {
            say!("there is no such command; perhaps `./{name}` is meant", "没有这个命令；也许是 `./{name}`")
        }
        ErrorKind::NotFound if Path::new(name).exists() => {
            say!(
                "the interpreter in its first line (after `#!`) does not exist",
                "它第一行 `#!` 之后的解释器不存在"
            )
        }
        ErrorKind::NotFound => say!("there is no such program", "没有这个程序"),
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => say!(
            "it is not a program; a script needs a first line with `#!`, or its interpreter in front, as in `python3 mine.py`",
            "它不是程序；脚本的第一行要有 `#!`，或者在前面写出解释器，例如 `python3 mine.py`"
        ),
        ErrorKind::PermissionDenied => say!("it is not executable", "没有执行权限"),
        _ => error.to_string(),
    };
    Failure::Io(say!("{}: {why}", "{}：{why}", name.escape_debug()))
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:,+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The words of a command as a shell reads them, as far as spaces, quotes and backslashes go.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    let unfinished = || say!("a quote is not closed in `{command}`", "`{command}` 中有未闭合的引号");
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(unfinished)? {
                        end if end == letter => break,
                        '\\' if letter == '"' => word.push(letters.next().ok_or_else(unfinished)?),
                        other => word.push(other),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(letters.next().ok_or_else(unfinished)?),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    if words.is_empty() { Err(say!("expected a program", "应为一个程序")) } else { Ok(words) }
}

/// Processes that external programs have started and left behind, in whatever process group they are.
pub mod orphans {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, set_child_subreaper, waitpid};
    use std::collections::BTreeSet;
    use std::fs;

    /// Makes this process the parent of all orphans among its descendants, and kills them if it panics.
    pub fn adopt() {
        #[cfg(target_os = "linux")]
        let _ = set_child_subreaper(Some(rustix::process::getpid()));
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
            let children = children(own);
            if children.is_empty() {
                break;
            }
            for child in children.into_iter().filter_map(|child| Pid::from_raw(child.cast_signed())) {
                let _ = kill_process(child, Signal::KILL);
                let _ = waitpid(Some(child), WaitOptions::empty());
            }
        }
    }

    fn children(parent: u32) -> BTreeSet<u32> {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for line in ["./mine", "python3 mine.py --fast", "  a\t b ", r"a\ b 'c d'e", r#"'' "it's" "a\"b\\""#]
        {
            let printed = Command::new("sh").args(["-c", &format!("printf '%s\\0' {line}")]).output();
            let printed = String::from_utf8(printed.expect("there is a shell").stdout).expect("text");
            let expected: Vec<&str> = printed.strip_suffix('\0').expect("at least one").split('\0').collect();
            let words = words(line).expect(line);
            assert_eq!(words, expected);
            let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            assert_eq!(super::words(&quoted.join(" ")), Ok(words));
        }
        for wrong in ["", "  ", "'a", "a \"b", "a\\"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
    }
}
