//! Batches of games, with one row a game.

use hule::play::GameId;
use hule::simulate::{Parallel, simulate_parallel};
use hule::stats::Stats;
use hule::{BySeat, Game, Meld, Observer, Outcome, Seat, Tile};
use std::ops::Range;

/// Plays games of a seed with four standard players. Delivers the statistics of each chunk, and its rows if they are wanted;
/// returns how many games were delivered. The command and the Python package play here, so that the loop is compiled once.
pub fn play(
    seed: u64,
    games: Range<u64>,
    how: Parallel<'_>,
    wanted: bool,
    deliver: &mut dyn FnMut(Range<u64>, Stats, Vec<Row>),
) -> u64 {
    let observer = || (Stats::default(), RowNotes::new(wanted));
    simulate_parallel(seed, games, how, observer, |chunk, (stats, notes)| {
        deliver(chunk, stats, notes.into_rows());
    })
}

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
    /// Creates an observer that takes down rows, if they are wanted.
    pub fn new(wanted: bool) -> RowNotes {
        RowNotes { rows: wanted.then(Vec::new), game: 0, deal_distance: BySeat::default() }
    }

    /// Returns the rows.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows.unwrap_or_default()
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

/// A column: its name, and what stands in it.
pub enum Column {
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
pub fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::Number("seed", |_, seed| seed),
        Column::Number("game", |row, _| row.game),
        Column::Text("outcome", |row| row.outcome.name()),
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
