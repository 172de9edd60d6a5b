//! The distance and the useful tiles of a hand after each discard, all at once.

use super::Halves;
use super::layout::{Weight, weight};
use super::table::{BeforeDraw, Class, TABLES, class, weighed};
use crate::words::{Hand, Suit, Tile, TileSet};

/// A hand and what each draw would change.
///
/// A draw changes the class of one suit, whatever is discarded from the others. With these classes at hand, the useful
/// tiles after a discard take half as many lookups as [`Hand::useful`], and fewer if discards leave suits of one class.
pub(crate) struct Outlook<'a> {
    hand: &'a Hand,
    /// How many tiles of each kind are unseen.
    unseen: &'a [u8; Tile::COUNT],
    halves: Halves<'a>,
    distance: u8,
    useful: TileSet,
    useful_left: u8,
    /// For each kind, the class of its suit with one tile more, and that of its half of the hand.
    drawn: [Class; Tile::ORDINARY],
    halves_drawn: [Class; Tile::ORDINARY],
}

/// What each kind adds to the number of its suit.
const WEIGHTS: [Weight; Tile::ORDINARY] = {
    let mut weights = [0; Tile::ORDINARY];
    let mut kind = 0;
    while kind < weights.len() {
        weights[kind] = weight(kind);
        kind += 1;
    }
    weights
};

impl<'a> Outlook<'a> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // It is not small, but copied otherwise.
    pub(crate) fn new(hand: &'a Hand, unseen: &'a [u8; Tile::COUNT]) -> Outlook<'a> {
        let halves = Halves::new(hand.classes(), hand.open());
        let distance = halves.distance();
        let mut outlook = Outlook {
            hand,
            unseen,
            halves,
            distance,
            useful: TileSet::EMPTY,
            useful_left: 0,
            drawn: [0; Tile::ORDINARY],
            halves_drawn: [0; Tile::ORDINARY],
        };
        // Each suit is compiled by itself, with constant weights.
        let useful = outlook.draw::<0>() | outlook.draw::<1>() | outlook.draw::<2>() | outlook.draw::<3>();
        outlook.useful = TileSet::from_bits(useful);
        // The lookup of a fifth tile gives a wrong number. Only 4 has this bit.
        if hand.counts().iter().fold(0, |bits, count| bits | count) & Tile::COPIES as u8 != 0 {
            let four = hand.kinds().iter().filter(|&tile| hand.count(tile) == Tile::COPIES);
            four.for_each(|tile| outlook.useful.remove(tile));
        }
        outlook
    }

    /// Looks up the draws of a suit, and returns the useful ones.
    #[inline]
    fn draw<const SUIT: usize>(&mut self) -> u64 {
        let join = self.join_beside(SUIT);
        let finish = self.finish_beside(SUIT);
        let suit = BeforeDraw::new(self.hand.suit(SUIT));
        let mut useful = 0;
        for kind in kinds(SUIT) {
            let drawn = suit.class_with(WEIGHTS[kind]);
            let half = join[usize::from(drawn)];
            (self.drawn[kind], self.halves_drawn[kind]) = (drawn, half);
            let nearer = finish[usize::from(half)] < self.distance;
            useful |= u64::from(nearer) << kind;
            self.useful_left += self.unseen_if(kind, nearer);
        }
        useful
    }

    pub(crate) const fn hand(&self) -> &'a Hand {
        self.hand
    }

    pub(crate) const fn unseen(&self) -> &'a [u8; Tile::COUNT] {
        self.unseen
    }

    /// The distance of the hand.
    pub(crate) const fn distance(&self) -> u8 {
        self.distance
    }

    /// The kinds that reduce the distance, as [`Hand::useful`] returns them.
    pub(crate) const fn useful(&self) -> TileSet {
        self.useful
    }

    /// How many unseen tiles reduce the distance.
    pub(crate) const fn useful_left(&self) -> u8 {
        self.useful_left
    }

    /// Calls a function for every ordinary kind in the hand, ascending, with the distance after discarding it and how
    /// many unseen tiles reduce it further.
    #[inline]
    pub(crate) fn each_discard(&self, mut found: impl FnMut(u8, u8, u8)) {
        self.discard_from::<0>(None, &mut found);
        self.discard_from::<1>(None, &mut found);
        self.discard_from::<2>(None, &mut found);
        self.discard_from::<3>(None, &mut found);
    }

    /// The most unseen tiles that reduce the distance further after a discard that leaves this distance.
    #[inline]
    pub(crate) fn most_useful_after(&self, distance: u8) -> u8 {
        let mut most = 0;
        let mut found = |_, _, useful: u8| most = most.max(useful);
        self.discard_from::<0>(Some(distance), &mut found);
        self.discard_from::<1>(Some(distance), &mut found);
        self.discard_from::<2>(Some(distance), &mut found);
        self.discard_from::<3>(Some(distance), &mut found);
        most
    }

    /// Calls the function for the kinds of a suit, or only for those that leave this distance.
    #[inline]
    fn discard_from<const SUIT: usize>(&self, only: Option<u8>, found: &mut impl FnMut(u8, u8, u8)) {
        let join = self.join_beside(SUIT);
        let finish = self.finish_beside(SUIT);
        let of_suit = (1_u64 << kinds(SUIT).end) - (1 << kinds(SUIT).start);
        // Discards often leave suits of one class. The tiles of other suits that are useful are then the same.
        let mut last = None;
        let mut held = self.hand.kinds().bits() & of_suit;
        while held != 0 {
            let kind = held.trailing_zeros() as usize;
            held &= held - 1;
            let number = self.hand.suit(SUIT).wrapping_sub(weighed(kind).1);
            let rest = class(number);
            let (distance, outside) = match last {
                Some((class, distance, outside)) if class == rest => (distance, outside),
                _ => {
                    let half = join[usize::from(rest)];
                    let distance = finish[usize::from(half)];
                    if only.is_some_and(|only| only != distance) {
                        continue;
                    }
                    let outside = self.useful_outside::<SUIT>(rest, half, distance);
                    last = Some((rest, distance, outside));
                    (distance, outside)
                }
            };
            let suit = BeforeDraw::new(number);
            let mut useful = outside;
            for drawn in kinds(SUIT) {
                let half = join[usize::from(suit.class_with(WEIGHTS[drawn]))];
                useful += self.unseen_if(drawn, finish[usize::from(half)] < distance);
            }
            found(kind as u8, distance, useful);
        }
    }

    /// How many unseen tiles of the other suits are useful if this suit has this class.
    #[inline]
    fn useful_outside<const SUIT: usize>(&self, rest: Class, half: Class, distance: u8) -> u8 {
        let mut useful = 0;
        // The other suit of this half.
        let (join, finish) = (&TABLES.join[usize::from(rest)], self.finish_beside(SUIT));
        for kind in kinds(SUIT ^ 1) {
            let half = join[usize::from(self.drawn[kind])];
            useful += self.unseen_if(kind, finish[usize::from(half)] < distance);
        }
        // The suits of the other half, whose kinds are neighbours.
        let finish = &self.halves.finish[usize::from(half)];
        let first = (SUIT ^ 2) & !1;
        for kind in kinds(first).start..kinds(first + 1).end {
            let nearer = finish[usize::from(self.halves_drawn[kind])] < distance;
            useful += self.unseen_if(kind, nearer);
        }
        useful
    }

    /// The class of the half with this suit, by the class of the suit.
    #[inline]
    fn join_beside(&self, suit: usize) -> &'static [Class; 256] {
        &TABLES.join[usize::from(self.hand.classes().get(suit ^ 1))]
    }

    /// The distance, by the class of the half with this suit.
    #[inline]
    fn finish_beside(&self, suit: usize) -> &'static [u8; 256] {
        &self.halves.finish[usize::from(self.halves.joined[1 - suit / 2])]
    }

    /// How many tiles of a kind are unseen, if it is useful.
    #[inline]
    fn unseen_if(&self, kind: usize, useful: bool) -> u8 {
        self.unseen[kind] & u8::from(useful).wrapping_neg()
    }
}

/// The kinds of a suit.
const fn kinds(suit: usize) -> core::ops::Range<usize> {
    Suit::ALL[suit].indices()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Deck, Random};

    #[test]
    fn an_outlook_is_what_hands_say_one_by_one() {
        let mut random = Random::new(5);
        let mut discards = 0;
        for number in 0..20_000 {
            let deck = Deck::seeded(6, number);
            let open = random.below(5) as usize;
            // Tiles of few kinds are near a win.
            let last = [37, 34, 18, 9][random.below(4) as usize];
            let mut tiles = deck.tiles().iter().copied().filter(|tile| tile.index() < last);
            let len = 14 - 3 * open - random.below(2) as usize;
            let hand = Hand::new(tiles.by_ref().take(len), open).expect("a hand");
            let mut unseen = Tile::ALL.map(|tile| (Tile::COPIES - hand.count(tile)) as u8);
            tiles.take(20).for_each(|tile| unseen[tile.index()] -= 1);
            let left = |hand: &Hand| hand.useful_left(|tile| unseen[tile.index()].into());

            let outlook = Outlook::new(&hand, &unseen);
            assert_eq!(outlook.useful(), hand.useful(), "{hand}");
            assert_eq!(usize::from(outlook.useful_left()), left(&hand), "{hand}");
            let ordinary = |&tile: &Tile| !tile.is_special();
            let mut expected = hand.kinds().iter().filter(ordinary);
            outlook.each_discard(|kind, distance, useful| {
                let tile = expected.next().expect("the hand has it");
                let mut rest = hand;
                rest.take(tile);
                let after = (tile.index(), rest.distance(), left(&rest));
                assert_eq!((kind.into(), distance, useful.into()), after, "{hand} {tile}");
                discards += 1;
            });
            assert_eq!(expected.next(), None);
        }
        assert!(discards > 100_000, "{discards}");
    }
}
