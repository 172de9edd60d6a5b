//! The winning distance and what follows from it.
//!
//! The distance of a hand is the least number of tiles to add so that some of its tiles win: four groups
//! of three less one for each open meld, and a pair, with no kind needed more than four times. Special
//! tiles never help. So the distance of a winning hand is 0, and a hand one tile short of it is *ready*.
//!
//! The tables behind it are made by the build script; see `build.rs`.

pub(crate) mod rows;

use crate::hand::Hand;
use crate::tile::{Suit, Tile};
use rows::{Row, SuitRules};

#[allow(clippy::unreadable_literal)] // It is generated.
mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

use tables::{CLASSES, FINISH, HONOURS, JOIN, NUMBERS, SUIT_CLASSES};

/// A suit's tiles as a number in base 5, the first kind first, for each of the four suits.
///
/// Adding a tile adds its [`weight`] to the number of its suit.
pub(crate) type SuitNumbers = [u32; 4];

/// The suit of a tile and what one tile of it adds to the number of that suit. Special tiles add nothing.
pub(crate) const fn weight(tile: Tile) -> (usize, u32) {
    WEIGHTS[tile.index()]
}

const WEIGHTS: [(usize, u32); Tile::COUNT] = {
    let mut weights = [(Suit::Honours as usize, 0); Tile::COUNT];
    let mut index = 0;
    while index < Tile::ORDINARY {
        let (suit, above) = if index < 27 { (index / 9, 8 - index % 9) } else { (3, 33 - index) };
        weights[index] = (suit, 5_u32.pow(above as u32));
        index += 1;
    }
    weights
};

/// The distance of the tiles with `open` melds on the table.
#[inline]
pub(crate) fn distance(suits: SuitNumbers, open: usize) -> u8 {
    let [characters, dots, bamboos, honours] = suits.map(|number| number as usize);
    let join = |left: u8, right: u8| usize::from(JOIN[usize::from(left) * SUIT_CLASSES + usize::from(right)]);
    let left = join(NUMBERS[characters], NUMBERS[dots]);
    let right = join(NUMBERS[bamboos], HONOURS[honours]);
    FINISH[(open * CLASSES + left) * CLASSES + right]
}

impl Hand {
    /// The winning distance: how many tiles must be added, at the least, so that some of the tiles win.
    ///
    /// ```
    /// use hule::Hand;
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z".parse()?;
    /// assert_eq!(hand.distance(), 1); // ready: it waits for a Z
    /// # Ok::<(), hule::HandError>(())
    /// ```
    #[must_use]
    pub fn distance(&self) -> u8 {
        distance(self.suits(), self.open())
    }

    /// Whether these tiles win as they are: 14 less three for each open meld, and all of them used.
    #[must_use]
    pub fn wins(&self) -> bool {
        self.len() == self.full() && self.distance() == 0
    }

    /// Whether these tiles and one more win.
    #[must_use]
    pub fn wins_with(&self, tile: Tile) -> bool {
        !tile.is_special()
            && self.len() + 1 == self.full()
            && self.count(tile) < Tile::COPIES
            && distance(self.suits_with(tile), self.open()) == 0
    }

    /// The distance after one tile of this kind is gone; nothing if there is none.
    #[must_use]
    pub fn distance_without(&self, tile: Tile) -> Option<u8> {
        self.holds(tile).then(|| distance(self.suits_without(tile), self.open()))
    }

    /// The discard of the standard player: a special tile if there is one, else the tile that leaves the
    /// least distance; of several, the greatest. Nothing only for a hand of no tiles.
    ///
    /// ```
    /// use hule::{Hand, Tile};
    /// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z F".parse()?;
    /// assert_eq!(hand.discard(), Some(Tile::Z)); // without Z or without F: both leave 1
    /// # Ok::<(), hule::HandError>(())
    /// ```
    #[must_use]
    pub fn discard(&self) -> Option<Tile> {
        let greatest = self.kinds().next_back()?;
        if greatest.is_special() {
            return Some(greatest);
        }
        // Taking a tile away never brings the hand nearer, so the first that costs nothing is the one.
        let distance = self.distance();
        let free = self.kinds().rev().find(|&tile| self.distance_without(tile) == Some(distance));
        // None is free only if every tile is used, and then each of them costs one.
        free.or(Some(greatest))
    }

    /// What would be discarded if a winning hand could need more than four tiles of a kind.
    ///
    /// Contestants forget that limit more often than anything else, so we say where it decides.
    pub(crate) fn discard_without_limit(&self) -> Option<Tile> {
        // The limit means nothing to a suit that has no kind four times: a test looks at all of them.
        if self.kinds().all(|tile| self.count(tile) < Tile::COPIES) {
            return self.discard();
        }
        let greatest = self.kinds().next_back()?;
        if greatest.is_special() {
            return Some(greatest);
        }
        let distance_without = |tile: Tile| {
            let mut rest = *self;
            rest.take(tile);
            let [first, second, third, fourth] =
                Suit::ALL.map(|suit| row(&rest, suit, Hand::MOST_TILES as u8));
            rows::join(&rows::join(&first, &second), &rows::join(&third, &fourth))[4 - self.open()][1]
        };
        // Of equals, `min_by_key` keeps the first: the greatest tile.
        self.kinds().rev().min_by_key(|&tile| distance_without(tile))
    }
}

/// What the tiles of one suit can give to a winning hand that needs no kind more often than the limit.
fn row(hand: &Hand, suit: Suit, limit: u8) -> Row {
    let rules = match suit {
        Suit::Honours => SuitRules::honours(limit),
        _ => SuitRules::numbers(limit),
    };
    let kinds = Tile::ALL.into_iter().filter(|tile| tile.suit() == Some(suit));
    let counts = kinds.map(|tile| hand.count(tile) as u8).enumerate();
    counts.fold(SuitRules::start(), |state, (kind, count)| rules.step(&state, kind, count))[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to have up to four tiles of each kind and up to 14 in all.
    fn suits(kinds: usize) -> Vec<Vec<u8>> {
        let mut suits = vec![vec![]];
        for _ in 0..kinds {
            suits = suits
                .iter()
                .flat_map(|suit| (0..=4).map(move |count| [suit.as_slice(), &[count]].concat()))
                .filter(|suit| suit.iter().sum::<u8>() <= 14)
                .collect();
        }
        suits
    }

    fn row(rules: &SuitRules, counts: &[u8]) -> Row {
        let steps = counts.iter().enumerate();
        steps.fold(SuitRules::start(), |state, (kind, &count)| rules.step(&state, kind, count))[0]
    }

    #[test]
    fn the_limit_means_nothing_without_four_of_a_kind() {
        let none = Hand::MOST_TILES as u8;
        let rules = [
            (SuitRules::numbers(rows::LIMIT), SuitRules::numbers(none), 405_350),
            (SuitRules::honours(rows::LIMIT), SuitRules::honours(none), 43_130),
        ];
        for (limited, free, patterns) in rules {
            let suits = suits(limited.kinds);
            assert_eq!(suits.len(), patterns);
            let differ: Vec<_> =
                suits.iter().filter(|suit| row(&limited, suit) != row(&free, suit)).collect();
            assert!(!differ.is_empty());
            assert!(differ.iter().all(|suit| suit.contains(&4)));
        }
    }
}
