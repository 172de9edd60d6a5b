//! Rows of games as a Parquet file.

use crate::row_columns::{RowColumn, row_columns};
use hule::batch::Row;
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// How many games a row group has: enough to pack well, few enough to hold.
const GROUP: usize = 1 << 17;

/// Writes rows of games as a Parquet file, with the columns of docs/PROTOCOL.md.
pub struct ParquetWriter<W: Write + Send> {
    seed: u64,
    writer: SerializedFileWriter<W>,
    /// Not written yet.
    held: Vec<Row>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with games of this seed.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, as the other methods do.
    pub fn new(file: W, seed: u64) -> io::Result<ParquetWriter<W>> {
        let columns = row_columns().into_iter().map(|column| match column {
            RowColumn::Number(name, _) => format!("required int64 {name} (integer(64, false));"),
            RowColumn::Small(name, _) => format!("required int32 {name} (integer(8, false));"),
            RowColumn::Text(name, _) => format!("required binary {name} (string);"),
            RowColumn::Maybe(name, _) => format!("optional binary {name} (string);"),
        });
        let schema = format!("message games {{ {} }}", columns.collect::<String>());
        let schema = Arc::new(parse_message_type(&schema).expect("the schema is well formed"));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let properties = Arc::new(properties.set_created_by("hule".to_owned()).build());
        let writer = SerializedFileWriter::new(file, schema, properties).map_err(cause)?;
        Ok(ParquetWriter { seed, writer, held: Vec::new() })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn extend(&mut self, rows: &[Row]) -> io::Result<()> {
        self.held.extend_from_slice(rows);
        // Groups end at the same rows however many came at a time.
        while self.held.len() >= GROUP {
            let rest = self.held.split_off(GROUP);
            self.write_group()?;
            self.held = rest;
        }
        Ok(())
    }

    /// Writes what is left, and returns what was written to.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        if !self.held.is_empty() {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(cause)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.held);
        write_group(&mut self.writer, &rows, self.seed).map_err(cause)
    }
}

#[allow(clippy::cast_possible_wrap)] // The columns are marked as unsigned.
fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    rows: &[Row],
    seed: u64,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for column in row_columns() {
        let mut writer = group.next_column()?.expect("there are as many as in the schema");
        match (column, writer.untyped()) {
            (RowColumn::Number(_, number), ColumnWriter::Int64ColumnWriter(typed)) => {
                let values: Vec<i64> = rows.iter().map(|row| number(row, seed) as i64).collect();
                typed.write_batch(&values, None, None)?;
            }
            (RowColumn::Small(_, number), ColumnWriter::Int32ColumnWriter(typed)) => {
                let values: Vec<i32> = rows.iter().map(|row| i32::from(number(row))).collect();
                typed.write_batch(&values, None, None)?;
            }
            (RowColumn::Text(_, text), ColumnWriter::ByteArrayColumnWriter(typed)) => {
                let values: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(text(row))).collect();
                typed.write_batch(&values, None, None)?;
            }
            (RowColumn::Maybe(_, text), ColumnWriter::ByteArrayColumnWriter(typed)) => {
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

/// The error of what was written to, if that is the cause.
fn cause(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
