//! Makes the table of `hule::players::WinRateClass` anew: how often a useful player wins among standard players, by
//! situation.
//!
//! `cargo run --release -p hule --example win_rates -- crates/hule/data/win_rates.bin`
//!
//! takes a minute or two and writes the same bytes whenever it is run. The table has one byte for each situation: the share
//! of games won, in units of 1/255. A second argument is another number of games, to try it out.

use hule::play::{GameId, Match};
use hule::players::{PlayerName, WinRateClass};
use hule::{BySeat, Deck, Seat};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

const USAGE: &str = "usage: win_rates FILE [GAMES]";
const SEED: u64 = 0x0068_756c_6500;
const GAMES: u64 = 2_000_000;

/// The games that passed through a cell, a moment each.
#[derive(Clone, Copy, Default)]
struct Moments {
    won: u32,
    all: u32,
}

impl Moments {
    fn add(&mut self, won: bool) {
        self.won += u32::from(won);
        self.all += 1;
    }

    /// The share of games won, if `weight` games more had this share.
    fn share(self, weight: f64, expected: f64) -> f64 {
        (f64::from(self.won) + weight * expected) / (f64::from(self.all) + weight)
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("win_rates: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = env::args_os()
        .skip(1)
        .map(|argument| argument.into_string().map_err(|wrong| format!("{} is not UTF-8", wrong.display())))
        .collect::<Result<_, _>>()?;
    let (file, games) = match &arguments[..] {
        [file] => (file, GAMES),
        [file, games] => match games.parse() {
            Ok(number @ 1..) => (file, number),
            _ => return Err(format!("{games:?} is not a number of games, at least 1; {USAGE}")),
        },
        _ => return Err(format!("{} arguments are given; {USAGE}", arguments.len())),
    };
    // Better before the games than after them.
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    if !Path::new(".").join(folder).is_dir() || Path::new(file).is_dir() {
        return Err(format!("{file} is not a file in a folder that exists; {USAGE}"));
    }
    fs::write(file, learned(games)).map_err(|error| format!("cannot write {file}: {error}"))?;
    eprintln!("{file}: {} situations", WinRateClass::CELLS);
    Ok(())
}

/// The table after so many games.
fn learned(games: u64) -> Vec<u8> {
    let mut cells = vec![Moments::default(); WinRateClass::CELLS];
    let mut coarse = vec![Moments::default(); WinRateClass::CELLS.div_ceil(WinRateClass::ALIKE)];
    for number in 0..games {
        if number % games.div_ceil(100) == 0 {
            eprint!("\r{} %, {number} of {games} games", 100 * number / games);
        }
        let (moments, won) = played(number);
        for class in moments {
            cells[class.cell()].add(won);
            coarse[class.cell() / WinRateClass::ALIKE].add(won);
        }
    }
    eprintln!("\r100 %, {games} of {games} games");
    let shares = cells.iter().enumerate().map(|(cell, moments)| {
        // A class with few games leans on that of all cells that differ only in what matters least; and
        // where there is none, on the quarter of the games that everybody wins.
        let expected = coarse[cell / WinRateClass::ALIKE].share(1.0, 0.25);
        byte(moments.share(40.0, expected))
    });
    shares.collect()
}

#[allow(clippy::cast_sign_loss)] // A share is not negative.
fn byte(share: f64) -> u8 {
    (255.0 * share).round() as u8
}

/// A game of a useful player among standard players: its situation whenever another seat has to decide and a tile has
/// been drawn since the last time, and whether it won.
fn played(number: u64) -> (Vec<WinRateClass>, bool) {
    let seat = Seat::ALL[(number % 4) as usize];
    let name = |other| if other == seat { PlayerName::Useful } else { PlayerName::Standard };
    let players = BySeat::from_fn(|other| name(other).player());
    let mut game = Match::new(&Deck::seeded(SEED, number), players, GameId::new(SEED, number), ());
    let mut moments = Vec::new();
    let mut wall = game.game().wall().len();
    while game.step() {
        let game = game.game();
        if game.turn().is_some_and(|turn| turn.seat() != seat) && game.wall().len() < wall {
            wall = game.wall().len();
            moments.push(WinRateClass::of(game, seat));
        }
    }
    let won = game.game().outcome().is_some_and(|outcome| outcome.winner() == Some(seat));
    (moments, won)
}
