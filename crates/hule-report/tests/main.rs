//! The reports, by what the crate offers.

mod charts;
mod merge;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
