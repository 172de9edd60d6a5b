//! What work that takes its time needs: how much of it there is, threads, a bar that shows how far it is, and an ear for
//! Ctrl-C.

use crate::child::orphans;
use crate::failure::Failure;
use crate::language::say;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A number with digits set apart by `_` if one likes, and k or M behind it for thousands or millions.
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

/// A flag that Ctrl-C raises, or the end of the terminal, so that what is under way can end in order.
pub fn stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    on_stop(|_| {})
}

/// The same for work that waits for players, who may think for long: a second Ctrl-C ends everything at once.
pub fn impatient_stop_flag() -> Result<Arc<AtomicBool>, Failure> {
    on_stop(|again| {
        if again {
            orphans::end_all();
            std::process::exit(STOPPED.into());
        }
    })
}

/// The exit status of what was stopped before it had a result.
pub const STOPPED: u8 = 4;

/// Raises the flag and does this, which is told whether it was raised before.
fn on_stop(then: impl Fn(bool) + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_later = Arc::clone(&stop);
    ctrlc::set_handler(move || then(stop_later.swap(true, Ordering::Relaxed)))
        .map_err(|error| Failure::Io(say!("Ctrl-C cannot be caught: {error}", "无法捕获 Ctrl-C：{error}")))?;
    Ok(stop)
}

/// As many threads as are asked for, or one for each processor.
pub fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// A bar in this style, to be seen on a terminal only; with a length if there is one.
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
