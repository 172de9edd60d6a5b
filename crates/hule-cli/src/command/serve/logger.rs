//! The log of `--log`: lines with the time, the level, the module and what happened, on the standard error stream.

use log::{LevelFilter, Log, Metadata, Record};
use std::fmt;
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

struct Logger;

/// Writes what has this level or is more urgent.
pub fn start(level: LevelFilter) {
    // It fails only if there is one already.
    if log::set_logger(&Logger).is_ok() {
        log::set_max_level(level);
    }
}

impl Log for Logger {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let time = Time(SystemTime::now());
        let line = format!("{time} {:>5} {}: {}\n", record.level(), record.target(), record.args());
        // There is no place to report that it cannot be written.
        let _ = io::stderr().write_all(line.as_bytes());
    }

    fn flush(&self) {}
}

/// A time as `2021-05-01T09:30:00.000000Z`.
struct Time(SystemTime);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A clock that is set to a time before 1970 shows 1970.
        let since = self.0.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (year, month, day) = date(days);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let micros = since.subsec_micros();
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
    }
}

/// The year, month and day of a number of days after 1 January 1970.
const fn date(days: u64) -> (u64, u64, u64) {
    // Years begin in March here, so that a leap day is at their end, and are counted in cycles of 400 years.
    const CYCLE: u64 = 146_097;
    let days = days + 719_468;
    let (cycles, day) = (days / CYCLE, days % CYCLE);
    let year = (day - day / 1460 + day / 36_524 - day / (CYCLE - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let is_next = month >= 10;
    (400 * cycles + year + is_next as u64, if is_next { month - 9 } else { month + 3 }, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_day_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..200_000 {
            assert_eq!(date(days), (year, month, day));
            let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 => 28 + u64::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == last => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }

    #[test]
    fn a_time_has_its_parts() {
        let time = UNIX_EPOCH + Duration::new(1_619_861_405, 4_056_000);
        assert_eq!(Time(time).to_string(), "2021-05-01T09:30:05.004056Z");
    }
}
