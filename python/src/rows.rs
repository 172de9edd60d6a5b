//! Rows of games as Arrow.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, StringArray, UInt8Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use hule::batch::Row;
use hule_report::{RowColumn, row_columns};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// How many games a record batch has.
const GROUP: usize = 1 << 16;

/// One row per game, with the columns of docs/PROTOCOL.md. Whatever reads Arrow takes it by ``__arrow_c_stream__``.
#[pyclass(module = "hule", frozen)]
pub struct Rows {
    seed: u64,
    rows: Arc<Vec<Row>>,
}

impl Rows {
    pub fn new(seed: u64, rows: Vec<Row>) -> Rows {
        Rows { seed, rows: Arc::new(rows) }
    }
}

#[pymethods]
impl Rows {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<{} rows of games>", self.rows.len())
    }

    /// The rows as an Arrow stream, by the PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema; // The interface allows to give what there is.
        let (seed, rows, schema) = (self.seed, Arc::clone(&self.rows), schema());
        let of_group = {
            let schema = Arc::clone(&schema);
            move |start: usize| group(&schema, seed, &rows[start..rows.len().min(start + GROUP)])
        };
        let starts = (0..self.rows.len()).step_by(GROUP);
        let reader = RecordBatchIterator::new(starts.map(of_group), schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

fn schema() -> SchemaRef {
    let field = |column| match column {
        RowColumn::Number(name, _) => Field::new(name, DataType::UInt64, false),
        RowColumn::Small(name, _) => Field::new(name, DataType::UInt8, false),
        RowColumn::Text(name, _) => Field::new(name, DataType::Utf8, false),
        RowColumn::Maybe(name, _) => Field::new(name, DataType::Utf8, true),
    };
    Arc::new(Schema::new(row_columns().into_iter().map(field).collect::<Vec<Field>>()))
}

fn group(schema: &SchemaRef, seed: u64, rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let array = |column| -> ArrayRef {
        match column {
            RowColumn::Number(_, number) => {
                Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| number(row, seed))))
            }
            RowColumn::Small(_, number) => Arc::new(UInt8Array::from_iter_values(rows.iter().map(number))),
            RowColumn::Text(_, text) => Arc::new(StringArray::from_iter_values(rows.iter().map(text))),
            RowColumn::Maybe(_, text) => Arc::new(rows.iter().map(text).collect::<StringArray>()),
        }
    };
    RecordBatch::try_new(Arc::clone(schema), row_columns().into_iter().map(array).collect())
}
