//! The width of the terminal, and text that fits it.

use hule_report::wrapped;
use std::env;
use std::io::{self, IsTerminal};

/// No text is wrapped to fewer columns.
const LEAST: usize = 40;

/// How many columns standard output has, if it is a terminal: `COLUMNS`, or as many as the terminal says.
pub fn columns() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = told.or_else(|| columns_of(io::stdout()));
    columns.filter(|&columns| columns > 0).map(|columns| columns.max(LEAST))
}

/// How many columns the terminal of a stream says that it has.
#[cfg(unix)]
pub fn columns_of(stream: impl std::os::fd::AsFd) -> Option<usize> {
    rustix::termios::tcgetwinsize(stream).ok().map(|size| usize::from(size.ws_col))
}

#[cfg(windows)]
pub fn columns_of(stream: impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0))
}

/// The text as standard output shows it: wrapped if it is a terminal, otherwise as it is.
pub fn fitted(text: String) -> String {
    fitted_to(text, columns())
}

/// The text in this many columns, if it is known how many.
pub fn fitted_to(text: String, columns: Option<usize>) -> String {
    match columns {
        Some(columns) => wrapped(&text, columns),
        None => text,
    }
}
