//! A simpler deck that fails in the same way.

use crate::child::{Limits, MemoryPrecision};
use crate::failure::Failure;
use crate::judging::{Judge, Trial, Verdict};
use hule::{Deck, Event, Log, Random, Rule};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What came of it.
pub struct Shrunk {
    pub trial: Trial,
    /// How often the program was run.
    pub runs: u64,
}

/// Less is simpler: how much happens before the first wrong line, how many special tiles are in it, and how long the
/// whole game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    line: usize,
    specials: usize,
    lines: usize,
}

impl Size {
    pub fn of(trial: &Trial) -> Size {
        let events = Log::of(&trial.deck).events;
        let lines = events.len();
        let line = trial.mismatch.as_ref().map_or(lines, |mismatch| mismatch.line);
        let is_special = |event: &&Event| matches!(event, Event::Draw { tile, .. } if tile.is_special());
        let specials = events.iter().take(line).filter(is_special).count();
        Size { line, specials, lines }
    }
}

/// The way in which a program fails; what is simpler has to fail in the same.
pub type FailureKind = (Verdict, Option<Rule>);

pub fn failure_kind(trial: &Trial) -> FailureKind {
    (trial.verdict, trial.mismatch.as_ref().and_then(|mismatch| mismatch.mistake.rule()))
}

/// It is given up after so many runs without gain.
const PATIENCE: u64 = 300;

/// Changes the deck at random as long as there is time and gain, and keeps what fails in the same way and is no larger.
/// No other run may go on.
pub fn shrink(
    judge: &Judge,
    limits: Limits,
    trial: Trial,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Shrunk, Failure> {
    let started = Instant::now();
    let mut random = Random::new(0);
    let (way_of_all, mut size) = (failure_kind(&trial), Size::of(&trial));
    let mut best = Shrunk { trial, runs: 0 };
    let mut gained = 0;
    let care =
        if way_of_all.0 == Verdict::TooLarge { MemoryPrecision::Exact } else { MemoryPrecision::Quick };
    while best.runs < gained + PATIENCE && started.elapsed() < time && !stop.load(Ordering::Relaxed) {
        let deck = changed(&best.trial.deck, size.line, &mut random);
        best.runs += 1;
        let Some(other) = judge.try_once(&deck, limits, care, stop)? else { break };
        let other_size = Size::of(&other);
        if failure_kind(&other) == way_of_all && other_size <= size {
            if other_size < size {
                gained = best.runs;
            }
            (best.trial, size) = (other, other_size);
        }
    }
    Ok(best)
}

/// A deck that differs a little in what is drawn up to a line.
fn changed(deck: &Deck, line: usize, random: &mut Random) -> Deck {
    let mut tiles = *deck.tiles();
    let drawn = line.min(Deck::LEN);
    let mut place = |bound: usize| random.below(bound.max(1) as u64) as usize;
    match place(3) {
        // Some tiles that were drawn go to the end, so that others come sooner.
        0 => {
            let start = place(drawn);
            let len = 1 + place(8.min(Deck::LEN - start));
            tiles[start..].rotate_left(len.min(Deck::LEN - start));
        }
        // A special tile changes places with an ordinary one that comes late.
        1 => {
            let special = (0..drawn).find(|&place| tiles[place].is_special());
            let late = (0..Deck::LEN).rev().find(|&place| !tiles[place].is_special());
            if let (Some(special), Some(late)) = (special, late) {
                tiles.swap(special, late);
            }
        }
        _ => tiles.swap(place(drawn), place(Deck::LEN)),
    }
    Deck::try_from(tiles).expect("the same tiles in another order")
}
