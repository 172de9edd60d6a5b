//! The slow twin of the library, with mutations, as a crate.

#[path = "../../../hule/tests/twin/mod.rs"]
mod twin;

pub use twin::{Mutation, kind, mutant_log};
