//! The features of an observation: their names, places and meanings.

use crate::words::Tile;

/// The numbers of a feature in an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The name.
    pub name: &'static str,
    /// The index of its first number.
    pub offset: usize,
    /// How many numbers it has.
    pub len: usize,
    /// The greatest value.
    pub most: u8,
    /// What the numbers mean, with `i` for the index of a number in the feature.
    pub meaning: &'static str,
}

/// An observation consists of rows with one number for each kind of tile.
pub(super) const ROW: usize = Tile::COUNT;

/// One row for each seat.
pub(super) const SEATS: usize = 4 * ROW;

/// How many features the basic and the full observation have.
const BASIC: usize = 15;
const FULL: usize = 34;

/// All features of the deep observation, in order. The smaller observations consist of the first of them.
pub(super) const FEATURES: &[Feature] = {
    const TABLE: &[Feature] = &placed([
        feature("hand", ROW, 4, "tiles of kind `i` in the hand"),
        feature("unseen", ROW, 4, "tiles of kind `i` that are neither in the hand nor on the table"),
        feature(
            "tile",
            ROW,
            1,
            "1 for the kind of the tile just drawn, or of the discard that may be claimed",
        ),
        feature(
            "nearest",
            ROW,
            1,
            "1 for every kind whose discard leaves the least distance, if the seat has to discard",
        ),
        feature(
            "turn",
            5,
            1,
            "what the seat decides, one of: to discard after a draw, to discard after a claim, whether to win with \
             a discard, whether to pong it, whether to chow it",
        ),
        feature("wall", 1, 96, "tiles that have not been drawn"),
        feature("distance", 1, 14, "the distance of the hand"),
        feature("melds", 4, 4, "melds of seat `i`"),
        feature("skips", 4, 4, "turns that seat `i` loses to PASS"),
        feature(
            "next",
            4,
            1,
            "1 for the seat that plays next if no seat claims the discard; all 0 if it is another seat's turn",
        ),
        feature("from", 4, 1, "1 for the seat that discarded the tile that may be claimed"),
        feature("reversed", 1, 1, "1 if the direction of play is reversed"),
        feature("discarded", 4, 112, "how often seat `i` has discarded"),
        feature(
            "claim_distance",
            5,
            15,
            "1 + the distance after action 41 + `i` (`DECLINE`, `CHOW HIGH`, `CHOW MIDDLE`, `CHOW LOW`, `PONG`) and \
             the best discard; 0 if it is not legal",
        ),
        feature("basic_unused", 4, 0, "0"),
        feature(
            "distance_after",
            ROW,
            15,
            "1 + the distance after discarding kind `i`; 0 if it cannot be discarded",
        ),
        feature("useful_after", ROW, 136, "unseen tiles that would reduce that distance"),
        feature(
            "rank_after",
            ROW,
            14,
            "1 + how many discards are better: leave less distance, or the same and more useful tiles; 0 if kind `i` \
             cannot be discarded",
        ),
        feature("useful", ROW, 1, "1 for every kind that reduces the distance of the hand as it is"),
        feature("discards", SEATS, 4, "how often seat `i / 37` has discarded kind `i % 37`"),
        feature(
            "latest",
            SEATS,
            112,
            "1 + how often seat `i / 37` has discarded since it last discarded kind `i % 37`; 0 if it has not",
        ),
        feature(
            "first",
            SEATS,
            112,
            "1 + how often seat `i / 37` has discarded since it first discarded kind `i % 37`; 0 if it has not",
        ),
        feature("pongs", SEATS, 1, "1 if seat `i / 37` has a triplet of kind `i % 37` on the table"),
        feature(
            "chows",
            SEATS,
            4,
            "runs of seat `i / 37` on the table whose lowest tile is of kind `i % 37`",
        ),
        feature(
            "passed",
            3 * ROW,
            1,
            "1 for kind `i % 37` if it was discarded since the last discard of seat `1 + i / 37`, or is that \
             discard: a player that always wins does not wait for it",
        ),
        feature(
            "since_claim",
            4,
            113,
            "1 + how often seat `i` has discarded since its last claim; 0 if it has not claimed",
        ),
        feature(
            "last_discard",
            4,
            34,
            "1 + the kind of the last ordinary tile that seat `i` discarded; 0 if none",
        ),
        feature(
            "lowest_discard",
            4,
            34,
            "1 + the lowest kind of the ordinary tiles that seat `i` has discarded since its last claim; 0 if none",
        ),
        feature("hand_len", 4, 14, "tiles that seat `i` holds"),
        feature("claim_useful", 5, 136, "unseen tiles that would reduce the distance of `claim_distance`"),
        feature(
            "claim_rank",
            5,
            5,
            "1 + how many of these choices are better: leave less distance, or the same and more useful tiles; 0 if \
             it is not legal",
        ),
        feature("useful_left", 1, 136, "unseen tiles of the kinds of `useful`"),
        feature(
            "useful_choice",
            1,
            48,
            "1 + the number of the action that the player `useful` chooses; 0 if it is another seat's turn",
        ),
        feature("full_unused", 9, 0, "0"),
        feature(
            "near_useful",
            ROW,
            136,
            "unseen tiles that would reduce the distance after discarding ordinary kind `i`, if no ordinary kind leaves \
             less distance; otherwise 0",
        ),
        feature(
            "near_share",
            ROW,
            16,
            "1 + 15 × these tiles, divided by the most that a kind has and rounded down (16 if none has any); 0 if kind \
             `i` does not leave the least distance",
        ),
        feature(
            "near_ahead",
            ROW,
            136,
            "the square root, rounded down, of the number of ways to reduce that distance twice: for each of these \
             tiles, the most unseen tiles (it is still one) that would reduce the distance again after discarding an \
             ordinary tile; 0 if the distance is not 2, 3 or 4, or if kind `i` has less than half of the most of these \
             tiles",
        ),
        feature(
            "near_ahead_share",
            ROW,
            16,
            "1 + 15 × these ways, divided by the most that a kind has and rounded down; 0 if there are none",
        ),
        feature(
            "far_useful",
            ROW,
            136,
            "unseen tiles that would reduce the distance after discarding ordinary kind `i`, if that leaves one more \
             than the least; otherwise 0",
        ),
        feature(
            "claim_change",
            5,
            3,
            "whether the distance of `claim_distance` is less (1), the same (2) or more (3) than after `DECLINE`; 0 if \
             the action is not legal",
        ),
        feature(
            "claim_share",
            5,
            16,
            "1 + 15 × the tiles of `claim_useful`, divided by the most that a choice with the least `claim_distance` has \
             and rounded down (16 if none has any); 0 for other choices",
        ),
        feature(
            "claim_ahead",
            5,
            136,
            "like `near_ahead`, after action 41 + `i` and, if it is a claim, the discard with the most ways of those \
             that leave the least distance, however few useful tiles it has",
        ),
        feature(
            "claim_ahead_share",
            5,
            16,
            "1 + 15 × the ways of `claim_ahead`, divided by the most that a choice with the least `claim_distance` has \
             and rounded down (16 if none has any); 0 for other choices",
        ),
        feature("deep_unused", 17, 0, "0"),
    ]);
    TABLE
};

/// The features of the basic observation.
pub(super) const BASIC_FEATURES: &[Feature] = FEATURES.split_at(BASIC).0;

/// The features of the full observation.
pub(super) const FULL_FEATURES: &[Feature] = FEATURES.split_at(FULL).0;

pub(super) const BASIC_LEN: usize = end(BASIC_FEATURES);
pub(super) const FULL_LEN: usize = end(FULL_FEATURES);
pub(super) const DEEP_LEN: usize = end(FEATURES);

const _: () =
    assert!(BASIC_LEN.is_multiple_of(ROW) && FULL_LEN.is_multiple_of(ROW) && DEEP_LEN.is_multiple_of(ROW));

pub(super) const fn feature(name: &'static str, len: usize, most: u8, meaning: &'static str) -> Feature {
    Feature { name, offset: 0, len, most, meaning }
}

/// Places the features one after the other.
pub(super) const fn placed<const N: usize>(mut features: [Feature; N]) -> [Feature; N] {
    let mut index = 1;
    while index < N {
        features[index].offset = features[index - 1].offset + features[index - 1].len;
        index += 1;
    }
    features
}

pub(super) const fn end(features: &[Feature]) -> usize {
    let last = features[features.len() - 1];
    last.offset + last.len
}

/// The index of the first number of a feature.
pub(super) const fn offset(name: &str) -> usize {
    offset_in(FEATURES, name)
}

/// The index of the first number of one of these features.
pub(super) const fn offset_in(features: &[Feature], name: &str) -> usize {
    let mut index = 0;
    while index < features.len() {
        if same(features[index].name.as_bytes(), name.as_bytes()) {
            return features[index].offset;
        }
        index += 1;
    }
    panic!("there is no such feature")
}

/// Strings cannot be compared in constants.
const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
