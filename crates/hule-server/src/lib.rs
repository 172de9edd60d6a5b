//! The page of `hule` in the browser, and its HTTP and WebSocket interface. It holds no rules: it asks the library and
//! sends what a page can show.

mod api;
mod asset;
mod clocks;
mod drive;
mod guard;
mod language;
mod limits;
mod meter;
mod metrics;
mod onlooker;
mod patient;
mod public;
mod request;
mod room;
mod rooms;
mod server;
mod store;
mod study;
mod tables;
mod task;
mod thinkers;
mod websocket;

pub use clocks::Clock;
pub use hule_api::replay_html;
pub use limits::Limits;
pub use public::{PublicUrl, PublicUrlError};
pub use server::{BindError, Options, Server, Stopper};
