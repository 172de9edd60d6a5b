//! What the server counts, in the text format of Prometheus.

use crate::api::App;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The counters of a server.
pub struct Metrics {
    begin: Instant,
    /// Answers, by the first digit of their status.
    answers: [AtomicU64; 6],
    /// How many answers took at most so long, and all.
    times: [AtomicU64; Metrics::BOUNDS.len() + 1],
    micros: AtomicU64,
    /// Messages over live connections.
    pub messages: AtomicU64,
    /// Connections that were turned away.
    pub turned_away: AtomicU64,
    /// Uses that went beyond the limits of an address.
    pub limited: AtomicU64,
    /// Players that panicked.
    pub panics: AtomicU64,
}

impl Metrics {
    /// The bounds of the histogram of answers, in milliseconds.
    const BOUNDS: [u64; 7] = [1, 5, 10, 50, 100, 500, 1000];

    pub fn new() -> Metrics {
        Metrics {
            begin: Instant::now(),
            answers: Default::default(),
            times: Default::default(),
            micros: AtomicU64::default(),
            messages: AtomicU64::default(),
            turned_away: AtomicU64::default(),
            limited: AtomicU64::default(),
            panics: AtomicU64::default(),
        }
    }

    /// Counts an answer.
    pub fn answered(&self, status: u16, took: Duration) {
        add(&self.answers[usize::from(status / 100).min(5)]);
        let millis = took.as_micros().div_ceil(1000) as u64;
        let place = Metrics::BOUNDS.iter().position(|&bound| millis <= bound);
        add(&self.times[place.unwrap_or(Metrics::BOUNDS.len())]);
        self.micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    /// All of them, as text.
    pub fn text(&self, app: &App) -> String {
        let mut text = Text(String::new());
        text.one("hule_uptime_seconds", "gauge", "Seconds since the start.", self.begin.elapsed().as_secs());
        text.head("hule_answers_total", "counter", "HTTP answers by class of status.");
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            text.line(format_args!("hule_answers_total{{class=\"{class}xx\"}} {}", get(count)));
        }
        text.head("hule_answer_seconds", "histogram", "Time of HTTP answers.");
        let mut all = 0;
        for (place, count) in self.times.iter().enumerate() {
            all += get(count);
            match Metrics::BOUNDS.get(place) {
                Some(&bound) => {
                    let (seconds, rest) = (bound / 1000, bound % 1000);
                    text.line(format_args!("hule_answer_seconds_bucket{{le=\"{seconds}.{rest:03}\"}} {all}"));
                }
                None => text.line(format_args!("hule_answer_seconds_bucket{{le=\"+Inf\"}} {all}")),
            }
        }
        let micros = get(&self.micros);
        let (seconds, rest) = (micros / 1_000_000, micros % 1_000_000);
        text.line(format_args!("hule_answer_seconds_sum {seconds}.{rest:06}"));
        text.line(format_args!("hule_answer_seconds_count {all}"));
        let live = app.options.connections.saturating_sub(app.live.available_permits()) as u64;
        text.one("hule_live_connections", "gauge", "Open live connections.", live);
        text.one(
            "hule_live_messages_total",
            "counter",
            "Messages over live connections.",
            get(&self.messages),
        );
        text.one("hule_tables", "gauge", "Tables in memory.", app.registry.len() as u64);
        text.one(
            "hule_thoughts",
            "gauge",
            "Decisions that players think about.",
            app.scheduler.load() as u64,
        );
        text.one("hule_turned_away_total", "counter", "Connections refused.", get(&self.turned_away));
        text.one(
            "hule_limited_total",
            "counter",
            "Uses beyond the limits of an address.",
            get(&self.limited),
        );
        text.one("hule_panics_total", "counter", "Players that panicked.", get(&self.panics));
        if let Some(store) = &app.registry.store {
            let written = &store.written;
            text.one("hule_commits_total", "counter", "Transactions on the disk.", get(&written.commits));
            text.one("hule_stored_total", "counter", "Changes in them.", get(&written.changes));
            let failed = u64::from(written.failed.load(Ordering::Relaxed));
            text.one("hule_store_failing", "gauge", "Whether the last transaction failed.", failed);
        }
        text.0
    }
}

/// Counts one.
pub fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn get(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

struct Text(String);

impl Text {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        self.line(format_args!("# HELP {name} {help}\n# TYPE {name} {kind}"));
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.head(name, kind, help);
        self.line(format_args!("{name} {value}"));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{line}").expect("a text takes everything");
    }
}
