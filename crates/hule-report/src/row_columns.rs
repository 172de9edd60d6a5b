//! The columns of a table with one row for each game.

use hule::batch::Row;
use hule::{BySeat, Outcome, Seat, Tile};

fn tile(row: &Row) -> Option<&'static str> {
    match row.outcome {
        Outcome::Ron { tile, .. } | Outcome::SelfDrawn { tile, .. } => Some(Tile::name(tile)),
        Outcome::Exhausted => None,
    }
}

/// A column: its name, and what stands in it.
pub enum RowColumn {
    /// A number, from a row and the seed.
    Number(&'static str, fn(&Row, u64) -> u64),
    /// A number below 256.
    Small(String, Box<dyn Fn(&Row) -> u8 + Send>),
    /// A text.
    Text(&'static str, fn(&Row) -> &'static str),
    /// A text, or `None`.
    Maybe(&'static str, fn(&Row) -> Option<&'static str>),
}

type NumbersBySeat = fn(&Row) -> &BySeat<u8>;

/// Returns the columns in order.
pub fn row_columns() -> Vec<RowColumn> {
    let mut columns = vec![
        RowColumn::Number("seed", |_, seed| seed),
        RowColumn::Number("game", |row, _| row.game),
        RowColumn::Text("outcome", |row| row.outcome.name()),
        RowColumn::Maybe("winner", |row| row.outcome.winner().map(Seat::name)),
        RowColumn::Maybe("discarder", |row| row.discarder().map(Seat::name)),
        RowColumn::Maybe("tile", tile),
        RowColumn::Small("discards".to_owned(), Box::new(|row| row.discards)),
        RowColumn::Small("wall_left".to_owned(), Box::new(|row| row.wall_left)),
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
            columns.push(RowColumn::Small(name, Box::new(move |row| numbers(row)[seat])));
        }
    }
    columns
}
