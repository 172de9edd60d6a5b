//! All tables for people that are in memory, and their links.

use crate::clocks::{Clock, Clocks};
use crate::onlooker::{Around, Eyes};
use crate::room::{Chair, Room, Setup};
use crate::store::{Store, Unreadable};
use hule::Seat;
use hule_api::letters;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::{Mutex as AsyncMutex, watch};

/// The tables for people, by name. Their number is limited: a new one replaces the one that has not been used for longest
/// among those that nobody is connected to. With a store, that one is read again when somebody comes back.
pub struct Rooms {
    most: usize,
    hall: Mutex<Hall>,
    /// Where tables are kept; `None` if only in memory.
    pub store: Option<Store>,
    /// The clocks of decisions.
    pub clocks: Clocks,
    clock: Clock,
}

#[derive(Default)]
struct Hall {
    rooms: HashMap<String, Entry>,
    /// Counts up with every use of any table.
    clock: u64,
}

struct Entry {
    room: Arc<LiveRoom>,
    used: u64,
}

/// A table for people with a name, and those connected to it.
pub struct LiveRoom {
    /// The first part of its links.
    pub id: String,
    /// The table, locked until a change is stored, so that nobody sees what could still be lost.
    pub sitting: AsyncMutex<Sitting>,
    /// Sent with every change.
    pub changed: watch::Sender<()>,
    /// How many connections each seat has, and at the end how many spectators.
    connected: [AtomicUsize; 5],
    clock: Clock,
}

/// A table and the clock of whoever has to decide.
pub struct Sitting {
    /// The table.
    pub room: Room,
    /// When a standard player decides instead.
    pub deadline: Option<Instant>,
    /// The decision that the deadline is for: the number of the game and of the decision.
    pub timed: Option<(usize, usize)>,
    /// Whether the clocks will look at this table.
    pub alarm: bool,
    /// The decision that a player thinks about, as above.
    pub thinking: Option<(usize, usize)>,
}

impl LiveRoom {
    fn new(id: String, room: Room, clock: &Clock) -> Arc<LiveRoom> {
        Arc::new(LiveRoom {
            id,
            sitting: AsyncMutex::new(Sitting {
                room,
                deadline: None,
                timed: None,
                alarm: false,
                thinking: None,
            }),
            changed: watch::Sender::new(()),
            connected: Default::default(),
            clock: clock.clone(),
        })
    }

    /// Counts a connection, and tells the others, until the value is dropped.
    pub fn connect(self: &Arc<LiveRoom>, eyes: Eyes) -> Connected {
        let place = eyes.seat().map_or(4, Seat::index);
        self.connected[place].fetch_add(1, Ordering::Relaxed);
        self.changed.send_replace(());
        Connected { room: Arc::clone(self), place }
    }

    /// Who is connected, and how much time is left.
    pub fn around(&self, sitting: &Sitting) -> Around {
        let count = |place: usize| self.connected[place].load(Ordering::Relaxed);
        let left = sitting.deadline.map(|end| end.saturating_duration_since(self.clock.now()));
        Around { connected: [0, 1, 2, 3].map(count), spectators: count(4), left }
    }
}

/// A connection to a table.
pub struct Connected {
    room: Arc<LiveRoom>,
    place: usize,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.room.connected[self.place].fetch_sub(1, Ordering::Relaxed);
        self.room.changed.send_replace(());
    }
}

/// Why a table is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// There is no such table (any more).
    Missing,
    /// It cannot be read.
    Unreadable,
    /// There is no place for it in memory now.
    NoPlace,
}

impl Rooms {
    pub fn new(most: usize, store: Option<Store>, clock: Clock) -> Rooms {
        Rooms { most, hall: Mutex::default(), store, clocks: Clocks::default(), clock }
    }

    /// How many are in memory.
    pub fn len(&self) -> usize {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner).rooms.len()
    }

    /// The table of this name, and whether it was read from the store just now.
    fn get(&self, id: &str) -> Result<(Arc<LiveRoom>, bool), NotFound> {
        let mut hall = self.hall.lock().unwrap_or_else(PoisonError::into_inner);
        hall.clock += 1;
        let used = hall.clock;
        if let Some(entry) = hall.rooms.get_mut(id) {
            entry.used = used;
            return Ok((Arc::clone(&entry.room), false));
        }
        // The hall stays locked, so that no table is read twice and then changed in two ways.
        let stored = self.store.as_ref().ok_or(NotFound::Missing)?.read(id);
        let (setup, moves) = stored.map_err(|Unreadable| NotFound::Unreadable)?.ok_or(NotFound::Missing)?;
        let room = Room::restored(Arc::new(setup), &moves).ok_or(NotFound::Unreadable)?;
        let room = LiveRoom::new(id.to_owned(), room, &self.clock);
        if hall.put(Arc::clone(&room), self.most) { Ok((room, true)) } else { Err(NotFound::NoPlace) }
    }

    /// The table of a link, whose eyes its holder has, and whether the table was read from the store just now.
    pub async fn find(&self, token: &str) -> Result<(Arc<LiveRoom>, Eyes, bool), NotFound> {
        let (id, secret) = token.split_at_checked(ID).ok_or(NotFound::Missing)?;
        let (live, fresh) = self.get(id)?;
        let eyes = eyes(live.sitting.lock().await.room.setup(), secret).ok_or(NotFound::Missing)?;
        Ok((live, eyes, fresh))
    }

    /// Gives a table a name. Returns `None` if there is no room because somebody is connected to every other table.
    pub fn add(&self, room: Room) -> Option<Arc<LiveRoom>> {
        let room = LiveRoom::new(letters::<ID>(), room, &self.clock);
        let mut hall = self.hall.lock().unwrap_or_else(PoisonError::into_inner);
        hall.put(Arc::clone(&room), self.most).then_some(room)
    }

    /// Forgets a table that could not be stored.
    pub fn remove(&self, id: &str) {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner).rooms.remove(id);
    }
}

impl Hall {
    /// Returns whether there was room.
    fn put(&mut self, room: Arc<LiveRoom>, most: usize) -> bool {
        if self.rooms.len() >= most {
            // What anybody still has in hand is not replaced: it could change after it is read from the store again.
            let idle = self.rooms.values().filter(|entry| Arc::strong_count(&entry.room) == 1);
            let Some(first) = idle.min_by_key(|entry| entry.used) else { return false };
            let id = first.room.id.clone();
            self.rooms.remove(&id);
        }
        self.clock += 1;
        self.rooms.insert(room.id.clone(), Entry { used: self.clock, room });
        true
    }
}

/// The length of the first part of a link, 66 bits.
const ID: usize = 11;

/// Whose eyes the holder of a secret has.
fn eyes(setup: &Setup, secret: &str) -> Option<Eyes> {
    let of = |chair: &Chair| matches!(chair, Chair::Person { secret: known, .. } if is_same(known, secret));
    let seat = Seat::ALL.into_iter().find(|&seat| of(&setup.chairs[seat]));
    seat.map(Eyes::Seat).or_else(|| is_same(&setup.watch, secret).then_some(Eyes::Spectator))
}

/// Compares all letters, so that the time says nothing about where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |all, (one, other)| all | (one ^ other)) == 0
}
