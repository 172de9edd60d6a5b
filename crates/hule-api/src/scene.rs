//! What lies on the table at one moment, and what changes from one to the next.

use hule::game::Discarded;
use hule::{BySeat, Direction, Event, Game, Hand, Meld, Outcome, Seat, Tile, TileSet};
use serde::{Serialize, Serializer};

/// Values of some of the seats, written as an object with the names of the seats as keys.
pub struct SeatMap<T>(BySeat<Option<T>>);

impl<T> SeatMap<T> {
    /// Adds the value of a seat.
    pub fn insert(&mut self, seat: Seat, value: T) {
        self.0[seat] = Some(value);
    }

    fn is_empty(&self) -> bool {
        self.0.as_array().iter().all(Option::is_none)
    }

    /// Calls a function for each seat.
    pub fn all(of: impl Fn(Seat) -> T) -> SeatMap<T> {
        SeatMap(BySeat::from_fn(|seat| Some(of(seat))))
    }
}

impl<T> Default for SeatMap<T> {
    fn default() -> SeatMap<T> {
        SeatMap(BySeat::new([const { None }; 4]))
    }
}

impl<T: Serialize> Serialize for SeatMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().filter_map(|(seat, value)| Some((seat, value.as_ref()?))))
    }
}

/// What changed on the table; fields that have not changed are left out. The page merges it into what it shows.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[allow(clippy::option_option)] // `None` is left out, and `Some(None)` is `null`.
pub struct Patch {
    /// The tiles of each seat, ascending; of seats whose tiles are not to be seen, how many there are.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Held>))]
    pub hands: SeatMap<Held>,
    /// The melds of each seat, the first first.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Vec<MeldShown>>))]
    pub melds: SeatMap<Vec<MeldShown>>,
    /// The discards of each seat, the first first.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Vec<DiscardShown>>))]
    pub rivers: SeatMap<Vec<DiscardShown>>,
    /// The tile just drawn, which is among the tiles of its seat as well; `null` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Option<Drawn>>,
    /// How many tiles are left to draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub wall: Option<usize>,
    /// The order in which turns pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub direction: Option<Direction>,
    /// How many turns each seat is about to lose.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, usize>))]
    pub skips: SeatMap<usize>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Option<Seat>>,
    /// The distance of each seat from winning.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, u8>))]
    pub distances: SeatMap<u8>,
    /// The kinds of tile that would bring each seat nearer, ascending.
    #[serde(skip_serializing_if = "SeatMap::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Vec<Tile>>))]
    pub useful: SeatMap<Vec<Tile>>,
}

/// The tiles of a seat, or how many they are.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Held {
    /// The tiles, ascending.
    Tiles(Vec<Tile>),
    /// How many.
    Number(usize),
}

impl Held {
    /// The tiles of a hand.
    pub fn of(hand: &Hand) -> Held {
        Held::Tiles(hand.tiles().collect())
    }
}

/// The tile just drawn.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Drawn {
    /// Who drew it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

/// A meld on the table.
#[derive(PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MeldShown {
    /// What it is.
    kind: MeldKind,
    /// Its tiles, ascending.
    tiles: [Tile; 3],
    /// The tile that was claimed.
    claimed: Tile,
    /// Who had discarded it.
    from: Seat,
}

/// What a meld is.
#[derive(PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
enum MeldKind {
    /// A run.
    Chow,
    /// A triplet.
    Pong,
}

impl From<&Meld> for MeldShown {
    fn from(meld: &Meld) -> MeldShown {
        let kind = match meld {
            Meld::Chow { .. } => MeldKind::Chow,
            Meld::Pong { .. } => MeldKind::Pong,
        };
        MeldShown { kind, tiles: meld.tiles(), claimed: meld.claimed(), from: meld.discarder() }
    }
}

/// A discard on the table.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DiscardShown {
    /// The tile.
    tile: Tile,
    /// Its place among all discards, counted from 1.
    n: usize,
    /// Whom a PASS names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    target: Option<Seat>,
    /// Who claimed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    claimed_by: Option<Seat>,
}

fn melds(melds: &[Meld]) -> Vec<MeldShown> {
    melds.iter().map(MeldShown::from).collect()
}

fn river(discards: &[Discarded], seat: Seat) -> Vec<DiscardShown> {
    let numbered = discards.iter().enumerate().filter(|(_, discard)| discard.seat == seat);
    let shown = |(place, &Discarded { tile, target, claimed_by, .. }): (usize, &Discarded)| DiscardShown {
        tile,
        n: place + 1,
        target,
        claimed_by,
    };
    numbered.map(shown).collect()
}

/// What lies on the table and in the hands right after an event.
pub struct Scene {
    game: Game,
    drawn: Option<Drawn>,
    turn: Option<Seat>,
    distances: BySeat<u8>,
    useful: BySeat<TileSet>,
}

impl Scene {
    /// The table of a game whose last event this is; `None` after the deal. Hands that are as they were on the table
    /// before are not measured again.
    pub fn new(game: &Game, event: Option<Event>, before: Option<&Scene>) -> Scene {
        let same = |seat| before.filter(|before| before.game.hand(seat) == game.hand(seat));
        let drawn = match (event, game.outcome()) {
            (Some(Event::Draw { seat, tile }), _) | (_, Some(Outcome::SelfDrawn { winner: seat, tile })) => {
                Some(Drawn { seat, tile })
            }
            _ => None,
        };
        Scene {
            game: game.clone(),
            drawn,
            turn: event.and_then(Event::seat),
            distances: BySeat::from_fn(|seat| {
                same(seat).map_or_else(|| game.hand(seat).distance(), |before| before.distances[seat])
            }),
            useful: BySeat::from_fn(|seat| {
                same(seat).map_or_else(|| game.hand(seat).useful(), |before| before.useful[seat])
            }),
        }
    }

    /// What is different from the table before; all of it if there is none.
    pub fn patch(&self, before: Option<&Scene>) -> Patch {
        let changed = |is: &dyn Fn(&Scene) -> bool| before.is_none_or(is);
        let mut patch = open(&self.game, before.map(|before| &before.game));
        for seat in Seat::ALL {
            let hand = self.game.hand(seat);
            if changed(&|before| before.game.hand(seat) != hand) {
                patch.hands.insert(seat, Held::of(hand));
            }
            if changed(&|before| before.useful[seat] != self.useful[seat]) {
                patch.useful.insert(seat, self.useful[seat].iter().collect());
            }
            if changed(&|before| before.distances[seat] != self.distances[seat]) {
                patch.distances.insert(seat, self.distances[seat]);
            }
        }
        patch.drawn = changed(&|before| before.drawn != self.drawn).then_some(self.drawn);
        patch.turn = changed(&|before| before.turn != self.turn).then_some(self.turn);
        patch
    }
}

/// What lies open and is different from the game before; all of it if there is none.
fn open(game: &Game, before: Option<&Game>) -> Patch {
    let changed = |is: &dyn Fn(&Game) -> bool| before.is_none_or(is);
    let mut patch = Patch::default();
    for seat in Seat::ALL {
        if changed(&|before| before.melds(seat) != game.melds(seat)) {
            patch.melds.insert(seat, melds(game.melds(seat)));
        }
        if changed(&|before| before.skips(seat) != game.skips(seat)) {
            patch.skips.insert(seat, game.skips(seat));
        }
        if changed(&|before| last_of(before, seat) != last_of(game, seat)) {
            patch.rivers.insert(seat, river(game.river().as_slice(), seat));
        }
    }
    let (wall, direction) = (game.wall().len(), game.direction());
    patch.wall = changed(&|before| before.wall().len() != wall).then_some(wall);
    patch.direction = changed(&|before| before.direction() != direction).then_some(direction);
    patch
}

/// The last discard of a seat and its index. Those before it do not change any more.
fn last_of(game: &Game, seat: Seat) -> Option<(usize, &Discarded)> {
    game.river().as_slice().iter().enumerate().rfind(|(_, discard)| discard.seat == seat)
}

/// A table at one moment, kept to find out later what has changed.
pub struct Snapshot {
    game: Box<Game>,
    last: Event,
}

impl Snapshot {
    /// The table as it is after this event.
    pub fn new(game: &Game, last: Event) -> Snapshot {
        Snapshot { game: Box::new(game.clone()), last }
    }

    /// What a seat may know that is different from the snapshot before, and everything if there is none. Without a seat, it is
    /// what lies open.
    pub fn patch(&self, own: Option<Seat>, before: Option<&Snapshot>) -> Patch {
        let changed = |is: &dyn Fn(&Snapshot) -> bool| before.is_none_or(is);
        let mut patch = open(&self.game, before.map(|before| &*before.game));
        for seat in Seat::ALL {
            let hand = self.game.hand(seat);
            if own == Some(seat) {
                if changed(&|before| before.game.hand(seat) != hand) {
                    patch.hands.insert(seat, Held::of(hand));
                }
            } else if changed(&|before| before.game.hand(seat).len() != hand.len()) {
                patch.hands.insert(seat, Held::Number(hand.len()));
            }
        }
        let drawn = self.drawn(own);
        patch.drawn = changed(&|before| before.drawn(own) != drawn).then_some(drawn);
        let turn = self.last.seat();
        patch.turn = changed(&|before| before.last.seat() != turn).then_some(turn);
        patch
    }

    fn drawn(&self, own: Option<Seat>) -> Option<Drawn> {
        match self.last {
            Event::Draw { seat, tile } if own == Some(seat) => Some(Drawn { seat, tile }),
            _ => None,
        }
    }
}
