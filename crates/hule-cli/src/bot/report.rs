//! What bots did wrong, as reports have it.

use super::{Fault, Faults};
use crate::language::say;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the bots of a command did wrong, and where their standard error is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotReport {
    pub(crate) entrants: Vec<FaultReport>,
    /// The directory; `None` if nothing was written.
    pub(crate) errors: Option<String>,
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultReport {
    /// Its name.
    pub(crate) entrant: String,
    /// What was the first, in a sentence.
    first: Option<String>,
    /// How many decisions it forfeited, by [`Fault::name`].
    forfeited: BTreeMap<String, u64>,
}

impl FaultReport {
    pub(super) fn new(entrant: String, faults: &Faults) -> FaultReport {
        let count = |fault: Fault| (fault.name().to_owned(), faults.count(fault));
        FaultReport {
            entrant,
            first: faults.first().map(str::to_owned),
            forfeited: Fault::ALL.map(count).into_iter().collect(),
        }
    }

    /// Whether there is a count for each kind, and for nothing else.
    fn is_whole(&self) -> bool {
        self.forfeited.len() == Fault::ALL.len()
            && Fault::ALL.iter().all(|fault| self.forfeited.contains_key(fault.name()))
    }

    fn sentence(&self) -> Option<String> {
        let count = |fault: &Fault| (*fault, self.forfeited.get(fault.name()).copied().unwrap_or(0));
        let counts: Vec<String> = Fault::ALL
            .iter()
            .map(count)
            .filter(|&(_, count)| count > 0)
            .map(|(fault, count)| {
                let kind = fault.shown();
                say!("{count} {kind}", "{kind} {count} 次")
            })
            .collect();
        let first = self.first.as_ref().filter(|_| !counts.is_empty())?;
        let (bot, counts) = (&self.entrant, counts.join(&say!(", ", "、")));
        Some(say!(
            "{bot} forfeited decisions: {counts}. The first: {first}.",
            "{bot} 放弃了决策：{counts}。第一次：{first}。"
        ))
    }
}

impl BotReport {
    /// Returns the same bots without what they did wrong.
    pub fn without_faults(&self) -> BotReport {
        let none = |bot: &FaultReport| FaultReport::new(bot.entrant.clone(), &Faults::default());
        BotReport { entrants: self.entrants.iter().map(none).collect(), errors: None }
    }

    /// Returns whether these are the bots with these names, and nothing is missing.
    pub(crate) fn is_of(&self, names: &[&str]) -> bool {
        self.entrants.iter().map(|bot| bot.entrant.as_str()).eq(names.iter().copied())
            && self.entrants.iter().all(FaultReport::is_whole)
    }

    /// Adds what the same bots did wrong on later decks.
    pub(crate) fn append(&mut self, next: BotReport) {
        for (bot, next) in self.entrants.iter_mut().zip(next.entrants) {
            bot.first = bot.first.take().or(next.first);
            for (count, more) in bot.forfeited.values_mut().zip(next.forfeited.into_values()) {
                *count = count.saturating_add(more);
            }
        }
        self.errors = self.errors.take().or(next.errors);
    }

    /// A sentence for each bot that did something wrong, and where the standard error of bots is kept.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.entrants.iter().filter_map(FaultReport::sentence).collect();
        if let Some(folder) = &self.errors {
            sentences.push(say!(
                "The standard error of bots is in {folder}.",
                "机器人的标准错误输出保存在 {folder}。"
            ));
        }
        sentences
    }
}
