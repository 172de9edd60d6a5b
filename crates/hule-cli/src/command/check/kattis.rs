//! `hule check --kattis`: an output validator for Kattis.

use super::jury::judge;
use super::output::Output;
use crate::failure::Failure;
use crate::language::say;
use crate::source::Source;
use crate::status::Status;
use hule::check::Exactness;
use std::fs;
use std::path::PathBuf;

/// Judges standard input. The arguments are IN ANS FEEDBACK and the flags that a problem gives its validator.
pub fn run(arguments: &[PathBuf], exactness: Exactness) -> Result<Status, Failure> {
    let [input, answer, feedback, flags @ ..] = arguments else {
        let given = arguments.len();
        let plural = if given == 1 { "file is" } else { "files are" };
        return Err(Failure::Input(say!(
            "--kattis takes IN ANS FEEDBACK; {given} {plural} given",
            "--kattis 需要 IN ANS FEEDBACK；给出了 {given} 个文件"
        )));
    };
    // The other flags of the default validator have no meaning here: logs are in upper case and have no fractions.
    let is_strict = flags.iter().any(|flag| flag.as_os_str() == "space_change_sensitive");
    let exactness = if is_strict { Exactness::Strict } else { exactness };
    let output = Output::read_or_empty(&Source::new(None));
    let (message, status) = match judge(input, &output, answer, exactness).map_err(Failure::Input)? {
        Ok(right) => (format!("ok: {}", right.message()), 42),
        Err(found) => (output.message(&found), 43),
    };
    let file = feedback.join("judgemessage.txt");
    fs::write(&file, format!("{message}\n"))
        .map_err(|error| Failure::io(&Source::new(Some(&file)), &error))?;
    Ok(Status(status))
}
