//! What a seat knows, as numbers for learners.
//!
//! An [`Observation`] of a [`View`] is a row of bytes: counts, bits and small numbers. Bytes are the smallest type that
//! holds them all, so that batches stay in the caches and travel fast; a learner converts them to its own type, after it
//! has gathered them, in one pass. Every [`Feature`] has a name; docs/PYTHON.md lists them. Seats are numbered from the
//! viewer in the order of play, as by [`Viewpoint`](crate::action::Viewpoint), and so are the targets of actions.
//!
//! ```
//! use hule::observation::Observation;
//! use hule::{Deck, Game, Seat};
//! let game = Game::new(&Deck::seeded(1, 0));
//! let numbers = Observation::Basic.of(&game.view(Seat::A));
//! let hand = Observation::Basic.feature("hand").expect("there is one");
//! let tiles: u8 = numbers[hand.offset..][..hand.len].iter().sum();
//! assert_eq!(tiles, 14);
//! ```

mod deep;
mod full;
pub mod hidden;
mod table;

pub use table::Feature;

use crate::game::View;
use crate::words::{
    Action, ActionSet, BySeat, Claim, Direction, Hand, Seat, Tile, TileSet, Turn, named, write_bits,
};
use table::{BASIC_FEATURES, BASIC_LEN, DEEP_LEN, FEATURES, FULL_FEATURES, FULL_LEN, ROW, offset};

/// The version of the observations. It changes whenever a number gets another meaning or another place.
pub const VERSION: u32 = 1;

/// A kind of observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Observation {
    /// The hand, the table and the distance: few numbers to begin with.
    #[default]
    Basic,
    /// The basic observation, followed by the outcome of each choice and by all that can be known of the other seats.
    Full,
    /// The full observation, followed by the outcome of each choice after two draws. It takes several times as long.
    Deep,
}

impl Observation {
    /// All kinds.
    pub const ALL: [Observation; 3] = [Observation::Basic, Observation::Full, Observation::Deep];

    /// Returns `basic`, `full` or `deep`.
    pub const fn name(self) -> &'static str {
        match self {
            Observation::Basic => "basic",
            Observation::Full => "full",
            Observation::Deep => "deep",
        }
    }

    /// Returns how many numbers an observation has, a multiple of the 37 kinds of tile.
    #[allow(clippy::len_without_is_empty)] // It is never empty.
    pub const fn len(self) -> usize {
        match self {
            Observation::Basic => BASIC_LEN,
            Observation::Full => FULL_LEN,
            Observation::Deep => DEEP_LEN,
        }
    }

    /// Returns the features, in order and without gaps.
    pub const fn features(self) -> &'static [Feature] {
        match self {
            Observation::Basic => BASIC_FEATURES,
            Observation::Full => FULL_FEATURES,
            Observation::Deep => FEATURES,
        }
    }

    /// Returns a feature by its name; `None` if there is none.
    pub fn feature(self, name: &str) -> Option<&'static Feature> {
        self.features().iter().find(|feature| feature.name == name)
    }

    /// Returns the observation of a view.
    pub fn of(self, view: &View<'_>) -> Vec<u8> {
        let mut numbers = vec![0; self.len()];
        self.write(view, &mut numbers);
        numbers
    }

    /// Writes the observation of a view.
    ///
    /// # Panics
    /// Panics if the slice does not have the length of the observation.
    #[inline]
    pub fn write(self, view: &View<'_>, numbers: &mut [u8]) {
        self.write_with(view, view.legal_actions(), numbers);
    }

    /// Like [`write`](Observation::write), if the legal actions are known.
    #[inline]
    pub(crate) fn write_with(self, view: &View<'_>, legal: ActionSet, numbers: &mut [u8]) {
        let length = "the slice has the length of the observation";
        match self {
            Observation::Basic => write_basic(view, legal, numbers.try_into().expect(length)),
            Observation::Full => full::write(view, legal, numbers.try_into().expect(length)),
            Observation::Deep => deep::write(view, legal, numbers.try_into().expect(length)),
        }
    }
}

named!(Observation, name, "an observation", "观测");

const HAND: usize = offset("hand");
const UNSEEN: usize = offset("unseen");
const TILE: usize = offset("tile");
const NEAREST: usize = offset("nearest");
const TURN: usize = offset("turn");
const WALL: usize = offset("wall");
const DISTANCE: usize = offset("distance");
const MELDS: usize = offset("melds");
const SKIPS: usize = offset("skips");
const NEXT: usize = offset("next");
const FROM: usize = offset("from");
const REVERSED: usize = offset("reversed");
const DISCARDED: usize = offset("discarded");
const CLAIM_DISTANCE: usize = offset("claim_distance");
pub(crate) const USEFUL_CHOICE: usize = offset("useful_choice");

fn write_basic(view: &View<'_>, legal: ActionSet, numbers: &mut [u8; BASIC_LEN]) {
    numbers.fill(0);
    let numbers_of = numbers_of(view);
    let mut lying = [0; Tile::COUNT];
    let mut discarded = BySeat::new([0; 4]);
    for discard in view.river().as_slice() {
        discarded[discard.seat] += 1;
        lying[discard.tile.index()] += u8::from(discard.claimed_by.is_none());
    }
    for (seat, discarded) in discarded {
        numbers[DISCARDED + numbers_of[seat]] = discarded;
    }
    write_tiles(view, &mut lying, numbers);
    write_table(view, &numbers_of, numbers);
    match view.turn() {
        Some(Turn::Discard { .. }) => write_nearest(view.hand().nearest_discards(), numbers),
        Some(Turn::Answer { tile, .. }) => {
            numbers[CLAIM_DISTANCE] = 1 + view.hand().distance();
            for action in legal {
                if let Some(own) = action.own_tiles(tile) {
                    numbers[CLAIM_DISTANCE + choice(action)] = 1 + distance_after_claim(view.hand(), own);
                }
            }
        }
        None => {}
    }
}

/// The numbers of all seats from the viewer.
#[inline]
fn numbers_of(view: &View<'_>) -> BySeat<usize> {
    BySeat::from_fn(|seat| view.viewpoint().number_of(seat))
}

/// The distance after melding these tiles and the best discard.
fn distance_after_claim(hand: &Hand, own: [Tile; 2]) -> u8 {
    // A hand that wins cannot discard without harm. Any other has a tile that it does not need.
    hand.distance_after_meld(own).expect("the claim is legal").max(1)
}

/// The place of a claim among the choices of a seat that is asked.
#[inline]
const fn choice(action: Action) -> usize {
    (action.id() - Action::Decline.id()) as usize
}

/// Writes what the seat holds and what it cannot see; the unclaimed discards are given.
#[inline]
fn write_tiles(view: &View<'_>, lying: &mut [u8; Tile::COUNT], numbers: &mut [u8; BASIC_LEN]) {
    for seat in Seat::ALL {
        for tile in view.melds(seat).iter().flat_map(|meld| meld.tiles()) {
            lying[tile.index()] += 1;
        }
    }
    let hand = view.hand().counts();
    numbers[HAND..][..Tile::COUNT].copy_from_slice(hand);
    for kind in 0..Tile::COUNT {
        numbers[UNSEEN + kind] = Tile::COPIES as u8 - hand[kind] - lying[kind];
    }
}

/// Writes the turn and what lies on the table besides tiles.
#[inline]
fn write_table(view: &View<'_>, numbers_of: &BySeat<usize>, numbers: &mut [u8; BASIC_LEN]) {
    let turn = match view.turn() {
        Some(Turn::Discard { seat, drawn }) => {
            if let Some(tile) = drawn {
                numbers[TILE + tile.index()] = 1;
            }
            Some((usize::from(drawn.is_none()), seat))
        }
        Some(Turn::Answer { claim, tile, from, .. }) => {
            numbers[TILE + tile.index()] = 1;
            numbers[FROM + numbers_of[from]] = 1;
            Some((2 + Claim::ALL.iter().take_while(|&&other| other != claim).count(), from))
        }
        None => None,
    };
    if let Some((kind, from)) = turn {
        numbers[TURN + kind] = 1;
        numbers[NEXT + numbers_of[view.next_seat(from)]] = 1;
    }
    numbers[WALL] = view.wall_len() as u8;
    numbers[DISTANCE] = view.hand().distance();
    for seat in Seat::ALL {
        numbers[MELDS + numbers_of[seat]] = view.melds(seat).len() as u8;
        numbers[SKIPS + numbers_of[seat]] = view.skips(seat) as u8;
    }
    numbers[REVERSED] = u8::from(view.direction() == Direction::Reversed);
}

/// Writes the discards that leave the least distance.
#[inline]
fn write_nearest(nearest: TileSet, numbers: &mut [u8; BASIC_LEN]) {
    write_bits(nearest.bits(), row_mut(&mut numbers[NEAREST..]));
}

/// The row that begins here.
#[inline]
fn row_mut(numbers: &mut [u8]) -> &mut [u8; ROW] {
    numbers.first_chunk_mut().expect("one number for each kind")
}
