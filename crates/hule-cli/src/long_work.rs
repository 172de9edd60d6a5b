//! What long-running commands share: numbers with units, threads, a progress bar, and a flag that Ctrl-C sets.

use crate::child::orphans;
use crate::failure::Failure;
use crate::language::say;
use indicatif::{HumanFloatCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
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

/// A progress bar in this style, with a length if it is known. It is hidden if standard error is no terminal.
pub fn progress(length: Option<u64>, style: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    bar.set_draw_target(if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(8)
    } else {
        ProgressDrawTarget::hidden()
    });
    // A progress bar has no way to fail.
    let rate =
        |state: &ProgressState, out: &mut dyn fmt::Write| _ = write!(out, "{}/s", whole(state.per_sec()));
    let style = ProgressStyle::with_template(style).expect("the template is well formed");
    bar.set_style(style.with_key("per_sec", rate));
    bar
}

/// How many things are done per second, as a whole number with separators.
#[allow(clippy::cast_precision_loss)] // Nobody reads that many digits of a rate.
pub fn rate(done: u64, seconds: f64) -> HumanFloatCount {
    whole(done as f64 / seconds)
}

/// The nearest whole number.
fn whole(number: f64) -> HumanFloatCount {
    HumanFloatCount(number.round())
}

/// How progress is shown. A line takes 80 columns at the most.
pub mod style {
    use hule::{Language, say};
    use std::time::Duration;

    /// Of the games of a batch.
    pub fn games(language: Language) -> String {
        say!(
            language,
            "{{bar:15}} {{human_pos}} of {{human_len}} games, {{per_sec}}, {{eta}} left",
            "{{bar:15}} {{human_pos}} / {{human_len}} 局，{{per_sec}}，还需 {{eta}}"
        )
    }

    /// Of the decisions of a game.
    pub fn decisions(language: Language) -> String {
        say!(
            language,
            "{{bar:15}} {{human_pos}} of {{human_len}} decisions, {{eta}} left",
            "{{bar:15}} {{human_pos}} / {{human_len}} 次决策，还需 {{eta}}"
        )
    }

    /// Of the decks of an arena, with a message.
    pub fn decks(language: Language) -> String {
        say!(
            language,
            "{{bar:15}} {{human_pos}} of {{human_len}} decks, {{eta}} left; {{wide_msg}}",
            "{{bar:15}} {{human_pos}} / {{human_len}} 副牌堆，还需 {{eta}}；{{wide_msg}}"
        )
    }

    /// Of the tests of a program, whose number or time may be limited, and which may go on after failures.
    pub fn tests(language: Language, limited: bool, time: Option<Duration>, keep_going: bool) -> String {
        let of =
            if limited { say!(language, " of {{human_len}}", " / {{human_len}}") } else { String::new() };
        let seconds = |time: Duration| say!(language, " of {} s", " / {} 秒", time.as_secs_f64());
        let time = time.map(seconds).unwrap_or_default();
        let so_far = if keep_going {
            String::new()
        } else {
            say!(language, ", all correct so far", "，目前全部正确")
        };
        say!(
            language,
            "{{human_pos}}{of} tests{so_far}, {{elapsed}}{time}",
            "{{human_pos}}{of} 个测试点{so_far}，{{elapsed}}{time}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hule::Language;
    use unicode_width::UnicodeWidthStr;

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
        assert_eq!(whole(152_839.123_4).to_string(), "152,839");
        assert_eq!(rate(1_000_000, 3.0).to_string(), "333,333");
        assert_eq!(rate(1, 3.0).to_string(), "0");
    }

    #[test]
    fn progress_fits_the_narrowest_terminal() {
        let longest = [
            ("{bar:15}", "=".repeat(15).as_str()),
            ("{human_pos}", "1,000,000,000"),
            ("{human_len}", "1,000,000,000"),
            ("{per_sec}", "1,000,000/s"),
            ("{eta}", "59m"),
            ("{elapsed}", "59m"),
            ("{wide_msg}", ""), // It is cut where the line ends.
        ]
        .map(|(key, value)| (key, value.to_owned()));
        for language in Language::ALL {
            let time = Some(Duration::from_secs(100_000));
            let tests = [(true, time), (false, None)]
                .map(|(limited, time)| style::tests(language, limited, time, false));
            let others = [style::games(language), style::decisions(language), style::decks(language)];
            for style in tests.into_iter().chain(others) {
                let mut line = style.clone();
                for (key, value) in &longest {
                    line = line.replace(key, value);
                }
                assert!(!line.contains('{'), "{line}");
                assert!(line.width() <= 80, "{line}");
                progress(Some(1), &style);
            }
        }
    }
}
