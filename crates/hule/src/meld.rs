//! Melds on the table.

use crate::hand::Hand;
use crate::tile::{Run, Seat, Tile};

/// Three tiles on the table: two from a hand and one that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meld {
    /// A run.
    Chow {
        /// Its tiles.
        run: Run,
        /// The tile that was claimed.
        claimed: Tile,
        /// Who had discarded it.
        from: Seat,
    },
    /// A triplet.
    Pong {
        /// Its tiles.
        tile: Tile,
        /// Who had discarded the claimed one.
        from: Seat,
    },
}

impl Meld {
    /// The three tiles, ascending.
    #[must_use]
    pub fn tiles(self) -> [Tile; 3] {
        match self {
            Meld::Chow { run, .. } => run.tiles(),
            Meld::Pong { tile, .. } => [tile; 3],
        }
    }

    /// The tile that was claimed.
    #[must_use]
    pub const fn claimed(self) -> Tile {
        match self {
            Meld::Chow { claimed, .. } => claimed,
            Meld::Pong { tile, .. } => tile,
        }
    }

    /// Who had discarded the claimed tile.
    #[must_use]
    pub const fn from(self) -> Seat {
        match self {
            Meld::Chow { from, .. } | Meld::Pong { from, .. } => from,
        }
    }
}

/// The melds of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Melds {
    melds: [Meld; Hand::MOST_OPEN],
    len: u8,
}

impl Melds {
    pub const EMPTY: Melds =
        Melds { melds: [Meld::Pong { tile: Tile::M1, from: Seat::A }; Hand::MOST_OPEN], len: 0 };

    pub fn push(&mut self, meld: Meld) {
        self.melds[usize::from(self.len)] = meld;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[Meld] {
        &self.melds[..usize::from(self.len)]
    }
}
