//! Ctrl-C, and other polite requests to stop.

use crate::failure::Failure;
use crate::language::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that Ctrl-C raises, or the end of the terminal, so that what is under way can end in order.
pub fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_later = Arc::clone(&stop);
    ctrlc::set_handler(move || stop_later.store(true, Ordering::Relaxed))
        .map_err(|error| Failure::Io(say!("Ctrl-C cannot be caught: {error}", "无法捕获 Ctrl-C：{error}")))?;
    Ok(stop)
}
