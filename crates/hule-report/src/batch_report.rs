//! Reports of batches, and their JSON.

use crate::error::ReportError;
use crate::figures::{Figure, figures, figures_csv, figures_text};
use crate::merge::{checked_version, damaged, parsed, wrong_number};
use hule::stats::Stats;
use hule::{Language, say};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

pub(crate) const FORMAT: &str = "hule-batch";
const VERSION: u32 = 1;

/// The totals of a range of games of four standard players. docs/PROTOCOL.md has the format.
///
/// ```
/// use hule::Language;
/// use hule::stats::Stats;
/// use hule_report::BatchReport;
///
/// let report = BatchReport { seed: 7, first: 0, stats: Stats::of(7, 0..100) };
/// assert!(report.text(Language::English).starts_with("Games 0 to 99 of seed 7"));
/// assert!(report.html(Language::English).starts_with("<!doctype html>"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BatchReport {
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The totals.
    pub stats: Stats,
}

/// The JSON object. The figures follow from the totals: they are written, and not read.
#[derive(Serialize, Deserialize)]
struct BatchJson<'a> {
    format: Cow<'a, str>,
    version: u32,
    seed: u64,
    first: u64,
    totals: Cow<'a, Stats>,
    #[serde(skip_deserializing)]
    figures: Vec<Figure>,
}

impl BatchReport {
    /// Returns one past the number of the last game.
    pub fn end(&self) -> u64 {
        self.first + self.stats.games
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let BatchReport { seed, first, .. } = self;
        let last = first + self.stats.games.saturating_sub(1);
        say!(
            language,
            "Games {first} to {last} of seed {seed}, four standard players",
            "种子 {seed} 的第 {first} 到 {last} 局，四名标准玩家"
        )
    }

    /// Returns the report for people.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        format!("{}\n\n{}", self.title(language), figures_text(&self.stats, language))
    }

    /// Returns the figures as CSV.
    #[must_use]
    pub fn csv(&self) -> String {
        figures_csv(&figures(&self.stats))
    }

    /// Returns the JSON object of docs/PROTOCOL.md.
    #[must_use]
    pub fn json(&self) -> String {
        let json = BatchJson {
            format: FORMAT.into(),
            version: VERSION,
            seed: self.seed,
            first: self.first,
            totals: Cow::Borrowed(&self.stats),
            figures: figures(&self.stats),
        };
        serde_json::to_string_pretty(&json).expect("names and numbers always serialise") + "\n"
    }

    /// Reads what [`json`](BatchReport::json) has written.
    pub(crate) fn read(name: &str, text: &[u8]) -> Result<BatchReport, ReportError> {
        let BatchJson { version, seed, first, totals, .. } = parsed(name, text, "hule batch")?;
        checked_version(name, FORMAT, version, VERSION)?;
        if !(1..=Stats::MOST_GAMES).contains(&totals.games) || first.checked_add(totals.games).is_none() {
            return Err(wrong_number(name, "games", "对局"));
        }
        if !totals.is_possible() {
            return Err(damaged(name));
        }
        Ok(BatchReport { seed, first, stats: totals.into_owned() })
    }
}
