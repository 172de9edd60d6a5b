//! The page of `hule` in the browser, and its HTTP and WebSocket interface. It holds no rules: it asks the library and
//! sends what a page can show.

mod api;
mod asset;
mod clocks;
mod guard;
mod language;
mod limits;
mod metrics;
mod public;
mod rate_limit;
mod registry;
mod request;
mod scheduler;
mod server;
mod store;
mod study;
mod table_updates;
mod task;
mod websocket;
mod write_timeout;

pub use clocks::Clock;
pub use hule_api::replay_html;
pub use limits::Limits;
pub use public::{PublicUrl, PublicUrlError};
pub use server::{BindError, Options, Server, Stopper};
