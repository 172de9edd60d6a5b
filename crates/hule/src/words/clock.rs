//! The clock.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// In a browser, the clock of the standard library panics.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
