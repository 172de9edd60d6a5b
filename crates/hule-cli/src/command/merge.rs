//! `hule merge`: reports of parts, as the report of the whole.

use crate::EXIT_STATUS;
use crate::batch_file::BatchFile;
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::language::say;
use clap::Args;
use std::fs;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule merge a.json b.json                    one report for both
  hule merge part-*.json --json whole.json    the same file as one `hule batch` would have written";

/// Merge reports of `hule batch --json` into one report
///
/// The reports must have the same seed, and their games must form one range without gaps or overlaps. Their order
/// does not matter.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct MergeCommand {
    /// Files written by `hule batch --json`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the merged totals and figures as JSON; `-` is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the merged figures as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl MergeCommand {
    pub fn run(self) -> Result<(), Failure> {
        let mut parts = Vec::new();
        for path in &self.files {
            let name = Target(path.clone()).to_string();
            let text = fs::read(path).map_err(|error| Failure::io(&name, &error))?;
            parts.push((BatchFile::from_json(&name, &text)?, name));
        }
        parts.sort_by_key(|(part, _)| part.first);
        let mut parts = parts.into_iter();
        let (mut whole, mut before) = parts.next().expect("at least one file is required");
        for (part, name) in parts {
            let (first, end) = (part.first, whole.end());
            if part.seed != whole.seed {
                let (one, other) = (whole.seed, part.seed);
                return Err(Failure::Input(say!(
                    "{before} has seed {one} and {name} has seed {other}",
                    "{before} 的种子是 {one}，{name} 的种子是 {other}"
                )));
            }
            if first < end {
                return Err(Failure::Input(say!(
                    "{before} and {name} both have game {first}",
                    "{before} 和 {name} 都包含第 {first} 局"
                )));
            }
            if first > end {
                let missing = match first - end {
                    1 => say!("game {end} is", "第 {end} 局"),
                    _ => say!("games {end} to {} are", "第 {end} 到 {} 局", first - 1),
                };
                return Err(Failure::Input(say!(
                    "{missing} missing between {before} and {name}",
                    "{before} 和 {name} 之间缺少{missing}"
                )));
            }
            whole.stats += &part.stats;
            before = name;
        }
        let (json, csv) = (self.json.map(Target), self.csv.map(Target));
        let stdout_is_taken = export::take_stdout(&[&json, &csv])?;
        let json = json.as_ref().map(Target::create).transpose()?;
        let csv = csv.as_ref().map(Target::create).transpose()?;
        whole.publish(json, csv, stdout_is_taken)
    }
}
