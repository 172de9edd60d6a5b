//! What a judge says of a program on one deck; `hule stress` and `hule judge` share it.

use crate::child::{self, End, Execution, FileNames, Limits, MemoryPrecision, Program};
use crate::export;
use crate::failure::Failure;
use crate::language::say;
use crate::mismatch;
use crate::width;
use clap::Args;
use hule::Deck;
use hule::check::{Exactness, Mismatch, check};
use hule::log::TextLog;
use std::fmt::Write as _;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, is_separator};
use std::process::Stdio;
use std::sync::atomic::AtomicBool;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// How a program is run and its output compared.
#[derive(Args)]
pub struct JudgeOptions {
    /// Compare byte for byte
    #[arg(long)]
    pub strict: bool,

    /// Ignore white space at the end of lines and blank lines at the end, as most judges do; this is the default
    #[arg(long, conflicts_with = "strict")]
    lenient: bool,

    /// The program reads the file IN and writes the file OUT (freopen). Each run has its own temporary directory; the
    /// path of the program and arguments that are existing files are made absolute
    #[arg(long, num_args = 2, value_names = ["IN", "OUT"])]
    file_io: Option<Vec<String>>,
}

/// A number of seconds, which may have a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| say!("expected a number of seconds", "应为秒数"))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| say!("expected a number of seconds, 0 or more", "应为不小于 0 的秒数"))
}

/// A time limit in seconds.
pub fn limit(text: &str) -> Result<Duration, String> {
    seconds(text).and_then(|time| match time {
        Duration::ZERO => Err(say!("expected more than 0 seconds", "应大于 0 秒")),
        time => Ok(time),
    })
}

/// A memory limit in megabytes.
pub fn megabytes(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| say!("expected a number of megabytes, 1 or more", "应为不小于 1 的兆字节数"))
}

/// What judges say of a program on one deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Right,
    Wrong,
    TooSlow,
    Crashed,
    TooLarge,
}

impl Verdict {
    pub const ALL: [Verdict; 5] =
        [Verdict::Right, Verdict::Wrong, Verdict::TooSlow, Verdict::Crashed, Verdict::TooLarge];

    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Right => "AC",
            Verdict::Wrong => "WA",
            Verdict::TooSlow => "TLE",
            Verdict::Crashed => "RE",
            Verdict::TooLarge => "MLE",
        }
    }

    pub fn meaning(self) -> String {
        match self {
            Verdict::Right => say!("right", "正确"),
            Verdict::Wrong => say!("wrong output", "答案错误"),
            Verdict::TooSlow => say!("too slow", "超时"),
            Verdict::Crashed => say!("ended with an error", "运行时错误"),
            Verdict::TooLarge => say!("too much memory", "内存超限"),
        }
    }
}

/// A run of the program on a deck, and what a judge says of it.
#[derive(Clone)]
pub struct Trial {
    pub deck: Deck,
    pub execution: Execution,
    pub verdict: Verdict,
    /// The first wrong line, if the output is wrong.
    pub mismatch: Option<Box<Mismatch>>,
}

impl Trial {
    /// Whether the program printed more than was kept.
    pub fn is_cut(&self) -> bool {
        self.execution.end == End::TooMuch
    }

    /// That the program printed too much, if it did.
    pub fn cut(&self) -> Option<String> {
        self.is_cut().then(|| {
            say!(
                "the output is longer than 1,048,576 bytes and was cut there",
                "输出超过 1,048,576 字节，已在此处截断"
            )
        })
    }
}

/// What is judged and how.
pub struct Judge {
    pub program: Program,
    exactness: Exactness,
    /// Whether memory is always measured exactly.
    care: MemoryPrecision,
    /// Runs share it; one that must not be disturbed has it alone.
    quiet: RwLock<()>,
}

impl Judge {
    pub fn new(
        command: Vec<String>,
        options: &JudgeOptions,
        care: MemoryPrecision,
    ) -> Result<Judge, Failure> {
        let mut program = Program { command, files: None };
        if let Some([input, output]) = options.file_io.as_deref() {
            for name in [input, output] {
                let mut parts = Path::new(name).components();
                if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
                    || name.ends_with(is_separator)
                {
                    let name = name.escape_debug();
                    return Err(Failure::Input(say!(
                        "--file-io: `{name}` is not the name of a file without a directory",
                        "--file-io：`{name}` 不是不含目录的文件名"
                    )));
                }
            }
            if input == output {
                return Err(Failure::Input(say!(
                    "--file-io: the two files must have different names",
                    "--file-io：两个文件的名字必须不同"
                )));
            }
            program.files = Some(FileNames { input: input.clone(), output: output.clone() });
            program = program.anywhere();
        }
        let exactness = if options.strict { Exactness::Strict } else { Exactness::Lenient };
        Ok(Judge { program, exactness, care, quiet: RwLock::new(()) })
    }

    /// Runs the program on a deck; `None` if it was stopped.
    ///
    /// If it seems too slow or too large, it is run again while no other run goes on, and that counts.
    pub fn try_deck(&self, deck: &Deck, limits: Limits, stop: &AtomicBool) -> Result<Option<Trial>, Failure> {
        let trial = {
            let _shared = self.quiet.read().unwrap_or_else(PoisonError::into_inner);
            // If `hule` is larger than the program may be, a quick look says nothing.
            let care = if child::own_peak() >= limits.memory { MemoryPrecision::Exact } else { self.care };
            self.try_once(deck, limits, care, stop)?
        };
        match trial {
            Some(Trial { verdict: Verdict::TooSlow | Verdict::TooLarge, .. }) => {
                let _alone = self.quiet.write().unwrap_or_else(PoisonError::into_inner);
                self.try_once(deck, limits, MemoryPrecision::Exact, stop)
            }
            trial => Ok(trial),
        }
    }

    /// Runs the program on a deck, and believes what is seen; `None` if it was stopped.
    pub fn try_once(
        &self,
        deck: &Deck,
        limits: Limits,
        care: MemoryPrecision,
        stop: &AtomicBool,
    ) -> Result<Option<Trial>, Failure> {
        let execution = self.program.run(deck.to_string().as_bytes(), limits, care, Stdio::null(), stop)?;
        let (verdict, mismatch) = match execution.end {
            End::Stopped => return Ok(None),
            // To compare the bytes is quick and nearly always enough.
            End::Good if TextLog::of(deck).text.as_bytes() == execution.output => (Verdict::Right, None),
            End::Good | End::TooMuch => match self.compare(deck, &execution) {
                Ok(()) => (Verdict::Right, None),
                Err(mismatch) => (Verdict::Wrong, Some(mismatch)),
            },
            End::TooSlow => (Verdict::TooSlow, None),
            End::TooLarge => (Verdict::TooLarge, None),
            End::Status(_) | End::Signal(_) => (Verdict::Crashed, None),
        };
        Ok(Some(Trial { deck: *deck, execution, verdict, mismatch }))
    }

    /// Compares what a program printed with the log of a deck. An output that was cut is wrong also where what is left is
    /// only white space.
    fn compare(&self, deck: &Deck, execution: &Execution) -> Result<(), Box<Mismatch>> {
        check(deck, &execution.output, self.exactness)?;
        if execution.end == End::TooMuch {
            check(deck, &execution.output, Exactness::Strict)?;
        }
        Ok(())
    }

    /// What is wrong, as `hule check` says it, or how the program ended and the last lines of its standard error.
    pub fn explain(&self, trial: &Trial, limits: Limits, stop: &AtomicBool) -> Result<String, Failure> {
        let mut out = match &trial.mismatch {
            Some(mismatch) => width::fitted(mismatch::text(mismatch, export::colour())),
            None => width::fitted(end(&trial.execution, limits)),
        };
        if let Some(cut) = trial.cut() {
            out += &width::fitted(format!("{}{}\n", capital(&cut), say!(".", "。")));
        }
        if let Some(files) = self.program.files.as_ref().filter(|_| trial.execution.no_file) {
            let name = files.output.escape_debug();
            out += &say!("The program did not write the file {name}.\n", "程序没有写文件 {name}。\n");
        }
        if trial.verdict == Verdict::Crashed {
            for line in self.errors(&trial.deck, limits, stop)? {
                let _ = writeln!(out, "    {line}");
            }
        }
        Ok(out)
    }

    /// The last lines that the program writes to standard error.
    fn errors(&self, deck: &Deck, limits: Limits, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        const LINES: usize = 5;
        let unwritable =
            |error: io::Error| Failure::Io(say!("a temporary file: {error}", "临时文件：{error}"));
        let mut file = tempfile::tempfile().map_err(unwritable)?;
        let errors = Stdio::from(file.try_clone().map_err(unwritable)?);
        self.program.run(deck.to_string().as_bytes(), limits, MemoryPrecision::Quick, errors, stop)?;
        let mut bytes = Vec::new();
        let len = file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        file.seek(SeekFrom::Start(len.saturating_sub(1 << 12))).map_err(unwritable)?;
        file.take(1 << 12).read_to_end(&mut bytes).map_err(unwritable)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<String> = text.lines().map(harmless).collect();
        Ok(lines[lines.len().saturating_sub(LINES)..].to_vec())
    }
}

/// A line as it was printed, but for what a terminal would obey: `^[` for an escape.
fn harmless(line: &str) -> String {
    let mut shown = String::new();
    for letter in line.chars() {
        match letter {
            '\t' => shown.push(letter),
            '\0'..='\x1f' | '\x7f' => shown.extend(['^', char::from(letter as u8 ^ 0x40)]),
            // What turns the direction of a line, and the controls that are not in ASCII.
            '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                shown.push(char::REPLACEMENT_CHARACTER);
            }
            _ => shown.push(letter),
        }
    }
    shown
}

/// How a program ended whose output was not compared.
fn end(execution: &Execution, limits: Limits) -> String {
    let (limit, wall) = (limits.time.as_secs_f64(), limits.wall().as_secs_f64());
    let what = match execution.end {
        End::TooSlow if execution.usage.time <= limits.time => say!(
            "did not finish within {wall} s ({:.2} s of CPU time) and was killed",
            "运行超过 {wall} 秒（CPU 时间 {:.2} 秒），已被终止",
            execution.usage.time.as_secs_f64()
        ),
        End::TooSlow => say!("used more than {limit} s of CPU time", "使用了超过 {limit} 秒 CPU 时间"),
        End::TooLarge => say!("used more than {} MB of memory", "使用了超过 {} MB 内存", limits.memory >> 20),
        End::Status(status) => match exception_name(status) {
            Some(name) => say!("was terminated by exception {name}", "因异常 {name} 终止"),
            None => say!("ended with exit status {status}", "以退出状态 {status} 结束"),
        },
        End::Signal(signal) => {
            let name = signal_name(signal);
            say!("was terminated by signal {signal}{name}", "被信号 {signal}{name}终止")
        }
        End::Good | End::TooMuch | End::Stopped => say!("ended", "结束"),
    };
    say!(
        "The program {what}; it had printed {} bytes.\n",
        "程序{what}；它输出了 {} 字节。\n",
        execution.output.len()
    )
}

/// The exception that ended a program on Windows, from its exit status.
fn exception_name(status: i32) -> Option<String> {
    let code = status.cast_unsigned();
    let name = match code {
        0xC000_0005 => say!(" (access violation)", "（非法内存访问）"),
        0xC000_001D => say!(" (illegal instruction)", "（非法指令）"),
        0xC000_0094 => say!(" (division by zero)", "（除以零）"),
        0xC000_00FD => say!(" (stack overflow)", "（栈溢出）"),
        0xC000_0135 => say!(" (a DLL is missing)", "（缺少 DLL）"),
        0xC000_0374 => say!(" (heap corruption)", "（堆损坏）"),
        0xC000_0409 => say!(" (abort)", "（中止）"),
        0xC000_0000.. if cfg!(windows) => String::new(),
        _ => return None,
    };
    Some(format!("0x{code:08X}{name}"))
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => say!(" (illegal instruction)", "（非法指令）"),
        6 => say!(" (abort)", "（中止）"),
        8 => say!(" (arithmetic error, such as division by zero)", "（算术错误，例如除以零）"),
        9 => say!(" (killed)", "（被强制终止）"),
        11 => say!(" (segmentation fault)", "（段错误）"),
        _ => say!("", " "),
    }
}

/// A sentence that begins with a capital letter.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn errors_are_shown_as_they_are_but_for_what_a_terminal_obeys() {
        let kept = "terminate called: what():  \"x\" at 'y' \\n\tvector::_M_range_check → 牌";
        assert_eq!(harmless(kept), kept);
        assert_eq!(harmless("a\x1b[31mb\x07\r\0\x7f\u{9b}c\u{202e}"), "a^[[31mb^G^M^@^?\u{fffd}c\u{fffd}");
    }
}
