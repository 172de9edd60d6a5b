//! External programs: starting them, feeding them input, enforcing limits, and killing them with their children.

pub mod meter;
mod usage;

pub use usage::{Usage, own_peak};

use crate::failure::Failure;
use crate::language::say;
use meter::Reading;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process_group, pidfd_open, waitid,
};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wait4::{ResUse, Wait4};

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program, followed by its arguments.
    pub command: Vec<String>,
    /// The files that it reads and writes instead of its standard streams.
    pub files: Option<FileNames>,
}

/// The names of the files that a program reads and writes in the folder in which it is started.
#[derive(Clone, Debug)]
pub struct FileNames {
    pub input: String,
    pub output: String,
}

/// What a program may use for one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Memory in bytes.
    pub memory: u64,
}

impl Limits {
    /// How long a run may last, also if the program only sleeps or other programs have the processor.
    pub fn wall(self) -> Duration {
        self.time.saturating_mul(5).saturating_add(Duration::from_secs(1))
    }
}

/// How memory is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// What is found can be too much: as much as `hule` itself uses.
    Quick,
    /// It is right from a few megabytes on, and takes some milliseconds more.
    Exact,
}

/// A finished run of a program.
#[derive(Clone, Debug)]
pub struct Execution {
    /// What it printed, up to [`Execution::MOST_OUTPUT`] bytes.
    pub output: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// What it used.
    pub usage: Usage,
    /// Whether the file that it had to write is not there.
    pub no_file: bool,
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
    /// It took too long, and was killed if it had not ended.
    TooSlow,
    /// It used too much memory, and was killed if it had not ended.
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

    /// The program as it can be started in another folder: its path and arguments that name files are made absolute.
    pub fn anywhere(&self) -> Program {
        let absolute = |(place, word): (usize, &String)| {
            let is_path = if place == 0 { word.contains('/') } else { !word.starts_with('-') };
            let path = Some(Path::new(word)).filter(|path| is_path && path.exists());
            let path =
                path.and_then(|path| std::path::absolute(path).ok()?.into_os_string().into_string().ok());
            path.unwrap_or_else(|| word.clone())
        };
        Program {
            command: self.command.iter().enumerate().map(absolute).collect(),
            files: self.files.clone(),
        }
    }

    /// Runs it once. When this returns, the program and all processes of its group have ended.
    pub fn run(
        &self,
        input: &[u8],
        limits: Limits,
        care: Care,
        errors: Stdio,
        stop: &AtomicBool,
    ) -> Result<Execution, Failure> {
        let name = &self.command[0];
        let failed = |error: std::io::Error| Failure::Io(say!("{name}: {error}", "{name}：{error}"));
        let reading = match care {
            Care::Quick => None,
            Care::Exact => Some(tempfile::NamedTempFile::new().map_err(failed)?),
        };
        let mut command = match &reading {
            None => plain(&self.command),
            Some(file) => meter::command(&self.command, file.path()).map_err(failed)?,
        };
        let folder =
            self.files.as_ref().map(|files| Folder::new(files, input)).transpose().map_err(failed)?;
        match &folder {
            None => command.stdin(Stdio::piped()).stdout(Stdio::piped()),
            Some(folder) => command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()),
        };
        let mut started =
            Started::from(command.stderr(errors)).map_err(|error| cannot_start(name, &error))?;
        let mut run = Run { limits, stop, folder: folder.as_ref(), is_metered: reading.is_some() };
        let end = run.watch(&mut started, input).map_err(failed)?;
        let used = started.finish().map_err(failed)?;
        let reading = reading.and_then(|file| Reading::of(file.path()));
        if let Some(Reading::NotStarted(error)) = reading {
            let error = error.map_or_else(|| ErrorKind::Other.into(), std::io::Error::from_raw_os_error);
            return Err(cannot_start(name, &error));
        }
        Ok(run.settle(end, used, reading))
    }
}

/// A folder in which a program is run once.
struct Folder<'a> {
    files: &'a FileNames,
    made: TempDir,
}

impl Folder<'_> {
    fn new<'a>(files: &'a FileNames, input: &[u8]) -> std::io::Result<Folder<'a>> {
        let made = tempfile::Builder::new().prefix("hule-").tempdir()?;
        fs::write(made.path().join(&files.input), input)?;
        Ok(Folder { files, made })
    }

    fn path(&self) -> &Path {
        self.made.path()
    }

    /// The size of the output; `None` if it is no file.
    fn len(&self) -> Option<u64> {
        let data = fs::symlink_metadata(self.made.path().join(&self.files.output)).ok()?;
        data.is_file().then_some(data.len())
    }

    /// The output, up to one byte more than may be printed.
    fn output(&self) -> Option<Vec<u8>> {
        self.len()?;
        let file = fs::File::open(self.made.path().join(&self.files.output)).ok()?;
        let mut output = Vec::new();
        file.take(Execution::MOST_OUTPUT as u64 + 1).read_to_end(&mut output).ok()?;
        Some(output)
    }
}

/// A run that is watched.
struct Run<'a> {
    limits: Limits,
    stop: &'a AtomicBool,
    folder: Option<&'a Folder<'a>>,
    is_metered: bool,
}

/// What was seen of a run before it ended.
struct Watched {
    output: Vec<u8>,
    /// Why it is to be ended; `None` if it has ended.
    end: Option<End>,
    usage: Usage,
}

impl Run<'_> {
    fn watch(&mut self, program: &mut Started, input: &[u8]) -> std::io::Result<Watched> {
        let started = Instant::now();
        if let Some(mut stdin) = program.child.stdin.take() {
            // A deck fits into a pipe, so this does not wait; the program may have ended without reading it.
            match stdin.write_all(input) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
                _ => drop(stdin),
            }
        }
        let mut stdout = program.child.stdout.take();
        let (mut output, mut usage, mut glanced) = (Vec::new(), Usage::default(), started);
        let end = loop {
            // Until it prints or ends; the limits are looked at now and then.
            if let Some(open) = &mut stdout {
                if is_ready(open.as_fd(), Program::GLANCE)? && !read_some(open, &mut output)? {
                    stdout = None;
                }
                if output.len() > Execution::MOST_OUTPUT {
                    break Some(End::TooMuch);
                }
            } else {
                program.wait_a_little()?;
            }
            if program.has_ended()? {
                // What it has printed is still to be read; who else holds the pipe is of no interest.
                while let Some(open) = &mut stdout
                    && output.len() <= Execution::MOST_OUTPUT
                    && is_ready(open.as_fd(), Duration::ZERO)?
                    && read_some(open, &mut output)?
                {}
                break None;
            }
            if self.stop.load(Ordering::Relaxed) {
                break Some(End::Stopped);
            }
            if glanced.elapsed() < Program::GLANCE {
                continue;
            }
            usage = usage.or_more(Usage::of(program.child.id(), self.is_metered, self.limits.memory));
            glanced = Instant::now();
            if let Some(end) = self.over(usage) {
                break Some(end);
            }
            if glanced - started > self.limits.wall() {
                break Some(End::TooSlow);
            }
            let written = self.folder.and_then(Folder::len);
            if written.is_some_and(|bytes| bytes > Execution::MOST_OUTPUT as u64) {
                break Some(End::TooMuch);
            }
        };
        Ok(Watched { output, end, usage })
    }

    /// The limit that is exceeded.
    fn over(&self, usage: Usage) -> Option<End> {
        if usage.time > self.limits.time {
            Some(End::TooSlow)
        } else if usage.memory > self.limits.memory {
            Some(End::TooLarge)
        } else {
            None
        }
    }

    /// Puts together what was seen while it ran and what the system says at its end.
    fn settle(&self, watched: Watched, used: ResUse, reading: Option<Reading>) -> Execution {
        let (status, usage) = match reading {
            Some(Reading::Ended { status, time, memory }) => {
                (ExitStatus::from_raw(status), watched.usage.or_more(Usage { time, memory }))
            }
            // A meter that was killed has nothing to say, and is not what is measured.
            _ if self.is_metered => (used.status, watched.usage),
            _ => {
                let time = used.rusage.utime + used.rusage.stime;
                (used.status, watched.usage.or_more(Usage { time, memory: used.rusage.maxrss }))
            }
        };
        let file = self.folder.map(Folder::output);
        let no_file = matches!(file, Some(None));
        let mut output = file.map_or(watched.output, Option::unwrap_or_default);
        let too_much = output.len() > Execution::MOST_OUTPUT;
        output.truncate(Execution::MOST_OUTPUT);
        let end = watched.end.unwrap_or_else(|| {
            let end = self.over(usage).unwrap_or_else(|| end_of(status));
            if too_much && end == End::Good { End::TooMuch } else { end }
        });
        Execution { output, end, usage, no_file }
    }
}

/// A running program in a process group of its own. Dropping this kills the group.
pub struct Started {
    pub child: Child,
    /// A file descriptor that becomes readable when it has ended; `None` where the system has none.
    pub exit: Option<OwnedFd>,
    /// Whether its number may belong to another process by now.
    is_gone: bool,
}

/// The command for a program with its arguments.
fn plain(program: &[String]) -> Command {
    let (name, arguments) = program.split_first().expect("the arguments ask for a program");
    let mut command = Command::new(name);
    command.args(arguments);
    command
}

impl Started {
    /// Starts a program with its arguments, and with pipes to its standard streams.
    pub fn new(program: &[String], errors: Stdio) -> Result<Started, Failure> {
        let mut command = plain(program);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        Started::from(command).map_err(|error| cannot_start(&program[0], &error))
    }

    fn from(command: &mut Command) -> std::io::Result<Started> {
        let child = command.process_group(0).spawn()?;
        let exit = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).ok();
        Ok(Started { child, exit, is_gone: false })
    }

    /// Waits until it ends, but not for long.
    fn wait_a_little(&self) -> std::io::Result<()> {
        match &self.exit {
            Some(exit) => is_ready(exit.as_fd(), Program::GLANCE).map(drop),
            None => {
                std::thread::sleep(Duration::from_millis(1));
                Ok(())
            }
        }
    }

    /// Whether it has ended. Its number stays its own until [`finish`](Started::finish).
    fn has_ended(&self) -> std::io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(Pid::from_child(&self.child)), options) {
            Ok(status) => Ok(status.is_some()),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Kills what is left of the group, and returns how the program ended and what it used.
    fn finish(&mut self) -> std::io::Result<ResUse> {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        loop {
            if let Some(used) = self.child.try_wait4()? {
                self.is_gone = true;
                return Ok(used);
            }
            self.wait_a_little()?;
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if self.is_gone {
            return;
        }
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

fn cannot_start(name: &str, error: &std::io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound if Path::new(name).components().count() == 1 && Path::new(name).exists() => {
            say!("there is no such command; perhaps `./{name}` is meant", "没有这个命令；也许是 `./{name}`")
        }
        ErrorKind::NotFound if Path::new(name).exists() => {
            say!("what its first line names after `#!` is not there", "它第一行 `#!` 之后的程序不存在")
        }
        ErrorKind::NotFound => say!("there is no such program", "没有这个程序"),
        _ if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => say!(
            "it is not a program; a script needs a first line with `#!`, or its interpreter before it",
            "它不是程序；脚本的第一行要有 `#!`，或者在前面写出解释器"
        ),
        ErrorKind::PermissionDenied => say!("it may not be executed", "没有执行它的权限"),
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
