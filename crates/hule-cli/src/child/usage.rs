//! What a program has used.

use std::time::Duration;

/// The processor time and the most memory that a program has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Of all its processes together.
    pub time: Duration,
    /// In bytes: of its largest process, or of all at one moment if that is more.
    pub memory: u64,
}

impl Usage {
    /// What was used up to now, if this was seen before.
    pub fn or_more(self, other: Usage) -> Usage {
        Usage { time: self.time.max(other.time), memory: self.memory.max(other.memory) }
    }
}
