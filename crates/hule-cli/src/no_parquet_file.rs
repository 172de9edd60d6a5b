//! What stands for `parquet_file.rs` in builds without the feature `parquet`: a file that cannot be made.

use crate::export::Target;
use crate::failure::Failure;
use hule::batch::Row;

pub enum ParquetFile {}

impl ParquetFile {
    pub fn create(_: &Target, _: u64) -> Result<ParquetFile, Failure> {
        Err(Failure::without("parquet"))
    }

    pub fn extend(&mut self, _: Vec<Row>) -> Result<(), Failure> {
        match *self {}
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}
