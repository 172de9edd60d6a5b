//! Decks of 148 tiles.

mod exact;
mod parse;
#[cfg(feature = "std")]
mod read;

pub use exact::{ExactDeckError, FormExpected, FormFound};
pub use parse::{DeckError, TextPosition};
#[cfg(feature = "std")]
pub use read::{DeckReader, ReadDeckError};

use crate::words::{
    Event, Hand, Language, Localized, Random, Seat, Tile, localized_errors, say, serde_as_text,
};
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// 148 tiles, four of each kind, in the order in which they are drawn.
///
/// ```
/// use hule::{Deck, Tile};
/// let deck = Deck::seeded(1, 0); // game 0 of seed 1; the same in every version
/// assert_eq!(deck.tiles().len(), 148);
///
/// // Decks display as one name per line and parse from names separated by white space.
/// let again: Deck = deck.to_string().parse()?;
/// assert_eq!(again, deck);
/// # Ok::<(), hule::deck::DeckError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    tiles: [Tile; Deck::LEN],
}

impl Deck {
    /// The number of tiles of a deck.
    pub const LEN: usize = Tile::COUNT * Tile::COPIES;

    /// The number of tiles dealt before the first turn: 13 to each seat.
    pub const DEALT: usize = 4 * Hand::DEALT;

    /// Returns the tiles in drawing order.
    pub const fn tiles(&self) -> &[Tile; Deck::LEN] {
        &self.tiles
    }

    /// Returns the events of the deal: one tile for each seat in turn, beginning with `A`.
    pub fn deal(&self) -> impl Iterator<Item = Event> {
        (0..Deck::DEALT).map(|place| Event::Draw { seat: Seat::ALL[place % 4], tile: self.tiles[place] })
    }

    /// Returns the deck with all tiles in ascending order.
    pub const fn sorted() -> Deck {
        const SORTED: Deck = Deck { tiles: *Padded::SORTED.0.first_chunk().expect("there are more") };
        SORTED
    }

    /// Returns the deck of game `game` of a seed (docs/PROTOCOL.md).
    #[inline]
    pub fn seeded(seed: u64, game: u64) -> Deck {
        let mut tiles = Padded::SORTED;
        tiles.shuffle(&mut Random::of_game(seed, game));
        tiles.deck()
    }

    /// Replaces the tiles at the end. The tiles before become the rest of a deck, ascending.
    pub(crate) fn replace_end(&mut self, end: &[Tile]) {
        let mut left = [Tile::COPIES; Tile::COUNT];
        for tile in end {
            left[tile.index()] -= 1;
        }
        let rest = Tile::ALL.into_iter().flat_map(|tile| core::iter::repeat_n(tile, left[tile.index()]));
        self.tiles.iter_mut().zip(rest.chain(end.iter().copied())).for_each(|(place, tile)| *place = tile);
    }

    /// Shuffles the deck as specified in docs/PROTOCOL.md: Fisher–Yates from the last tile down. Each of the 21 random
    /// words gives seven of the 147 choices.
    pub fn shuffle(&mut self, random: &mut Random) {
        let mut tiles = Padded::SORTED;
        tiles.0[..Deck::LEN].copy_from_slice(&self.tiles);
        tiles.shuffle(random);
        *self = tiles.deck();
    }
}

/// The tiles of a deck, and as many others as a byte has values in all, so that no index needs a check.
struct Padded([Tile; 1 << u8::BITS]);

impl Padded {
    const SORTED: Padded = {
        let mut tiles = [Tile::M1; _];
        let mut place = 0;
        while place < Deck::LEN {
            tiles[place] = Tile::ALL[place / Tile::COPIES];
            place += 1;
        }
        Padded(tiles)
    };

    fn shuffle(&mut self, random: &mut Random) {
        const CHOICES: usize = 7;
        const PRODUCTS: [u64; (Deck::LEN - 1) / CHOICES] = {
            let mut products = [1; _];
            let mut choice = 0;
            while choice < Deck::LEN - 1 {
                products[choice / CHOICES] *= (Deck::LEN - choice) as u64;
                choice += 1;
            }
            products
        };
        let mut last = Deck::LEN as u8 - 1;
        for product in PRODUCTS {
            let bounds = core::array::from_fn::<_, CHOICES, _>(|choice| u64::from(last) + 1 - choice as u64);
            for chosen in random.below_each_with(bounds, product) {
                self.0.swap(last.into(), (chosen as u8).into());
                last -= 1;
            }
        }
    }

    #[inline]
    fn deck(&self) -> Deck {
        Deck { tiles: *self.0.first_chunk().expect("there are more") }
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

/// One name per line, as in the contest.
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

/// A kind occurs more than four times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveOfAKind {
    /// The kind.
    pub tile: Tile,
    /// The indices of its first five tiles.
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
