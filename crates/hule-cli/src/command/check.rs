//! `hule check`: is what a program printed right, and if not, why.

use crate::CHECK_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::mismatch;
use crate::source::Source;
use crate::width;
use clap::Args;
use hule::check::{Exactness, Mismatch, Mistake, check};
use hule::{Deck, Localized};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  hule check 7.deck 7.out                             the first wrong line, and why it is wrong
  ./mine < 7.deck | hule check 7.deck                 the same without a file
  hule check --lenient 7.deck 7.out                   ignore white space at the end of lines
  hule check --testlib 7.in 7.out 7.ans               as a testlib checker: exit status 0, 1, 2 or 3
  hule check --kattis 7.in 7.ans feedback < 7.out     as a Kattis output validator: exit status 42 or 43";

/// What a log can be at the most; a real one has less than a hundredth of it.
const MOST_BYTES: u64 = 1 << 20;

/// Compare the output of a program with the correct log and explain the first wrong line
///
/// The report shows the first wrong line and the lines around it, all hands at that moment, what the standard player
/// does and why, and the probable mistake, with the number of the rule (see `hule rules`).
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{CHECK_STATUS}"))]
#[allow(clippy::struct_excessive_bools)] // Each is a switch.
pub struct CheckCommand {
    /// The deck and the output of the program [default: standard input]; with --testlib or --kattis, the arguments
    /// listed there
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,

    /// Ignore white space at the end of lines and blank lines at the end, as most judges do
    #[arg(long)]
    lenient: bool,

    /// Print the verdict as one JSON object
    #[arg(long)]
    json: bool,

    /// Run as a testlib checker: IN OUT ANS [RESULT]
    #[arg(long, conflicts_with = "json")]
    testlib: bool,

    /// Run as a Kattis output validator: IN ANS FEEDBACK (a directory), with the output on standard input
    #[arg(long, conflicts_with_all = ["json", "testlib"])]
    kattis: bool,
}

impl CheckCommand {
    pub fn run(self) -> Result<ExitCode, Failure> {
        if self.testlib {
            return Ok(self.run_testlib());
        }
        if self.kattis {
            return self.run_kattis();
        }
        let (deck, output) = match &*self.files {
            [deck] => (Source::new(Some(deck)), Source::new(None)),
            [deck, output] => (Source::new(Some(deck)), Source::new(Some(output))),
            files => {
                let sentence = say!(
                    "{} files are given; expected a deck and an output",
                    "给出了 {} 个文件；应为一个牌堆和一个输出",
                    files.len()
                );
                return Err(Failure::Input(sentence));
            }
        };
        if deck.is_stdin() && output.is_stdin() {
            return Err(Failure::Input(say!(
                "only one of the two can be standard input",
                "两者中只有一个可以是标准输入"
            )));
        }
        let exactness = if self.lenient { Exactness::Lenient } else { Exactness::Strict };
        let deck = deck.deck()?;
        let output = output.log(&say!("the output of a program", "程序的输出"), MOST_BYTES)?;
        match check(&deck, &output, exactness) {
            Ok(lines) => {
                export::print(&if self.json {
                    format!("{}\n", serde_json::json!({ "verdict": "ok", "lines": lines }))
                } else {
                    say!("ok: {lines} lines\n", "ok: {lines} 行\n")
                })?;
                Ok(ExitCode::SUCCESS)
            }
            Err(found) => {
                export::print_verdict(&if self.json {
                    format!("{}\n", mismatch::json(&found))
                } else {
                    width::fitted(mismatch::text(&found, export::colour()) + &hint(&found))
                })?;
                Ok(ExitCode::from(3))
            }
        }
    }

    fn run_testlib(&self) -> ExitCode {
        let [input, output, answer, result @ ..] = &*self.files else {
            let given = self.files.len();
            let sentence = say!(
                "--testlib takes IN OUT ANS; {given} files are given",
                "--testlib 需要 IN OUT ANS；给出了 {given} 个文件"
            );
            eprintln!("FAIL {sentence}");
            return ExitCode::from(3);
        };
        let (message, status) = match judge(input, &Source::new(Some(output)), answer) {
            Ok(Ok(lines)) => (say!("ok {lines} lines", "ok {lines} 行"), 0),
            Ok(Err(found)) if is_about_form(found.mistake) => {
                (format!("wrong output format {}", found.text(language())), 2)
            }
            Ok(Err(found)) => (format!("wrong answer {}", found.text(language())), 1),
            Err(why) => (format!("FAIL {why}"), 3),
        };
        match result.first().map(|result| fs::write(result, format!("{message}\n"))) {
            Some(Err(error)) => {
                let sentence = say!("the result cannot be written: {error}", "结果无法写入：{error}");
                eprintln!("FAIL {sentence}");
                ExitCode::from(3)
            }
            Some(Ok(())) => ExitCode::from(status),
            None => {
                eprintln!("{message}");
                ExitCode::from(status)
            }
        }
    }

    fn run_kattis(&self) -> Result<ExitCode, Failure> {
        // What a problem gives its validator stands behind them.
        let [input, answer, feedback, ..] = &*self.files else {
            let given = self.files.len();
            return Err(Failure::Input(say!(
                "--kattis takes IN ANS FEEDBACK; {given} files are given",
                "--kattis 需要 IN ANS FEEDBACK；给出了 {given} 个文件"
            )));
        };
        let (message, status) = match judge(input, &Source::new(None), answer) {
            Ok(Ok(lines)) => (say!("ok: {lines} lines", "ok: {lines} 行"), 42),
            Ok(Err(found)) => (found.text(language()), 43),
            Err(why) => return Err(Failure::Input(why)),
        };
        let file = feedback.join("judgemessage.txt");
        fs::write(&file, format!("{message}\n"))
            .map_err(|error| Failure::io(&Source::new(Some(&file)), &error))?;
        Ok(ExitCode::from(status))
    }
}

/// What to do about a mismatch, where there is something to be done.
fn hint(mismatch: &Mismatch) -> String {
    match mismatch.mistake {
        Mistake::BlankLine if mismatch.expected().is_some() => String::new(),
        Mistake::TrailingSpace | Mistake::CarriageReturn | Mistake::NoLineEnd | Mistake::BlankLine => say!(
            "Most judges ignore this; use --lenient to ignore it and compare the rest.\n",
            "大多数评测系统忽略这一点；用 --lenient 可以忽略它并继续比较。\n"
        ),
        _ => String::new(),
    }
}

/// Whether a judge would call it a wrong format and not a wrong answer.
fn is_about_form(mistake: Mistake) -> bool {
    matches!(
        mistake,
        Mistake::Spaces
            | Mistake::BlankLine
            | Mistake::UpperCase
            | Mistake::PassWithoutTarget
            | Mistake::ChowOrder
            | Mistake::NotALine
            | Mistake::NoOutput
    )
}

/// Judges an output as a contest does, with the answer of the jury, which must be right. An error is the jury's.
fn judge(input: &Path, output: &Source<'_>, answer: &Path) -> Result<Result<usize, Box<Mismatch>>, String> {
    let say = |failure: Failure| failure.sentence();
    let deck: Deck = Source::new(Some(input)).deck().map_err(say)?;
    let answer = Source::new(Some(answer));
    let right = answer.log(&say!("the answer", "答案"), MOST_BYTES).map_err(say)?;
    if let Err(found) = check(&deck, &right, Exactness::Lenient) {
        return Err(say!(
            "{answer}: the answer file is wrong: {}",
            "{answer}：标准答案有误：{}",
            found.text(language())
        ));
    }
    // An output that is not there, or too long, is wrong, and that is the contestant's.
    let output = output.log(&say!("the output of a program", "程序的输出"), u64::MAX - 1).unwrap_or_default();
    Ok(check(&deck, &output, Exactness::Lenient))
}
