//! Counts of what bots do wrong.

use hule_report::{BotFault, BotFaults};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many decisions were forfeited, by all programs of one bot, and why the first.
#[derive(Debug, Default)]
pub struct Faults {
    counts: [AtomicU64; BotFault::ALL.len()],
    first: OnceLock<String>,
}

impl Faults {
    /// Counts a fault.
    pub fn note(&self, fault: BotFault, sentence: String) {
        self.counts[fault as usize].fetch_add(1, Ordering::Relaxed);
        self.say_first(sentence);
    }

    /// Remembers what happened if nothing has happened before.
    pub fn say_first(&self, sentence: String) {
        let _ = self.first.set(sentence);
    }

    /// How many of this kind there were.
    pub fn count(&self, fault: BotFault) -> u64 {
        self.counts[fault as usize].load(Ordering::Relaxed)
    }

    /// What was the first, in a sentence.
    pub fn first(&self) -> Option<&str> {
        self.first.get().map(String::as_str)
    }

    /// The report about the bot with this name.
    pub fn report(&self, name: String) -> BotFaults {
        BotFaults::new(name, self.first().map(str::to_owned), |fault| self.count(fault))
    }
}
