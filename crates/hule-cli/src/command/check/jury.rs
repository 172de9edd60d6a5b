//! Judging as a contest does: with the answer of the jury.

use super::output::{MOST_BYTES, Output, Right};
use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::Source;
use hule::check::{Exactness, Mismatch, check};
use hule::{Deck, Localized};
use std::path::Path;

/// Compares an output with the log of the deck. The answer of the jury must be right, too; an error is the jury's.
pub fn judge(
    input: &Path,
    output: &Output,
    answer: &Path,
    exactness: Exactness,
) -> Result<Result<Right, Box<Mismatch>>, String> {
    let deck: Deck = Source::new(Some(input)).deck().map_err(Failure::sentence)?;
    let answer = Source::new(Some(answer));
    let right = answer.log(&say!("the answer", "答案"), MOST_BYTES).map_err(Failure::sentence)?;
    if let Err(found) = check(&deck, &right, Exactness::Lenient) {
        return Err(say!(
            "{answer}: the answer of the jury is wrong: {}",
            "{answer}：标准答案是错的：{}",
            found.text(language())
        ));
    }
    Ok(output.compare(&deck, exactness))
}
