//! `hule merge`: reports of parts, as the report of the whole.

use crate::EXIT_STATUS;
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::Source;
use clap::Args;
use hule_report::{Report, ReportMerger};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule merge a.json b.json                    one report for both
  hule merge part-*.json --json whole.json    the same file as one `hule batch` would have written
  hule merge part-*.json --json -             the same output as one `hule arena --json` would have had";

/// No file with reports is longer; a report has less than a thousandth of it.
const MOST_BYTES: u64 = 1 << 28;

/// Merge reports of `hule batch --json` or `hule arena --json` into one report
///
/// The reports must have the same seed, those of arenas also the same players, and their games or decks must form one
/// range without gaps or overlaps. Their order does not matter. Speeds of players are not in the reports.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct MergeCommand {
    /// Files written by `hule batch --json` or `hule arena --json`; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the merged totals and figures as JSON; `-` is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the merged figures of batches as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a report with charts as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl MergeCommand {
    pub fn run(self) -> Result<(), Failure> {
        let (json, csv, html) = (self.json.map(Target), self.csv.map(Target), self.html.map(Target));
        let stdout_is_taken = export::are_apart(&[&json, &csv, &html])?;
        let sources = Source::all(&self.files);
        if sources.iter().filter(|source| source.is_stdin()).count() > 1 {
            return Err(Failure::Input(say!(
                "only one of the files can be standard input",
                "只能有一个文件是标准输入"
            )));
        }
        let mut reports = Vec::new();
        for source in sources {
            let name = source.to_string();
            let text = source.bytes(&say!("a report", "报告"), MOST_BYTES, || {
                say!("{name}: too large for a report", "{name}：文件过大，不可能是报告")
            })?;
            reports.extend(Report::read_all(&name, &text, language())?);
        }
        reports.sort_by_key(|(report, _)| report.first());
        let mut merger = ReportMerger::default();
        for (report, name) in reports {
            merger.add(report, name)?;
        }
        let whole = merger.whole()?;
        if matches!(whole, Report::Arena(_)) && csv.is_some() {
            return Err(Failure::Input(say!(
                "--csv is for reports of hule batch; those of hule arena have no CSV",
                "--csv 用于 hule batch 的报告；hule arena 的报告没有 CSV"
            )));
        }
        let json = json.as_ref().map(Target::create).transpose()?;
        let csv = csv.as_ref().map(Target::create).transpose()?;
        let html = html.as_ref().map(Target::create).transpose()?;
        export::publish(whole, [json, csv, html], stdout_is_taken)
    }
}
