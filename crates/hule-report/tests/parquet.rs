//! Rows of games as Parquet.

use bytes::Bytes;
use hule::batch::{Keep, play};
use hule::play::{GameId, Match};
use hule::simulate::Parallel;
use hule::{BySeat, Deck, Outcome, Standard};
use hule_report::ParquetWriter;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

#[test]
fn there_is_a_row_a_game() {
    let mut file = ParquetWriter::new(Vec::new(), u64::MAX).expect("memory takes all");
    let chunk = NonZeroUsize::new(512).expect("not zero");
    let how = Parallel { threads: NonZeroUsize::MIN, chunk, stop: &AtomicBool::new(false) };
    play(u64::MAX, 0..2000, how, Keep { rows: true, logs: false }, &mut |chunk| {
        file.extend(&chunk.rows).expect("memory takes all");
    });
    let file = Bytes::from(file.finish().expect("memory takes all"));
    let reader = SerializedFileReader::new(file).expect("it is Parquet");
    let mut rows = 0;
    for row in reader.get_row_iter(None).expect("it has rows") {
        let row = row.expect("it is readable");
        let game = row.get_ulong(1).expect("a number");
        assert_eq!((row.get_ulong(0).expect("a seed"), game), (u64::MAX, rows));
        let deck = Deck::seeded(u64::MAX, game);
        let mut played = Match::new(&deck, BySeat::splat(Standard), GameId::default(), ());
        while played.step() {}
        let played = played.game();
        let outcome = played.outcome().expect("the game is over");
        assert_eq!(row.get_string(2).expect("an outcome"), outcome.name());
        let text = |column| row.get_string(column).ok().map(String::as_str);
        let (from, tile) = match outcome {
            Outcome::Ron { from, tile, .. } => (Some(from.name()), Some(tile.name())),
            Outcome::SelfDrawn { tile, .. } => (None, Some(tile.name())),
            Outcome::Exhausted => (None, None),
        };
        let winner = outcome.winner().map(hule::Seat::name);
        assert_eq!((text(3), text(4), text(5)), (winner, from, tile));
        assert_eq!(usize::from(row.get_ubyte(6).expect("discards")), played.river().as_slice().len());
        assert_eq!(usize::from(row.get_ubyte(7).expect("tiles left")), played.wall().len());
        rows += 1;
    }
    assert_eq!(rows, 2000);
}
