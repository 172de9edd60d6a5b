//! `hule stress`: many decks against the user's program.

mod report;
mod saving;
mod shrink;
mod tests;

use crate::STRESS_STATUS;
use crate::child::{self, Limits, MemoryPrecision, orphans};
use crate::failure::Failure;
use crate::jobs;
use crate::judging::{Judge, JudgeOptions, Trial, Verdict, limit, megabytes, seconds};
use crate::language::say;
use crate::progress::{Progress, text};
use crate::status::Status;
use clap::Args;
use report::Report;
use saving::Saving;
use shrink::{FailureKind, Size, failure_kind};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tests::{Test, Tests};

const EXAMPLES: &str = "\
Examples:
  hule stress -- ./mine                          ten seconds, half of the decks with rare situations
  hule stress -n 1000 --limit 5 -- python3 mine.py   a thousand decks, at most five seconds for each
  hule stress -t 60 --seed 7 -- java -cp . Mine  a minute, with other decks
  hule stress --keep-going -- ./mine             one failure of each kind, not only the first
  hule stress --decks tests -- ./mine            these decks, a directory or files
  hule stress --file-io mahjong.in mahjong.out -- ./mine   a program that uses freopen";

/// Test a program on many decks and stop at the first wrong answer
///
/// The program reads a deck from standard input and prints the log on standard output. Half of the decks are random;
/// each of the others has one of the rare situations of `hule deck list`. The first failure is shrunk, explained as
/// by `hule check`, and saved. White space at the end of lines is ignored, unless --strict is given.
///
/// The time limit applies to the CPU time of the program and its child processes. The elapsed time may be five times
/// the limit plus a second. A program that exceeds a limit is run again while nothing else runs, and only the second
/// run counts.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{STRESS_STATUS}"))]
pub struct StressCommand {
    /// The number of decks [default: as many as the time allows]
    #[arg(short = 'n', long = "tests", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tests: Option<u64>,

    /// The time in seconds [default: 10, or unlimited with -n or --decks]
    #[arg(short = 't', long = "time", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// The number of runs at the same time [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// The seed of the decks
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// Use these decks: files with any number of them, or directories with *.in and *.deck; `--` ends them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "seed")]
    decks: Vec<PathBuf>,

    /// Continue after failures and report one of each kind
    #[arg(short = 'k', long)]
    keep_going: bool,

    /// The time limit per deck, in seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = limit, allow_negative_numbers = true, default_value = "2")]
    limit: Duration,

    /// The memory limit, in megabytes
    #[arg(long, value_name = "MB", value_parser = megabytes, default_value_t = 512)]
    memory: u64,

    /// How many seconds to spend on shrinking the failure; 0 turns it off
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, default_value = "3")]
    shrink: Duration,

    #[command(flatten)]
    judging: JudgeOptions,

    /// The directory in which the first failure is saved; with --keep-going, one subdirectory for each kind of failure,
    /// named after the rule or verdict
    #[arg(long, value_name = "DIR", default_value = "hule-stress")]
    save: PathBuf,

    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,

    /// The program and its arguments; one word with spaces is split as by a shell
    #[arg(trailing_var_arg = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// A deck that the program gets wrong, of all that it gets wrong in this way.
struct Found {
    test: Test,
    trial: Trial,
    size: Size,
    /// How many there are.
    count: u64,
}

/// What all threads add to.
struct State {
    tests: Tests,
    counts: [u64; Verdict::ALL.len()],
    found: BTreeMap<FailureKind, Found>,
    /// Whether no more tests are to be started. Those that run are waited for, since one of them may be an
    /// earlier failure: which one is reported does not depend on the threads.
    is_over: bool,
    failure: Option<Failure>,
}

impl State {
    fn next_test(&mut self) -> Option<Test> {
        if self.is_over { None } else { self.tests.next() }
    }
}

impl StressCommand {
    pub fn run(self) -> Result<Status, Failure> {
        let tests = Tests::new(&self.decks, self.seed, self.tests)?;
        let saving = Saving::new(&self.save, self.keep_going)?;
        orphans::adopt();
        let judge = Judge::new(self.command()?, &self.judging, MemoryPrecision::Quick)?;
        let stop = jobs::stop_flag()?;
        let started = Instant::now();
        let state = self.test_all(&judge, tests, &stop);
        orphans::end_all();
        if let Some(failure) = state.failure {
            return Err(failure);
        }
        let report = Report::new(&self, &judge, &saving, state.counts, started.elapsed());
        let mut found: Vec<Found> = state.found.into_values().collect();
        if !self.keep_going {
            // Several threads may have found one each.
            found.sort_by_key(|found| found.test.number);
            found.truncate(1);
        }
        let stopped = stop.load(Ordering::Relaxed);
        if found.is_empty() {
            if !stopped && state.counts.iter().all(|&count| count == 0) {
                return Err(Failure::Input(say!(
                    "no deck was tested; raise the time with -t",
                    "没有完成任何测试点；请用 -t 增加时间"
                )));
            }
            report.print(&[])?;
            if stopped {
                eprintln!("hule: {}", say!("stopped before there was a verdict", "得出结论之前被中断"));
            }
            return Ok(if stopped { Status(jobs::STOPPED) } else { Status::SUCCESS });
        }
        let mut failures = Vec::new();
        for found in found {
            failures.push(report.failure(found, &stop)?);
        }
        orphans::end_all();
        report.print(&failures)?;
        // What was found is of use also if it cannot be saved.
        let unsaved: Vec<Failure> = failures.into_iter().filter_map(|failure| failure.saved.err()).collect();
        if unsaved.is_empty() { Ok(Status(3)) } else { Err(Failure::Several(unsaved)) }
    }

    /// The program and its arguments, also if they are given as one word.
    fn command(&self) -> Result<Vec<String>, Failure> {
        match &self.program[..] {
            [word] if word.contains(' ') && !Path::new(word).exists() => {
                child::words(word).map_err(Failure::Input)
            }
            words => Ok(words.to_vec()),
        }
    }

    fn limits(&self) -> Limits {
        Limits { time: self.limit, memory: self.memory.saturating_mul(1 << 20) }
    }

    fn test_all(&self, judge: &Judge, tests: Tests, stop: &AtomicBool) -> State {
        let threads = jobs::threads(self.threads).get();
        let count = tests.left();
        // More than there are tests would have nothing to do.
        let threads = count.map_or(threads, |count| threads.min(count.min(1 << 10) as usize));
        let time = self.time.or_else(|| count.is_none().then_some(Duration::from_secs(10)));
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let progress =
            Progress::new(count, |language, work| text::trials(language, work, time, self.keep_going));
        let state = Mutex::new(State {
            tests,
            counts: [0; Verdict::ALL.len()],
            found: BTreeMap::new(),
            is_over: false,
            failure: None,
        });
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed)
                        && deadline.is_none_or(|deadline| Instant::now() < deadline)
                    {
                        let next = lock(&state).next_test();
                        let Some(next) = next else { break };
                        let outcome = judge.try_deck(&next.deck, self.limits(), stop);
                        let is_right = self.note(&mut lock(&state), next, outcome, stop);
                        if is_right || self.keep_going {
                            progress.add(1);
                        } else {
                            // It says that all are right.
                            progress.clear();
                        }
                    }
                });
            }
        });
        progress.clear();
        state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the outcome of a test, and returns whether it is right.
    fn note(
        &self,
        state: &mut State,
        test: Test,
        outcome: Result<Option<Trial>, Failure>,
        stop: &AtomicBool,
    ) -> bool {
        let trial = match outcome {
            Ok(None) => return false,
            Ok(Some(trial)) => trial,
            Err(failure) => {
                stop.store(true, Ordering::Relaxed);
                state.failure = Some(failure);
                return false;
            }
        };
        state.counts[trial.verdict as usize] += 1;
        if trial.verdict == Verdict::Right {
            return true;
        }
        state.is_over |= !self.keep_going;
        let size = Size::of(&trial);
        let found = Found { size, count: 1, test, trial };
        match state.found.entry(failure_kind(&found.trial)) {
            std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(found)),
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let count = entry.get().count + 1;
                let key = |found: &Found| (self.keep_going.then_some(found.size), found.test.number);
                if key(&found) < key(entry.get()) {
                    entry.insert(found);
                }
                entry.get_mut().count = count;
            }
        }
        false
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
