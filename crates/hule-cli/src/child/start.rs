//! Starting and ending programs.

use super::pipes::Pipes;
use super::system::{self, Exit, Group};
use crate::failure::Failure;
use crate::language::say;
use crate::name::shown;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use wait4::{ResUse, Wait4};

/// A running program, in a process group or a job of its own. Dropping this kills all of it.
pub struct Started {
    group: Group,
    exit: Exit,
    /// What it had started when it was killed, also what had left its group.
    strays: Vec<u32>,
    /// Whether its number may belong to another process by now.
    is_gone: bool,
}

/// The command for a program with its arguments.
pub fn plain(program: &[String]) -> Command {
    let (name, arguments) = program.split_first().expect("the arguments ask for a program");
    let mut command = Command::new(system::found(name));
    command.args(arguments);
    command
}

impl Started {
    /// Starts a program with its arguments, and with pipes to its standard streams.
    pub fn new(program: &[String]) -> Result<Started, Failure> {
        let mut command = plain(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Started::from(command).map_err(|error| cannot_start(&program[0], &error))
    }

    pub fn from(command: Command) -> io::Result<Started> {
        let mut group = Group::start(command)?;
        let exit = Exit::of(group.leader());
        Ok(Started { group, exit, strays: Vec::new(), is_gone: false })
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.group.id()
    }

    /// Those of its standard streams that are pipes, for the first caller.
    pub fn pipes(&mut self) -> io::Result<Pipes> {
        let child = self.group.leader();
        Pipes::new(child.stdin.take(), child.stdout.take(), child.stderr.take())
    }

    /// Waits until it ends, but not longer than `patience`, and perhaps not that long.
    pub fn wait(&self, patience: Duration) -> io::Result<()> {
        self.exit.wait(patience)
    }

    /// Whether it has ended. Its number stays its own until [`finish`](Started::finish).
    pub fn has_ended(&mut self) -> io::Result<bool> {
        system::has_ended(self.group.leader())
    }

    /// Kills what is left of it.
    pub fn kill(&mut self) {
        let is_running = self.has_ended().is_ok_and(|has_ended| !has_ended);
        if is_running {
            self.strays = system::descendants(self.id());
        }
        self.group.kill();
        system::kill(&self.strays);
    }

    /// Kills what is left of it, and returns how the program ended and what it used.
    pub fn finish(&mut self) -> io::Result<ResUse> {
        self.kill();
        loop {
            if let Some(used) = self.group.leader().try_wait4()? {
                self.is_gone = true;
                system::reap(&self.strays);
                return Ok(used);
            }
            self.wait(Duration::from_millis(5))?;
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if !self.is_gone {
            self.kill();
            let _ = self.group.leader().wait();
            system::reap(&self.strays);
        }
    }
}

pub fn cannot_start(name: &str, error: &io::Error) -> Failure {
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
        _ if system::is_no_program(error) && cfg!(windows) => say!(
            "it is not a program; a script needs its interpreter in front, as in `python mine.py`",
            "它不是程序；脚本要在前面写出解释器，例如 `python mine.py`"
        ),
        _ if system::is_no_program(error) => say!(
            "it is not a program; a script needs a first line with `#!`, or its interpreter in front, as in `python3 mine.py`",
            "它不是程序；脚本的第一行要有 `#!`，或者在前面写出解释器，例如 `python3 mine.py`"
        ),
        ErrorKind::PermissionDenied => say!("it is not executable", "没有执行权限"),
        _ => error.to_string(),
    };
    Failure::Io(say!("{}: {why}", "{}：{why}", shown(name)))
}
