//! What differs between systems, behind one interface.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub use linux::{Exit, descendants, orphans, own_peak, reap, usage};

#[cfg(not(target_os = "linux"))]
mod other;
#[cfg(not(target_os = "linux"))]
pub use other::{Exit, descendants, orphans, own_peak, reap, usage};

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::{Group, found, has_ended, is_no_program, kill, signal};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use windows::{Group, found, has_ended, is_no_program, kill, signal};
