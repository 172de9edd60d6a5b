//! What long-running commands share: numbers with units, threads, and a flag that Ctrl-C sets.

use crate::child::orphans;
use crate::failure::Failure;
use crate::language::say;
use hule_report::grouped;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Parses a number. It may contain `_`, and end in k for thousands, M for millions or G for billions.
pub fn count(text: &str) -> Result<u64, String> {
    const UNITS: [([char; 2], u64); 3] =
        [(['k', 'K'], 1_000), (['M', 'm'], 1_000_000), (['G', 'g'], 1_000_000_000)];
    let with_unit = UNITS.iter().find_map(|(letters, unit)| Some((text.strip_suffix(letters)?, *unit)));
    let (digits, unit) = with_unit.unwrap_or((text, 1));
    let digits: String = digits.chars().filter(|&digit| digit != '_').collect();
    let number: u64 = digits.parse().map_err(|_| {
        say!("expected a number such as 5000, 20k, 3M or 1G", "应为一个数，例如 5000、20k、3M 或 1G")
    })?;
    number.checked_mul(unit).ok_or_else(|| say!("the number is too large", "数太大"))
}

/// A flag that SIGINT, SIGTERM and SIGHUP set, so that a command can end in order.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    on_stop(|| {})
}

/// The same for commands that wait for players, who may be slow: a later signal exits at once.
pub fn impatient_stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    let first = OnceLock::new();
    on_stop(move || {
        if is_another(&first, Instant::now()) {
            orphans::end_all();
            std::process::exit(STOPPED.into());
        }
    })
}

/// Whether a signal is another one than the first. Programs such as `timeout` send two for one, and people press a key
/// twice.
fn is_another(first: &OnceLock<Instant>, now: Instant) -> bool {
    const ONE: Duration = Duration::from_secs(1);
    now.duration_since(*first.get_or_init(|| now)) >= ONE
}

/// The exit status of a command that was stopped before it had a result.
pub const STOPPED: u8 = 4;

/// Installs a signal handler that sets the flag and calls this.
fn on_stop(then: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_later = Arc::clone(&stop);
    let set = move || {
        stop_later.store(true, Ordering::Relaxed);
        then();
    };
    ctrlc::set_handler(set)
        .map_err(|error| Failure::Io(say!("Ctrl-C cannot be caught: {error}", "无法捕获 Ctrl-C：{error}")))?;
    Ok(stop)
}

/// How many threads to use: as many as are asked for, or one for each processor.
pub fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// How many things are done per second, as a whole number with separators.
#[allow(clippy::cast_precision_loss, clippy::cast_sign_loss)] // It is a rounded number of things.
pub fn rate(done: u64, seconds: f64) -> String {
    grouped((done as f64 / seconds).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_units() {
        let numbers = ["5000", "20k", "20K", "3M", "3m", "1G", "1_000g"].map(count);
        let expected = [5_000, 20_000, 20_000, 3_000_000, 3_000_000, 1_000_000_000, 1_000_000_000_000];
        assert_eq!(numbers, expected.map(Ok));
        for wrong in ["", "k", "1kk", "1.5M", "-1", "1T", "99999999999999999999", "99999999999G"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn signals_within_a_second_are_one() {
        let (first, now) = (OnceLock::new(), Instant::now());
        let found = [0, 999, 1000, 999].map(|later| is_another(&first, now + Duration::from_millis(later)));
        assert_eq!(found, [false, false, true, false]);
    }

    #[test]
    fn rates_are_whole_numbers() {
        assert_eq!(rate(1_000_000, 3.0), "333,333");
        assert_eq!(rate(1_000_000, 1.5), "666,667");
        assert_eq!(rate(1, 3.0), "0");
    }
}
