//! `hule stress`: many decks against the user's program.

mod decks;
mod shrink;

use crate::STRESS_STATUS;
use crate::child::{End, Execution, Program, orphans, quoted};
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::language::{language, say};
use crate::long_work;
use crate::mismatch;
use crate::width;
use clap::Args;
use decks::{StressDeck, StressDecks};
use hule::Deck;
use hule::check::{Exactness, Mismatch, check};
use hule::log::TextLog;
use indicatif::ProgressBar;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  hule stress -- ./mine                          ten seconds, half of the decks with rare situations
  hule stress -n 1000 --limit 5 -- python3 mine.py   a thousand decks, at most five seconds for each
  hule stress -t 60 --seed 7 -- java -cp . Mine  a minute, with other decks";

/// Test a program on many decks and stop at the first wrong answer
///
/// The program reads a deck from standard input and prints the log on standard output. Half of the decks are random;
/// each of the others has one of the rare situations of `hule deck list`. The first failure is shrunk, explained as
/// by `hule check`, and saved. White space at the end of lines is ignored, unless --strict is given.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{STRESS_STATUS}"))]
pub struct StressCommand {
    /// The number of decks [default: as many as the time allows]
    #[arg(short = 'n', long = "tests", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tests: Option<u64>,

    /// The time in seconds [default: 10, or unlimited with -n]
    #[arg(short = 't', long = "time", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,

    /// The number of runs at the same time [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// The seed of the decks
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The time limit per deck, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, default_value = "2")]
    limit: Duration,

    /// The memory limit, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 512)]
    memory: u64,

    /// How many seconds to spend on shrinking the failure; 0 turns it off
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true, default_value = "3")]
    shrink: Duration,

    /// Compare byte for byte
    #[arg(long)]
    strict: bool,

    /// The directory for the first failure
    #[arg(long, value_name = "DIR", default_value = "hule-stress")]
    save: PathBuf,

    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,

    /// The program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true, value_name = "PROGRAM")]
    program: Vec<String>,
}

/// A number of seconds, which may have a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| say!("expected a number of seconds", "应为秒数"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| say!("expected a number of seconds, 0 or more", "应为不小于 0 的秒数"))
}

/// What judges say of a program on one deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
    TooSlow,
    Crashed,
    TooLarge,
}

impl Verdict {
    const ALL: [Verdict; 5] =
        [Verdict::Right, Verdict::Wrong, Verdict::TooSlow, Verdict::Crashed, Verdict::TooLarge];

    const fn name(self) -> &'static str {
        match self {
            Verdict::Right => "AC",
            Verdict::Wrong => "WA",
            Verdict::TooSlow => "TLE",
            Verdict::Crashed => "RE",
            Verdict::TooLarge => "MLE",
        }
    }

    fn meaning(self) -> String {
        match self {
            Verdict::Right => say!("right", "正确"),
            Verdict::Wrong => say!("wrong output", "输出错误"),
            Verdict::TooSlow => say!("too slow", "超时"),
            Verdict::Crashed => say!("ended with an error", "运行出错"),
            Verdict::TooLarge => say!("too much memory", "内存超限"),
        }
    }
}

/// A deck that the program gets wrong.
#[derive(Clone)]
struct Wrong {
    deck: Deck,
    execution: Execution,
    verdict: Verdict,
    /// The first wrong line, if the output is wrong.
    mismatch: Option<Box<Mismatch>>,
}

/// What is tested and how.
struct Judge {
    program: Program,
    exactness: Exactness,
}

impl Judge {
    /// Runs the program on a deck; `None` if it was stopped.
    fn try_deck(&self, deck: &Deck, stop: &AtomicBool) -> Result<Option<Result<(), Box<Wrong>>>, Failure> {
        let execution = self.program.run(deck.to_string().as_bytes(), Stdio::null(), stop)?;
        let (verdict, mismatch) = match execution.end {
            End::Stopped => return Ok(None),
            // To compare the bytes is quick and nearly always enough.
            End::Good if TextLog::of(deck).text.as_bytes() == execution.output => return Ok(Some(Ok(()))),
            End::Good | End::TooMuch => match check(deck, &execution.output, self.exactness) {
                Ok(_) => return Ok(Some(Ok(()))),
                Err(mismatch) => (Verdict::Wrong, Some(mismatch)),
            },
            End::TooSlow => (Verdict::TooSlow, None),
            End::TooLarge => (Verdict::TooLarge, None),
            End::Status(_) | End::Signal(_) => (Verdict::Crashed, None),
        };
        Ok(Some(Err(Box::new(Wrong { deck: *deck, execution, verdict, mismatch }))))
    }

    /// The last lines that the program writes to standard error.
    fn errors(&self, deck: &Deck, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        const LINES: usize = 5;
        let unwritable =
            |error: io::Error| Failure::Io(say!("a temporary file: {error}", "临时文件：{error}"));
        let mut file = tempfile::tempfile().map_err(unwritable)?;
        let errors = Stdio::from(file.try_clone().map_err(unwritable)?);
        self.program.run(deck.to_string().as_bytes(), errors, stop)?;
        let mut bytes = Vec::new();
        let len = file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        file.seek(SeekFrom::Start(len.saturating_sub(1 << 12))).map_err(unwritable)?;
        file.take(1 << 12).read_to_end(&mut bytes).map_err(unwritable)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(|line| line.escape_debug().to_string()).collect();
        Ok(lines[lines.len().saturating_sub(LINES)..].to_vec())
    }
}

/// What all threads add to.
struct State {
    decks: StressDecks,
    counts: [u64; Verdict::ALL.len()],
    /// The failure with the least number of its deck.
    wrong: Option<(StressDeck, Box<Wrong>)>,
    failure: Option<Failure>,
}

impl StressCommand {
    pub fn run(self) -> Result<ExitCode, Failure> {
        orphans::adopt();
        let program = Program {
            command: self.program.clone(),
            limit: self.limit,
            memory: self.memory.saturating_mul(1 << 20),
        };
        let exactness = if self.strict { Exactness::Strict } else { Exactness::Lenient };
        let judge = Judge { program, exactness };
        let stop = long_work::stop_flag()?;
        let started = Instant::now();
        let state = self.test_all(&judge, &stop);
        orphans::end_all();
        let took = started.elapsed();
        if let Some(failure) = state.failure {
            return Err(failure);
        }
        let Some((deck, wrong)) = state.wrong else {
            let stopped = stop.load(Ordering::Relaxed);
            if !stopped && state.counts.iter().all(|&count| count == 0) {
                return Err(Failure::Input(say!(
                    "no deck was tested; raise the time with -t",
                    "没有完成任何测试点；请用 -t 增加时间"
                )));
            }
            self.report(&state.counts, took, None, &[], "")?;
            if stopped {
                eprintln!("hule: {}", say!("stopped before there was a verdict", "得出结论之前被中断"));
            }
            return Ok(if stopped { ExitCode::from(long_work::STOPPED) } else { ExitCode::SUCCESS });
        };
        stop.store(false, Ordering::Relaxed);
        let shrunk = shrink::shrink(&judge, &wrong, self.shrink, &stop)?;
        let errors = match shrunk.wrong.verdict {
            Verdict::Crashed => judge.errors(&shrunk.wrong.deck, &stop)?,
            _ => Vec::new(),
        };
        orphans::end_all();
        // What was found is of use also if it cannot be saved.
        let saved = self.save(&judge, &deck, &wrong, &shrunk);
        let said = saved.as_ref().map_or("", String::as_str);
        self.report(&state.counts, took, Some((&deck, &shrunk.wrong)), &errors, said)?;
        saved.map(|_| ExitCode::from(3))
    }

    fn test_all(&self, judge: &Judge, stop: &AtomicBool) -> State {
        let threads = long_work::threads(self.threads).get();
        // More than there are tests would have nothing to do.
        let threads = self.tests.map_or(threads, |tests| threads.min(tests.min(1 << 10) as usize));
        let time = self.time.or_else(|| self.tests.is_none().then_some(Duration::from_secs(10)));
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let state = Mutex::new(State {
            decks: StressDecks::new(self.seed, self.tests),
            counts: [0; Verdict::ALL.len()],
            wrong: None,
            failure: None,
        });
        let progress = self.progress(time);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed)
                        && deadline.is_none_or(|deadline| Instant::now() < deadline)
                    {
                        let next = lock(&state).decks.next();
                        let Some(next) = next else { break };
                        let outcome = judge.try_deck(&next.deck, stop);
                        lock(&state).note(next, outcome, stop);
                        progress.inc(1);
                    }
                });
            }
        });
        progress.finish_and_clear();
        state.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self, time: Option<Duration>) -> ProgressBar {
        let style = long_work::style::tests(language(), self.tests.is_some(), time);
        long_work::progress(self.tests, &style)
    }

    /// Saves a failure, and says how to see it again.
    fn save(
        &self,
        judge: &Judge,
        deck: &StressDeck,
        first: &Wrong,
        shrunk: &shrink::Shrunk,
    ) -> Result<String, Failure> {
        let wrong = &shrunk.wrong;
        fs::create_dir_all(&self.save).map_err(|error| Failure::io(&self.save.display(), &error))?;
        let mut out = String::new();
        let files: [(&str, Vec<u8>); 3] = [
            ("wrong.deck", wrong.deck.to_string().into_bytes()),
            ("wrong.out", wrong.execution.output.clone()),
            ("wrong.ans", TextLog::of(&wrong.deck).text.into_bytes()),
        ];
        for (name, content) in files {
            Target(self.save.join(name)).create()?.write(content)?;
        }
        let place = |wrong: &Wrong| wrong.mismatch.as_ref().map(|mismatch| mismatch.line);
        if let (Some(before), Some(after)) = (place(first), place(wrong))
            && after < before
        {
            out += &say!(
                "Shrunk in {} runs: the first wrong line was line {before} and is now line {after}.\n",
                "运行 {} 次后化简：第一个错误行原为第 {before} 行，现为第 {after} 行。\n",
                shrunk.runs
            );
        }
        let folder = self.save.display();
        let (number, seed, family) = (deck.number, self.seed, deck.family.name().shown);
        out += &say!(
            "Saved in {folder}: wrong.deck, wrong.out (what the program printed), wrong.ans (the right log). It was test {number} of seed {seed}, {family}.\n",
            "保存在 {folder}：wrong.deck、wrong.out（程序的输出）、wrong.ans（正确的记录）。这是种子 {seed} 的第 {number} 个测试点，{family}。\n"
        );
        let program = judge.program.shell();
        let saved = quoted(&self.save.join("wrong.deck").display().to_string());
        let lenient = if self.strict { "" } else { "--lenient " };
        let compared = match wrong.verdict {
            Verdict::Wrong => format!(" | hule check {lenient}{saved}"),
            _ => String::new(),
        };
        out +=
            &say!("To reproduce: {program} < {saved}{compared}\n", "复现：{program} < {saved}{compared}\n");
        Ok(out)
    }

    fn report(
        &self,
        counts: &[u64],
        took: Duration,
        wrong: Option<(&StressDeck, &Wrong)>,
        errors: &[String],
        saved: &str,
    ) -> Result<(), Failure> {
        let tests: u64 = counts.iter().sum();
        if self.json {
            let verdicts: serde_json::Map<_, _> = Verdict::ALL
                .iter()
                .zip(counts)
                .map(|(verdict, &count)| (verdict.name().to_owned(), json!(count)))
                .collect();
            let wrong = wrong.map(|(deck, wrong)| {
                json!({
                    "verdict": wrong.verdict.name(),
                    "test": deck.number,
                    "family": deck.family.name().english,
                    "check": wrong.mismatch.as_ref().map(|mismatch| mismatch::json(mismatch)),
                    "saved": self.save,
                })
            });
            let report = json!({
                "tests": tests, "seconds": took.as_secs_f64(), "verdicts": verdicts, "failure": wrong,
            });
            return export::print_verdict(&format!("{report}\n"));
        }
        let mut out = String::new();
        #[allow(clippy::cast_precision_loss)] // Nobody reads that many digits.
        let share = |count: u64| 100.0 * count as f64 / tests.max(1) as f64;
        for (verdict, &count) in Verdict::ALL.iter().zip(counts) {
            if count > 0 || *verdict == Verdict::Right {
                let _ = writeln!(
                    out,
                    "{:>4} {count:>9} {:>6.2} %  {}",
                    verdict.name(),
                    share(count),
                    verdict.meaning()
                );
            }
        }
        let plural = if tests == 1 { "" } else { "s" };
        out += &say!(
            "{tests} deck{plural} in {:.1} s\n",
            "{tests} 个测试点，用时 {:.1} 秒\n",
            took.as_secs_f64()
        );
        if let Some((_, wrong)) = wrong {
            out.push('\n');
            match &wrong.mismatch {
                Some(mismatch) => out += &width::fitted(mismatch::text(mismatch, export::colour())),
                None => out += &self.end(&wrong.execution),
            }
            for line in errors {
                let _ = writeln!(out, "    {line}");
            }
            let _ = write!(out, "\n{saved}");
        }
        export::print_verdict(&out)
    }

    /// How a program ended whose output was not compared.
    fn end(&self, execution: &Execution) -> String {
        let what = match execution.end {
            End::TooSlow => say!(
                "did not finish within {} s and was killed",
                "运行超过 {} 秒，已被终止",
                self.limit.as_secs_f64()
            ),
            End::TooLarge => say!(
                "used more than {} MB of memory and was killed",
                "使用了超过 {} MB 内存，已被终止",
                self.memory
            ),
            End::Status(status) => say!("ended with exit status {status}", "以退出状态 {status} 结束"),
            End::Signal(signal) => {
                let name = signal_name(signal);
                say!("was terminated by signal {signal}{name}", "被信号 {signal}{name} 终止")
            }
            End::Good | End::TooMuch | End::Stopped => say!("ended", "结束"),
        };
        say!(
            "The program {what}; it had printed {} bytes.\n",
            "程序{what}；它输出了 {} 字节。\n",
            execution.output.len()
        )
    }
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => say!(" (illegal instruction)", "（非法指令）"),
        6 => say!(" (abort)", "（中止）"),
        8 => say!(" (arithmetic error, such as division by zero)", "（算术错误，例如除以零）"),
        9 => say!(" (killed)", "（被强制终止）"),
        11 => say!(" (segmentation fault)", "（段错误）"),
        _ => String::new(),
    }
}

impl State {
    fn note(
        &mut self,
        deck: StressDeck,
        outcome: Result<Option<Result<(), Box<Wrong>>>, Failure>,
        stop: &AtomicBool,
    ) {
        match outcome {
            Ok(None) => {}
            Ok(Some(Ok(()))) => self.counts[Verdict::Right as usize] += 1,
            Ok(Some(Err(wrong))) => {
                self.counts[wrong.verdict as usize] += 1;
                stop.store(true, Ordering::Relaxed);
                if self.wrong.as_ref().is_none_or(|(first, _)| deck.number < first.number) {
                    self.wrong = Some((deck, wrong));
                }
            }
            Err(failure) => {
                stop.store(true, Ordering::Relaxed);
                self.failure = Some(failure);
            }
        }
    }
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
