//! What a viewer of a table is sent: first all that they may know, then what has changed.

use super::chair::Chair;
use super::{Record, Table};
use crate::replay_view::{Ending, EndingKind, EventView};
use crate::scene::{Patch, SeatMap, Snapshot};
use crate::seed::Number;
use hule::{Action, Deck, Event, Language, Localized, Seat, Tile, Turn, say};
use serde::Serialize;
use std::time::Duration;

/// Who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A person, who sees the own hand.
    Seat(Seat),
    /// A spectator, who sees what lies open.
    Spectator,
}

impl Viewer {
    /// Where the person sits.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// An event as it is seen.
    fn see(self, event: Event, language: Language) -> EventView {
        match event {
            Event::Draw { seat, .. } if self != Viewer::Seat(seat) => EventView::hidden_draw(seat, language),
            event => EventView::new(event, language),
        }
    }
}

/// Who is connected to a table, and how much time is left.
#[derive(Clone, Copy, Default)]
pub struct Presence {
    /// How many connections each seat has.
    pub connected: [usize; 4],
    /// How many connections spectators have.
    pub spectators: usize,
    /// How much time is left for the decision that is waited for.
    pub left: Option<Duration>,
}

/// The states that one viewer is sent.
pub struct ViewerFeed {
    viewer: Viewer,
    language: Language,
    last: Option<(Shown, Option<Snapshot>)>,
}

/// What decides whether there is something new to send, apart from the time left. It has nothing that the viewer may not
/// see, so that no message tells that another seat was asked.
#[derive(PartialEq, Eq)]
struct Shown {
    number: usize,
    undone: usize,
    events: usize,
    turn: usize,
    waiting: Option<Seat>,
    broken: bool,
    seats: [SeatShown; 4],
    spectators: usize,
}

impl ViewerFeed {
    /// The feed of a viewer who was not sent anything.
    pub fn new(viewer: Viewer, language: Language) -> ViewerFeed {
        ViewerFeed { viewer, language, last: None }
    }

    /// All that has changed for this viewer; `None` if nothing has.
    pub fn next(&mut self, table: &Table, presence: &Presence) -> Option<State> {
        let shown = Shown {
            number: table.setup.number(),
            undone: table.undone,
            events: table.events().len(),
            turn: self.viewer.seat().map_or(0, |seat| table.turn(seat)),
            waiting: self.waiting(table),
            broken: table.is_broken(),
            seats: Seat::ALL.map(|seat| SeatShown::new(table, seat, presence)),
            spectators: presence.spectators,
        };
        let last = self.last.take();
        if last.as_ref().is_some_and(|(last, _)| *last == shown) {
            self.last = last;
            return None;
        }
        // A client has to put together what it was sent: of another game it has nothing, and of moves taken back too much.
        let same_game = |last: &Shown| (last.number, last.undone) == (shown.number, shown.undone);
        let before = last.as_ref().filter(|(last, _)| same_game(last));
        let snapshot = table.game().zip(table.events().last()).map(|(game, &last)| Snapshot::new(game, last));
        let state = self.state(table, presence, &shown, snapshot.as_ref(), before);
        self.last = Some((shown, snapshot));
        Some(state)
    }

    /// The seat that has to decide, if the viewer may know it. That a seat may claim a discard says something of its hand.
    fn waiting(&self, table: &Table) -> Option<Seat> {
        if table.is_broken() {
            return None;
        }
        match table.game()?.turn()? {
            Turn::Discard { seat, .. } => Some(seat),
            Turn::Answer { seat, .. } => Some(seat).filter(|&seat| self.viewer == Viewer::Seat(seat)),
        }
    }

    fn state(
        &self,
        table: &Table,
        presence: &Presence,
        shown: &Shown,
        snapshot: Option<&Snapshot>,
        before: Option<&(Shown, Option<Snapshot>)>,
    ) -> State {
        let language = self.language;
        let known = before.and_then(|(_, snapshot)| snapshot.as_ref());
        // The deal is one event, the first.
        let first = if known.is_some() { before.map_or(0, |(before, _)| before.events) } else { 0 };
        let deal = (first == 0 && snapshot.is_some()).then(|| EventView::deal(language));
        let events = table.events().get(first.max(Deck::DEALT)..).unwrap_or_default().iter();
        let same_seats = before.is_some_and(|(before, _)| before.seats == shown.seats);
        State {
            kind: "state",
            version: 2,
            whole: known.is_none(),
            number: shown.number,
            seat: self.viewer.seat(),
            clock: table.setup.clock,
            seats: (!same_seats).then(|| SeatMap::all(|seat| shown.seats[seat.index()].clone())),
            spectators: shown.spectators,
            turn: shown.turn,
            events: deal.into_iter().chain(events.map(|&event| self.viewer.see(event, language))).collect(),
            view: snapshot.map(|snapshot| snapshot.patch(self.viewer.seat(), known)),
            own: self.own(table),
            waiting: shown.waiting,
            seconds: shown.waiting.and(presence.left).map(|left| left.as_secs_f32()),
            over: GameOver::of(table, language),
            links: None,
        }
    }

    fn own(&self, table: &Table) -> Option<Own> {
        let seat = self.viewer.seat()?;
        let view = table.game()?.view(seat);
        let turn = view.turn().filter(|_| !table.is_broken());
        let claim = match turn {
            Some(Turn::Answer { tile, from, .. }) => Some(Claimable { tile, from }),
            _ => None,
        };
        let legal = turn.map_or_else(Vec::new, |turn| {
            view.legal_actions().iter().map(|action| Choice::new(action, turn, self.language)).collect()
        });
        Some(Own {
            distance: view.hand().distance(),
            useful: view.hand().useful().iter().collect(),
            claim,
            legal,
            can_undo: table.can_undo(seat),
        })
    }
}

/// A table as one viewer may know it. The first message has all of it, later ones only what has changed in `seats` and
/// `view` and the new `events`.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct State {
    /// `state`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The version of this format.
    version: u32,
    /// Whether `view` and `events` are complete and replace what was sent before.
    whole: bool,
    /// The number of the game at this table, counted from 1.
    number: usize,
    /// Where the person sits; `null` for spectators.
    #[cfg_attr(feature = "openapi", schema(required))]
    seat: Option<Seat>,
    /// The seconds for a decision; `null` for no limit.
    #[cfg_attr(feature = "openapi", schema(required))]
    clock: Option<u8>,
    /// Who sits where; left out if that has not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<Seat, SeatShown>>, nullable = false))]
    seats: Option<SeatMap<SeatShown>>,
    /// How many connections of spectators there are.
    spectators: usize,
    /// How many decisions were made at the own seat, for `act`.
    turn: usize,
    /// What has happened, as far as it may be known; the deal is one event.
    events: Vec<EventView>,
    /// The table; `null` before the first deal. Of other hands there is only how many tiles they have.
    #[cfg_attr(feature = "openapi", schema(required))]
    view: Option<Patch>,
    /// The own hand, and what may be done; `null` for spectators and before the first deal.
    #[cfg_attr(feature = "openapi", schema(required))]
    own: Option<Own>,
    /// Who has to decide. While others may claim a discard it is `null`, as that would say something of their hands.
    #[cfg_attr(feature = "openapi", schema(required))]
    waiting: Option<Seat>,
    /// How much time that seat has left.
    #[cfg_attr(feature = "openapi", schema(required))]
    seconds: Option<f32>,
    /// How it ended; `null` while the game goes on.
    #[cfg_attr(feature = "openapi", schema(required))]
    over: Option<GameOver>,
    /// The links of a table that was just set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    links: Option<Links>,
}

impl State {
    /// All that a viewer may know.
    ///
    /// # Panics
    /// Never: there is always something to send first.
    pub fn whole(table: &Table, viewer: Viewer, presence: &Presence, language: Language) -> State {
        ViewerFeed::new(viewer, language).next(table, presence).expect("nothing was sent before")
    }

    /// What the answer to a new table of this name is: the state of its first person, with all links. The addresses of the
    /// page begin with `base`.
    pub fn of_new(table: &Table, id: &str, base: &str, presence: &Presence, language: Language) -> State {
        let seat = table.setup.people().next();
        let state = State::whole(table, seat.map_or(Viewer::Spectator, Viewer::Seat), presence, language);
        State { links: Some(Links::new(&table.record(id), base)), ..state }
    }
}

/// The links of a table. Anyone who has one may use it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Links {
    /// One for each seat of a person.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<Seat, Link>))]
    seats: SeatMap<Link>,
    /// The one for spectators.
    watch: Link,
}

/// A link to a seat, or to watch.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Link {
    /// What stands for `{token}` in the paths.
    token: String,
    /// The address of the page.
    link: String,
}

impl Links {
    fn new(Record { id, setup, .. }: &Record, base: &str) -> Links {
        let link = |secret: &str| {
            let token = format!("{id}{secret}");
            Link { link: format!("{base}/#/table?seat={token}"), token }
        };
        let mut seats = SeatMap::default();
        for (seat, chair) in setup.chairs.iter() {
            if let Chair::Person { secret, .. } = chair {
                seats.insert(seat, link(secret));
            }
        }
        Links { seats, watch: link(&setup.watch) }
    }
}

/// The games of a table.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Games {
    /// Those that are over, packed, the first first. One that a failing player ended is empty.
    pub games: Vec<String>,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatShown {
    /// Whether it is a seat for a person.
    person: bool,
    /// The name of the person or the player; `null` until a person has sat down.
    #[cfg_attr(feature = "openapi", schema(required))]
    name: Option<String>,
    /// Whether the person has a connection; always for players.
    connected: bool,
    /// Whether the person has left, so that a standard player decides.
    away: bool,
}

impl SeatShown {
    fn new(table: &Table, seat: Seat, presence: &Presence) -> SeatShown {
        match &table.setup.chairs[seat] {
            Chair::Person { name, away, .. } => SeatShown {
                person: true,
                name: name.clone(),
                connected: presence.connected[seat.index()] > 0,
                away: *away,
            },
            Chair::Player { player } => {
                SeatShown { person: false, name: Some(player.to_string()), connected: true, away: false }
            }
        }
    }
}

/// What a person knows of the own hand.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Own {
    /// The distance of the hand.
    distance: u8,
    /// The kinds that would bring it nearer.
    useful: Vec<Tile>,
    /// The discard that the person may claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    claim: Option<Claimable>,
    /// What the person may do, ascending; empty when another has to decide.
    legal: Vec<Choice>,
    /// Whether the person can take a decision back.
    can_undo: bool,
}

/// A discard that may be claimed.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claimable {
    /// The tile.
    tile: Tile,
    /// Who discarded it.
    from: Seat,
}

/// Something that the person may do.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// Its name.
    pub action: Action,
    /// What it means, in a few words.
    label: String,
    /// The tile that it discards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    tile: Option<Tile>,
    /// The own tiles that a claim would use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    tiles: Option<[Tile; 2]>,
}

impl Choice {
    /// The action at this turn.
    pub fn new(action: Action, turn: Turn, language: Language) -> Choice {
        let (tile, tiles) = match (action, turn) {
            (Action::Discard(tile), _) => (Some(tile), None),
            (Action::Pass(_), _) => (Some(Tile::Pass), None),
            (Action::Chow(claimed), Turn::Answer { tile, .. }) => (None, claimed.own_tiles(tile)),
            (Action::Pong, Turn::Answer { tile, .. }) => (None, Some([tile; 2])),
            _ => (None, None),
        };
        Choice { action, label: action.label(turn).text(language), tile, tiles }
    }
}

/// How a game ended, and all that was hidden.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameOver {
    #[serde(flatten)]
    ending: Ending,
    /// The game in a few characters, to watch it again; `null` if it broke.
    #[cfg_attr(feature = "openapi", schema(required))]
    packed: Option<String>,
    /// The seed of the deck, unless the game began with a position or broke; a text if it is too great for a number of
    /// JavaScript.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    seed: Option<Number>,
    /// The number of the game of the seed; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    game: Option<Number>,
    /// The tiles that each seat holds; `null` if it broke.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BTreeMap<Seat, Vec<Tile>>>, required))]
    hands: Option<SeatMap<Vec<Tile>>>,
}

impl GameOver {
    fn of(table: &Table, language: Language) -> Option<GameOver> {
        if table.is_broken() {
            let text = say!(
                language,
                "a computer player has failed, and the game cannot go on",
                "电脑玩家出错，这一局无法继续"
            );
            let ending = Ending { text, winner: None, kind: EndingKind::Broken, tile: None, from: None };
            return Some(GameOver { ending, packed: None, seed: None, game: None, hands: None });
        }
        let game = table.game()?;
        let ending = Ending::new(game.outcome()?, language);
        let seeded = table.setup.seeded();
        Some(GameOver {
            ending,
            packed: table.finished().map(|replay| replay.pack()),
            seed: seeded.map(|seeded| seeded.seed),
            game: seeded.map(|seeded| seeded.game),
            hands: Some(SeatMap::all(|seat| game.hand(seat).tiles().collect())),
        })
    }
}
