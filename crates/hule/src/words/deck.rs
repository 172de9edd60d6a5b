//! The deck: 148 tiles, four of each kind, in the order in which they are drawn.

mod exact;
mod parse;
#[cfg(feature = "std")]
mod read;

pub use exact::{ExactDeckError, FormExpected, FormFound};
pub use parse::{DeckError, TextPosition};
#[cfg(feature = "std")]
pub use read::{DeckReader, ReadDeckError};

use crate::words::event::Event;
use crate::words::hand::Hand;
use crate::words::json::serde_as_text;
use crate::words::language::{Language, Localized, localized_errors, say};
use crate::words::random::Random;
use crate::words::seat::Seat;
use crate::words::tile::Tile;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A valid deck: 148 tiles, four of each kind. The first tile is drawn first.
///
/// ```
/// use hule::{Deck, Tile};
/// let deck = Deck::seeded(1, 0); // game 0 of seed 1: the same deck everywhere and for ever
/// assert_eq!(deck.tiles().len(), 148);
///
/// // Decks print as one name a line and parse from names with any white space between.
/// let again: Deck = deck.to_string().parse()?;
/// assert_eq!(again, deck);
/// # Ok::<(), hule::DeckError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    tiles: [Tile; Deck::LEN],
}

impl Deck {
    /// How many tiles a deck has.
    pub const LEN: usize = Tile::COUNT * Tile::COPIES;

    /// How many tiles are dealt before the first turn: 13 to each seat.
    pub const DEALT: usize = 4 * Hand::DEALT;

    /// The tiles, the first to be drawn first.
    #[must_use]
    pub const fn tiles(&self) -> &[Tile; Deck::LEN] {
        &self.tiles
    }

    /// The deal as the log tells it: one tile for each seat in turn, beginning with `A`.
    pub fn deal(&self) -> impl Iterator<Item = Event> {
        let seats = Seat::ALL.into_iter().cycle();
        self.tiles[..Deck::DEALT].iter().zip(seats).map(|(&tile, seat)| Event::Draw { seat, tile })
    }

    /// The deck with all tiles in ascending order, four of each kind after one another.
    #[must_use]
    pub const fn sorted() -> Deck {
        const SORTED: Deck = {
            let mut tiles = [Tile::M1; Deck::LEN];
            let mut place = 0;
            while place < Deck::LEN {
                tiles[place] = Tile::ALL[place / Tile::COPIES];
                place += 1;
            }
            Deck { tiles }
        };
        SORTED
    }

    /// The deck of game `game` of a seed, as docs/PROTOCOL.md specifies it.
    #[must_use]
    pub fn seeded(seed: u64, game: u64) -> Deck {
        let mut deck = Deck::sorted();
        deck.shuffle(&mut Random::of_game(seed, game));
        deck
    }

    /// Puts other tiles at the end; those before them become whatever is left of a deck.
    pub(crate) fn replace_end(&mut self, end: &[Tile]) {
        let mut left = [Tile::COPIES; Tile::COUNT];
        for tile in end {
            left[tile.index()] -= 1;
        }
        let rest = Tile::ALL.into_iter().flat_map(|tile| core::iter::repeat_n(tile, left[tile.index()]));
        self.tiles.iter_mut().zip(rest.chain(end.iter().copied())).for_each(|(place, tile)| *place = tile);
    }

    /// Puts the tiles into an order that follows from the random numbers, as docs/PROTOCOL.md specifies it: Fisher–Yates
    /// from the last tile down. The 147 choices take 21 words, seven from each.
    pub fn shuffle(&mut self, random: &mut Random) {
        const CHOICES: usize = 7;
        let mut last = Deck::LEN - 1;
        while last > 0 {
            let bounds = core::array::from_fn(|choice| (last + 1 - choice) as u64);
            for chosen in random.below_each::<CHOICES>(bounds) {
                self.tiles.swap(last, chosen as usize);
                last -= 1;
            }
        }
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deck(")?;
        for (place, tile) in self.tiles.iter().enumerate() {
            write!(f, "{}{tile}", if place == 0 { "" } else { " " })?;
        }
        f.write_str(")")
    }
}

/// One name a line, as the contest gives it.
impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles.iter().try_for_each(|tile| writeln!(f, "{tile}"))
    }
}

impl FromStr for Deck {
    type Err = DeckError;

    fn from_str(text: &str) -> Result<Deck, DeckError> {
        parse::only(text.as_bytes())
    }
}

impl TryFrom<[Tile; Deck::LEN]> for Deck {
    type Error = FiveOfAKind;

    fn try_from(tiles: [Tile; Deck::LEN]) -> Result<Deck, FiveOfAKind> {
        let mut seen = [0; Tile::COUNT];
        for tile in tiles {
            seen[tile.index()] += 1;
            if seen[tile.index()] > Tile::COPIES {
                let mut places = (0..Deck::LEN).filter(|&place| tiles[place] == tile);
                let places = core::array::from_fn(|_| places.next().expect("five were counted"));
                return Err(FiveOfAKind { tile, places });
            }
        }
        Ok(Deck { tiles })
    }
}

/// A kind that a deck has too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveOfAKind {
    /// The kind.
    pub tile: Tile,
    /// Where its first five tiles lie, counted from 0.
    pub places: [usize; Tile::COPIES + 1],
}

impl Localized for FiveOfAKind {
    fn text(&self, language: Language) -> String {
        let FiveOfAKind { tile, places } = self;
        say!(
            language,
            "five tiles {tile} (places {places:?}); a deck has four of each kind",
            "有五张 {tile}（位置 {places:?}）；牌堆中每种牌四张"
        )
    }
}

localized_errors!(FiveOfAKind);
serde_as_text!(Deck);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_the_tiles() {
        let deck = Deck::seeded(7, 1234);
        assert_eq!(Deck::try_from(*deck.tiles()), Ok(deck));
        assert_ne!(deck, Deck::sorted());
    }

    #[test]
    fn every_tile_can_come_to_every_place() {
        // 20,000 shuffles: each of the 37 kinds is expected 541 times at each of the 148 places.
        let mut seen = vec![[0_u32; Tile::COUNT]; Deck::LEN];
        for game in 0..20_000 {
            for (place, tile) in Deck::seeded(3, game).tiles().iter().enumerate() {
                seen[place][tile.index()] += 1;
            }
        }
        for (place, row) in seen.iter().enumerate() {
            for (tile, &times) in Tile::ALL.iter().zip(row) {
                assert!((420..660).contains(&times), "{tile} at {place}: {times} times");
            }
        }
    }

    #[test]
    fn five_of_a_kind_is_refused() {
        let mut tiles = *Deck::sorted().tiles();
        tiles[147] = Tile::M1;
        let error = Deck::try_from(tiles).expect_err("five of 1M");
        assert_eq!(error, FiveOfAKind { tile: Tile::M1, places: [0, 1, 2, 3, 147] });
    }
}
