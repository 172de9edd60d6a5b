//! Reads reports of batches and arenas, and merges those of parts into that of the whole.

use crate::arena_report::{self, ArenaReport};
use crate::batch_report::{self, BatchReport};
use crate::error::{ReportError, report_error};
use hule::stats::Stats;
use hule::{Language, say};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::ops::Range;

/// A report that can be merged with others.
#[derive(Clone, Debug)]
pub enum Report {
    /// Of `hule batch`: its games are numbered.
    Batch(Box<BatchReport>),
    /// Of `hule arena`: its decks are numbered.
    Arena(Box<ArenaReport>),
}

/// The commands that write reports.
const COMMANDS: [&str; 2] = ["hule batch", "hule arena"];

/// What tells reports apart.
#[derive(Deserialize)]
struct Head {
    format: String,
}

/// Reads a report of this command.
pub(crate) fn parsed<'a, T: Deserialize<'a>>(
    name: &str,
    text: &'a [u8],
    command: &str,
) -> Result<T, ReportError> {
    serde_json::from_slice(text).map_err(|error| not_a_report(name, &[command], |_| error.to_string()))
}

/// What is read is no report of these commands.
fn not_a_report(name: &str, commands: &[&str], error: impl Fn(Language) -> String) -> ReportError {
    ReportError::new(|language| {
        let (commands, error) = (commands.join(&say!(language, " or ", " 或 ")), error(language));
        say!(
            language,
            "{name}: not a report of {commands}: {error}",
            "{name}：不是 {commands} 的报告：{error}"
        )
    })
}

pub(crate) fn checked_version(
    name: &str,
    format: &str,
    version: u32,
    expected: u32,
) -> Result<(), ReportError> {
    if version == expected {
        return Ok(());
    }
    Err(report_error!(
        "{name}: {format} version {version}; expected {format} version {expected}",
        "{name}：{format} 版本 {version}；应为 {format} 版本 {expected}"
    ))
}

/// A report has no games or decks, or more than can be.
pub(crate) fn wrong_number(name: &str, english: &str, chinese: &str) -> ReportError {
    report_error!("{name}: it has no {english}, or too many", "{name}：它没有{chinese}，或者太多")
}

/// No games have the totals of a report.
pub(crate) fn damaged(name: &str) -> ReportError {
    report_error!(
        "{name}: its numbers contradict each other; it is damaged",
        "{name}：其中的数互相矛盾，文件已损坏"
    )
}

/// What the report of a batch and that of an arena both have.
macro_rules! of_either {
    ($report:expr, $name:ident => $value:expr) => {
        match $report {
            Report::Batch($name) => $value,
            Report::Arena($name) => $value,
        }
    };
}

impl Report {
    /// Reads a text with one report or more, one after the other. Returns each with its name, which is that of the text if
    /// there is only one, and has its number in this language if there are several.
    ///
    /// # Errors
    /// Returns an error if the text has anything else.
    pub fn read_all(
        name: &str,
        text: &[u8],
        language: Language,
    ) -> Result<Vec<(Report, String)>, ReportError> {
        let foreign = |error: &dyn Fn(Language) -> String| Err(not_a_report(name, &COMMANDS, error));
        let mut pieces = Vec::new();
        let mut objects = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        let mut start = 0;
        while let Some(object) = objects.next() {
            if let Err(error) = object {
                return foreign(&|_| error.to_string());
            }
            let piece = &text[start..objects.byte_offset()];
            // serde would read its fields from an array too.
            if !piece.trim_ascii_start().starts_with(b"{") {
                return foreign(&|language| say!(language, "expected an object", "应为一个对象"));
            }
            pieces.push(piece);
            start = objects.byte_offset();
        }
        match pieces[..] {
            [] => foreign(&|language| say!(language, "it is empty", "它是空的")),
            [_] => Ok(vec![(Report::read(name, text)?, name.to_owned())]),
            _ => (1..)
                .zip(pieces)
                .map(|(number, piece)| {
                    let name: String =
                        say!(language, "{name}, report {number}", "{name} 的第 {number} 份报告");
                    Ok((Report::read(&name, piece)?, name))
                })
                .collect(),
        }
    }

    fn read(name: &str, text: &[u8]) -> Result<Report, ReportError> {
        let head: Head = serde_json::from_slice(text)
            .map_err(|error| not_a_report(name, &COMMANDS, |_| error.to_string()))?;
        match head.format.as_str() {
            batch_report::FORMAT => Ok(Report::Batch(Box::new(BatchReport::read(name, text)?))),
            arena_report::FORMAT => Ok(Report::Arena(Box::new(ArenaReport::read(name, text)?))),
            format => {
                let (format, batch, arena) =
                    (format.escape_debug(), batch_report::FORMAT, arena_report::FORMAT);
                Err(report_error!(
                    "{name}: its format is {format}; expected {batch} or {arena}",
                    "{name}：格式是 {format}；应为 {batch} 或 {arena}"
                ))
            }
        }
    }

    /// Returns the JSON object of docs/PROTOCOL.md.
    pub fn json(&self) -> String {
        of_either!(self, report => report.json())
    }

    /// Returns the report for people, with colours for a terminal where it has some.
    pub fn text(&self, language: Language, colour: bool) -> String {
        match self {
            Report::Batch(batch) => batch.text(language),
            Report::Arena(arena) => arena.text(language, colour),
        }
    }

    /// Returns the figures of a batch as CSV; `None` for an arena.
    pub fn csv(&self) -> Option<String> {
        match self {
            Report::Batch(batch) => Some(batch.csv()),
            Report::Arena(_) => None,
        }
    }

    /// Returns the report with charts, as one file for a browser.
    pub fn html(&self, language: Language) -> String {
        of_either!(self, report => report.html(language))
    }

    /// Returns the number of the first game or deck.
    pub fn first(&self) -> u64 {
        of_either!(self, report => report.first)
    }

    /// Returns one past the last number, which is more than the first.
    fn end(&self) -> u64 {
        of_either!(self, report => report.end())
    }

    fn seed(&self) -> u64 {
        of_either!(self, report => report.seed)
    }

    fn is_decided(&self) -> bool {
        matches!(self, Report::Arena(arena) if arena.is_decided())
    }

    /// Returns an error if a range of this length is more than the figures can be computed for.
    fn check_length(&self, length: u64, name: &str) -> Result<(), ReportError> {
        let (most, unit, chinese) = match self {
            Report::Batch(_) => (Stats::MOST_GAMES, "games", "对局"),
            Report::Arena(arena) => (arena.most_decks(), "decks", "牌堆"),
        };
        if length > most { Err(wrong_number(name, unit, chinese)) } else { Ok(()) }
    }

    /// Names one game or deck.
    fn one(&self, number: u64, language: Language) -> String {
        match self {
            Report::Batch(_) => say!(language, "game {number}", "第 {number} 局"),
            Report::Arena(_) => say!(language, "deck {number}", "第 {number} 副牌堆"),
        }
    }

    /// Names several games or decks.
    fn several(&self, first: u64, last: u64, language: Language) -> String {
        match self {
            Report::Batch(_) => say!(language, "games {first} to {last}", "第 {first} 到 {last} 局"),
            Report::Arena(_) => say!(language, "decks {first} to {last}", "第 {first} 到 {last} 副牌堆"),
        }
    }

    /// Adds the report of the next range of the same work.
    fn append(&mut self, next: Report) {
        match (self, next) {
            (Report::Batch(batch), Report::Batch(next)) => batch.stats += &next.stats,
            (Report::Arena(arena), Report::Arena(next)) => arena.append(*next),
            _ => unreachable!("a batch differs from an arena"),
        }
    }
}

/// Merges the reports of parts of a range, which come in any order.
#[derive(Default)]
pub struct ReportMerger {
    /// One past the last number and the name of each part, by its first number.
    parts: BTreeMap<u64, (u64, String)>,
    /// The sums of parts that adjoin, by their first number.
    sums: BTreeMap<u64, Report>,
    /// How many games or decks all parts have.
    length: u64,
    /// The name of the latest part.
    latest: String,
}

impl ReportMerger {
    /// Adds a report. Returns whether a sequential test is decided, so that later decks do not count.
    ///
    /// The decks of a test must come in their order; other parts may come in any order.
    ///
    /// # Errors
    /// Returns an error if the report does not fit the others.
    pub fn add(&mut self, mut part: Report, name: String) -> Result<bool, ReportError> {
        let (first, end) = (part.first(), part.end());
        if let Some(sum) = self.first_sum() {
            self.check_kind(sum, &part, &name)?;
            if let (Report::Arena(sum), Report::Arena(arena)) = (sum, &part)
                && sum.sprt.is_some()
                && arena.sprt.is_some()
            {
                let are_single = self.parts.len() as u64 == self.length;
                if !are_single || arena.results.decks() != 1 {
                    let name = if are_single { &name } else { &self.latest };
                    return Err(report_error!(
                        "{name} is the report of a whole sequential test, which cannot be merged with others",
                        "{name} 是整个序贯检验的报告，不能与其他报告合并"
                    ));
                }
                if sum.is_decided() {
                    return Ok(true);
                }
                self.check_order(&part, &name)?;
            }
            self.check_range(sum, &part, &name)?;
        }
        self.length += end - first;
        self.parts.insert(first, (end, name.clone()));
        self.latest = name;
        if let Some(next) = self.sums.remove(&end) {
            part.append(next);
        }
        match self.sums.range_mut(..first).next_back() {
            Some((_, sum)) if sum.end() == first => sum.append(part),
            _ => _ = self.sums.insert(first, part),
        }
        Ok(self.first_sum().is_some_and(Report::is_decided))
    }

    /// Returns the report of all.
    ///
    /// # Errors
    /// Returns an error if there are no reports, or if a game or deck is missing between two of them.
    pub fn whole(&self) -> Result<&Report, ReportError> {
        let Some(whole) = self.first_sum() else {
            return Err(report_error!("there are no reports", "没有报告"));
        };
        let mut end = whole.first();
        let mut before = "";
        for (&first, (next, name)) in &self.parts {
            if first > end {
                return Err(missing(whole, end..first, before, name));
            }
            (end, before) = (*next, name);
        }
        Ok(whole)
    }

    /// The sum of the first parts, up to the first gap.
    fn first_sum(&self) -> Option<&Report> {
        self.sums.values().next()
    }

    /// Returns an error if the part and the others are reports of different commands.
    fn check_kind(&self, sum: &Report, part: &Report, name: &str) -> Result<(), ReportError> {
        let (batch, arena) = match (sum, part) {
            (Report::Batch(_), Report::Arena(_)) => (&*self.latest, name),
            (Report::Arena(_), Report::Batch(_)) => (name, &*self.latest),
            _ => return Ok(()),
        };
        Err(report_error!(
            "{batch} is a report of hule batch and {arena} is one of hule arena",
            "{batch} 是 hule batch 的报告，{arena} 是 hule arena 的报告"
        ))
    }

    /// Returns an error if the part does not follow the others, which have no gaps.
    fn check_order(&self, part: &Report, name: &str) -> Result<(), ReportError> {
        let (first, before) = (part.first(), &self.latest);
        let sum = self.first_sum().expect("there is a first part");
        if first < sum.first() {
            return Err(ReportError::new(|language| {
                let what = part.one(first, language);
                say!(
                    language,
                    "{name} has {what}, which comes before {before}",
                    "{name} 的{what}在 {before} 之前"
                )
            }));
        }
        if first > sum.end() { Err(missing(part, sum.end()..first, before, name)) } else { Ok(()) }
    }

    /// Returns an error if the part is one of something else, overlaps with another, or makes the whole too long.
    fn check_range(&self, sum: &Report, part: &Report, name: &str) -> Result<(), ReportError> {
        let before = &*self.latest;
        let (one, other) = (sum.seed(), part.seed());
        if one != other {
            return Err(report_error!(
                "{before} has seed {one} and {name} has seed {other}",
                "{before} 的种子是 {one}，{name} 的种子是 {other}"
            ));
        }
        if let (Report::Arena(sum), Report::Arena(arena)) = (sum, part) {
            sum.same_arena(before, arena, name)?;
        }
        let (first, end) = (part.first(), part.end());
        let earlier = self.parts.range(..=first).next_back().filter(|(_, (end, _))| *end > first);
        let both = match (earlier, self.parts.range(first..end).next()) {
            (Some((_, (_, before))), _) => Some((&**before, name, first)),
            (None, Some((&number, (_, after)))) => Some((name, &**after, number)),
            (None, None) => None,
        };
        if let Some((one, other, number)) = both {
            return Err(ReportError::new(|language| {
                let what = part.one(number, language);
                say!(language, "{one} and {other} both have {what}", "{one} 和 {other} 都包含{what}")
            }));
        }
        part.check_length(self.length + (end - first), name)
    }
}

/// A range is missing between two parts.
fn missing(of: &Report, range: Range<u64>, before: &str, name: &str) -> ReportError {
    ReportError::new(|language| {
        let Range { start, end } = range;
        let missing = if end - start == 1 {
            say!(language, "{} is", "{}", of.one(start, language))
        } else {
            say!(language, "{} are", "{}", of.several(start, end - 1, language))
        };
        say!(
            language,
            "{missing} missing between {before} and {name}",
            "{before} 和 {name} 之间缺少{missing}"
        )
    })
}
