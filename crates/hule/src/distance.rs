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
    use super::tables::ROWS;
    use super::*;
    use crate::random::Random;
    use crate::twin;

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

    fn number(suit: &[u8]) -> usize {
        suit.iter().fold(0, |number, &count| number * 5 + usize::from(count))
    }

    #[test]
    fn every_number_suit_has_the_row_of_the_definition() {
        let suits = suits(9);
        assert_eq!(suits.len(), 405_350);
        for suit in suits {
            assert_eq!(ROWS[usize::from(NUMBERS[number(&suit)])], twin::suit_row(&suit, true), "{suit:?}");
        }
    }

    #[test]
    fn every_honour_suit_has_the_row_of_the_definition() {
        let suits = suits(7);
        assert_eq!(suits.len(), 43_130);
        for suit in suits {
            assert_eq!(ROWS[usize::from(HONOURS[number(&suit)])], twin::suit_row(&suit, false), "{suit:?}");
        }
    }

    /// The least sum over all ways to share `melds` groups and `pairs` pairs among two suits.
    fn shared(left: &Row, right: &Row, melds: usize, pairs: usize) -> u8 {
        let ways = (0..=melds).flat_map(|m| (0..=pairs).map(move |p| (m, p)));
        ways.map(|(m, p)| left[m][p] + right[melds - m][pairs - p]).min().expect("there is a way")
    }

    #[test]
    fn every_two_classes_are_joined_by_the_definition() {
        assert_eq!((SUIT_CLASSES, CLASSES), (130, 180));
        for left in 0..CLASSES {
            for right in 0..CLASSES {
                for open in 0..=4 {
                    let expected = shared(&ROWS[left], &ROWS[right], 4 - open, 1);
                    assert_eq!(FINISH[(open * CLASSES + left) * CLASSES + right], expected);
                }
                if left < SUIT_CLASSES && right < SUIT_CLASSES {
                    let joined = &ROWS[usize::from(JOIN[left * SUIT_CLASSES + right])];
                    for (melds, pairs) in (0..=4).flat_map(|melds| [(melds, 0), (melds, 1)]) {
                        assert_eq!(joined[melds][pairs], shared(&ROWS[left], &ROWS[right], melds, pairs));
                    }
                }
            }
        }
    }

    fn counts(hand: &Hand) -> twin::Hand {
        Tile::ALL.map(|tile| hand.count(tile) as u8)
    }

    fn compare_with_the_twin(hand: &Hand) {
        let expected = twin::distance(&counts(hand), hand.open());
        assert_eq!(u32::from(hand.distance()), expected, "{hand} with {} open melds", hand.open());
    }

    #[test]
    fn all_small_hands_have_the_distance_of_the_definition() {
        for first in Tile::ALL {
            for second in Tile::ALL.into_iter().filter(|&tile| tile <= first) {
                for third in Tile::ALL.into_iter().filter(|&tile| tile <= second) {
                    for open in 0..=3 {
                        compare_with_the_twin(&Hand::new([first, second, third], open).expect("small"));
                    }
                }
                compare_with_the_twin(&Hand::new([first, second], 4).expect("small"));
            }
            compare_with_the_twin(&Hand::new([first], 4).expect("small"));
        }
        (0..=4).for_each(|open| compare_with_the_twin(&Hand::new([], open).expect("small")));
    }

    /// A hand of any size and any number of open melds. The fewer kinds it is drawn from, the more groups
    /// and the more fours of a kind it has.
    fn random_hand(random: &mut Random) -> Hand {
        let kinds = [Tile::COUNT, Tile::ORDINARY, 18, 9, 5][random.below(5) as usize] as u64;
        let first = random.below(Tile::COUNT as u64 - kinds + 1);
        let mut hand = Hand::new([], random.below(5) as usize).expect("no tiles");
        let len =
            hand.full() - [0, 0, 1, 1, random.below(hand.full() as u64)][random.below(5) as usize] as usize;
        while hand.len() < len {
            // A fifth tile of a kind is refused, and another is tried.
            let _ = hand.add(Tile::ALL[(first + random.below(kinds)) as usize]);
        }
        hand
    }

    #[test]
    fn random_hands_have_the_distance_of_the_definition() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            compare_with_the_twin(&random_hand(&mut random));
        }
    }

    #[test]
    fn the_discard_is_that_of_the_definition() {
        let mut random = Random::new(2);
        for _ in 0..20_000 {
            let hand = random_hand(&mut random);
            if !hand.is_empty() {
                let expected = twin::discard_choice(&counts(&hand), hand.open());
                assert_eq!(hand.discard(), Some(Tile::ALL[expected]), "{hand} with {} open", hand.open());
            }
        }
    }

    #[test]
    fn winning_is_what_the_definition_says() {
        let mut random = Random::new(3);
        let mut won = 0;
        for _ in 0..100_000 {
            let hand = random_hand(&mut random);
            let wins = hand.len() == hand.full() && twin::wins(&counts(&hand), hand.open());
            assert_eq!(hand.wins(), wins, "{hand}");
            assert_eq!(hand.groups().is_some(), wins, "{hand}");
            won += u32::from(wins);
            if let Some(last) = hand.tiles().next() {
                let mut rest = hand;
                rest.take(last);
                assert_eq!(rest.wins_with(last), wins, "{rest} and {last}");
            }
        }
        assert!(won > 100, "{won}");
    }

    #[test]
    fn the_limit_means_nothing_without_four_of_a_kind() {
        let row = |rules: &SuitRules, suit: &[u8]| {
            let steps = suit.iter().enumerate();
            steps.fold(SuitRules::start(), |state, (kind, &count)| rules.step(&state, kind, count))[0]
        };
        let none = Hand::MOST_TILES as u8;
        let (numbers, honours) = (SuitRules::numbers(none), SuitRules::honours(none));
        for (free, classes) in [(numbers, &NUMBERS[..]), (honours, &HONOURS[..])] {
            let mut differ = suits(free.kinds);
            differ.retain(|suit| row(&free, suit) != ROWS[usize::from(classes[number(suit)])]);
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
            if hand.kinds().all(|tile| hand.count(tile) < 4) {
                continue;
            }
            let expected = hand.kinds().rev().min_by_key(|&tile| {
                let mut rest = counts(&hand);
                rest[tile.index()] -= 1;
                let special_first = !tile.is_special();
                (special_first, twin::distance_limited(&rest, hand.open(), Hand::MOST_TILES as u8))
            });
            // Among special tiles the distance is the same, and the greatest comes first.
            assert_eq!(hand.discard_without_limit(), expected, "{hand} with {} open", hand.open());
            differs += u32::from(hand.discard_without_limit() != hand.discard());
        }
        assert!(differs > 10, "{differs}");
    }
}
