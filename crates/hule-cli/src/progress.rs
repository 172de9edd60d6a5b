//! A line on the terminal that shows how far a command is.

use crate::jobs::rate;
use crate::language::language;
use crate::width::columns_of;
use hule::Language;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthChar;

/// How far some work is.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub done: u64,
    /// How much there is to do, if it is known.
    pub all: Option<u64>,
    /// What else there is to say.
    pub message: String,
    elapsed: Duration,
}

impl Work {
    /// How much is done per second, with separators.
    fn rate(&self) -> String {
        rate(self.done, self.elapsed.as_secs_f64())
    }

    /// A bar of 15 columns.
    fn bar(&self) -> String {
        let full = match self.all {
            Some(all @ 1..) => (15 * u128::from(self.done.min(all)) / u128::from(all)) as usize,
            _ => 0,
        };
        "█".repeat(full) + &"░".repeat(15 - full)
    }

    /// How long the rest takes if it goes on like this.
    fn left(&self) -> String {
        #[allow(clippy::cast_precision_loss)] // It is an estimate.
        let left = match (self.done, self.all) {
            (done @ 1.., Some(all)) => {
                self.elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / done as f64
            }
            _ => 0.0,
        };
        short(left)
    }
}

/// A time in seconds as one number with a unit, of which there are at least two: 89s, 2m, 36h.
fn short(seconds: f64) -> String {
    const UNITS: [(&str, f64); 6] =
        [("y", 31_536_000.0), ("w", 604_800.0), ("d", 86_400.0), ("h", 3_600.0), ("m", 60.0), ("s", 1.0)];
    for pair in UNITS.windows(2) {
        let ((name, unit), (_, smaller)) = (pair[0], pair[1]);
        if seconds + smaller / 2.0 >= 1.5 * unit {
            return format!("{}{name}", (seconds / unit).round().max(2.0));
        }
    }
    format!("{}s", seconds.round())
}

/// The line on standard error, which several threads can update. There is none if standard error is no terminal.
pub struct Progress<'a>(Option<Mutex<Line<'a>>>);

/// What a line says.
type Text<'a> = dyn Fn(Language, &Work) -> String + Send + 'a;

struct Line<'a> {
    work: Work,
    text: Box<Text<'a>>,
    started: Instant,
    /// When it would be drawn next if it were drawn regularly.
    next: Instant,
    /// How many columns the terminal shows of it.
    shown: usize,
    is_over: bool,
}

impl<'a> Progress<'a> {
    /// How often it is drawn.
    const INTERVAL: Duration = Duration::from_millis(125);
    /// How much earlier it may be drawn, so that a few long steps are all seen.
    const BURST: Duration = Duration::from_millis(2500);

    /// Begins work, of which this is the text.
    pub fn new(all: Option<u64>, text: impl Fn(Language, &Work) -> String + Send + 'a) -> Progress<'a> {
        let kind = env::var_os("TERM");
        let can_return = kind.map_or(cfg!(windows), |kind| kind != "dumb");
        let now = Instant::now();
        Progress((can_return && io::stderr().is_terminal()).then(|| {
            Mutex::new(Line {
                work: Work { all, ..Work::default() },
                text: Box::new(text),
                started: now,
                next: now,
                shown: 0,
                is_over: false,
            })
        }))
    }

    /// Changes how far the work is.
    pub fn update(&self, change: impl FnOnce(&mut Work)) {
        let Some(mut line) = self.line() else { return };
        change(&mut line.work);
        let now = Instant::now();
        if !line.is_over && line.next <= now + Progress::BURST {
            line.next = line.next.max(now) + Progress::INTERVAL;
            line.draw(now);
        }
    }

    /// Adds to what is done.
    pub fn add(&self, done: u64) {
        self.update(|work| work.done += done);
    }

    /// Erases the line, which does not appear again.
    pub fn clear(&self) {
        let Some(mut line) = self.line() else { return };
        line.is_over = true;
        if line.shown > 0 {
            // Ctrl-C may be shown behind it.
            write(&format!("\r{:1$}\r", "", columns()));
            line.shown = 0;
        }
    }

    fn line(&self) -> Option<MutexGuard<'_, Line<'a>>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Line<'_> {
    fn draw(&mut self, now: Instant) {
        self.work.elapsed = now - self.started;
        let (text, width) = cut((self.text)(language(), &self.work), columns());
        let rest = self.shown.saturating_sub(width);
        // Not every console understands sequences that erase.
        write(&format!("\r{text}{:rest$}", ""));
        self.shown = width;
    }
}

/// How many columns a line can have. In the last one, some terminals begin a new line.
fn columns() -> usize {
    columns_of(io::stderr()).filter(|&columns| columns > 0).unwrap_or(80) - 1
}

/// The part of a line that fits, and its columns.
fn cut(mut line: String, columns: usize) -> (String, usize) {
    let mut width = 0;
    for (place, letter) in line.char_indices() {
        let wide = width + letter.width().unwrap_or(0);
        if wide > columns {
            line.truncate(place);
            break;
        }
        width = wide;
    }
    (line, width)
}

/// If it cannot be written, no message can say so.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// What the lines say. Each has 80 columns at most, but for the message at its end.
pub mod text {
    use super::{Work, short};
    use hule::{Language, say};
    use hule_report::grouped;
    use std::time::Duration;

    /// The bar, what is done, and how much there is to do.
    fn parts(work: &Work) -> (String, String, String) {
        (work.bar(), grouped(work.done), grouped(work.all.unwrap_or(work.done)))
    }

    /// Of the games of a batch.
    pub fn games(language: Language, work: &Work) -> String {
        let ((bar, done, all), rate, left) = (parts(work), work.rate(), work.left());
        say!(
            language,
            "{bar} {done} of {all} games, {rate}/s, {left} left",
            "{bar} {done} / {all} 局，{rate}/s，还需 {left}"
        )
    }

    /// Of the decisions of a game.
    pub fn decisions(language: Language, work: &Work) -> String {
        let ((bar, done, all), left) = (parts(work), work.left());
        say!(
            language,
            "{bar} {done} of {all} decisions, {left} left",
            "{bar} {done} / {all} 次决策，还需 {left}"
        )
    }

    /// Of the decks of an arena, with a message.
    pub fn decks(language: Language, work: &Work) -> String {
        let ((bar, done, all), left, message) = (parts(work), work.left(), &work.message);
        say!(
            language,
            "{bar} {done} of {all} decks, {left} left; {message}",
            "{bar} {done} / {all} 副牌堆，还需 {left}；{message}"
        )
    }

    /// Of the tests of a package.
    pub fn tests(language: Language, work: &Work) -> String {
        let (bar, done, all) = (work.bar(), work.done, work.all.unwrap_or(work.done));
        say!(language, "{bar} {done} of {all} tests", "{bar} {done} / {all} 个测试点")
    }

    /// Of the decks for a program, whose number or time may be limited, and which may go on after failures.
    pub fn trials(language: Language, work: &Work, time: Option<Duration>, keep_going: bool) -> String {
        let (_, done, all) = parts(work);
        let of = if work.all.is_some() { say!(language, " of {all}", " / {all}") } else { String::new() };
        let seconds = |time: Duration| say!(language, " of {} s", " / {} 秒", time.as_secs_f64());
        let time = time.map(seconds).unwrap_or_default();
        let so_far = if keep_going {
            String::new()
        } else {
            say!(language, ", all correct so far", "，目前全部正确")
        };
        let elapsed = short(work.elapsed.as_secs_f64());
        say!(
            language,
            "{done}{of} tests{so_far}, {elapsed}{time}",
            "{done}{of} 个测试点{so_far}，{elapsed}{time}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn work(done: u64, all: Option<u64>, seconds: u64) -> Work {
        Work { done, all, elapsed: Duration::from_secs(seconds), message: String::new() }
    }

    #[test]
    fn a_line_says_how_far_the_work_is() {
        let of = |work: &Work| Language::ALL.map(|language| text::games(language, work));
        let half = "███████░░░░░░░░";
        assert_eq!(
            of(&work(5_000, Some(10_000), 4)),
            [
                format!("{half} 5,000 of 10,000 games, 1,250/s, 4s left"),
                format!("{half} 5,000 / 10,000 局，1,250/s，还需 4s")
            ]
        );
        let [none, all] = [0, 70].map(|done| text::tests(Language::English, &work(done, Some(70), 0)));
        assert_eq!(none, format!("{} 0 of 70 tests", "░".repeat(15)));
        assert_eq!(all, format!("{} 70 of 70 tests", "█".repeat(15)));
        let decks = Work { message: "a wins 25.00 %".to_owned(), ..work(1, Some(3), 45) };
        assert!(text::decks(Language::English, &decks).ends_with(" 1 of 3 decks, 2m left; a wins 25.00 %"));
        let trials = |all, time: Option<u64>, keep_going| {
            text::trials(Language::English, &work(1_234, all, 7), time.map(Duration::from_secs), keep_going)
        };
        assert_eq!(trials(None, Some(10), false), "1,234 tests, all correct so far, 7s of 10 s");
        assert_eq!(trials(Some(2_000), None, true), "1,234 of 2,000 tests, 7s");
    }

    #[test]
    fn times_have_one_unit() {
        let times = [0.0, 0.4, 59.6, 89.0, 89.5, 150.0, 5_370.0, 7_300.0, 129_600.0, 1.3e6, 4e7, 1e9];
        let shown = ["0s", "0s", "60s", "89s", "2m", "3m", "2h", "2h", "2d", "2w", "66w", "32y"];
        assert_eq!(times.map(short), shown);
    }

    #[test]
    fn a_line_is_cut_at_the_terminal() {
        for (columns, line, width) in
            [(0, "", 0), (3, "a牌", 3), (4, "a牌", 3), (5, "a牌堆", 5), (9, "a牌堆b", 6)]
        {
            assert_eq!(cut("a牌堆b".to_owned(), columns), (line.to_owned(), width));
        }
    }

    #[test]
    fn lines_fit_a_terminal_of_80_columns() {
        let most = work(1_000_000_000, Some(1_000_000_000), 1_000);
        let long = Work { elapsed: Duration::from_secs(89), ..most.clone() };
        for language in Language::ALL {
            let trials =
                |work: &Work| text::trials(language, work, Some(Duration::from_secs(100_000)), false);
            let unlimited = text::trials(language, &Work { all: None, ..long.clone() }, None, false);
            let lines =
                [text::games, text::decisions, text::decks, text::tests].map(|line| line(language, &most));
            for line in lines.into_iter().chain([trials(&long), unlimited]) {
                assert!(line.width() < 80, "{line}");
            }
        }
    }
}
