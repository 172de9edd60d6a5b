//! Batches of games of four standard players: statistics and, if they are wanted, a row and the log of each game.
//!
//! [`play`] is not generic: its loop is compiled in this library, with all that it calls, and is as fast in every program.

use super::simulate::{Parallel, simulate_parallel};
use super::stats::Stats;
use crate::game::{Game, GameId, Observer};
use crate::insight::log::TextLog;
use crate::words::{BySeat, Event, Meld, Outcome, Seat};
use std::ops::Range;

/// What is kept of the games besides their statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// A [`Row`] for each game.
    pub rows: bool,
    /// The log of each game as text.
    pub logs: bool,
}

/// The results of some games of a batch.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Their statistics.
    pub stats: Stats,
    /// A row for each game, if rows are kept.
    pub rows: Vec<Row>,
    /// The logs, each followed by a blank line, if logs are kept.
    pub logs: String,
}

/// Plays these games of a seed with four standard players on several threads, as [`simulate_parallel`] does, and delivers
/// the results in the order of the games. Returns how many games were delivered.
///
/// ```
/// use hule::batch::{self, Keep};
/// use hule::simulate::Parallel;
/// use hule::stats::Stats;
/// use std::num::NonZeroUsize;
/// use std::sync::atomic::AtomicBool;
///
/// let how = Parallel {
///     threads: NonZeroUsize::MIN,
///     chunk: NonZeroUsize::new(512).expect("not zero"),
///     stop: &AtomicBool::new(false),
/// };
/// let (mut stats, mut rows) = (Stats::default(), Vec::new());
/// let played = batch::play(1, 0..1000, how, Keep { rows: true, logs: false }, &mut |chunk| {
///     stats += &chunk.stats;
///     rows.extend(chunk.rows);
/// });
/// assert_eq!((played, stats.games, rows.len()), (1000, 1000, 1000));
/// ```
pub fn play(
    seed: u64,
    games: Range<u64>,
    how: Parallel<'_>,
    keep: Keep,
    deliver: &mut dyn FnMut(Chunk),
) -> u64 {
    let observer = || (Stats::default(), RowObserver::new(keep.rows));
    // Two calls, so that the loop without logs is compiled without them.
    if keep.logs {
        let observer = || (observer(), Logs::default());
        simulate_parallel(seed, games, how, observer, |games, ((stats, rows), logs)| {
            deliver(Chunk { games, stats, rows: rows.into_vec(), logs: logs.0.text });
        })
    } else {
        simulate_parallel(seed, games, how, observer, |games, (stats, rows)| {
            deliver(Chunk { games, stats, rows: rows.into_vec(), logs: String::new() });
        })
    }
}

/// A game in numbers. docs/PROTOCOL.md describes them as columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub struct Row {
    /// The number of the game.
    pub game: u64,
    pub outcome: Outcome,
    /// The number of discards.
    pub discards: u8,
    /// The number of tiles left to draw at the end.
    pub wall_left: u8,
    pub chows: BySeat<u8>,
    pub pongs: BySeat<u8>,
    /// The number of special tiles that each seat discarded.
    pub specials: BySeat<u8>,
    /// The distances of the dealt hands.
    pub deal_distance: BySeat<u8>,
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

    /// Returns the seat whose discard won the game, if one did.
    pub const fn discarder(&self) -> Option<Seat> {
        match self.outcome {
            Outcome::Ron { from, .. } => Some(from),
            Outcome::SelfDrawn { .. } | Outcome::Exhausted => None,
        }
    }
}

/// An observer that keeps a row for each game, if rows are wanted.
struct RowObserver {
    /// `None` if they are not.
    rows: Option<Vec<Row>>,
    /// The number of the game.
    game: u64,
    deal_distance: BySeat<u8>,
}

impl RowObserver {
    fn new(wanted: bool) -> RowObserver {
        RowObserver { rows: wanted.then(Vec::new), game: 0, deal_distance: BySeat::default() }
    }

    fn into_vec(self) -> Vec<Row> {
        self.rows.unwrap_or_default()
    }
}

impl Observer for RowObserver {
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

/// An observer that writes the logs, each followed by a blank line.
#[derive(Default)]
struct Logs(TextLog);

impl Observer for Logs {
    #[inline]
    fn dealt(&mut self, game: &Game, id: GameId) {
        self.0.dealt(game, id);
    }

    #[inline]
    fn event(&mut self, event: Event, game: &Game) {
        self.0.event(event, game);
    }

    #[inline]
    fn ended(&mut self, _game: &Game) {
        self.0.text.push('\n');
    }
}
