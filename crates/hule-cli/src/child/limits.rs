//! What a program may use.

use super::{End, Usage};
use std::time::Duration;

/// What a program may use for one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time.
    pub time: Duration,
    /// Memory in bytes.
    pub memory: u64,
}

impl Limits {
    /// How long a run may last, also if the program only sleeps or other programs have the processor.
    pub fn wall(self) -> Duration {
        self.time.saturating_mul(5).saturating_add(Duration::from_secs(1))
    }

    /// How a program ends that has used this: `None` if it may go on.
    pub fn end(self, usage: Usage) -> Option<End> {
        if usage.time > self.time {
            Some(End::TooSlow)
        } else if usage.memory > self.memory {
            Some(End::TooLarge)
        } else {
            None
        }
    }
}
