//! `hule deck check`: whether decks are exactly as the contest has them.

use crate::EXIT_STATUS;
use crate::failure::Failure;
use crate::language::{language, say};
use clap::Args;
use hule::{Deck, Localized};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule deck check tests/*.in            `ok` for each valid file, an error for the others
  hule deck new --seed 3 | hule deck check";

/// Check that decks have the exact format of the contest
///
/// Everything that `hule run` rejects is an error: unknown names, wrong counts, lower case. In addition, there must
/// be exactly one name per line, each line ended by a line feed, and nothing else: no CRLF, no spaces, no blank
/// lines, no byte-order mark. All files are checked, and the first error of each is reported with its line.
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
            let bytes = source.exact_bytes(&say!("a deck", "牌堆"), MOST_BYTES, || {
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
