//! Counts of what bots do wrong.

use crate::language::say;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a decision was forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There was no answer in time.
    Late,
    /// The answer was not among the legal actions.
    Illegal,
    /// What came was not an answer.
    Garbled,
    /// The program has ended, or was killed.
    Gone,
}

impl Fault {
    pub const ALL: [Fault; 4] = [Fault::Late, Fault::Illegal, Fault::Garbled, Fault::Gone];

    /// The name for machines.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Late => "late",
            Fault::Illegal => "illegal",
            Fault::Garbled => "garbled",
            Fault::Gone => "gone",
        }
    }

    /// The name for people.
    pub fn shown(self) -> String {
        match self {
            Fault::Late => say!("late", "超时"),
            Fault::Illegal => say!("illegal", "不合法"),
            Fault::Garbled => say!("garbled", "无法理解"),
            Fault::Gone => say!("gone", "程序不在"),
        }
    }
}

/// How many decisions were forfeited, by all programs of one bot, and why the first.
#[derive(Debug, Default)]
pub struct Faults {
    counts: [AtomicU64; Fault::ALL.len()],
    first: OnceLock<String>,
}

impl Faults {
    /// Counts a fault.
    pub fn note(&self, fault: Fault, sentence: String) {
        self.counts[fault as usize].fetch_add(1, Ordering::Relaxed);
        self.say_first(sentence);
    }

    /// Remembers what happened if nothing has happened before.
    pub fn say_first(&self, sentence: String) {
        let _ = self.first.set(sentence);
    }

    /// How many of this kind there were.
    pub fn count(&self, fault: Fault) -> u64 {
        self.counts[fault as usize].load(Ordering::Relaxed)
    }

    /// What was the first, in a sentence.
    pub fn first(&self) -> Option<&str> {
        self.first.get().map(String::as_str)
    }
}
