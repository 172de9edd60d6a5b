//! A simpler deck that fails in the same way.

use super::{Judge, Verdict, Wrong};
use crate::failure::Failure;
use hule::{Deck, Event, Log, Random, Rule};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What came of it.
pub struct Shrunk {
    pub wrong: Box<Wrong>,
    /// How often the program was run.
    pub runs: u64,
}

/// Less is simpler: how much happens before the first wrong line, how many special tiles are in it, and how long the
/// whole game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    line: usize,
    specials: usize,
    lines: usize,
}

impl Size {
    fn of(wrong: &Wrong) -> Size {
        let events = Log::of(&wrong.deck).events;
        let lines = events.len();
        let line = wrong.mismatch.as_ref().map_or(lines, |mismatch| mismatch.line);
        let is_special = |event: &&Event| matches!(event, Event::Draw { tile, .. } if tile.is_special());
        let specials = events.iter().take(line).filter(is_special).count();
        Size { line, specials, lines }
    }
}

/// The way in which a program fails; what is simpler has to fail in the same.
fn way(wrong: &Wrong) -> (Verdict, Option<Rule>) {
    (wrong.verdict, wrong.mismatch.as_ref().and_then(|mismatch| mismatch.mistake.rule()))
}

/// Changes the deck at random as long as there is time, and keeps what fails in the same way and is no larger.
pub fn shrink(judge: &Judge, wrong: &Wrong, time: Duration, stop: &AtomicBool) -> Result<Shrunk, Failure> {
    let started = Instant::now();
    let mut random = Random::new(0);
    let mut best = Shrunk { wrong: Box::new(wrong.clone()), runs: 0 };
    let mut size = Size::of(wrong);
    while started.elapsed() < time && !stop.load(Ordering::Relaxed) {
        let deck = changed(&best.wrong.deck, size.line, &mut random);
        best.runs += 1;
        let Some(outcome) = judge.try_deck(&deck, stop)? else { break };
        let Err(other) = outcome else { continue };
        let other_size = Size::of(&other);
        if way(&other) == way(wrong) && other_size <= size {
            (best.wrong, size) = (other, other_size);
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
