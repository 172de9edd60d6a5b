//! Names of files as messages show them.

use std::borrow::Cow;

/// A name may have anything in it, also what would confuse a terminal. On Windows a backslash stands between the parts of a
/// path and is shown as it is.
pub fn shown(name: &str) -> String {
    let name = name.strip_prefix(r"\\?\").filter(|_| cfg!(windows)).unwrap_or(name);
    let escaped = name.escape_debug().to_string();
    if cfg!(windows) { escaped.replace(r"\\", r"\") } else { escaped }
}

/// A path with `/` between its parts, as reports have it on every system.
pub fn with_slashes(path: &str) -> Cow<'_, str> {
    if cfg!(windows) { path.replace('\\', "/").into() } else { path.into() }
}
