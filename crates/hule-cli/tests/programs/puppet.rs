//! The program that the tests judge and let play: it does what its arguments say, one after the other. Without arguments it
//! plays as the rules say.
//!
//! Where an argument has others in it, they are separated by `+`, or by `;` if there is `+` in them.

use hule_twin::{Mutation, kind, mutant_log};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn main() -> io::Result<()> {
    let mut puppet = Puppet { input: None, out: Box::new(io::stdout()), held: Vec::new(), awaited: None };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        puppet.obey("play")?;
    }
    arguments.iter().try_for_each(|argument| puppet.obey(argument))
}

struct Puppet {
    /// What it has read; `None` if it has read nothing.
    input: Option<String>,
    out: Box<dyn Write>,
    /// Memory that it does not give back.
    held: Vec<Vec<u8>>,
    /// What a bot does when it has been told so many messages of a kind.
    awaited: Option<(String, u64, String)>,
}

impl Puppet {
    fn obey(&mut self, argument: &str) -> io::Result<()> {
        let (name, value) = argument.split_once('=').unwrap_or((argument, ""));
        let number = || value.parse::<usize>().expect("a number");
        match name {
            // Reading and writing.
            "from" => self.input = Some(fs::read_to_string(value)?),
            "to" => self.out = Box::new(File::create(value)?),
            "write" => fs::write(value, "")?,
            "print" => self.print(&format!("{value}\n"))?,
            "complain" => io::stderr().write_all(format!("{value}\n").as_bytes())?,
            "blank-lines" => self.print(&"\n".repeat(number()))?,
            "print-forever" => loop {
                self.print(&"y\n".repeat(1000))?;
            },
            // Playing a deck: by the rules, with a mutation, or with a space at the end of every line.
            "play" => {
                let log = self.log(value)?;
                self.print(&log)?;
            }
            "play-with-spaces" => {
                let log = self.log("")?.replace('\n', " \n");
                self.print(&log)?;
            }
            // If what it reads begins with one of these names, does what follows them, and ends.
            "if" => {
                let (names, steps) = value.split_once(':').expect("names and what to do");
                let input = self.input()?.to_owned();
                if names.split(',').any(|name| input.starts_with(name)) {
                    self.obey_all(steps)?;
                    std::process::exit(0);
                }
            }
            // If there is no such file, makes it and does what follows.
            "once" => {
                let (file, steps) = value.split_once(':').expect("a file and what to do");
                if File::create_new(file).is_ok() {
                    self.obey_all(steps)?;
                }
            }
            // Using time and memory.
            "await" => {
                while !fs::exists(value)? {
                    std::thread::sleep(Duration::from_millis(10));
                }
            }
            "sleep" => std::thread::sleep(seconds(value)),
            "work" => {
                let started = Instant::now();
                while processor_time(started) < seconds(value) {
                    black_box((0..10_000).sum::<u64>());
                }
            }
            "hold" => self.held.push(black_box(vec![1; number() << 20])),
            "peak" => drop(black_box(vec![1_u8; number() << 20])),
            // Others.
            "lock" => {
                let file = File::options().read(true).write(true).create(true).truncate(false).open(value)?;
                file.lock_shared()?;
                std::mem::forget(file); // It is locked for as long as this process lives.
            }
            "run" => assert!(start(value, &mut again())?.wait()?.success()),
            "start" => drop(start(value, &mut again())?),
            "start-apart" => drop(start_apart(value)?),
            #[cfg(unix)]
            "new-session" => drop(rustix::process::setsid()?),
            // When a bot has been told so many messages of this kind, it does what follows.
            "on" => {
                let mut parts = value.splitn(3, ':').map(str::to_owned);
                let mut part = || parts.next().expect("a kind, a number and what to do");
                self.awaited = Some((part(), part().parse().expect("a number"), part()));
            }
            "bot" => self.bot(&mut |puppet, id, request| {
                if id == 1 {
                    puppet.obey_all(value)?;
                }
                Ok(request["legal"][0].clone())
            })?,
            "bot-with-faults" => self.bot(&mut |puppet, id, request| match id % 3 {
                0 => puppet.obey("complain=oh dear").map(|()| Value::Null),
                1 => Ok(json!("OUT PASS")),
                _ => Ok(request["legal"][0].clone()),
            })?,
            "bot-with-a-fault-in-every-game" => self.bot(&mut |_, _, request| {
                let (view, legal) = (&request["view"], request["legal"].as_array().expect("a list"));
                let mut river = view["river"].as_array().expect("a list").iter();
                let wins = |action: &&Value| **action == "RON" || **action == "SELFDRAWN";
                let choice = legal.last().filter(wins).unwrap_or(&legal[0]);
                let is_first = !river.any(|discard| discard["seat"] == view["seat"]);
                Ok(if is_first { json!("OUT PASS") } else { choice.clone() })
            })?,
            // Ending.
            "exit" => std::process::exit(value.parse().expect("a number")),
            "abort" => std::process::abort(),
            #[cfg(unix)]
            "signal" => {
                let signal = rustix::process::Signal::from_named_raw(value.parse().expect("a number"));
                rustix::process::kill_process(rustix::process::getpid(), signal.expect("a signal"))?;
            }
            _ => panic!("the puppet does not know {argument}"),
        }
        Ok(())
    }

    fn obey_all(&mut self, arguments: &str) -> io::Result<()> {
        separated(arguments).try_for_each(|argument| self.obey(argument))
    }

    fn input(&mut self) -> io::Result<&str> {
        if self.input.is_none() {
            self.input = Some(io::read_to_string(io::stdin())?);
        }
        Ok(self.input.as_deref().unwrap_or_default())
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// The log of the deck that it reads, with the mutation of this name if it is not empty.
    fn log(&mut self, name: &str) -> io::Result<String> {
        let named = |(mutation, _): &(Mutation, _)| mutation.to_string() == name;
        let mutation = Mutation::all().into_iter().find(named).map(|(mutation, _)| mutation);
        assert!(name.is_empty() || mutation.is_some(), "there is no mutation {name}");
        let deck: Vec<usize> = self.input()?.split_whitespace().map(kind).collect();
        Ok(mutant_log(&deck, mutation))
    }

    /// Plays as a bot, which answers a request with this; without an action, with garbage.
    fn bot(
        &mut self,
        answer: &mut dyn FnMut(&mut Puppet, u64, &Value) -> io::Result<Value>,
    ) -> io::Result<()> {
        for line in io::stdin().lines() {
            let message: Value = serde_json::from_str(&line?)?;
            if let Some((_, left, steps)) =
                self.awaited.as_mut().filter(|(kind, ..)| message["type"] == **kind)
            {
                *left = left.wrapping_sub(1);
                if *left == 0 {
                    let steps = steps.clone();
                    self.obey_all(&steps)?;
                }
            }
            if message["type"] == "hello" {
                let hello = json!({ "type": "hello", "protocol": 1, "name": "test" });
                self.print(&format!("{hello}\n"))?;
            } else if message["type"] == "request" {
                let id = message["id"].as_u64().expect("a number");
                let action = answer(self, id, &message)?;
                let answer = json!({ "type": "answer", "id": id, "action": action });
                let said = if action.is_null() { "?\n".to_owned() } else { format!("{answer}\n") };
                self.print(&said)?;
            }
        }
        Ok(())
    }
}

fn separated(arguments: &str) -> impl Iterator<Item = &str> {
    let separator = if arguments.contains(';') { ';' } else { '+' };
    arguments.split(separator).filter(|argument| !argument.is_empty())
}

fn again() -> Command {
    Command::new(std::env::current_exe().expect("it has a path"))
}

/// Starts itself with these arguments.
fn start(arguments: &str, command: &mut Command) -> io::Result<Child> {
    command.args(separated(arguments)).stdin(Stdio::null()).spawn()
}

/// The same as far from itself as the system allows.
#[cfg(unix)]
fn start_apart(arguments: &str) -> io::Result<Child> {
    start(arguments, again().arg("new-session"))
}

#[cfg(windows)]
fn start_apart(arguments: &str) -> io::Result<Child> {
    use std::os::windows::process::CommandExt;
    const DETACHED_PROCESS: u32 = 0x8;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    start(arguments, again().creation_flags(DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP))
}

fn seconds(text: &str) -> Duration {
    Duration::from_secs_f64(text.parse().expect("a number of seconds"))
}

/// How long this process has had a processor.
#[cfg(unix)]
fn processor_time(_started: Instant) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).expect("it does not go back")
}

/// How long it has worked, also if others had the processor.
#[cfg(windows)]
fn processor_time(started: Instant) -> Duration {
    started.elapsed()
}
