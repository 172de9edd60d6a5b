//! One row a game, as Parquet.

use crate::export::{Export, Target};
use crate::failure::Failure;
use crate::language::say;
use hule::play::GameId;
use hule::{BySeat, Game, Meld, Observer, Outcome, Seat, Tile};
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::io;
use std::sync::Arc;

/// What is kept of a game. docs/PROTOCOL.md has the columns.
pub struct Row {
    game: u64,
    outcome: Outcome,
    discards: u8,
    wall_left: u8,
    chows: BySeat<u8>,
    pongs: BySeat<u8>,
    specials: BySeat<u8>,
    deal_distance: BySeat<u8>,
}

impl Row {
    fn new(game: u64, deal_distance: BySeat<u8>, end: &Game) -> Row {
        let count =
            |seat, wanted: fn(&Meld) -> bool| end.melds(seat).iter().filter(|meld| wanted(meld)).count();
        let special = |seat| end.river().of(seat).filter(|discard| discard.tile.is_special()).count();
        Row {
            game,
            outcome: end.outcome().expect("the game is over"),
            discards: end.river().as_slice().len() as u8,
            wall_left: end.wall().len() as u8,
            chows: BySeat::from_fn(|seat| count(seat, |meld| matches!(meld, Meld::Chow { .. })) as u8),
            pongs: BySeat::from_fn(|seat| count(seat, |meld| matches!(meld, Meld::Pong { .. })) as u8),
            specials: BySeat::from_fn(|seat| special(seat) as u8),
            deal_distance,
        }
    }

    fn outcome(&self) -> &'static str {
        match self.outcome {
            Outcome::Ron { .. } => "ron",
            Outcome::SelfDrawn { .. } => "self_drawn",
            Outcome::Exhausted => "exhausted",
        }
    }

    fn tile(&self) -> Option<&'static str> {
        match self.outcome {
            Outcome::Ron { tile, .. } | Outcome::SelfDrawn { tile, .. } => Some(Tile::name(tile)),
            Outcome::Exhausted => None,
        }
    }

    fn discarder(&self) -> Option<&'static str> {
        match self.outcome {
            Outcome::Ron { from, .. } => Some(from.name()),
            _ => None,
        }
    }
}

/// An observer that takes down a row for each game, if rows are wanted.
pub struct RowNotes {
    /// `None` if they are not.
    rows: Option<Vec<Row>>,
    /// The number of the game.
    game: u64,
    deal_distance: BySeat<u8>,
}

impl RowNotes {
    pub fn new(wanted: bool) -> RowNotes {
        RowNotes { rows: wanted.then(Vec::new), game: 0, deal_distance: BySeat::default() }
    }
}

impl Observer for RowNotes {
    #[inline]
    fn dealt(&mut self, game: &Game, id: GameId) {
        if self.rows.is_some() {
            self.game = id.deck;
            self.deal_distance = BySeat::from_fn(|seat| game.hand(seat).distance());
        }
    }

    fn follows(&self, _id: GameId) -> bool {
        false
    }

    #[inline]
    fn ended(&mut self, game: &Game) {
        if let Some(rows) = &mut self.rows {
            rows.push(Row::new(self.game, self.deal_distance, game));
        }
    }
}

/// How many games a row group has: enough to pack well, few enough to hold.
const GROUP: usize = 1 << 17;

/// A Parquet file that is being written.
pub struct Rows {
    target: Target,
    seed: u64,
    writer: SerializedFileWriter<Export>,
    /// Not written yet.
    held: Vec<Row>,
}

/// A column: its name, and what stands in it.
enum Column {
    Number(&'static str, fn(&Row, u64) -> u64),
    Small(String, Box<dyn Fn(&Row) -> u8>),
    Text(&'static str, fn(&Row) -> &'static str),
    Maybe(&'static str, fn(&Row) -> Option<&'static str>),
}

type NumbersBySeat = fn(&Row) -> &BySeat<u8>;

fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::Number("seed", |_, seed| seed),
        Column::Number("game", |row, _| row.game),
        Column::Text("outcome", Row::outcome),
        Column::Maybe("winner", |row| row.outcome.winner().map(Seat::name)),
        Column::Maybe("discarder", Row::discarder),
        Column::Maybe("tile", Row::tile),
        Column::Small("discards".to_owned(), Box::new(|row| row.discards)),
        Column::Small("wall_left".to_owned(), Box::new(|row| row.wall_left)),
    ];
    let by_seat: [(&str, NumbersBySeat); 4] = [
        ("chows", |row| &row.chows),
        ("pongs", |row| &row.pongs),
        ("specials", |row| &row.specials),
        ("deal_distance", |row| &row.deal_distance),
    ];
    for (name, numbers) in by_seat {
        for seat in Seat::ALL {
            let name = format!("{name}_{}", seat.name().to_lowercase());
            columns.push(Column::Small(name, Box::new(move |row| numbers(row)[seat])));
        }
    }
    columns
}

impl Rows {
    pub fn create(target: &Target, seed: u64) -> Result<Rows, Failure> {
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
        Ok(Rows { target: target.clone(), seed, writer, held: Vec::new() })
    }

    pub fn extend(&mut self, notes: RowNotes) -> Result<(), Failure> {
        self.held.extend(notes.rows.unwrap_or_default());
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
