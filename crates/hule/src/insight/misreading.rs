//! Wrong readings of the definition of a winning hand.

use crate::distance::groups::split;
use crate::distance::limit::Chain;
use crate::insight::Rule;
use crate::words::{Hand, Language, Localized, Run, Tile, print_in_english, say};

/// A wrong way to read the definition of a winning hand, as programs do.
///
/// ```
/// use hule::Hand;
/// use hule::misreading::Misreading;
/// let hand: Hand = "1M 1M 4M 4M 7M 7M 1P 1P 4P 4P 7P 7P E".parse()?;
/// assert_eq!(hand.distance(), 4);
/// assert_eq!(Misreading::SevenPairs.distance(&hand, &[]), 1);
/// # Ok::<(), hule::hand::HandError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Misreading {
    /// A winning hand may need more than four tiles of a kind.
    LimitForgotten,
    /// The tiles of a player's open melds count towards the limit of four.
    OpenMeldsCounted,
    /// Seven pairs of different kinds win.
    SevenPairs,
    /// Seven pairs win, and four of a kind are two pairs.
    SevenPairsWithFours,
    /// Thirteen orphans win: each 1, each 9 and each honour, and one of them twice.
    ThirteenOrphans,
    /// Consecutive honours form runs, in the order `E S W N B F Z`.
    HonourRuns,
    /// Runs go on from one suit into the next: `8M 9M 1P`.
    RunsAcrossSuits,
    /// Runs go on from one suit into the next, and all honours are one more: `9S E S`, `B F Z`.
    RunsIntoHonours,
    /// Runs go round a suit: `8M 9M 1M`.
    RunsAround,
    /// There are no runs.
    TripletsOnly,
    /// No pair is needed.
    NoPair,
    /// Special tiles form triplets and pairs.
    SpecialTilesGrouped,
    /// Special tiles in a hand do not prevent a win.
    SpecialTilesIgnored,
    /// Whether a hand wins is found by taking all triplets first.
    TripletsFirst,
    /// Whether a hand wins is found by taking all runs first.
    RunsFirst,
    /// Whether a hand wins is found with the lowest pair only.
    LowestPair,
    /// Whether a hand wins is found with the highest pair only.
    HighestPair,
}

/// The chains of the readings that group tiles otherwise.
const HONOUR_RUNS: [Chain; 4] = [Chain::SUITS[0], Chain::SUITS[1], Chain::SUITS[2], Chain::with_runs(27, 7)];
const ACROSS_SUITS: [Chain; 2] = [Chain::with_runs(0, 27), Chain::SUITS[3]];
const INTO_HONOURS: [Chain; 1] = [Chain::with_runs(0, Tile::ORDINARY)];
const AROUND: [Chain; 4] = [Chain::around(0, 9), Chain::around(9, 9), Chain::around(18, 9), Chain::SUITS[3]];
const TRIPLETS: [Chain; 1] = [Chain::without_runs(0, Tile::ORDINARY)];
const WITH_SPECIAL: [Chain; 5] = [
    Chain::SUITS[0],
    Chain::SUITS[1],
    Chain::SUITS[2],
    Chain::SUITS[3],
    Chain::without_runs(Tile::ORDINARY, Tile::COUNT - Tile::ORDINARY),
];

/// The orphans, as a bit mask.
const ORPHANS: u64 = (0b111_1111 << 27) | ((1 | 1 << 8) * (1 | 1 << 9 | 1 << 18));

impl Misreading {
    /// All of them, the usual ones first.
    pub const ALL: [Misreading; 17] = [
        Misreading::LimitForgotten,
        Misreading::OpenMeldsCounted,
        Misreading::SevenPairs,
        Misreading::SevenPairsWithFours,
        Misreading::ThirteenOrphans,
        Misreading::HonourRuns,
        Misreading::RunsAcrossSuits,
        Misreading::RunsIntoHonours,
        Misreading::RunsAround,
        Misreading::TripletsOnly,
        Misreading::NoPair,
        Misreading::SpecialTilesGrouped,
        Misreading::SpecialTilesIgnored,
        Misreading::TripletsFirst,
        Misreading::RunsFirst,
        Misreading::LowestPair,
        Misreading::HighestPair,
    ];

    /// Returns the rule that is misread.
    pub const fn rule(self) -> Rule {
        match self {
            Misreading::LimitForgotten => Rule::LimitOfFour,
            Misreading::OpenMeldsCounted => Rule::OpenMeldsApart,
            Misreading::HonourRuns
            | Misreading::RunsAcrossSuits
            | Misreading::RunsIntoHonours
            | Misreading::RunsAround
            | Misreading::TripletsOnly => Rule::Distance,
            Misreading::SpecialTilesGrouped => Rule::SpecialTilesStandAlone,
            Misreading::SevenPairs
            | Misreading::SevenPairsWithFours
            | Misreading::ThirteenOrphans
            | Misreading::NoPair
            | Misreading::SpecialTilesIgnored
            | Misreading::TripletsFirst
            | Misreading::RunsFirst
            | Misreading::LowestPair
            | Misreading::HighestPair => Rule::WinningHand,
        }
    }

    /// Returns the distance of a hand if it is read this way. `melds` are the open melds of its player.
    ///
    /// Readings that concern only whether a hand wins do not change it.
    pub fn distance(self, hand: &Hand, melds: &[[Tile; 3]]) -> u8 {
        self.distance_or_right(hand, melds, u8::MAX)
    }

    /// The distance if it is at most `most`. If it is greater, this may return the right distance instead.
    fn distance_or_right(self, hand: &Hand, melds: &[[Tile; 3]], most: u8) -> u8 {
        let right = hand.distance();
        let chained = |chains: &[Chain], differs: bool| {
            if differs { self.chained(hand, chains, most) } else { right }
        };
        let kinds = hand.kinds().bits();
        let fours = || hand.kinds().iter().any(|tile| hand.count(tile) == Tile::COPIES);
        match self {
            Misreading::LimitForgotten if fours() => hand.distance_under(|_| Hand::MOST_TILES as u8),
            Misreading::OpenMeldsCounted => {
                let left = not_in(melds);
                if is_near(hand, &left) { hand.distance_within(|tile| left[tile.index()]) } else { right }
            }
            Misreading::SevenPairs | Misreading::SevenPairsWithFours | Misreading::ThirteenOrphans
                if hand.open() > 0 =>
            {
                right
            }
            Misreading::SevenPairs => right.min(seven_pairs(hand, 1)),
            Misreading::SevenPairsWithFours => right.min(seven_pairs(hand, 2)),
            Misreading::ThirteenOrphans => right.min(thirteen_orphans(hand)),
            Misreading::HonourRuns => chained(&HONOUR_RUNS, fours() || next_to(kinds, 0b111_1111 << 27)),
            Misreading::RunsAcrossSuits => chained(&ACROSS_SUITS, fours() || is_across(kinds, [8, 17])),
            Misreading::RunsIntoHonours => chained(
                &INTO_HONOURS,
                fours() || next_to(kinds, 0b111_1111 << 27) || is_across(kinds, [8, 17, 26]),
            ),
            Misreading::RunsAround => chained(&AROUND, fours() || is_around(kinds)),
            Misreading::TripletsOnly | Misreading::NoPair => {
                self.chained(hand, if self == Misreading::NoPair { &Chain::SUITS } else { &TRIPLETS }, most)
            }
            Misreading::SpecialTilesGrouped => {
                let special = Tile::ALL[Tile::ORDINARY..].iter().any(|&tile| hand.holds(tile));
                chained(&WITH_SPECIAL, special)
            }
            Misreading::LimitForgotten
            | Misreading::SpecialTilesIgnored
            | Misreading::TripletsFirst
            | Misreading::RunsFirst
            | Misreading::LowestPair
            | Misreading::HighestPair => right,
        }
    }

    /// Returns the discard of a standard player who reads hands this way; `None` if the hand is empty.
    pub fn discard(self, hand: &Hand, melds: &[[Tile; 3]]) -> Option<Tile> {
        let right = hand.discard()?;
        if right.is_special() || self.is_about_wins() || self == Misreading::SpecialTilesGrouped {
            return Some(right);
        }
        let distance = self.distance(hand, melds);
        // Removing a tile costs nothing or one, however the hand is read.
        let keeps = |tile: Tile| {
            let without = hand.distance_without(tile).expect("it is in the hand");
            // A reading with more ways to win never gives more than the right distance, and one with fewer never less.
            if self.is_narrow() && without > distance || !self.is_narrow() && without == distance {
                return without == distance;
            }
            let mut rest = *hand;
            rest.take(tile);
            self.distance(&rest, melds) == distance
        };
        hand.kinds().iter().rev().find(|&tile| keeps(tile)).or(hand.kinds().last())
    }

    /// Returns whether a hand with 14 tiles, less three for each open meld, wins if it is read this way.
    pub fn wins(self, hand: &Hand, melds: &[[Tile; 3]]) -> bool {
        if hand.len() != hand.full() {
            return false;
        }
        let pairs = || hand.kinds().iter().filter(|&tile| hand.count(tile) >= 2);
        match self {
            Misreading::SpecialTilesIgnored => hand.wins() || hand.is_complete_but_for_specials(None),
            Misreading::TripletsFirst => leaves_a_pair(*hand, true),
            Misreading::RunsFirst => leaves_a_pair(*hand, false),
            Misreading::LowestPair => hand.wins() && has_pair(hand, pairs().next()),
            Misreading::HighestPair => hand.wins() && has_pair(hand, pairs().next_back()),
            _ => self.distance_or_right(hand, melds, 0) == 0,
        }
    }

    /// Whether it concerns only whether a hand wins.
    const fn is_about_wins(self) -> bool {
        matches!(
            self,
            Misreading::SpecialTilesIgnored
                | Misreading::TripletsFirst
                | Misreading::RunsFirst
                | Misreading::LowestPair
                | Misreading::HighestPair
        )
    }

    /// Whether it has fewer ways to win than the definition, not more.
    const fn is_narrow(self) -> bool {
        matches!(self, Misreading::OpenMeldsCounted | Misreading::TripletsOnly)
    }

    /// The distance if the groups lie in these chains.
    fn chained(self, hand: &Hand, chains: &[Chain], most: u8) -> u8 {
        let right = hand.distance();
        let least = |most: u8| {
            let row = hand.row_of_chains(chains, most, |_| Tile::COPIES as u8);
            row[Hand::MOST_OPEN - hand.open()][usize::from(self != Misreading::NoPair)]
        };
        // A reading with more ways to win is only looked at for less than the right distance.
        match right {
            _ if self.is_narrow() => least(u8::MAX),
            0 => 0,
            right => least(most.min(right - 1)).min(right),
        }
    }
}

/// The number of tiles that are missing for seven pairs, at most `each` of a kind.
fn seven_pairs(hand: &Hand, each: usize) -> u8 {
    let ordinary = || hand.kinds().iter().filter(|tile| !tile.is_special());
    let pairs: usize = ordinary().map(|tile| (hand.count(tile) / 2).min(each)).sum();
    // A tile that is part of no pair needs one more. If there are too few of them, a pair needs two.
    let singles = ordinary().filter(|&tile| hand.count(tile) % 2 == 1 && hand.count(tile) / 2 < each).count();
    let missing = 7 - pairs.min(7);
    (missing + missing.saturating_sub(singles)) as u8
}

/// The number of tiles that are missing for thirteen orphans.
fn thirteen_orphans(hand: &Hand) -> u8 {
    let kinds = hand.kinds().iter().filter(|&tile| ORPHANS >> tile.index() & 1 == 1);
    let pair = kinds.clone().any(|tile| hand.count(tile) >= 2);
    (Hand::MOST_TILES - kinds.count() - usize::from(pair)) as u8
}

/// Whether two of these kinds are at most two apart.
const fn next_to(kinds: u64, of: u64) -> bool {
    let kinds = kinds & of;
    kinds & (kinds >> 1 | kinds >> 2) != 0
}

/// Whether two kinds on both sides of a border are at most two apart. A border is the index of the kind before it.
fn is_across<const N: usize>(kinds: u64, borders: [usize; N]) -> bool {
    borders.iter().any(|&border| {
        let pairs = [(border, border + 1), (border, border + 2), (border - 1, border + 1)];
        pairs.iter().any(|&(low, high)| kinds >> low & kinds >> high & 1 == 1)
    })
}

/// Whether two kinds at both ends of a suit are at most two apart if the 1 follows the 9.
fn is_around(kinds: u64) -> bool {
    [0, 9, 18].iter().any(|&suit| {
        let pairs = [(8, 0), (8, 1), (7, 0)];
        pairs.iter().any(|&(high, low)| kinds >> (suit + high) & kinds >> (suit + low) & 1 == 1)
    })
}

/// How many tiles of each kind a hand may need if those of these melds count towards the limit of four.
fn not_in(melds: &[[Tile; 3]]) -> [u8; Tile::COUNT] {
    let mut left = [Tile::COPIES as u8; Tile::COUNT];
    for tile in melds.iter().flatten() {
        left[tile.index()] = left[tile.index()].saturating_sub(1);
    }
    left
}

/// Whether a kind with a reduced limit is in the hand or at most two kinds away from a tile of it. Others cannot
/// matter.
fn is_near(hand: &Hand, left: &[u8; Tile::COUNT]) -> bool {
    let kinds = hand.kinds().bits();
    let near = kinds | kinds << 1 | kinds << 2 | kinds >> 1 | kinds >> 2;
    let fewer = |tile: &Tile| usize::from(left[tile.index()]) < Tile::COPIES;
    Tile::ALL.iter().filter(|tile| fewer(tile)).any(|tile| near >> tile.index() & 1 == 1)
}

/// Whether the groups of a winning hand are found with this pair.
fn has_pair(hand: &Hand, pair: Option<Tile>) -> bool {
    pair.is_some_and(|pair| {
        let mut rest = *hand;
        rest.take(pair);
        rest.take(pair);
        split(rest).is_some()
    })
}

/// Whether a pair is left after all triplets and then all runs are taken, or the other way round.
fn leaves_a_pair(mut hand: Hand, triplets_first: bool) -> bool {
    for triplets in [triplets_first, !triplets_first] {
        for low in Tile::ALL {
            let group = if triplets { Some([low; 3]) } else { Run::from_low(low).map(Run::tiles) };
            let Some(group) = group else { continue };
            while hand.count(low) >= if triplets { 3 } else { 1 }
                && group.iter().all(|&tile| hand.holds(tile))
            {
                for tile in group {
                    hand.take(tile);
                }
            }
        }
    }
    hand.len() == 2 && hand.kinds().len() == 1
}

/// Completes a sentence such as "a program does this that …".
impl Localized for Misreading {
    #[rustfmt::skip] // One text per line is easier to compare.
    fn text(&self, language: Language) -> String {
        match self {
            Misreading::LimitForgotten => say!(language, "allows more than four tiles of a kind", "允许一种牌超过四张"),
            Misreading::OpenMeldsCounted => say!(language, "counts open melds towards the limit of four tiles of a kind", "把副露也计入每种四张的限制"),
            Misreading::SevenPairs => say!(language, "counts seven pairs as a winning hand", "把七对子算作和牌"),
            Misreading::SevenPairsWithFours => say!(language, "counts seven pairs as a winning hand, and four of a kind as two pairs", "把七对子算作和牌，且四张相同的牌算两对"),
            Misreading::ThirteenOrphans => say!(language, "counts thirteen orphans as a winning hand", "把国士无双（十三幺）算作和牌"),
            Misreading::HonourRuns => say!(language, "counts consecutive honours such as E S W as a run", "把相邻的字牌（如 E S W）算作顺子"),
            Misreading::RunsAcrossSuits => say!(language, "counts tiles of two suits such as 8M 9M 1P as a run", "把跨花色的牌（如 8M 9M 1P）算作顺子"),
            Misreading::RunsIntoHonours => say!(language, "counts three consecutive kinds as a run even across suits and among honours, such as 9S E S", "不分花色，把相邻的三种牌（如 9S E S）都算作顺子"),
            Misreading::RunsAround => say!(language, "counts tiles such as 8M 9M 1M, round the end of a suit, as a run", "把 8M 9M 1M 这样首尾相接的牌算作顺子"),
            Misreading::TripletsOnly => say!(language, "does not count runs as groups", "不把顺子算作一组"),
            Misreading::NoPair => say!(language, "does not require a pair", "没有要求对子"),
            Misreading::SpecialTilesGrouped => say!(language, "counts special tiles as part of triplets or pairs", "把特殊牌算作刻子或对子"),
            Misreading::SpecialTilesIgnored => say!(language, "lets a hand win although special tiles are left over", "手牌还剩特殊牌时也算和牌"),
            Misreading::TripletsFirst => say!(language, "takes all triplets out of a hand before it looks for runs and the pair", "判断和牌时先取走所有刻子，再找顺子和对子"),
            Misreading::RunsFirst => say!(language, "takes all runs out of a hand before it looks for triplets and the pair", "判断和牌时先取走所有顺子，再找刻子和对子"),
            Misreading::LowestPair => say!(language, "tries only the lowest pair of a hand", "判断和牌时只试最小的对子"),
            Misreading::HighestPair => say!(language, "tries only the highest pair of a hand", "判断和牌时只试最大的对子"),
        }
    }
}

print_in_english!(Misreading);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Random;
    use hule_twin as twin;
    use std::iter::repeat_n;

    fn hand(text: &str) -> Hand {
        text.parse().expect(text)
    }

    #[test]
    fn melds_may_have_more_than_four_of_a_kind() {
        let hand = hand("1M 2M 3M 4P 5P 6P 7S 8S 9S E E E W 1P");
        for misreading in Misreading::ALL {
            for tile in [Tile::M1, Tile::P1] {
                let melds = [[tile; 3]; 4];
                assert!(misreading.distance(&hand, &melds) < 14, "{misreading:?}");
                assert!(
                    misreading.discard(&hand, &melds).is_some_and(|tile| hand.holds(tile)),
                    "{misreading:?}"
                );
                misreading.wins(&hand, &melds);
            }
        }
    }

    /// Random hands of any size, each with melds that it could have.
    fn hands(number: usize) -> Vec<(Hand, Vec<[Tile; 3]>)> {
        let mut random = Random::new(5);
        let mut hands = Vec::new();
        while hands.len() < number {
            let (counts, open) = twin::random_hand(|bound| random.below(bound));
            let tiles = Tile::ALL.into_iter().zip(counts);
            let hand = Hand::new(tiles.flat_map(|(tile, count)| repeat_n(tile, usize::from(count))), open)
                .expect("a hand");
            let mut melds = Vec::new();
            let mut left = Tile::ALL.map(|tile| Tile::COPIES - hand.count(tile));
            for _ in 0..1000 {
                let low = Tile::ALL[random.below(Tile::ORDINARY as u64) as usize];
                let run = Run::from_low(low).filter(|_| random.below(2) == 0).map_or([low; 3], Run::tiles);
                let mut rest = left;
                let fits = run.iter().all(|tile| {
                    rest[tile.index()] = rest[tile.index()].wrapping_sub(1);
                    rest[tile.index()] < Tile::COPIES
                });
                if fits && melds.len() < open {
                    melds.push(run);
                    left = rest;
                }
            }
            if melds.len() == open && !hand.is_empty() {
                hands.push((hand, melds));
            }
        }
        hands
    }

    /// The same distance without shortcuts.
    fn slow(misreading: Misreading, hand: &Hand, melds: &[[Tile; 3]]) -> u8 {
        let left = not_in(melds);
        let by =
            |chains: &[Chain]| hand.row_of_chains(chains, u8::MAX, |_| 4)[Hand::MOST_OPEN - hand.open()][1];
        match misreading {
            Misreading::LimitForgotten => hand.distance_under(|_| 14),
            Misreading::OpenMeldsCounted => hand.distance_under(|tile| left[tile.index()]),
            Misreading::HonourRuns => by(&HONOUR_RUNS),
            Misreading::RunsAcrossSuits => by(&ACROSS_SUITS),
            Misreading::RunsIntoHonours => by(&INTO_HONOURS),
            Misreading::RunsAround => by(&AROUND),
            Misreading::SpecialTilesGrouped => by(&WITH_SPECIAL),
            _ => misreading.distance(hand, melds),
        }
    }

    #[test]
    fn shortcuts_change_no_distance_and_no_discard() {
        let hands = hands(3000);
        for misreading in Misreading::ALL {
            let mut differs = 0;
            for (hand, melds) in &hands {
                let distance = misreading.distance(hand, melds);
                assert_eq!(distance, slow(misreading, hand, melds), "{misreading:?}: {hand}");
                let without = |tile: Tile| {
                    let mut rest = *hand;
                    rest.take(tile);
                    misreading.distance(&rest, melds)
                };
                // Among equals, `min_by_key` returns the first, which is the greatest tile.
                let discard = hand.kinds().iter().rev().min_by_key(|&tile| {
                    // Special tiles have their own order.
                    if tile.is_special() { (0, 0) } else { (1, without(tile)) }
                });
                assert_eq!(misreading.discard(hand, melds), discard, "{misreading:?}: {hand} {melds:?}");
                differs += u32::from(distance != hand.distance());
            }
            assert_eq!(differs > 0, !misreading.is_about_wins(), "{misreading:?}");
        }
    }

    #[test]
    fn readings_are_what_they_say() {
        let distances = [
            (Misreading::LimitForgotten, "1M 1M 1M 1M +3", 1),
            (Misreading::SevenPairs, "1M 1M 4M 4M 7M 7M 1P 1P 4P 4P 7P 7P E", 1),
            (Misreading::SevenPairs, "1M 1M 1M 1M 7M 7M 1P 1P 4P 4P 7P 7P E E", 2),
            (Misreading::SevenPairsWithFours, "1M 1M 1M 1M 7M 7M 1P 1P 4P 4P 7P 7P E E", 0),
            (Misreading::ThirteenOrphans, "1M 9M 1P 9P 1S 9S E S W N B F Z", 1),
            (Misreading::ThirteenOrphans, "1M 9M 1P 9P 1S 9S E S W N B F Z Z", 0),
            (Misreading::HonourRuns, "E S W Z Z +3", 0),
            (Misreading::HonourRuns, "N B Z Z +3", 1),
            (Misreading::RunsAcrossSuits, "9M 1P 2P Z Z +3", 0),
            (Misreading::RunsIntoHonours, "9S E S Z Z +3", 0),
            (Misreading::RunsAround, "8S 9S 1S 9P 1P 2P Z Z +2", 0),
            (Misreading::TripletsOnly, "1M 2M 3M Z Z +3", 2),
            (Misreading::NoPair, "1M 2M 3M Z F +3", 0),
            (Misreading::SpecialTilesGrouped, "PASS PASS 1M 2M 3M +3", 0),
        ];
        for (misreading, text, distance) in distances {
            let hand = hand(text);
            assert_ne!(hand.distance(), distance, "{text}");
            assert_eq!(misreading.distance(&hand, &[]), distance, "{misreading:?}: {text}");
            if hand.len() == hand.full() {
                assert_eq!(misreading.wins(&hand, &[]), distance == 0, "{misreading:?}: {text}");
            }
        }
        let wins = [
            (Misreading::SpecialTilesIgnored, "1M 1M PASS PASS DOUBLE +3"),
            (Misreading::TripletsFirst, "1M 1M 1M 2M 3M +3"),
            (Misreading::RunsFirst, "1M 1M 1M 2M 3M 4M E E +2"),
            (Misreading::LowestPair, "1M 1M 1M Z Z +3"),
            (Misreading::HighestPair, "1M 1M Z Z Z +3"),
        ];
        for (misreading, text) in wins {
            let hand = hand(text);
            assert_ne!(misreading.wins(&hand, &[]), hand.wins(), "{misreading:?}: {text}");
            assert_eq!(misreading.distance(&hand, &[]), hand.distance(), "{misreading:?}: {text}");
        }
        let melds = [[Tile::M1; 3], [Tile::E; 3], [Tile::S; 3], [Tile::W; 3]];
        assert_eq!(Misreading::OpenMeldsCounted.distance(&hand("1M +4"), &melds), 2);
    }
}
