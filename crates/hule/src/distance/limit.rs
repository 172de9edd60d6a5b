//! The distance under other definitions: limits other than four of a kind, and other runs. Slow, and used only where they
//! may matter.
//!
//! Contestants get the limit wrong more often than anything else, so explanations point out where it matters.

use super::distance_of_counts;
use super::rows::{self, Row, Runs, STATES, SuitRules};
use super::table::{ROWS, class};
use crate::words::{Hand, Tile};

/// Consecutive kinds that form groups with one another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chain {
    /// The index of the first kind.
    first: usize,
    kinds: usize,
    runs: Runs,
}

impl Chain {
    /// The chains of the game.
    pub const SUITS: [Chain; 4] =
        [Chain::with_runs(0, 9), Chain::with_runs(9, 9), Chain::with_runs(18, 9), Chain::without_runs(27, 7)];

    pub const fn with_runs(first: usize, kinds: usize) -> Chain {
        Chain { first, kinds, runs: Runs::Inside }
    }

    pub const fn without_runs(first: usize, kinds: usize) -> Chain {
        Chain { first, kinds, runs: Runs::Nowhere }
    }

    /// A chain whose first kind follows its last.
    pub const fn around(first: usize, kinds: usize) -> Chain {
        Chain { first, kinds, runs: Runs::Around }
    }
}

impl Hand {
    /// The discard, and the distance after it, if a winning hand could need more than four tiles of a kind.
    pub(crate) fn discard_without_limit(&self) -> Option<(Tile, u8)> {
        // Special tiles are discarded first, and without four of a kind the limit does not matter.
        let greatest = self.kinds().last()?;
        if greatest.is_special() || self.kinds().iter().all(|tile| self.count(tile) < Tile::COPIES) {
            let discard = self.discard()?;
            return Some((discard, self.distance_without(discard)?));
        }
        self.least_distance(|_| Hand::MOST_TILES as u8)
    }

    /// The distance if fewer than four tiles of some kinds could be needed. The hand must not exceed the limits.
    pub(crate) fn distance_within(&self, limit: impl Fn(Tile) -> u8 + Copy) -> u8 {
        if self.is_within(limit) { self.distance() } else { self.distance_under(limit) }
    }

    /// The distance under any limits.
    pub(crate) fn distance_under(&self, limit: impl Fn(Tile) -> u8 + Copy) -> u8 {
        self.row_of_chains(&Chain::SUITS, u8::MAX, limit)[Hand::MOST_OPEN - self.open()][1]
    }

    /// The row of the hand if its groups lie in these chains. Costs above `most` may be missing.
    pub(crate) fn row_of_chains(&self, chains: &[Chain], most: u8, limit: impl Fn(Tile) -> u8 + Copy) -> Row {
        let rows = chains.iter().map(|&chain| row(self, chain, most, limit));
        rows.reduce(|left, right| rows::join(&left, &right)).expect("there is a chain")
    }

    /// A quick sufficient test that lower limits do not change the distance: useful tiles can be added one after the
    /// other within them.
    fn is_within(&self, limit: impl Fn(Tile) -> u8) -> bool {
        let mut counts: [u8; Tile::ORDINARY] =
            core::array::from_fn(|index| self.count(Tile::ALL[index]) as u8);
        let mut distance = self.distance();
        while distance > 0 {
            let nearer = (0..Tile::ORDINARY).find(|&index| {
                counts[index] += 1;
                let nearer = counts[index] <= limit(Tile::ALL[index])
                    && distance_of_counts(&counts, self.open()).is_some_and(|after| after < distance);
                counts[index] -= 1;
                nearer
            });
            let Some(index) = nearer else { return false };
            counts[index] += 1;
            distance -= 1;
        }
        true
    }

    /// The discard that leaves the least distance under these limits, and that distance.
    fn least_distance(&self, limit: impl Fn(Tile) -> u8 + Copy) -> Option<(Tile, u8)> {
        let rows = Chain::SUITS.map(|suit| row(self, suit, u8::MAX, limit));
        let distance_without = |tile: Tile| {
            let mut rest = *self;
            rest.take(tile);
            let mut rows = rows;
            if let Some(suit) = tile.suit() {
                rows[suit as usize] = row(&rest, Chain::SUITS[suit as usize], u8::MAX, limit);
            }
            join(&rows, self.open())
        };
        // Among equals, `min_by_key` returns the first, which is the greatest tile.
        self.kinds()
            .iter()
            .rev()
            .map(|tile| (tile, distance_without(tile)))
            .min_by_key(|&(_, distance)| distance)
    }
}

/// The distance of four suits joined.
fn join([first, second, third, fourth]: &[Row; 4], open: usize) -> u8 {
    rows::join(&rows::join(first, second), &rows::join(third, fourth))[Hand::MOST_OPEN - open][1]
}

/// The row of one chain under these limits.
fn row(hand: &Hand, chain: Chain, most: u8, limit: impl Fn(Tile) -> u8) -> Row {
    let Chain { first, kinds, runs } = chain;
    let tiles = &Tile::ALL[first..first + kinds];
    // A higher limit matters only to a suit that has four of a kind, as a test verifies for all suits.
    let matters = |&tile: &Tile| {
        let limit = usize::from(limit(tile));
        limit < Tile::COPIES || limit > Tile::COPIES && hand.count(tile) == Tile::COPIES
    };
    if let Some(suit) = Chain::SUITS.iter().position(|&suit| suit == chain)
        && !tiles.iter().any(matters)
    {
        return ROWS[usize::from(class(hand.suit(suit)))];
    }
    let row = |open: usize| {
        let state =
            tiles.iter().enumerate().try_fold(SuitRules::start_within(open), |state, (kind, &tile)| {
                let rules = SuitRules { kinds, runs, limit: limit(tile), most };
                let next = rules.step(&state, kind, hand.count(tile) as u8);
                // Nothing comes of a state in which everything costs too much.
                (!rows::is_lost(&next)).then_some(next)
            });
        state.map_or(rows::LOST, |state| state[open])
    };
    // The runs that the last kinds begin are those that the first kinds end. A suit without tiles at both ends has none
    // unless the limit matters.
    let ends = [0, 1, kinds - 2, kinds - 1].map(|kind| hand.count(tiles[kind]));
    let around = runs == Runs::Around
        && (ends[0] + ends[1] > 0 && ends[2] + ends[3] > 0 || ends.contains(&Tile::COPIES));
    (0..if around { STATES } else { 1 }).map(row).fold(rows::LOST, |best, row| {
        core::array::from_fn(|m| core::array::from_fn(|p| best[m][p].min(row[m][p])))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{row_of, suits};
    use super::*;
    use crate::words::Random;
    use core::iter::repeat_n;
    use hule_twin as twin;

    fn counts(hand: &Hand) -> twin::Hand {
        Tile::ALL.map(|tile| hand.count(tile) as u8)
    }

    fn random_hand(random: &mut Random) -> Hand {
        let (counts, open) = twin::random_hand(|bound| random.below(bound));
        let tiles = Tile::ALL.into_iter().zip(counts);
        Hand::new(tiles.flat_map(|(tile, count)| repeat_n(tile, usize::from(count))), open).expect("a hand")
    }

    #[test]
    fn the_limit_means_nothing_without_four_of_a_kind() {
        let row = |rules: &SuitRules, suit: &[u8]| {
            let steps = suit.iter().enumerate();
            steps.fold(SuitRules::start(), |state, (kind, &count)| rules.step(&state, kind, count))[0]
        };
        let none = Hand::MOST_TILES as u8;
        let (numbers, honours) = (SuitRules::numbers(none), SuitRules::honours(none));
        for (free, first) in [(numbers, Tile::M1), (honours, Tile::E)] {
            let mut differ = suits(free.kinds);
            differ.retain(|suit| row(&free, suit) != row_of(first, suit));
            assert!(!differ.is_empty());
            assert!(differ.iter().all(|suit| suit.contains(&4)));
        }
    }

    #[test]
    fn the_discard_without_the_limit_is_that_of_the_definition() {
        let mut random = Random::new(4);
        let mut differs = 0;
        for _ in 0..20_000 {
            let hand = random_hand(&mut random);
            if hand.kinds().iter().all(|tile| hand.count(tile) < 4) {
                continue;
            }
            let expected = hand.kinds().iter().rev().min_by_key(|&tile| {
                let mut rest = counts(&hand);
                rest[tile.index()] -= 1;
                let special_first = !tile.is_special();
                (special_first, twin::distance_limited(&rest, hand.open(), Hand::MOST_TILES as u8))
            });
            // Among special tiles the distance is the same, and the greatest comes first.
            let discard = hand.discard_without_limit().map(|(tile, _)| tile);
            assert_eq!(discard, expected, "{hand} with {} open", hand.open());
            differs += u32::from(discard != hand.discard());
        }
        assert!(differs > 10, "{differs}");
    }

    #[test]
    fn lower_limits_are_those_of_the_definition() {
        let mut random = Random::new(7);
        let mut differs = 0;
        for _ in 0..5000 {
            let hand = random_hand(&mut random);
            let most = random.below(3) as u8;
            let limit = |_| 4 - most;
            let over = |tile: Tile| !tile.is_special() && hand.count(tile) > usize::from(4 - most);
            if hand.is_empty() || hand.kinds().iter().any(over) {
                continue;
            }
            let expected = |hand: &Hand| twin::distance_limited(&counts(hand), hand.open(), 4 - most);
            let distance = hand.distance_within(limit);
            assert_eq!(u32::from(distance), expected(&hand), "{hand} with {} open", hand.open());
            differs += u32::from(distance != hand.distance());
        }
        assert!(differs > 10, "{differs}");
    }
}
