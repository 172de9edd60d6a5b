//! Open melds.

use crate::words::{Action, Claimed, Hand, Run, Seat, Tile};
use core::fmt;

/// Three tiles on the table: two from a hand and a claimed discard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "json::Object", try_from = "json::Object")
)]
pub enum Meld {
    /// A run.
    Chow {
        /// The tiles.
        run: Run,
        /// The claimed tile.
        claimed: Tile,
        /// The seat that discarded it.
        from: Seat,
    },
    /// A triplet.
    Pong {
        /// The tiles.
        tile: Tile,
        /// The seat that discarded the claimed tile.
        from: Seat,
    },
}

impl Meld {
    /// Returns the three tiles, ascending.
    pub fn tiles(self) -> [Tile; 3] {
        match self {
            Meld::Chow { run, .. } => run.tiles(),
            Meld::Pong { tile, .. } => [tile; 3],
        }
    }

    /// Returns the claimed tile.
    pub const fn claimed(self) -> Tile {
        match self {
            Meld::Chow { claimed, .. } => claimed,
            Meld::Pong { tile, .. } => tile,
        }
    }

    /// Returns the seat that discarded the claimed tile.
    pub const fn discarder(self) -> Seat {
        match self {
            Meld::Chow { from, .. } | Meld::Pong { from, .. } => from,
        }
    }

    /// The claim that makes the meld; `None` if the claimed tile is not part of the run.
    pub(crate) fn action(self) -> Option<Action> {
        match self {
            Meld::Chow { run, claimed, .. } => Claimed::of(claimed, run).map(Action::Chow),
            Meld::Pong { .. } => Some(Action::Pong),
        }
    }

    /// The two tiles from the hand, ascending; `None` if the claimed tile is not part of the run.
    pub(crate) fn own_tiles(self) -> Option<[Tile; 2]> {
        self.action()?.own_tiles(self.claimed())
    }
}

/// The tiles, ascending, separated by spaces.
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.tiles();
        write!(f, "{first} {second} {third}")
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

    #[inline]
    pub fn as_slice(&self) -> &[Meld] {
        &self.melds[..usize::from(self.len)]
    }
}

#[cfg(feature = "serde")]
mod json {
    use super::Meld;
    use crate::words::{Run, Seat, Tile};
    use serde::{Deserialize, Serialize};

    /// The JSON object of a meld (docs/PROTOCOL.md).
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    pub(super) enum Object {
        Chow { tiles: [Tile; 3], claimed: Tile, from: Seat },
        Pong { tiles: [Tile; 3], claimed: Tile, from: Seat },
    }

    impl From<Meld> for Object {
        fn from(meld: Meld) -> Object {
            let (tiles, claimed, from) = (meld.tiles(), meld.claimed(), meld.discarder());
            match meld {
                Meld::Chow { .. } => Object::Chow { tiles, claimed, from },
                Meld::Pong { .. } => Object::Pong { tiles, claimed, from },
            }
        }
    }

    impl TryFrom<Object> for Meld {
        type Error = &'static str;

        fn try_from(object: Object) -> Result<Meld, &'static str> {
            match object {
                Object::Chow { tiles, claimed, from } => {
                    let run = Run::from_tiles(tiles).ok_or("a chow has three tiles of an ascending run")?;
                    if tiles.contains(&claimed) {
                        Ok(Meld::Chow { run, claimed, from })
                    } else {
                        Err("the claimed tile is one of the chow")
                    }
                }
                Object::Pong { tiles, claimed, from } => {
                    if claimed.is_special() || tiles != [claimed; 3] {
                        return Err("a pong has three equal ordinary tiles, one of them the claimed");
                    }
                    Ok(Meld::Pong { tile: claimed, from })
                }
            }
        }
    }
}
