//! What a seat does not know, as numbers for learners.
//!
//! A critic that sees it judges a position better than the seat can, which makes learning faster. A player must not see
//! it.

use super::row_mut;
use super::table::{Feature, ROW, end, feature, offset_in, placed};
use crate::game::Game;
use crate::words::{Deck, Seat, write_bits};

/// The tiles in the wall at the start of a game.
const WALL_LEN: usize = Deck::LEN - 4 * 13;

/// The features, in order and without gaps.
pub const FEATURES: &[Feature] = {
    const TABLE: &[Feature] = &placed([
        feature("hands", 3 * ROW, 4, "tiles of kind `i % 37` in the hand of seat `1 + i / 37`"),
        feature("waits", 3 * ROW, 1, "1 if seat `1 + i / 37` would win with kind `i % 37`"),
        feature("distances", 3, 14, "the distance of seat `1 + i`"),
        feature(
            "next_tiles",
            WALL_LEN,
            37,
            "1 + the kind of tile `i` of the wall, in the order of draws; 0 if none",
        ),
    ]);
    TABLE
};

/// How many numbers there are.
pub const LEN: usize = end(FEATURES);

const HANDS: usize = offset_in(FEATURES, "hands");
const WAITS: usize = offset_in(FEATURES, "waits");
const DISTANCES: usize = offset_in(FEATURES, "distances");
const NEXT_TILES: usize = offset_in(FEATURES, "next_tiles");

/// Writes what a seat does not know. Seats are numbered from it in the order of play, as in an observation.
///
/// # Panics
/// Panics if the slice does not have [`LEN`] numbers.
pub fn write(game: &Game, seat: Seat, numbers: &mut [u8]) {
    let numbers: &mut [u8; LEN] = numbers.try_into().expect("the slice has the right length");
    for (place, other) in seat.others(game.direction()).into_iter().enumerate() {
        let hand = game.hand(other);
        *row_mut(&mut numbers[HANDS + place * ROW..]) = *hand.counts();
        write_bits(hand.waits().bits(), row_mut(&mut numbers[WAITS + place * ROW..]));
        numbers[DISTANCES + place] = hand.distance();
    }
    let next = &mut numbers[NEXT_TILES..];
    next.fill(0);
    for (number, tile) in next.iter_mut().zip(game.wall()) {
        *number = 1 + tile.index() as u8;
    }
}
