//! The tests of the server over its connections, in one program: a module for each topic.

mod common;

mod engine;
mod faults;
mod openapi;
mod people;
mod public;
mod review;
mod study;
mod tables;
mod watch;
