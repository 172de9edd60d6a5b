//! `hule check`: is what a program printed right, and if not, why.

mod jury;
mod kattis;
mod output;
pub mod testlib;

use crate::CHECK_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::say;
use crate::mismatch;
use crate::source::Source;
use crate::status::Status;
use crate::width;
use clap::Args;
use hule::check::{Exactness, Mismatch, Mistake};
use output::Output;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule check 7.deck 7.out                             the first wrong line, and why it is wrong
  ./mine < 7.deck | hule check 7.deck                 the same without a file
  hule check --strict 7.deck 7.out                    compare byte for byte
  hule check --testlib 7.in 7.out 7.ans               as a testlib checker: exit status 0, 1, 2 or 3
  hule check --kattis 7.in 7.ans feedback < 7.out     as a Kattis output validator: exit status 42 or 43";

/// Compare the output of a program with the correct log and explain the first wrong line
///
/// The report shows the first wrong line and the lines around it, all hands at that moment, what the standard player
/// does and why, and the probable mistake, with the number of the rule (see `hule rules`).
///
/// White space at the end of lines and blank lines at the end are ignored, as by most judges, unless --strict is given.
/// An output longer than a megabyte is wrong.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{CHECK_STATUS}"))]
#[allow(clippy::struct_excessive_bools)] // Each is a switch.
pub struct CheckCommand {
    /// The deck and the output of the program [default: standard input]; with --testlib or --kattis, the arguments
    /// listed there
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,

    /// Compare byte for byte
    #[arg(long)]
    strict: bool,

    /// Ignore white space at the end of lines and blank lines at the end; this is the default
    #[arg(long, conflicts_with = "strict")]
    #[allow(dead_code)] // For those who want to say it.
    lenient: bool,

    /// Print the verdict as one JSON object
    #[arg(long)]
    json: bool,

    /// Run as a testlib checker: IN OUT ANS [RESULT [-appes]]
    #[arg(long, conflicts_with = "json")]
    testlib: bool,

    /// Run as a Kattis output validator: IN ANS FEEDBACK (a directory), with the output on standard input; flags may follow
    #[arg(long, conflicts_with_all = ["json", "testlib"])]
    kattis: bool,
}

impl CheckCommand {
    pub fn run(self) -> Result<Status, Failure> {
        let exactness = if self.strict { Exactness::Strict } else { Exactness::Lenient };
        if self.testlib {
            return Ok(testlib::run(&self.files, exactness));
        }
        if self.kattis {
            return kattis::run(&self.files, exactness);
        }
        let (deck, output) = match &*self.files {
            [deck] => (Source::new(Some(deck)), Source::new(None)),
            [deck, output] => (Source::new(Some(deck)), Source::new(Some(output))),
            files => {
                let sentence = say!(
                    "expected a deck and an output; number of files given: {}",
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
        let deck = deck.deck()?;
        let output = Output::read(&output)?;
        match output.compare(&deck, exactness) {
            Ok(right) => {
                export::print(&if self.json {
                    let (lines, exact) = (right.lines, right.is_exact());
                    format!("{}\n", serde_json::json!({ "verdict": "ok", "lines": lines, "exact": exact }))
                } else {
                    format!("ok: {}\n", right.message())
                })?;
                Ok(Status::SUCCESS)
            }
            Err(found) => {
                export::print_verdict(&if self.json {
                    format!("{}\n", mismatch::json(&found))
                } else {
                    width::fitted(mismatch::text(&found, export::colour()) + &hint(&found, &output))
                })?;
                Ok(Status(3))
            }
        }
    }
}

/// What to know or do about a mismatch besides.
fn hint(mismatch: &Mismatch, output: &Output) -> String {
    if let Some(note) = &output.note {
        return say!("{note}.\n", "{note}。\n");
    }
    match mismatch.mistake {
        Mistake::BlankLine if mismatch.expected().is_some() => String::new(),
        Mistake::TrailingSpace | Mistake::CarriageReturn | Mistake::NoLineEnd | Mistake::BlankLine => say!(
            "Most judges ignore this; without --strict it is ignored and the rest is compared.\n",
            "大多数评测系统忽略这一点；不用 --strict 时忽略它并继续比较。\n"
        ),
        _ => String::new(),
    }
}
