//! One run of a program on one input, with limits.

use super::memory_meter::{self, Reading};
use super::pipes::Pipes;
use super::start::{Started, cannot_start, plain};
use super::{End, Limits, Usage, quoted, system};
use crate::failure::Failure;
use crate::language::say;
use crate::source::as_meant;
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, is_separator};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use wait4::ResUse;

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

/// How long to wait for the program before the limits are checked.
const GLANCE: Duration = Duration::from_millis(5);

/// How often the limits are checked. Where each process has to be asked, that takes a while.
const LOOK: Duration = Duration::from_millis(if cfg!(target_os = "linux") { 5 } else { 25 });

/// How long to wait for what a program has printed, if a process that does not end with it holds its standard output.
const REST: Duration = Duration::from_secs(1);

/// How memory is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryPrecision {
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

impl Execution {
    /// How much output is kept. No log is a hundredth as long.
    pub const MOST_OUTPUT: usize = 1 << 20;
}

impl Program {
    /// The command as one could type it in a shell.
    pub fn shell(&self) -> String {
        self.command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// The program as it can be started in another folder: its path and arguments that name files are made absolute.
    pub fn anywhere(&self) -> Program {
        let absolute = |(place, word): (usize, &String)| {
            let program = Path::new(&system::found(word)).display().to_string();
            let candidates = match place {
                0 if program.contains(is_separator) => vec![program.clone(), program + EXE_SUFFIX],
                0 => Vec::new(),
                _ if word.starts_with('-') => Vec::new(),
                _ => vec![word.clone()],
            };
            let path = candidates.into_iter().find(|path| Path::new(path).exists());
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
        care: MemoryPrecision,
        errors: Stdio,
        stop: &AtomicBool,
    ) -> Result<Execution, Failure> {
        let name = &self.command[0];
        let failed = |error: std::io::Error| Failure::Io(say!("{name}: {error}", "{name}：{error}"));
        let reading = match care {
            MemoryPrecision::Exact if memory_meter::IS_NEEDED => {
                Some(tempfile::NamedTempFile::new().map_err(failed)?)
            }
            _ => None,
        };
        let mut command = match &reading {
            None => plain(&self.command),
            Some(file) => memory_meter::command(&self.command, file.path()).map_err(failed)?,
        };
        let folder =
            self.files.as_ref().map(|files| Folder::new(files, input)).transpose().map_err(failed)?;
        match &folder {
            None => command.stdin(Stdio::piped()).stdout(Stdio::piped()),
            Some(folder) => command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()),
        };
        command.stderr(errors);
        let mut started = Started::from(command).map_err(|error| cannot_start(name, &error))?;
        let mut run = Run { limits, stop, folder: folder.as_ref(), is_metered: reading.is_some() };
        let end = run.watch(&mut started, input).map_err(failed)?;
        let used = started.finish().map_err(failed)?;
        let reading = reading.and_then(|file| Reading::of(file.path()));
        if let Some(Reading::NotStarted(error)) = reading {
            let error = error.map_or_else(|| ErrorKind::Other.into(), std::io::Error::from_raw_os_error);
            return Err(cannot_start(name, &error));
        }
        Ok(run.settle(end, used, reading.as_ref()))
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
        let mut pipes = program.pipes()?;
        pipes.say(input);
        pipes.end_input();
        let (mut output, mut usage, mut glanced) = (Vec::new(), Usage::default(), started);
        let mut is_open = self.folder.is_none();
        let end = loop {
            // Until it prints or ends; the limits are looked at now and then.
            if is_open {
                pipes.wait(GLANCE);
                is_open = pipes.take_output(&mut output);
                if output.len() > Execution::MOST_OUTPUT {
                    break Some(End::TooMuch);
                }
            } else {
                program.wait(GLANCE)?;
            }
            if program.has_ended()? {
                program.kill();
                if is_open {
                    read_rest(&mut pipes, &mut output);
                }
                break None;
            }
            if self.stop.load(Ordering::Relaxed) {
                break Some(End::Stopped);
            }
            if glanced.elapsed() < LOOK {
                continue;
            }
            usage = usage.or_more(system::usage(program.id(), self.is_metered, self.limits.memory));
            glanced = Instant::now();
            if let Some(end) = self.limits.end_after(glanced - started, usage) {
                break Some(end);
            }
            let written = self.folder.and_then(Folder::len);
            if written.is_some_and(|bytes| bytes > Execution::MOST_OUTPUT as u64) {
                break Some(End::TooMuch);
            }
        };
        Ok(Watched { output, end, usage })
    }

    /// Puts together what was seen while it ran and what the system says at its end.
    fn settle(&self, watched: Watched, used: ResUse, reading: Option<&Reading>) -> Execution {
        let (end, usage) = match reading {
            Some(&Reading::Ended { end, time, memory }) => {
                (end, watched.usage.or_more(Usage { time, memory }))
            }
            // A meter that was killed has nothing to say, and is not what is measured.
            _ if self.is_metered => (used.status.into(), watched.usage),
            _ => {
                let time = used.rusage.utime + used.rusage.stime;
                (used.status.into(), watched.usage.or_more(Usage { time, memory: used.rusage.maxrss }))
            }
        };
        let file = self.folder.map(Folder::output);
        let no_file = matches!(file, Some(None));
        let mut output = file.map_or(watched.output, Option::unwrap_or_default);
        let too_much = output.len() > Execution::MOST_OUTPUT;
        output.truncate(Execution::MOST_OUTPUT);
        let output = as_meant(output);
        let end = watched.end.unwrap_or_else(|| {
            let end = self.limits.end(usage).unwrap_or(end);
            if too_much && end == End::Good { End::TooMuch } else { end }
        });
        Execution { output, end, usage, no_file }
    }
}

/// Reads what a program that has ended had printed.
fn read_rest(pipes: &mut Pipes, output: &mut Vec<u8>) {
    let mut silence = Instant::now();
    loop {
        let before = output.len();
        let goes_on = pipes.take_output(output);
        if output.len() > before {
            silence = Instant::now();
        }
        if !goes_on || output.len() > Execution::MOST_OUTPUT || silence.elapsed() > REST {
            return;
        }
        pipes.wait(REST);
    }
}
