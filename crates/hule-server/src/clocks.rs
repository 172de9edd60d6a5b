//! The clocks of decisions.

use crate::rooms::LiveRoom;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The tables at which somebody's time is running, by when it ends. A table is here at most once.
#[derive(Default)]
pub struct Clocks {
    alarms: Mutex<Alarms>,
}

#[derive(Default)]
struct Alarms {
    rooms: BTreeMap<(Instant, u64), Arc<LiveRoom>>,
    /// Makes the keys different.
    count: u64,
}

impl Clocks {
    /// How often somebody looks at the clocks.
    pub const EVERY: Duration = Duration::from_millis(100);

    /// Adds a table.
    pub fn add(&self, end: Instant, room: Arc<LiveRoom>) {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.count += 1;
        let key = (end, alarms.count);
        alarms.rooms.insert(key, room);
    }

    /// Takes the tables whose time has ended.
    pub fn due(&self, now: Instant) -> Vec<Arc<LiveRoom>> {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        let later = alarms.rooms.split_off(&(now, u64::MAX));
        std::mem::replace(&mut alarms.rooms, later).into_values().collect()
    }
}
