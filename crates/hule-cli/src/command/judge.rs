//! `hule judge`: a program on a set of tests, as a judge runs it.

mod junit;
mod package;
mod report;
mod settings;
mod tree;

use crate::JUDGE_STATUS;
use crate::child::{self, Limits, MemoryPrecision, orphans};
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::jobs;
use crate::judging::{Judge, JudgeOptions, Trial, Verdict, limit, megabytes};
use crate::language::say;
use crate::progress::{Progress, text};
use crate::status::Status;
use clap::Args;
use package::{Package, Test};
use report::{Judged, Report};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  hule judge ./mine tests                       1.in with 1.ans or 1.out, and so on
  hule judge \"python3 mine.py\" mahjong.zip      a package as it is uploaded to a judge
  hule judge ./mine 7.in                        one test; a missing answer is computed
  hule judge ./mine tests --junit results.xml   for continuous integration
  hule judge --file-io mahjong.in mahjong.out ./mine tests   a program that uses freopen

Layouts:
  plain    1.in with 1.ans or 1.out, and 1.deck with 1.ans
  luogu    the same, and config.yml with limits, points and subtasks
  tuack    data/1.in with data/1.ans, and conf.json with limits and points
  polygon  tests/01 with tests/01.a
  kattis   data/sample and data/secret, problem.yaml with limits, testdata.yaml with points";

/// Run a program on a set of tests, as a judge does
///
/// The table shows the verdict, CPU time and memory of each test, and its points if the package has points. A subtask
/// scores only if all of its tests are correct. The first failure is explained as by `hule check`. The output is always
/// compared with the correct log; wrong or missing answers and inputs in another form than that of the contest are
/// reported as faults of the package.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{JUDGE_STATUS}"))]
pub struct JudgeCommand {
    /// The program and its arguments as one word, as in "python3 mine.py"
    #[arg(value_name = "PROGRAM", value_parser = Words::parse)]
    program: Words,

    /// Directories, zip archives or inputs
    #[arg(value_name = "TESTS", required = true)]
    tests: Vec<PathBuf>,

    /// The time limit per test, in seconds of CPU time [default: from the package, or 2]
    #[arg(long, value_name = "SECONDS", value_parser = limit, allow_negative_numbers = true)]
    limit: Option<Duration>,

    /// The memory limit, in megabytes [default: from the package, or 512]
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    memory: Option<u64>,

    /// The number of runs at the same time [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    judging: JudgeOptions,

    /// Explain every failure, not only the first
    #[arg(long)]
    explain: bool,

    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,

    /// Write the results as `JUnit` XML; `-` is standard output
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// The words of a command line.
#[derive(Clone)]
struct Words(Vec<String>);

impl Words {
    fn parse(text: &str) -> Result<Words, String> {
        child::words(text).map(Words)
    }
}

impl JudgeCommand {
    pub fn run(self) -> Result<Status, Failure> {
        let junit = self.junit.clone().map(Target);
        let stdout_is_taken = export::are_apart(&[&junit, &self.json.then(|| Target("-".into()))])?;
        let package = self.package()?;
        let junit = junit.as_ref().map(Target::create).transpose()?;
        orphans::adopt();
        let judge = Judge::new(self.program.0.clone(), &self.judging, MemoryPrecision::Exact)?;
        let stop = jobs::stop_flag()?;
        let started = Instant::now();
        let trials = self.judge_all(&judge, &package.tests, &stop);
        let judged = trials.and_then(|trials| self.explained(&judge, &package.tests, trials, &stop));
        orphans::end_all();
        let judged = judged?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped(say!("stopped before there was a verdict", "得出结论之前被中断")));
        }
        let report = Report::new(package, judged, started.elapsed());
        let written = junit.map_or(Ok(()), |junit| junit.write(junit::xml(&report)));
        if self.json {
            export::print_verdict(&format!("{}\n", report.json()))?;
        } else if stdout_is_taken {
            eprint!("{}", report.text());
        } else {
            export::print_verdict(&report.text())?;
        }
        match written {
            Err(Failure::ClosedPipe) | Ok(()) => {}
            failed => failed?,
        }
        Ok(match (report.all_right(), report.has_faults()) {
            (false, _) => Status(3),
            (true, true) => Status(2),
            (true, false) => Status::SUCCESS,
        })
    }

    /// All tests, each once.
    fn package(&self) -> Result<Package, Failure> {
        let mut package = Package::default();
        let mut seen = BTreeSet::new();
        let is_new = |path: &&PathBuf| seen.insert(path.canonicalize().unwrap_or_else(|_| (*path).clone()));
        let paths: Vec<&PathBuf> = self.tests.iter().filter(is_new).collect();
        for (place, path) in paths.iter().enumerate() {
            let added = package.add(path, paths.len() == 1);
            // Who gives a program and its arguments word by word gives the second as the first test.
            let is_first = place == 0 && paths.len() > 1 && self.program.0.len() == 1;
            let is_input = path.extension().is_some_and(|extension| extension == "in" || extension == "deck");
            let no_deck = || path.is_file() && package.tests.iter().all(|test| test.deck.is_none());
            let is_argument = is_first && !is_input && (added.is_err() || no_deck());
            if is_argument {
                let (program, argument) = (&self.program.0[0], Target((*path).clone()));
                return Err(Failure::Input(say!(
                    "{argument}: it is not a set of tests; if it is an argument of the program, both are one word: `hule judge \"{program} {argument}\" …`",
                    "{argument}：它不是测试点；如果它是程序的参数，请写成一个词：`hule judge \"{program} {argument}\" …`"
                )));
            }
            added?;
        }
        Ok(package)
    }

    fn limits(&self, test: &Test) -> Limits {
        let time = self.limit.or(test.settings.time).unwrap_or(Duration::from_secs(2));
        let memory = self.memory.map(|memory| memory.saturating_mul(1 << 20));
        Limits { time, memory: memory.or(test.settings.memory).unwrap_or(512 << 20) }
    }

    /// Runs all tests; `None` for those that cannot be run, and for all that are left when it is stopped.
    fn judge_all(
        &self,
        judge: &Judge,
        tests: &[Test],
        stop: &AtomicBool,
    ) -> Result<Vec<Option<Trial>>, Failure> {
        let progress = Progress::new(Some(tests.len() as u64), text::tests);
        let next = AtomicUsize::new(0);
        let results = Mutex::new((vec![None; tests.len()], None));
        std::thread::scope(|scope| {
            for _ in 0..jobs::threads(self.threads).get().min(tests.len()) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed)
                        && let place = next.fetch_add(1, Ordering::Relaxed)
                        && let Some(test) = tests.get(place)
                    {
                        let trial = test.deck.map(|deck| judge.try_deck(&deck, self.limits(test), stop));
                        let (trials, failure) = &mut *results.lock().unwrap_or_else(PoisonError::into_inner);
                        match trial.unwrap_or(Ok(None)) {
                            Ok(trial) => trials[place] = trial,
                            Err(failed) => {
                                *failure = Some(failed);
                                stop.store(true, Ordering::Relaxed);
                            }
                        }
                        progress.add(1);
                    }
                });
            }
        });
        progress.clear();
        let (trials, failure) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(trials), Err)
    }

    /// The trials, the first wrong one or all of them with an explanation.
    fn explained(
        &self,
        judge: &Judge,
        tests: &[Test],
        trials: Vec<Option<Trial>>,
        stop: &AtomicBool,
    ) -> Result<Vec<Option<Judged>>, Failure> {
        let mut is_first = true;
        let mut explained = Vec::new();
        for (test, trial) in tests.iter().zip(trials) {
            let is_wrong = trial.as_ref().is_some_and(|trial| trial.verdict != Verdict::Right);
            let wanted = is_wrong && (self.explain || is_first);
            is_first &= !is_wrong;
            explained.push(match trial {
                Some(trial) if wanted => {
                    let explanation = Some(judge.explain(&trial, self.limits(test), stop)?);
                    Some(Judged { trial, explanation })
                }
                trial => trial.map(|trial| Judged { trial, explanation: None }),
            });
        }
        Ok(explained)
    }
}
