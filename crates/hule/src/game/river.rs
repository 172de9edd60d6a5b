//! The discards of a game.

use crate::words::deck::Deck;
use crate::words::hand::Hand;
use crate::words::seat::{BySeat, Seat};
use crate::words::tile::Tile;
use core::fmt;

/// One discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discarded {
    /// Who discarded it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
    /// Whom a PASS named.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub target: Option<Seat>,
    /// Who claimed it for a meld, or won with it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub claimed_by: Option<Seat>,
}

/// All discards of a game, the first first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct River {
    discards: [Discarded; River::MOST],
    len: u8,
    /// How many special tiles each seat has discarded, from PASS down.
    specials: BySeat<[u8; 3]>,
}

impl River {
    /// Every turn begins with a draw after the deal, or with a claim, of which each seat has four at the most.
    const MOST: usize = Deck::LEN - Deck::DEALT + 4 * Hand::MOST_OPEN;

    pub(crate) const EMPTY: River = River {
        discards: [Discarded { seat: Seat::A, tile: Tile::M1, target: None, claimed_by: None }; River::MOST],
        len: 0,
        specials: BySeat::new([[0; 3]; 4]),
    };

    /// The discards.
    #[must_use]
    pub fn as_slice(&self) -> &[Discarded] {
        &self.discards[..usize::from(self.len)]
    }

    /// The discards of one seat, the first first.
    #[must_use]
    pub fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Discarded> {
        self.as_slice().iter().filter(move |discarded| discarded.seat == seat)
    }

    /// The last discard of all.
    #[must_use]
    pub fn last(&self) -> Option<&Discarded> {
        self.as_slice().last()
    }

    /// How many PASSes, REVERSEs and DOUBLEs a seat has discarded.
    #[must_use]
    pub fn specials(&self, seat: Seat) -> [u8; 3] {
        self.specials[seat]
    }

    /// Notes that the last discard is special.
    pub(crate) fn count_special(&mut self, seat: Seat, tile: Tile) {
        self.specials[seat][Tile::Pass.index() - tile.index()] += 1;
    }

    pub(crate) fn push(&mut self, seat: Seat, tile: Tile, target: Option<Seat>) {
        self.discards[usize::from(self.len)] = Discarded { seat, tile, target, claimed_by: None };
        self.len += 1;
    }

    /// Notes that a seat has taken the last discard.
    pub(crate) fn mark_claimed(&mut self, by: Seat) {
        let last = usize::from(self.len) - 1;
        self.discards[last].claimed_by = Some(by);
    }
}

impl fmt::Debug for River {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}
