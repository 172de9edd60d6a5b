//! What lies on the table at one moment, and what changes from one to the next.

use hule::{Discarded, Event, Game, Hand, Meld, Outcome, Seat, Tile, View};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Something for some of the seats, by name. There are hundreds of these in an answer, so it does without a map.
pub struct BySeat<T>([Option<T>; 4]);

impl<T> BySeat<T> {
    fn insert(&mut self, seat: Seat, value: T) {
        self.0[seat.index()] = Some(value);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The same function of every seat.
    pub fn all(of: impl Fn(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(|seat| Some(of(seat))))
    }
}

impl<T> Default for BySeat<T> {
    fn default() -> BySeat<T> {
        BySeat([const { None }; 4])
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            Seat::ALL.into_iter().zip(&self.0).filter_map(|(seat, value)| Some((seat, value.as_ref()?))),
        )
    }
}

/// What changed on the table: only what is there did. The page puts it over what it shows.
#[derive(Default, Serialize, ToSchema)]
#[allow(clippy::option_option)] // What has not changed is left out, and what is not there any more is `null`.
pub struct Patch {
    /// The tiles of each seat, ascending; of seats whose tiles are not to be seen, how many there are.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, Held>)]
    pub hands: BySeat<Held>,
    /// The melds of each seat, the first first.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, Vec<MeldShown>>)]
    pub melds: BySeat<Vec<MeldShown>>,
    /// The discards of each seat, the first first.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, Vec<DiscardShown>>)]
    pub rivers: BySeat<Vec<DiscardShown>>,
    /// The tile just drawn, which is among the tiles of its seat as well; `null` when there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Option<Drawn>>,
    /// How many tiles are left to draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<usize>,
    /// The order in which turns pass: `forward` or `reversed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// How many turns each seat is about to lose.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, usize>)]
    pub skips: BySeat<usize>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub turn: Option<Option<Seat>>,
    /// The distance of each seat from winning.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, u8>)]
    pub distances: BySeat<u8>,
    /// The kinds of tile that would bring each seat nearer, ascending.
    #[serde(skip_serializing_if = "BySeat::is_empty")]
    #[schema(value_type = BTreeMap<String, Vec<String>>)]
    pub useful: BySeat<Vec<Tile>>,
}

/// The tiles of a seat, or how many they are.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Held {
    /// The tiles, ascending.
    #[schema(value_type = Vec<String>)]
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
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Drawn {
    /// Who drew it.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// The tile.
    #[schema(value_type = String)]
    pub tile: Tile,
}

/// A meld on the table.
#[derive(PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Meld)]
pub struct MeldShown {
    /// `chow` or `pong`.
    kind: &'static str,
    /// Its tiles, ascending.
    #[schema(value_type = Vec<String>)]
    tiles: [Tile; 3],
    /// The tile that was claimed.
    #[schema(value_type = String)]
    claimed: Tile,
    /// Who had discarded it.
    #[schema(value_type = String)]
    from: Seat,
}

impl From<&Meld> for MeldShown {
    fn from(meld: &Meld) -> MeldShown {
        let kind = match meld {
            Meld::Chow { .. } => "chow",
            Meld::Pong { .. } => "pong",
        };
        MeldShown { kind, tiles: meld.tiles(), claimed: meld.claimed(), from: meld.from() }
    }
}

/// A discard on the table.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Discard)]
pub struct DiscardShown {
    /// The tile.
    #[schema(value_type = String)]
    tile: Tile,
    /// Its place among all discards, counted from 1.
    n: usize,
    /// Whom a PASS names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    target: Option<Seat>,
    /// Who claimed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
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

/// What lies on the table and in the hands.
pub struct Scene {
    /// The game, which may be an event ahead.
    game: Game,
    hands: [Hand; 4],
    drawn: Option<Drawn>,
    wall: usize,
    skips: [usize; 4],
    turn: Option<Seat>,
}

impl Scene {
    /// The table after the deal, of a game at its beginning.
    pub fn dealt(game: &Game, first: Event) -> Scene {
        let mut scene = Scene::after(game, first);
        scene.undraw(first);
        scene.turn = None;
        scene
    }

    /// The table of a game whose last event this is.
    pub fn after(game: &Game, event: Event) -> Scene {
        let drawn = match (event, game.outcome()) {
            (Event::Draw { seat, tile }, _) | (_, Some(Outcome::SelfDrawn { winner: seat, tile })) => {
                Some(Drawn { seat, tile })
            }
            _ => None,
        };
        Scene {
            hands: Seat::ALL.map(|seat| *game.hand(seat)),
            drawn,
            wall: game.wall().len(),
            skips: Seat::ALL.map(|seat| game.skips(seat)),
            turn: event.seat(),
            game: game.clone(),
        }
    }

    /// The table between two events of one decision: `after` is the game behind both, `before` that before the decision.
    pub fn between(before: &Game, first: Event, second: Event, after: &Game) -> Scene {
        let mut scene = Scene::after(after, first);
        scene.undraw(second);
        // Whoever is passed over loses the turn only when the next begins.
        scene.skips = Seat::ALL.map(|seat| before.skips(seat));
        if let Event::Pass { target, .. } = first {
            scene.skips[target.index()] += 1;
        }
        scene
    }

    /// As it is before a draw.
    fn undraw(&mut self, event: Event) {
        if let Event::Draw { seat, tile } = event {
            self.hands[seat.index()].remove(tile).expect("it has drawn the tile");
            self.wall += 1;
            self.drawn = None;
        }
    }

    /// What is different from the table before; all of it if there is none.
    pub fn patch(&self, before: Option<&Scene>) -> Patch {
        let changed = |is: &dyn Fn(&Scene) -> bool| before.is_none_or(is);
        let mut patch = Patch::default();
        for seat in Seat::ALL {
            let at = seat.index();
            let hand = &self.hands[at];
            if changed(&|before| before.hands[at] != *hand) {
                patch.hands.insert(seat, Held::of(hand));
                let useful = hand.useful();
                if changed(&|before| before.hands[at].useful().bits() != useful.bits()) {
                    patch.useful.insert(seat, useful.collect());
                }
                let distance = hand.distance();
                if changed(&|before| before.hands[at].distance() != distance) {
                    patch.distances.insert(seat, distance);
                }
            }
            if changed(&|before| before.game.melds(seat) != self.game.melds(seat)) {
                patch.melds.insert(seat, melds(self.game.melds(seat)));
            }
            if changed(&|before| before.skips[at] != self.skips[at]) {
                patch.skips.insert(seat, self.skips[at]);
            }
            if changed(&|before| before.last_of(seat) != self.last_of(seat)) {
                patch.rivers.insert(seat, river(self.game.river().as_slice(), seat));
            }
        }
        patch.drawn = changed(&|before| before.drawn != self.drawn).then_some(self.drawn);
        patch.wall = changed(&|before| before.wall != self.wall).then_some(self.wall);
        let direction = self.game.direction();
        patch.direction =
            changed(&|before| before.game.direction() != direction).then(|| direction.to_string());
        patch.turn = changed(&|before| before.turn != self.turn).then_some(self.turn);
        patch
    }

    /// The last discard of a seat and its place. Those before it do not change any more.
    fn last_of(&self, seat: Seat) -> Option<(usize, &Discarded)> {
        self.game.river().as_slice().iter().enumerate().rfind(|(_, discard)| discard.seat == seat)
    }
}

/// The whole table as one seat may know it. `last` is the last event.
pub fn seen(view: &View<'_>, last: Event) -> Patch {
    let own = view.seat();
    let hand = |seat| if seat == own { Held::of(view.hand()) } else { Held::Number(view.hand_len(seat)) };
    let drawn = match last {
        Event::Draw { seat, tile } if seat == own => Some(Drawn { seat, tile }),
        _ => None,
    };
    Patch {
        hands: BySeat::all(hand),
        melds: BySeat::all(|seat| melds(view.melds(seat))),
        rivers: BySeat::all(|seat| river(view.river().as_slice(), seat)),
        drawn: Some(drawn),
        wall: Some(view.wall_len()),
        direction: Some(view.direction().to_string()),
        skips: BySeat::all(|seat| view.skips(seat)),
        turn: Some(last.seat()),
        distances: BySeat::default(),
        useful: BySeat::default(),
    }
}
