//! Plays games with the library: `hule-library-bench LOOP GAMES`.
//!
//! `./test` runs it under callgrind. The difference of two runs, divided by the difference of their games, is what a game takes.

use hule::arena::{LineUp, Totals};
use hule::batch::{self, Keep};
use hule::players::PlayerName;
use hule::simulate::{Parallel, simulate};
use hule::stats::Stats;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games] = arguments.as_slice() else { panic!("usage: hule-library-bench LOOP GAMES") };
    let games: u64 = games.parse().expect("a number of games");
    let stop = AtomicBool::new(false);
    let how = Parallel {
        threads: NonZeroUsize::MIN,
        chunk: NonZeroUsize::new(512).expect("not zero"),
        stop: &stop,
    };
    let batch = |keep| {
        let mut bytes = 0;
        batch::play(0, 0..games, how, keep, &mut |chunk| bytes += chunk.rows.len() + chunk.logs.len());
        bytes as u64
    };
    let result = match name.as_str() {
        "stats" => Stats::of(0, 0..games).exhausted,
        "totals" => batch(Keep::default()),
        "rows" => batch(Keep { rows: true, logs: false }),
        "logs" => batch(Keep { rows: false, logs: true }),
        "observer" => {
            let mut stats = Stats::default();
            simulate(0, 0..games, &mut stats);
            stats.exhausted
        }
        "arena" => {
            let line_up = LineUp::two([PlayerName::Useful, PlayerName::Standard]);
            let mut totals = Totals::new(2);
            let make = |name: &PlayerName| Ok::<_, ()>(name.player());
            let played = line_up.play(0, 0..games, how, make, |deck| {
                totals.add(&deck.games);
                ControlFlow::Continue(())
            });
            played.expect("players can be made")
        }
        _ => panic!("there is no loop {name}"),
    };
    println!("{result}");
}
