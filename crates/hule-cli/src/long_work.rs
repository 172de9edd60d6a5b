//! What long-running commands share: numbers with units, threads, a progress bar, and a flag that Ctrl-C sets.

use crate::child::orphans;
use crate::failure::Failure;
use crate::language::say;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Parses a number. It may contain `_`, and end in k for thousands or M for millions.
pub fn count(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix(['M', 'm']).map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let digits: String = digits.chars().filter(|&digit| digit != '_').collect();
    let number: u64 = digits
        .parse()
        .map_err(|_| say!("expected a number such as 5000, 20k or 3M", "应为一个数，例如 5000、20k 或 3M"))?;
    number.checked_mul(unit).ok_or_else(|| say!("the number is too large", "数太大"))
}

/// A flag that SIGINT, SIGTERM and SIGHUP set, so that a command can end in order.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    on_stop(|_| {})
}

/// The same for commands that wait for players, who may be slow: a second signal exits at once.
pub fn impatient_stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    on_stop(|again| {
        if again {
            orphans::end_all();
            std::process::exit(STOPPED.into());
        }
    })
}

/// The exit status of a command that was stopped before it had a result.
pub const STOPPED: u8 = 4;

/// Installs a signal handler that sets the flag and calls this, with whether the flag was set before.
fn on_stop(then: impl Fn(bool) + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_later = Arc::clone(&stop);
    ctrlc::set_handler(move || then(stop_later.swap(true, Ordering::Relaxed)))
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
    bar.set_style(ProgressStyle::with_template(style).expect("the template is well formed"));
    bar
}
