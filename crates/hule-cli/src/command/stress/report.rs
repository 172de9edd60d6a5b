//! What `hule stress` found: saved, as text and as JSON.

use super::saving::{self, Saving};
use super::shrink::{self, FailureKind, failure_kind};
use super::{Found, StressCommand, Test};
use crate::child::quoted;
use crate::export;
use crate::failure::Failure;
use crate::judging::{Judge, Trial, Verdict};
use crate::language::{language, say};
use crate::mismatch;
use crate::width;
use hule::Localized;
use hule::situation::{Situations, rare_situations};
use hule_report::padded;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// A report that is being put together.
pub struct Report<'a> {
    stress: &'a StressCommand,
    judge: &'a Judge,
    saving: &'a Saving<'a>,
    counts: [u64; Verdict::ALL.len()],
    took: Duration,
}

/// A failure that is explained and saved.
pub struct Failed {
    test: Test,
    count: u64,
    trial: Trial,
    /// The rare situations in the game of the saved deck.
    situations: Situations,
    explanation: String,
    folder: PathBuf,
    /// What to say about it.
    pub saved: Result<String, Failure>,
}

impl Report<'_> {
    pub fn new<'a>(
        stress: &'a StressCommand,
        judge: &'a Judge,
        saving: &'a Saving<'a>,
        counts: [u64; Verdict::ALL.len()],
        took: Duration,
    ) -> Report<'a> {
        Report { stress, judge, saving, counts, took }
    }

    /// Shrinks a failure, explains it and saves it.
    pub fn failure(&self, found: Found, stop: &AtomicBool) -> Result<Failed, Failure> {
        let Found { test, trial, count, .. } = found;
        let limits = self.stress.limits();
        let line_before = line(&trial);
        let shrunk = shrink::shrink(self.judge, limits, trial, self.stress.shrink, stop)?;
        let trial = shrunk.trial;
        let explanation = self.judge.explain(&trial, limits, stop)?;
        let folder = self.saving.folder(group(failure_kind(&trial)));
        let situations = rare_situations(&trial.deck);
        let mut said = String::new();
        if let (Some(before), Some(after)) = (line_before, line(&trial))
            && after < before
        {
            said += &say!(
                "Shrunk in {} runs: the first wrong line was line {before} and is now line {after}.\n",
                "运行 {} 次后化简：第一个错误行原为第 {before} 行，现为第 {after} 行。\n",
                shrunk.runs
            );
        }
        said += &self.origin(&folder, &test, &trial, &situations);
        // A command is copied, so it is not wrapped.
        said = width::fitted(said);
        said += &self.again(&folder, &trial);
        let saved = self.saving.save(&folder, &trial).map(|()| said);
        Ok(Failed { test, count, trial, situations, explanation, folder, saved })
    }

    /// Where the saved deck comes from, and what happens in its game.
    fn origin(&self, folder: &Path, test: &Test, trial: &Trial, situations: &Situations) -> String {
        let (number, seed) = (test.number, self.stress.seed);
        let mut out = saving::said(folder, trial);
        let family = &test.family.shown;
        let origin = if self.stress.decks.is_empty() {
            say!("test {number} of seed {seed}", "种子 {seed} 的第 {number} 个测试点")
        } else {
            // The name of a file is set apart.
            say!("{family}", " {family}")
        };
        if test.deck != trial.deck {
            out += &say!(" It was made from {origin}.\n", "由{origin}化简而来。\n");
        } else if self.stress.decks.is_empty() {
            out += &say!(" It is {origin}, {family}.\n", "即{origin}，{family}。\n");
        } else {
            out += &say!(" It is {origin}.\n", "即{origin}。\n");
        }
        if !situations.is_empty() {
            let names = names(situations).join(&say!(", ", "、"));
            out += &say!("Rare situations in its game: {names}.\n", "对局中的罕见局面：{names}。\n");
        }
        out
    }

    /// The command that shows a saved failure again.
    fn again(&self, folder: &Path, trial: &Trial) -> String {
        let program = self.judge.program.shell();
        let path = folder.join("wrong.deck");
        let strict = if self.stress.judging.strict { "--strict " } else { "" };
        let is_wrong = trial.verdict == Verdict::Wrong;
        let command = if let Some(files) = &self.judge.program.files {
            let path = std::path::absolute(&path).unwrap_or(path);
            let (saved, input) = (quoted(&path.display().to_string()), quoted(&files.input));
            let output = quoted(&files.output);
            let compared =
                if is_wrong { format!("; hule check {strict}{saved} {output}") } else { String::new() };
            if cfg!(windows) {
                let compared = compared.replacen(';', " &", 1);
                format!("pushd \"%TEMP%\" && copy {saved} {input} && {program}{compared} & popd")
            } else {
                format!("(cd \"$(mktemp -d)\" && cp {saved} {input} && {program}{compared})")
            }
        } else {
            let saved = quoted(&path.display().to_string());
            let compared = if is_wrong { format!(" | hule check {strict}{saved}") } else { String::new() };
            format!("{program} < {saved}{compared}")
        };
        say!("To reproduce: {command}\n", "复现：{command}\n")
    }

    /// Prints it all.
    pub fn print(&self, failures: &[Failed]) -> Result<(), Failure> {
        if self.stress.json {
            return export::print_verdict(&format!("{}\n", self.json(failures)));
        }
        let mut out = self.counts();
        if self.stress.keep_going && !failures.is_empty() {
            groups(&mut out, failures);
        } else if let Some(failure) = failures.first() {
            let said = failure.saved.as_ref().map_or("", String::as_str);
            let _ = write!(out, "\n{}\n{said}", failure.explanation);
        }
        export::print_verdict(&out)
    }

    /// How many decks there are of each verdict.
    fn counts(&self) -> String {
        let mut out = String::new();
        let tests: u64 = self.counts.iter().sum();
        #[allow(clippy::cast_precision_loss)] // Fewer digits are shown.
        let share = |count: u64| 100.0 * count as f64 / tests.max(1) as f64;
        for (verdict, &count) in Verdict::ALL.iter().zip(&self.counts) {
            if count > 0 || *verdict == Verdict::Right {
                let (name, meaning) = (verdict.name(), verdict.meaning());
                let _ = writeln!(out, "{name:>4} {count:>9} {:>6.2} %  {meaning}", share(count));
            }
        }
        let plural = if tests == 1 { "" } else { "s" };
        let seconds = self.took.as_secs_f64();
        out += &say!("{tests} deck{plural} in {seconds:.1} s\n", "{tests} 个测试点，用时 {seconds:.1} 秒\n");
        out
    }

    fn json(&self, failures: &[Failed]) -> Value {
        let verdicts: serde_json::Map<_, _> = Verdict::ALL
            .iter()
            .zip(&self.counts)
            .map(|(verdict, &count)| (verdict.name().to_owned(), json!(count)))
            .collect();
        let failures: Vec<Value> = failures
            .iter()
            .map(|failure| {
                json!({
                    "verdict": failure.trial.verdict.name(),
                    "count": failure.count,
                    "test": failure.test.number,
                    "family": failure.test.family.english,
                    "situations": names(&failure.situations),
                    "check": failure.trial.mismatch.as_ref().map(|mismatch| mismatch::json(mismatch)),
                    "saved": failure.folder,
                })
            })
            .collect();
        json!({
            "tests": self.counts.iter().sum::<u64>(),
            "seconds": self.took.as_secs_f64(),
            "verdicts": verdicts,
            "failure": failures.first(),
            "failures": failures,
        })
    }
}

/// A table of the kinds of failures, and a paragraph about each.
fn groups(out: &mut String, failures: &[Failed]) {
    let titles: Vec<String> = failures.iter().map(|failure| title(failure_kind(&failure.trial))).collect();
    let width = titles.iter().map(|title| title.width()).max().unwrap_or(0);
    let _ = writeln!(out, "\n{}", say!("Kinds of failures:", "错误的种类："));
    for (failure, title) in failures.iter().zip(&titles) {
        let (verdict, count) = (failure.trial.verdict.name(), failure.count);
        let folder = failure.folder.display();
        let _ = writeln!(out, "{verdict:>4} {count:>9}  {}  {folder}", padded(title, width));
    }
    for (failure, title) in failures.iter().zip(&titles) {
        let _ = writeln!(out, "\n{} {title}", failure.trial.verdict.name());
        match &failure.trial.mismatch {
            Some(mismatch) => {
                let (line, diagnosis) = (mismatch.line, mismatch.diagnosis(language()));
                *out += &width::fitted(say!("Line {line}: {diagnosis}\n", "第 {line} 行：{diagnosis}\n"));
            }
            None => *out += &failure.explanation,
        }
        *out += failure.saved.as_ref().map_or("", String::as_str);
    }
}

fn line(trial: &Trial) -> Option<usize> {
    trial.mismatch.as_ref().map(|mismatch| mismatch.line)
}

/// The name of a kind of failures, also of its directory: `R28`, `TLE`.
fn group((verdict, rule): FailureKind) -> &'static str {
    rule.map_or(verdict.name(), hule::Rule::number)
}

fn title((verdict, rule): FailureKind) -> String {
    rule.map_or_else(|| verdict.meaning(), |rule| format!("{rule} {}", rule.text(language())))
}

/// Each situation once, in whatever direction it occurs.
fn names(situations: &Situations) -> Vec<&'static str> {
    let mut names: Vec<&str> = situations.iter().map(|(situation, _)| situation.name()).collect();
    names.dedup();
    names
}
