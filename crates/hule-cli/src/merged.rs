//! Reports of parts, and the report of the whole.

use crate::arena_report::{self, Report};
use crate::batch_file::{self, BatchFile};
use crate::export::{self, Target};
use crate::failure::Failure;
use crate::language::say;
use crate::ranges::Ranges;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::path::PathBuf;

/// A report that can be merged with others.
pub enum AnyReport {
    /// Of `hule batch`.
    Batch(Box<BatchFile>),
    /// Of `hule arena`.
    Arena(Box<Report>),
}

/// What tells reports apart.
#[derive(Deserialize)]
struct Head {
    format: String,
}

impl AnyReport {
    /// Reads a text with one report or more, one after the other. Returns each with its name, which is that of the text if
    /// there is only one.
    ///
    /// # Errors
    /// Returns an error if the text has anything else.
    pub fn read_all(name: &str, text: &[u8]) -> Result<Vec<(AnyReport, String)>, Failure> {
        let foreign = |error: &dyn std::fmt::Display| {
            Failure::Input(say!(
                "{name}: not a report of hule batch or hule arena: {error}",
                "{name}：不是 hule batch 或 hule arena 的报告：{error}"
            ))
        };
        let mut pieces = Vec::new();
        let mut objects = serde_json::Deserializer::from_slice(text).into_iter::<IgnoredAny>();
        let mut start = 0;
        while let Some(object) = objects.next() {
            object.map_err(|error| foreign(&error))?;
            let piece = &text[start..objects.byte_offset()];
            // serde would read its fields from an array too.
            if !piece.trim_ascii_start().starts_with(b"{") {
                return Err(foreign(&say!("expected an object", "应为一个对象")));
            }
            pieces.push(piece);
            start = objects.byte_offset();
        }
        match pieces[..] {
            [] => Err(foreign(&say!("it is empty", "它是空的"))),
            [_] => Ok(vec![(AnyReport::read(name, text)?, name.to_owned())]),
            _ => (1..)
                .zip(pieces)
                .map(|(number, piece)| {
                    let name: String = say!("{name}, report {number}", "{name} 的第 {number} 份报告");
                    Ok((AnyReport::read(&name, piece)?, name))
                })
                .collect(),
        }
    }

    fn read(name: &str, text: &[u8]) -> Result<AnyReport, Failure> {
        let head: Result<Head, _> = serde_json::from_slice(text);
        match head.as_ref().map(|head| head.format.as_str()) {
            Ok(batch_file::FORMAT) => BatchFile::from_json(name, text).map(Box::new).map(AnyReport::Batch),
            Ok(arena_report::FORMAT) => Report::from_json(name, text).map(Box::new).map(AnyReport::Arena),
            Ok(format) => {
                let format = format.escape_debug();
                let (batch, arena) = (batch_file::FORMAT, arena_report::FORMAT);
                Err(Failure::Input(say!(
                    "{name}: its format is {format}; expected {batch} or {arena}",
                    "{name}：格式是 {format}；应为 {batch} 或 {arena}"
                )))
            }
            Err(error) => Err(Failure::Input(say!(
                "{name}: not a report of hule batch or hule arena: {error}",
                "{name}：不是 hule batch 或 hule arena 的报告：{error}"
            ))),
        }
    }

    /// Writes the report with charts. Returns whether it went to standard output, so that nothing else may go there.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write_html(&self, path: PathBuf) -> Result<bool, Failure> {
        let target = Target(path);
        let stdout_is_taken = export::are_apart(&[&Some(target.clone())])?;
        let html = match self {
            AnyReport::Batch(batch) => batch.html(),
            AnyReport::Arena(arena) => arena.html(),
        };
        target.create()?.write(html)?;
        Ok(stdout_is_taken)
    }

    /// Returns the first number.
    pub fn first(&self) -> u64 {
        match self {
            AnyReport::Batch(batch) => batch.first,
            AnyReport::Arena(arena) => arena.first,
        }
    }
}

/// Reports that are added up.
#[derive(Default)]
pub struct Merged {
    sum: Option<Sum>,
}

enum Sum {
    Batch(Ranges<BatchFile>),
    Arena(Ranges<Report>),
}

impl Merged {
    /// Adds a report. Returns whether a sequential test is decided, so that later decks do not count.
    ///
    /// The decks of a test must come in their order; other parts may come in any order.
    ///
    /// # Errors
    /// Returns an error if the report does not fit the others.
    pub fn add(&mut self, report: AnyReport, name: String) -> Result<bool, Failure> {
        let Some(sum) = &mut self.sum else {
            let sum = match report {
                AnyReport::Batch(batch) => Sum::Batch(Ranges::new(*batch, name)),
                AnyReport::Arena(arena) => Sum::Arena(Ranges::new(*arena, name)),
            };
            return Ok(self.sum.insert(sum).is_decided());
        };
        match (&mut *sum, report) {
            (Sum::Batch(ranges), AnyReport::Batch(batch)) => ranges.insert(*batch, name)?,
            (Sum::Arena(ranges), AnyReport::Arena(arena)) => {
                if arena.sprt.is_none() || ranges.first_sum().sprt.is_none() {
                    ranges.insert(*arena, name)?;
                } else if ranges.are_single() && arena.results.decks() == 1 {
                    if !ranges.first_sum().is_decided() {
                        ranges.append(*arena, name)?;
                    }
                } else {
                    let ended = if ranges.are_single() { &name } else { ranges.latest() };
                    return Err(Failure::Input(say!(
                        "{ended} is the report of a whole sequential test, which cannot be merged with others",
                        "{ended} 是整个序贯检验的报告，不能与其他报告合并"
                    )));
                }
            }
            (Sum::Batch(ranges), AnyReport::Arena(_)) => return Err(mixture(ranges.latest(), &name)),
            (Sum::Arena(ranges), AnyReport::Batch(_)) => return Err(mixture(&name, ranges.latest())),
        }
        Ok(sum.is_decided())
    }

    /// Returns the report of all.
    ///
    /// # Errors
    /// Returns an error if something is missing.
    pub fn whole(&self) -> Result<AnyReport, Failure> {
        match &self.sum {
            None => Err(Failure::Input(say!("there are no reports", "没有报告"))),
            Some(Sum::Batch(ranges)) => ranges.whole().cloned().map(Box::new).map(AnyReport::Batch),
            Some(Sum::Arena(ranges)) => ranges.whole().cloned().map(Box::new).map(AnyReport::Arena),
        }
    }
}

impl Sum {
    fn is_decided(&self) -> bool {
        match self {
            Sum::Batch(_) => false,
            Sum::Arena(ranges) => ranges.first_sum().is_decided(),
        }
    }
}

fn mixture(batch: &str, arena: &str) -> Failure {
    Failure::Input(say!(
        "{batch} is a report of hule batch and {arena} is one of hule arena",
        "{batch} 是 hule batch 的报告，{arena} 是 hule arena 的报告"
    ))
}
