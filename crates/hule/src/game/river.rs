//! The discards of a game.

use crate::words::{BySeat, Deck, Hand, Seat, Tile};
use core::fmt;

/// One discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Discarded {
    /// The seat that discarded it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
    /// The seat named by a PASS.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub target: Option<Seat>,
    /// The seat that claimed it for a meld or won with it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub claimed_by: Option<Seat>,
}

/// All discards of a game, oldest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct River {
    discards: [Discarded; River::MOST],
    len: u8,
    /// The discards of each seat by special kind, in the order of [`River::specials`].
    specials: BySeat<[u8; 3]>,
}

impl River {
    /// Each discard follows a draw after the deal or a claim, and a seat makes at most four claims.
    const MOST: usize = Deck::LEN - Deck::DEALT + 4 * Hand::MOST_OPEN;

    pub(crate) const EMPTY: River = River {
        discards: [Discarded { seat: Seat::A, tile: Tile::M1, target: None, claimed_by: None }; River::MOST],
        len: 0,
        specials: BySeat::new([[0; 3]; 4]),
    };

    /// Returns the discards, oldest first.
    #[inline]
    pub fn as_slice(&self) -> &[Discarded] {
        &self.discards[..usize::from(self.len)]
    }

    /// Returns the discards of one seat, oldest first.
    pub fn of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Discarded> {
        self.as_slice().iter().filter(move |discarded| discarded.seat == seat)
    }

    /// Returns the latest discard.
    pub fn last(&self) -> Option<&Discarded> {
        self.as_slice().last()
    }

    /// Returns how many PASS, REVERSE and DOUBLE tiles a seat has discarded, in this order.
    pub fn specials(&self, seat: Seat) -> [u8; 3] {
        self.specials[seat]
    }

    /// Counts a special discard.
    pub(crate) fn count_special(&mut self, seat: Seat, tile: Tile) {
        self.specials[seat][Tile::Pass.index() - tile.index()] += 1;
    }

    pub(crate) fn push(&mut self, seat: Seat, tile: Tile, target: Option<Seat>) {
        self.discards[usize::from(self.len)] = Discarded { seat, tile, target, claimed_by: None };
        self.len += 1;
    }

    /// Marks the latest discard as claimed.
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
