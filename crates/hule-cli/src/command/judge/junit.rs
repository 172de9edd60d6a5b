//! The results as `JUnit` XML, which continuous integration reads.

use super::package::Fault;
use super::report::{Report, Row};
use crate::judging::Verdict;
use hule_report::xml_escaped;
use std::fmt::Write as _;

/// The file.
pub fn xml(report: &Report) -> String {
    let failures =
        report.rows.iter().filter(|row| row.verdict.is_some_and(|verdict| verdict != Verdict::Right));
    let faulty = |row: &&Row| row.verdict.is_none() || report.faults_of(row).next().is_some();
    // What is wrong with no test alone is a case of its own.
    let others = usize::from(report.other_faults().next().is_some());
    let errors = report.rows.iter().filter(faulty).count() + others;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let attributes = format!(
        "name=\"hule judge\" tests=\"{}\" failures=\"{}\" errors=\"{errors}\" time=\"{:.3}\"",
        report.rows.len() + others,
        failures.count(),
        report.took.as_secs_f64()
    );
    let _ = writeln!(out, "<testsuites {attributes}>\n  <testsuite {attributes}>");
    for row in &report.rows {
        let seconds = row.usage.map_or(0.0, |usage| usage.time.as_secs_f64());
        let name = escaped(&row.name);
        let _ =
            writeln!(out, "    <testcase classname=\"hule judge\" name=\"{name}\" time=\"{seconds:.3}\">");
        for fault in report.faults_of(row) {
            out += &error(fault);
        }
        if let Some(verdict) = row.verdict.filter(|&verdict| verdict != Verdict::Right) {
            let (kind, message) = (verdict.name(), escaped(&row.message));
            let text = escaped(row.explanation.as_deref().unwrap_or_default());
            let _ = writeln!(out, "      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>");
        }
        let _ = writeln!(out, "    </testcase>");
    }
    if others > 0 {
        out += "    <testcase classname=\"hule judge\" name=\"package\" time=\"0.000\">\n";
        out.extend(report.other_faults().map(error));
        out += "    </testcase>\n";
    }
    out + "  </testsuite>\n</testsuites>\n"
}

/// What is wrong with the package.
fn error(fault: &Fault) -> String {
    format!("      <error type=\"package\" message=\"{}\"/>\n", escaped(&fault.sentence.shown))
}

/// Text that may stand in XML. It has no place for control characters.
fn escaped(text: &str) -> String {
    let is_foreign = |letter: char| match letter {
        '\n' | '\t' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => letter.is_control(),
    };
    xml_escaped(&text.replace(is_foreign, "\u{fffd}"))
}
