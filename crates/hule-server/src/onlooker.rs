//! What somebody at a table for people is sent: first all that they may know, then what has changed.

use crate::room::{Chair, Room};
use hule::{Event, Language, Seat, Tile, Turn, say};
use hule_api::{Choice, Claimable, Ending, EndingKind, Happening, Moment, Number, Patch, SeatMap};
use serde::Serialize;
use std::time::Duration;

/// Whose eyes these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// A person's, who sees the own hand.
    Seat(Seat),
    /// A spectator's, who sees what lies open.
    Spectator,
}

impl Eyes {
    /// Where the person sits.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Eyes::Seat(seat) => Some(seat),
            Eyes::Spectator => None,
        }
    }

    /// An event as it is seen.
    fn see(self, event: Event, language: Language) -> Happening {
        match event {
            Event::Draw { seat, .. } if self != Eyes::Seat(seat) => Happening::hidden_draw(seat, language),
            event => Happening::new(event, language),
        }
    }
}

/// What is known of a table besides the room.
#[derive(Clone, Copy, Default)]
pub struct Around {
    /// How many connections each seat has.
    pub connected: [usize; 4],
    /// How many connections spectators have.
    pub spectators: usize,
    /// How much time whoever has to decide has left.
    pub left: Option<Duration>,
}

/// A connection, and what it was sent last.
pub struct Onlooker {
    eyes: Eyes,
    language: Language,
    last: Option<(Shown, Option<Moment>)>,
}

/// What decides whether there is something new to send, apart from the time left. It has nothing that these eyes may not
/// see, so that nobody learns from a message that another seat was asked.
#[derive(PartialEq, Eq)]
struct Shown {
    number: usize,
    events: usize,
    turn: usize,
    waiting: Option<Seat>,
    broken: bool,
    seats: [SeatShown; 4],
    spectators: usize,
}

impl Onlooker {
    /// A connection that was not sent anything.
    pub fn new(eyes: Eyes, language: Language) -> Onlooker {
        Onlooker { eyes, language, last: None }
    }

    /// All that has changed for this connection; `None` if nothing has.
    pub fn look(&mut self, room: &Room, around: &Around) -> Option<RoomState> {
        let shown = Shown {
            number: room.setup().number(),
            events: room.events().len(),
            turn: self.eyes.seat().map_or(0, |seat| room.turn(seat)),
            waiting: self.waiting(room),
            broken: room.is_broken(),
            seats: Seat::ALL.map(|seat| SeatShown::new(room, seat, around)),
            spectators: around.spectators,
        };
        let last = self.last.take();
        if last.as_ref().is_some_and(|(last, _)| *last == shown) {
            self.last = last;
            return None;
        }
        // Of another game, nothing is known.
        let before = last.as_ref().filter(|(last, _)| last.number == shown.number);
        let moment = room.game().zip(room.events().last()).map(|(game, &last)| Moment::new(game, last));
        let state = self.state(room, around, &shown, moment.as_ref(), before);
        self.last = Some((shown, moment));
        Some(state)
    }

    /// Whoever has to decide, if these eyes may know it. That somebody may claim a discard says something of the hand.
    fn waiting(&self, room: &Room) -> Option<Seat> {
        if room.is_broken() {
            return None;
        }
        match room.game()?.turn()? {
            Turn::Discard { seat, .. } => Some(seat),
            Turn::Answer { seat, .. } => Some(seat).filter(|&seat| self.eyes == Eyes::Seat(seat)),
        }
    }

    fn state(
        &self,
        room: &Room,
        around: &Around,
        shown: &Shown,
        moment: Option<&Moment>,
        before: Option<&(Shown, Option<Moment>)>,
    ) -> RoomState {
        let language = self.language;
        let known = before.and_then(|(_, moment)| moment.as_ref());
        // The deal is one event, the first.
        let first = if known.is_some() { before.map_or(0, |(before, _)| before.events) } else { 0 };
        let deal = (first == 0 && moment.is_some()).then(|| Happening::deal(language));
        let events = room.events().get(first.max(Room::DEALT)..).unwrap_or_default().iter();
        let same_seats = before.is_some_and(|(before, _)| before.seats == shown.seats);
        RoomState {
            kind: "state",
            version: 1,
            whole: known.is_none(),
            number: shown.number,
            seat: self.eyes.seat(),
            clock: room.setup().clock,
            seats: (!same_seats).then(|| SeatMap::all(|seat| shown.seats[seat.index()].clone())),
            spectators: shown.spectators,
            turn: shown.turn,
            events: deal.into_iter().chain(events.map(|&event| self.eyes.see(event, language))).collect(),
            view: moment.map(|moment| moment.patch(self.eyes.seat(), known)),
            own: self.own(room),
            waiting: shown.waiting,
            seconds: shown.waiting.and(around.left).map(|left| left.as_secs_f32()),
            over: RoomOver::of(room, language),
        }
    }

    fn own(&self, room: &Room) -> Option<Own> {
        let view = room.game()?.view(self.eyes.seat()?);
        let turn = view.turn().filter(|_| !room.is_broken());
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
        })
    }
}

/// A table for people as one connection may know it. The first message has all of it, later ones only what has changed in
/// `seats` and `view` and the new `events`.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RoomState {
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
    #[cfg_attr(test, schema(required))]
    seat: Option<Seat>,
    /// The seconds for a decision; `null` for as long as it takes.
    #[cfg_attr(test, schema(required))]
    clock: Option<u8>,
    /// Who sits where; left out if that has not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<BTreeMap<Seat, SeatShown>>, nullable = false))]
    seats: Option<SeatMap<SeatShown>>,
    /// How many connections of spectators there are.
    spectators: usize,
    /// How many decisions were made at the own seat, for `act`.
    turn: usize,
    /// What has happened, as far as it may be known; the deal is one event.
    events: Vec<Happening>,
    /// The table; `null` before the first deal. Of other hands there is only how many tiles they have.
    #[cfg_attr(test, schema(required))]
    view: Option<Patch>,
    /// The own hand, and what may be done; `null` for spectators and before the first deal.
    #[cfg_attr(test, schema(required))]
    own: Option<Own>,
    /// Who has to decide. While others may claim a discard it is `null`, as that would say something of their hands.
    #[cfg_attr(test, schema(required))]
    waiting: Option<Seat>,
    /// How much time that seat has left.
    #[cfg_attr(test, schema(required))]
    seconds: Option<f32>,
    /// How it ended; `null` while the game goes on.
    #[cfg_attr(test, schema(required))]
    over: Option<RoomOver>,
}

/// A seat of a table for people.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SeatShown {
    /// Whether it is a seat for a person.
    person: bool,
    /// The name of the person or the player; `null` while nobody sits there.
    #[cfg_attr(test, schema(required))]
    name: Option<String>,
    /// Whether the person has a connection; always for players.
    connected: bool,
    /// Whether the person has left, so that a standard player decides.
    away: bool,
}

impl SeatShown {
    fn new(room: &Room, seat: Seat, around: &Around) -> SeatShown {
        match &room.setup().chairs[seat] {
            Chair::Person { name, away, .. } => SeatShown {
                person: true,
                name: name.clone(),
                connected: around.connected[seat.index()] > 0,
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
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Own {
    /// The distance of the hand.
    distance: u8,
    /// The kinds that would bring it nearer.
    useful: Vec<Tile>,
    /// The discard that the person may claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    claim: Option<Claimable>,
    /// What the person may do, ascending; empty when another has to decide.
    legal: Vec<Choice>,
}

/// How a game of people ended, and all that was hidden.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RoomOver {
    /// A sentence.
    text: String,
    /// Who won, if anybody did.
    #[cfg_attr(test, schema(required))]
    winner: Option<Seat>,
    /// How.
    kind: EndingKind,
    /// The tile that won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    tile: Option<Tile>,
    /// Who discarded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    from: Option<Seat>,
    /// The game in a few characters, to watch it again; `null` if it broke.
    #[cfg_attr(test, schema(required))]
    packed: Option<String>,
    /// The seed of the deck; `null` if it broke.
    #[cfg_attr(test, schema(required))]
    seed: Option<Number>,
    /// The tiles that each seat holds; `null` if it broke.
    #[cfg_attr(test, schema(value_type = Option<BTreeMap<Seat, Vec<Tile>>>, required))]
    hands: Option<SeatMap<Vec<Tile>>>,
}

impl RoomOver {
    fn of(room: &Room, language: Language) -> Option<RoomOver> {
        if room.is_broken() {
            let text = say!(
                language,
                "a computer player has failed, and the game cannot go on",
                "电脑玩家出错，这一局无法继续"
            );
            return Some(RoomOver {
                text,
                winner: None,
                kind: EndingKind::Broken,
                tile: None,
                from: None,
                packed: None,
                seed: None,
                hands: None,
            });
        }
        let game = room.game()?;
        let Ending { text, winner, kind, tile, from } = Ending::new(game.outcome()?, language);
        Some(RoomOver {
            text,
            winner,
            kind,
            tile,
            from,
            packed: room.finished(),
            seed: Some(room.seeded().seed),
            hands: Some(SeatMap::all(|seat| game.hand(seat).tiles().collect())),
        })
    }
}
