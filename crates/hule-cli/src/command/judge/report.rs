//! What came of judging, as text and as JSON.

use super::package::{Fault, Package};
use crate::child::Usage;
use crate::judging::{Trial, Verdict};
use crate::language::{language, say};
use crate::mismatch;
use crate::width;
use hule::Localized;
use hule_report::padded;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The results of all tests.
pub struct Report {
    pub rows: Vec<Row>,
    subtasks: Vec<Subtask>,
    faults: Vec<Fault>,
    pub took: Duration,
}

/// A trial, and what is wrong with it at length, if it was asked for.
pub struct Judged {
    pub trial: Trial,
    pub explanation: Option<String>,
}

/// The result of a test.
pub struct Row {
    pub name: String,
    /// `None` if it could not be run, since the package is wrong.
    pub verdict: Option<Verdict>,
    pub usage: Option<Usage>,
    /// What is wrong in a sentence.
    pub message: String,
    /// The same at length, if it was asked for.
    pub explanation: Option<String>,
    points: Option<f64>,
    subtask: Option<String>,
    check: Option<Value>,
}

struct Subtask {
    name: String,
    points: f64,
    is_right: bool,
}

impl Row {
    fn is_right(&self) -> bool {
        self.verdict == Some(Verdict::Right)
    }

    /// The points that the program gets for it.
    fn got(&self) -> Option<f64> {
        self.points.map(|points| if self.is_right() { points } else { 0.0 })
    }
}

impl Report {
    /// What was judged are the tests of the package, `None` for those that could not be run.
    pub fn new(package: Package, judged: Vec<Option<Judged>>, took: Duration) -> Report {
        let mut rows = Vec::new();
        for (test, judged) in package.tests.into_iter().zip(judged) {
            let (trial, explanation) = judged.map(|judged| (judged.trial, judged.explanation)).unzip();
            let mismatch = trial.as_ref().and_then(|trial| trial.mismatch.as_ref());
            let message = match (&trial, mismatch) {
                (Some(trial), Some(mismatch)) => {
                    let message = mismatch.text(language());
                    match trial.cut() {
                        Some(cut) => say!("{message} ({cut})", "{message}（{cut}）"),
                        None => message,
                    }
                }
                (Some(trial), None) => trial.verdict.meaning(),
                (None, _) => String::new(),
            };
            rows.push(Row {
                name: test.name,
                verdict: trial.as_ref().map(|trial| trial.verdict),
                usage: trial.as_ref().map(|trial| trial.execution.usage),
                message,
                explanation: explanation.flatten(),
                points: test.settings.points,
                subtask: test.settings.subtask,
                check: mismatch.map(|mismatch| mismatch::json(mismatch)),
            });
        }
        let mut right: BTreeMap<&str, bool> = BTreeMap::new();
        for row in &rows {
            if let Some(subtask) = &row.subtask {
                *right.entry(subtask).or_insert(true) &= row.is_right();
            }
        }
        let subtasks = package.subtasks.into_iter().map(|(name, points)| {
            // One without tests is a fault of the package.
            let is_right = right.get(name.as_str()).copied().unwrap_or(false);
            Subtask { name, points, is_right }
        });
        let mut subtasks: Vec<Subtask> = subtasks.collect();
        subtasks.sort_by(|one, other| crate::folder::natural(&one.name, &other.name));
        Report { subtasks, rows, faults: package.faults, took }
    }

    pub fn all_right(&self) -> bool {
        self.rows.iter().all(|row| row.verdict.is_none_or(|verdict| verdict == Verdict::Right))
    }

    /// What is wrong with the package, but not with one of its tests.
    pub fn other_faults(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter().filter(|fault| fault.test.is_none())
    }

    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub fn faults_of<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = &'a Fault> {
        self.faults.iter().filter(|fault| fault.test.as_ref() == Some(&row.name))
    }

    /// The points that the program gets, and those that there are; `None` if the package has none. A subtask gets its
    /// points if all of its tests are right.
    fn points(&self) -> Option<(f64, f64)> {
        let alone = self.rows.iter().filter(|row| row.subtask.is_none());
        let alone = alone.filter_map(|row| Some((row.points?, row.is_right())));
        let all: Vec<(f64, bool)> =
            alone.chain(self.subtasks.iter().map(|subtask| (subtask.points, subtask.is_right))).collect();
        // An empty sum would be -0.
        let got = all.iter().filter(|(_, is_right)| *is_right).fold(0.0, |sum, (points, _)| sum + points);
        (!all.is_empty()).then(|| (got, all.iter().map(|(points, _)| points).sum()))
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == Some(verdict)).count()
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        let title = say!("test", "测试点");
        let width = self.rows.iter().map(|row| row.name.width()).max().unwrap_or(0).max(title.width());
        let with_points = self.rows.iter().any(|row| row.points.is_some());
        let points = if with_points { say!("  points", "    分数") } else { String::new() };
        let columns = say!("       time      memory{points}", "       时间        内存{points}");
        let _ = writeln!(out, "{}       {columns}", padded(&title, width));
        for row in &self.rows {
            let verdict = row.verdict.map_or("-", Verdict::name);
            let _ = write!(out, "{}  {verdict:<3}", padded(&row.name, width));
            if let Some(usage) = row.usage {
                #[allow(clippy::cast_precision_loss)] // Fewer digits are shown.
                let megabytes = usage.memory as f64 / f64::from(1 << 20);
                let _ = write!(out, "  {:>9.3} s  {megabytes:>7.1} MB", usage.time.as_secs_f64());
            }
            if let (Some(got), Some(points)) = (row.got(), row.points) {
                let pad = if row.usage.is_some() { 0 } else { 25 };
                let _ = write!(out, "{:pad$}  {:>6}", "", format!("{got}/{points}"));
            }
            out.push('\n');
        }
        if !self.subtasks.is_empty() {
            let title = say!(
                "Subtasks, which get their points if all of their tests are right:",
                "子任务（其中的测试点全部正确才得分）："
            );
            let _ = write!(out, "\n{}", width::fitted(title + "\n"));
            let width = self.subtasks.iter().map(|subtask| subtask.name.width()).max().unwrap_or(0);
            for Subtask { name, points, is_right } in &self.subtasks {
                let got = if *is_right { *points } else { 0.0 };
                let _ = writeln!(out, "  {}  {got}/{points}", padded(name, width));
            }
        }
        let faults: Vec<String> =
            self.faults.iter().map(|fault| format!("  {}\n", fault.sentence.shown)).collect();
        if !faults.is_empty() {
            let title = say!("The package is wrong:", "数据包有错：");
            let _ = write!(out, "\n{title}\n{}", width::fitted(faults.concat()));
        }
        for row in &self.rows {
            if let Some(explanation) = &row.explanation {
                let name = &row.name;
                let title = say!("Test {name}:", "测试点 {name}：");
                let _ = write!(out, "\n{title}\n{explanation}");
            }
        }
        let _ = write!(out, "\n{}", self.summary());
        out
    }

    fn summary(&self) -> String {
        let (right, tests) = (self.count(Verdict::Right), self.rows.len());
        let wrong = Verdict::ALL.iter().skip(1).filter(|&&verdict| self.count(verdict) > 0);
        let wrong: String = wrong
            .map(|&verdict| (self.count(verdict), verdict.name()))
            .map(|(count, name)| say!(", {count} {name}", "，{name} {count} 个"))
            .collect();
        let plural = if tests == 1 { "" } else { "s" };
        let points = self
            .points()
            .map_or_else(String::new, |(got, of)| say!("; {got} of {of} points", "；得分 {got} / {of}"));
        say!(
            "{right} of {tests} test{plural} right{wrong}{points}\n",
            "{tests} 个测试点中通过 {right} 个{wrong}{points}\n"
        )
    }

    pub fn json(&self) -> Value {
        let verdicts: serde_json::Map<_, _> = Verdict::ALL
            .iter()
            .map(|&verdict| (verdict.name().to_owned(), json!(self.count(verdict))))
            .collect();
        let tests: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "name": row.name,
                    "verdict": row.verdict.map(Verdict::name),
                    "seconds": row.usage.map(|usage| usage.time.as_secs_f64()),
                    "bytes": row.usage.map(|usage| usage.memory),
                    "points": row.got(),
                    "of": row.points,
                    "subtask": row.subtask,
                    "check": row.check,
                })
            })
            .collect();
        let subtasks: Vec<Value> = self
            .subtasks
            .iter()
            .map(|Subtask { name, points, is_right }| {
                json!({ "name": name, "points": if *is_right { *points } else { 0.0 }, "of": points })
            })
            .collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|fault| json!({ "test": fault.test, "sentence": fault.sentence.english }))
            .collect();
        json!({
            "tests": tests,
            "verdicts": verdicts,
            "subtasks": subtasks,
            "points": self.points().map(|(got, of)| json!({ "got": got, "of": of })),
            "faults": faults,
            "seconds": self.took.as_secs_f64(),
        })
    }
}
