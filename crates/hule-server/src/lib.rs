//! The page of `hule` in the browser, and its HTTP and WebSocket interface. It holds no rules: it asks the library and
//! sends what a page can show.

mod api;
mod asset;
mod film;
mod guard;
mod language;
mod page;
mod patient;
mod request;
mod scene;
mod seed;
mod server;
mod table;
mod tables;

pub use api::openapi;
pub use page::replay_html;
pub use server::{Options, Server, Stopper};
