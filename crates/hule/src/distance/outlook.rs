//! The distance and the useful tiles of a hand after each discard, all at once.

use super::Halves;
use super::layout::Weight;
use super::table::{Class, TABLES, class, weighed};
use crate::words::{Hand, Suit, Tile, TileSet};

/// What a hand becomes by a discard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AfterDiscard {
    /// The index of the discarded kind.
    pub kind: u8,
    /// The distance then.
    pub distance: u8,
    /// How many unseen tiles reduce it further.
    pub useful: u8,
}

/// A hand and what each draw would change.
///
/// A draw changes the class of one suit, whatever is discarded from the others. With these classes at hand, the useful
/// tiles after a discard take half as many lookups as [`Hand::useful`], and fewer if discards leave suits of one class.
pub(crate) struct Outlook<'a> {
    hand: &'a Hand,
    /// How many tiles of each kind are unseen.
    unseen: &'a [u8; Tile::COUNT],
    halves: Halves<'a>,
    /// For each kind, the class of its suit with one tile more, and that of its half of the hand.
    drawn: [Class; Tile::ORDINARY],
    halves_drawn: [Class; Tile::ORDINARY],
}

impl<'a> Outlook<'a> {
    #[inline]
    pub(crate) fn new(hand: &'a Hand, unseen: &'a [u8; Tile::COUNT]) -> Outlook<'a> {
        let mut drawn = [0; Tile::ORDINARY];
        let mut halves_drawn = [0; Tile::ORDINARY];
        for (suit, kinds) in suits() {
            let join = &TABLES.join[usize::from(hand.classes().get(suit ^ 1))];
            for kind in kinds {
                drawn[kind] = class(hand.suit(suit).wrapping_add(weight(kind)));
                halves_drawn[kind] = join[usize::from(drawn[kind])];
            }
        }
        Outlook { hand, unseen, halves: Halves::new(hand.classes(), hand.open()), drawn, halves_drawn }
    }

    /// The kinds that reduce the distance, as [`Hand::useful`] returns them.
    #[inline]
    pub(crate) fn useful(&self) -> TileSet {
        let distance = self.halves.distance();
        let mut useful = 0;
        for (suit, kinds) in suits() {
            let finish = self.finish_beside(suit);
            for kind in kinds {
                let nearer = finish[usize::from(self.halves_drawn[kind])] < distance;
                // The lookup of a fifth tile gives a wrong number.
                let possible = self.hand.count(Tile::ALL[kind]) < Tile::COPIES;
                useful |= u64::from(nearer & possible) << kind;
            }
        }
        TileSet::from_bits(useful)
    }

    /// How many unseen tiles reduce the distance.
    #[inline]
    pub(crate) fn useful_left(&self) -> u8 {
        self.useful().iter().map(|tile| self.unseen[tile.index()]).sum()
    }

    /// Every discard of an ordinary tile, ascending, and how many there are.
    #[inline]
    pub(crate) fn discards(&self) -> ([AfterDiscard; Hand::MOST_TILES], usize) {
        let mut found = [AfterDiscard::default(); Hand::MOST_TILES];
        let mut len = 0;
        let held = self.hand.kinds().bits();
        for (suit, kinds) in suits() {
            let join = &TABLES.join[usize::from(self.hand.classes().get(suit ^ 1))];
            let finish = self.finish_beside(suit);
            // Discards often leave suits of one class. All of them are as useful to the other suits.
            let mut last = (0, 0, 0);
            let mut first = true;
            for kind in kinds.clone().filter(|kind| held >> kind & 1 == 1) {
                let number = self.hand.suit(suit).wrapping_sub(weight(kind));
                let rest = class(number);
                if first || last.0 != rest {
                    let half = join[usize::from(rest)];
                    let distance = finish[usize::from(half)];
                    last = (rest, distance, self.useful_outside(suit, rest, half, distance));
                    first = false;
                }
                let (_, distance, outside) = last;
                let useful = kinds.clone().fold(outside, |useful, kind| {
                    // A kind of which the hand has four is not unseen.
                    let drawn = class(number.wrapping_add(weight(kind)));
                    useful + self.counted(kind, finish[usize::from(join[usize::from(drawn)])] < distance)
                });
                found[len % Hand::MOST_TILES] = AfterDiscard { kind: kind as u8, distance, useful };
                len += 1;
            }
        }
        (found, len)
    }

    /// How many unseen tiles of the other suits are useful if this suit has this class.
    #[inline]
    fn useful_outside(&self, suit: usize, rest: Class, half: Class, distance: u8) -> u8 {
        let mut useful = 0;
        // The other suit of this half.
        let (join, finish) = (&TABLES.join[usize::from(rest)], self.finish_beside(suit));
        for kind in kinds(suit ^ 1) {
            let half = join[usize::from(self.drawn[kind])];
            useful += self.counted(kind, finish[usize::from(half)] < distance);
        }
        // The suits of the other half.
        let finish = &self.halves.finish[usize::from(half)];
        for kind in kinds(suit ^ 2).chain(kinds(suit ^ 3)) {
            useful += self.counted(kind, finish[usize::from(self.halves_drawn[kind])] < distance);
        }
        useful
    }

    /// The distances by the class of the half with this suit, beside the other half.
    #[inline]
    fn finish_beside(&self, suit: usize) -> &'static [u8; 256] {
        &self.halves.finish[usize::from(self.halves.joined[1 - suit / 2])]
    }

    #[inline]
    fn counted(&self, kind: usize, nearer: bool) -> u8 {
        self.unseen[kind] * u8::from(nearer)
    }
}

#[inline]
fn weight(kind: usize) -> Weight {
    weighed(kind).1
}

#[inline]
fn kinds(suit: usize) -> core::ops::Range<usize> {
    Suit::ALL[suit].indices()
}

#[inline]
fn suits() -> impl Iterator<Item = (usize, core::ops::Range<usize>)> {
    (0..Suit::ALL.len()).map(|suit| (suit, kinds(suit)))
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
            let (found, len) = outlook.discards();
            let mut expected = hand.discards().filter(|(tile, _)| !tile.is_special()).collect::<Vec<_>>();
            expected.reverse();
            assert_eq!(len, expected.len());
            for (after, (tile, distance)) in found.into_iter().zip(expected) {
                let mut rest = hand;
                rest.take(tile);
                let useful = left(&rest) as u8;
                assert_eq!(
                    after,
                    AfterDiscard { kind: tile.index() as u8, distance, useful },
                    "{hand} {tile}"
                );
                discards += 1;
            }
        }
        assert!(discards > 100_000, "{discards}");
    }
}
