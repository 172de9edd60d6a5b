//! Rows of games as a Parquet file.

use crate::export::{Export, Target};
use crate::failure::Failure;
use crate::language::say;
use crate::rows::{Column, columns};
use hule::batch::Row;
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::io;
use std::sync::Arc;

/// How many games a row group has: enough to pack well, few enough to hold.
const GROUP: usize = 1 << 17;

/// A Parquet file that is being written.
pub struct ParquetFile {
    target: Target,
    seed: u64,
    writer: SerializedFileWriter<Export>,
    /// Not written yet.
    held: Vec<Row>,
}

impl ParquetFile {
    pub fn create(target: &Target, seed: u64) -> Result<ParquetFile, Failure> {
        let columns = columns().into_iter().map(|column| match column {
            Column::Number(name, _) => format!("required int64 {name} (integer(64, false));"),
            Column::Small(name, _) => format!("required int32 {name} (integer(8, false));"),
            Column::Text(name, _) => format!("required binary {name} (string);"),
            Column::Maybe(name, _) => format!("optional binary {name} (string);"),
        });
        let schema = format!("message games {{ {} }}", columns.collect::<String>());
        let schema = Arc::new(parse_message_type(&schema).expect("the schema is well formed"));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let properties = Arc::new(properties.set_created_by("hule".to_owned()).build());
        let writer = SerializedFileWriter::new(target.create()?, schema, properties)
            .map_err(|error| failure(target, error))?;
        Ok(ParquetFile { target: target.clone(), seed, writer, held: Vec::new() })
    }

    pub fn extend(&mut self, rows: Vec<Row>) -> Result<(), Failure> {
        self.held.extend(rows);
        // Groups end at the same rows however many came at a time.
        while self.held.len() >= GROUP {
            let rest = self.held.split_off(GROUP);
            self.write_group()?;
            self.held = rest;
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), Failure> {
        if !self.held.is_empty() {
            self.write_group()?;
        }
        let target = self.target;
        self.writer.into_inner().map_err(|error| failure(&target, error))?.finish()
    }

    fn write_group(&mut self) -> Result<(), Failure> {
        let rows = std::mem::take(&mut self.held);
        write_group(&mut self.writer, &rows, self.seed).map_err(|error| failure(&self.target, error))
    }
}

#[allow(clippy::cast_possible_wrap)] // The columns are marked as unsigned.
fn write_group(
    writer: &mut SerializedFileWriter<Export>,
    rows: &[Row],
    seed: u64,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for column in columns() {
        let mut writer = group.next_column()?.expect("there are as many as in the schema");
        match (column, writer.untyped()) {
            (Column::Number(_, number), ColumnWriter::Int64ColumnWriter(typed)) => {
                let values: Vec<i64> = rows.iter().map(|row| number(row, seed) as i64).collect();
                typed.write_batch(&values, None, None)?;
            }
            (Column::Small(_, number), ColumnWriter::Int32ColumnWriter(typed)) => {
                let values: Vec<i32> = rows.iter().map(|row| i32::from(number(row))).collect();
                typed.write_batch(&values, None, None)?;
            }
            (Column::Text(_, text), ColumnWriter::ByteArrayColumnWriter(typed)) => {
                let values: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(text(row))).collect();
                typed.write_batch(&values, None, None)?;
            }
            (Column::Maybe(_, text), ColumnWriter::ByteArrayColumnWriter(typed)) => {
                let there: Vec<i16> = rows.iter().map(|row| i16::from(text(row).is_some())).collect();
                let values: Vec<ByteArray> = rows.iter().filter_map(text).map(ByteArray::from).collect();
                typed.write_batch(&values, Some(&there), None)?;
            }
            _ => unreachable!("the schema has these types"),
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}

fn failure(target: &Target, error: ParquetError) -> Failure {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => target.failure(&error),
            Err(error) => Failure::Io(say!("{target}: {error}", "{target}：{error}")),
        },
        error => Failure::Io(say!("{target}: {error}", "{target}：{error}")),
    }
}
