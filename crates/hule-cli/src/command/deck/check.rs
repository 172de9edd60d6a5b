//! `hule deck check`: whether decks are exactly as the contest has them.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use crate::language::{language, say};
use clap::Args;
use hule::{Deck, Localized};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule deck check tests/*.in            `ok` for each good file, and what is wrong with the others
  hule deck new --seed 3 | hule deck check";

/// Check decks strictly, as the contest writes them
///
/// What `hule run` refuses is wrong: other names, other counts, lower case. Besides, there must be exactly one name
/// a line, each line ended by a line feed, and nothing else: no CRLF, no spaces, no blank lines, no byte-order mark.
/// All files are looked at, and of each the first fault is told with its line.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct CheckCommand {
    /// The files with one deck each [default: standard input, also `-`]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// No more than this is read: a deck as the contest writes it has fewer than 1000 bytes.
const MOST_BYTES: u64 = 1 << 20;

impl CheckCommand {
    pub fn run(self) -> Result<(), Failure> {
        super::print_lines(&self.files, |source| {
            let bytes = source.bytes(&say!("a deck", "牌堆"), MOST_BYTES, || {
                say!(
                    "{source}: more than {MOST_BYTES} bytes; expected one deck",
                    "{source}：超过 {MOST_BYTES} 字节；应为一个牌堆"
                )
            })?;
            match Deck::from_exact(&bytes) {
                Ok(_) => Ok(format!("{source}: ok")),
                Err(error) => {
                    let error = error.text(language());
                    Err(Failure::Input(say!("{source}: {error}", "{source}：{error}")))
                }
            }
        })
    }
}
