//! The tests of the command as its users meet it, in one program: a module for each topic.

mod common;

mod arena;
mod batch;
mod bot;
mod check;
mod deck;
mod everywhere;
mod hand;
mod html;
mod judge;
#[cfg(all(feature = "server", unix))]
// Under Wine it hangs: the clients are not told that the server is gone.
mod kill;
mod language;
mod merge;
mod network;
mod package;
mod review;
mod rules;
mod run;
#[cfg(feature = "server")]
mod serve;
mod shell;
mod stress;
