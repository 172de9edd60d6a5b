//! What `hule batch --json` writes and `hule merge` reads.

use crate::export::{self, Export};
use crate::failure::Failure;
use crate::language::{language, say};
use crate::ranges::{Part, Unit, damaged, wrong_number};
use hule::stats::Stats;
use hule_text::{BatchCharts, Figure, figures, figures_csv, figures_text};
use serde::{Deserialize, Serialize};

pub(crate) const FORMAT: &str = "hule-batch";
const VERSION: u32 = 1;

/// The totals of a range of games. docs/PROTOCOL.md has the format.
#[derive(Clone)]
pub struct BatchFile {
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The totals.
    pub stats: Stats,
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'a str,
    version: u32,
    seed: u64,
    first: u64,
    totals: &'a Stats,
    figures: Vec<Figure>,
}

/// The figures follow from the totals, so they are not read.
#[derive(Deserialize)]
struct Read {
    version: u32,
    seed: u64,
    first: u64,
    totals: Stats,
}

impl BatchFile {
    /// Creates a file.
    pub fn new(seed: u64, first: u64, stats: Stats) -> BatchFile {
        BatchFile { seed, first, stats }
    }

    /// Returns one past the number of the last game.
    pub fn end(&self) -> u64 {
        self.first + self.stats.games
    }

    /// Returns the JSON object.
    pub fn to_json(&self) -> String {
        let written = Written {
            format: FORMAT,
            version: VERSION,
            seed: self.seed,
            first: self.first,
            totals: &self.stats,
            figures: figures(&self.stats),
        };
        serde_json::to_string_pretty(&written).expect("names and numbers always serialise") + "\n"
    }

    /// Reads what [`to_json`](BatchFile::to_json) has written.
    ///
    /// # Errors
    /// Returns an error if the text is something else.
    pub fn from_json(name: &str, text: &[u8]) -> Result<BatchFile, Failure> {
        let read: Read = serde_json::from_slice(text).map_err(|error| {
            Failure::Input(say!(
                "{name}: not a report of hule batch: {error}",
                "{name}：不是 hule batch 的报告：{error}"
            ))
        })?;
        if read.version != VERSION {
            let version = read.version;
            return Err(Failure::Input(say!(
                "{name}: {FORMAT} version {version}; expected {FORMAT} version {VERSION}",
                "{name}：{FORMAT} 版本 {version}；应为 {FORMAT} 版本 {VERSION}"
            )));
        }
        let games = read.totals.games;
        if !(1..=Stats::MOST_GAMES).contains(&games) || read.first.checked_add(games).is_none() {
            return Err(wrong_number(Unit::Game, name));
        }
        if !read.totals.is_possible() {
            return Err(damaged(name));
        }
        Ok(BatchFile::new(read.seed, read.first, read.totals))
    }

    /// Returns the report for people.
    pub fn text(&self) -> String {
        let title = self.charts().title();
        format!("{title}\n\n{}", figures_text(&self.stats, language()))
    }

    /// Returns the report with charts, as one file for a browser.
    pub fn html(&self) -> String {
        self.charts().page()
    }

    fn charts(&self) -> BatchCharts<'_> {
        BatchCharts { language: language(), seed: self.seed, first: self.first, stats: &self.stats }
    }

    /// Returns the figures as CSV.
    pub fn csv(&self) -> String {
        figures_csv(&figures(&self.stats))
    }

    /// Writes the exports, and prints the report: on standard output, unless that is taken.
    pub(crate) fn publish(
        &self,
        json: Option<Export>,
        csv: Option<Export>,
        html: Option<Export>,
        stdout_is_taken: bool,
    ) -> Result<(), Failure> {
        // A reader of one that has gone away is no reason not to write the others.
        let json = json.map_or(Ok(()), |export| export.write(self.to_json()));
        let csv = csv.map_or(Ok(()), |export| export.write(self.csv()));
        let html = html.map_or(Ok(()), |export| export.write(self.html()));
        json.and(csv).and(html).and(export::print_report(&self.text(), stdout_is_taken))
    }
}

impl Part for BatchFile {
    const UNIT: Unit = Unit::Game;

    fn seed(&self) -> u64 {
        self.seed
    }

    fn first(&self) -> u64 {
        self.first
    }

    fn end(&self) -> u64 {
        self.end()
    }

    fn most(&self) -> u64 {
        Stats::MOST_GAMES
    }

    fn difference(&self, _name: &str, _other: &BatchFile, _other_name: &str) -> Option<String> {
        None
    }

    fn append(&mut self, next: BatchFile) {
        self.stats += &next.stats;
    }
}
