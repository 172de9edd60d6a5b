//! What bots did wrong, as reports have it.

use hule::{Language, Localized, say};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a bot forfeited a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotFault {
    /// There was no answer in time.
    Late,
    /// The answer was not among the legal actions.
    Illegal,
    /// The answer could not be read.
    Garbled,
    /// The program has ended, or was killed.
    Gone,
}

impl BotFault {
    /// All of them.
    pub const ALL: [BotFault; 4] = [BotFault::Late, BotFault::Illegal, BotFault::Garbled, BotFault::Gone];

    /// The name for machines.
    const fn name(self) -> &'static str {
        match self {
            BotFault::Late => "late",
            BotFault::Illegal => "illegal",
            BotFault::Garbled => "garbled",
            BotFault::Gone => "gone",
        }
    }
}

impl Localized for BotFault {
    fn text(&self, language: Language) -> String {
        let english = self.name();
        let chinese = match self {
            BotFault::Late => "超时",
            BotFault::Illegal => "不合法",
            BotFault::Garbled => "无法理解",
            BotFault::Gone => "程序不在",
        };
        say!(language, "{english}", "{chinese}")
    }
}

/// What the bots of an arena did wrong, and where their standard error is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotReport {
    /// The bots.
    pub entrants: Vec<BotFaults>,
    /// The directory; `None` if nothing was written.
    pub errors: Option<String>,
}

/// What a bot did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotFaults {
    /// Its name.
    pub entrant: String,
    /// What was the first, in a sentence.
    first: Option<String>,
    /// How many decisions it forfeited, by [`BotFault::name`].
    forfeited: BTreeMap<String, u64>,
}

impl BotFaults {
    /// The faults of a bot: the sentence about the first, and how many of each kind there were.
    pub fn new(entrant: String, first: Option<String>, count: impl Fn(BotFault) -> u64) -> BotFaults {
        let forfeited = BotFault::ALL.map(|fault| (fault.name().to_owned(), count(fault)));
        BotFaults { entrant, first, forfeited: forfeited.into_iter().collect() }
    }

    /// Whether there is a count for each kind, and for nothing else.
    fn is_whole(&self) -> bool {
        self.forfeited.len() == BotFault::ALL.len()
            && BotFault::ALL.iter().all(|fault| self.forfeited.contains_key(fault.name()))
    }

    fn sentence(&self, language: Language) -> Option<String> {
        let counts = BotFault::ALL.map(|fault| (fault, self.forfeited.get(fault.name()).copied()));
        let counts = counts.into_iter().filter_map(|(fault, count)| {
            let (kind, count) = (fault.text(language), count.filter(|&count| count > 0)?);
            Some(say!(language, "{count} {kind}", "{kind} {count} 次"))
        });
        let counts: Vec<String> = counts.collect();
        let first = self.first.as_ref().filter(|_| !counts.is_empty())?;
        let (bot, counts) = (&self.entrant, counts.join(&say!(language, ", ", "、")));
        Some(say!(
            language,
            "{bot} forfeited decisions: {counts}. The first: {first}.",
            "{bot} 放弃了决策：{counts}。第一次：{first}。"
        ))
    }
}

impl BotReport {
    /// Returns the same bots without what they did wrong.
    pub(crate) fn without_faults(&self) -> BotReport {
        let none = |bot: &BotFaults| BotFaults::new(bot.entrant.clone(), None, |_| 0);
        BotReport { entrants: self.entrants.iter().map(none).collect(), errors: None }
    }

    /// Returns whether these are the bots with these names, and nothing is missing.
    pub(crate) fn is_of(&self, names: &[&str]) -> bool {
        self.entrants.iter().map(|bot| bot.entrant.as_str()).eq(names.iter().copied())
            && self.entrants.iter().all(BotFaults::is_whole)
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

    /// Returns a sentence for each bot that did something wrong, and where the standard error of bots is kept.
    pub fn sentences(&self, language: Language) -> Vec<String> {
        let bots = self.entrants.iter().filter_map(|bot| bot.sentence(language));
        let errors = self.errors.iter().map(|folder| {
            say!(
                language,
                "The standard error of bots is in {folder}.",
                "机器人的标准错误输出保存在 {folder}。"
            )
        });
        bots.chain(errors).collect()
    }
}
