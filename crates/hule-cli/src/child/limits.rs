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

    /// The same for one that has run for so long and has not ended.
    pub fn end_after(self, lasted: Duration, usage: Usage) -> Option<End> {
        self.end(usage).or_else(|| (lasted > self.wall()).then_some(End::TooSlow))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_may_take_longer_than_who_works() {
        let limits = Limits { time: Duration::from_secs(2), memory: 100 };
        let end = |lasted, worked, memory| {
            let usage = Usage { time: Duration::from_millis(worked), memory };
            limits.end_after(Duration::from_millis(lasted), usage)
        };
        assert_eq!([end(2000, 2000, 100), end(11_000, 0, 0), end(11_000, 2000, 0)], [None; 3]);
        assert_eq!([end(2001, 2001, 0), end(11_001, 0, 0)], [Some(End::TooSlow); 2]);
        assert_eq!(end(1, 0, 101), Some(End::TooLarge));
    }
}
