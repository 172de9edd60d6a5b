//! What time it is, and the clocks of decisions.

use crate::registry::LiveTable;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::sleep_until;

/// What time it is, for decisions, limits and pings: by default what the system says. Clones are the same clock.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<watch::Sender<Instant>>);

impl Clock {
    /// A clock that stands still until it is [advanced](Clock::advance), for tests.
    #[must_use]
    pub fn stopped() -> Clock {
        Clock(Some(watch::Sender::new(Instant::now())))
    }

    /// Advances a stopped clock.
    pub fn advance(&self, time: Duration) {
        if let Some(stopped) = &self.0 {
            stopped.send_modify(|now| *now += time);
        }
    }

    pub(crate) fn now(&self) -> Instant {
        self.0.as_ref().map_or_else(Instant::now, |stopped| *stopped.borrow())
    }

    async fn wait_until(&self, end: Instant) {
        match &self.0 {
            None => sleep_until(end.into()).await,
            // This fails only if the sender is gone, and it is here.
            Some(stopped) => drop(stopped.subscribe().wait_for(|&now| now >= end).await),
        }
    }
}

/// Comes again and again after the same time.
pub struct Ticks {
    clock: Clock,
    every: Duration,
    next: Instant,
}

impl Ticks {
    pub fn new(clock: &Clock, every: Duration) -> Ticks {
        Ticks { clock: clock.clone(), every, next: clock.now() + every }
    }

    /// Waits for the next.
    pub async fn tick(&mut self) {
        self.clock.wait_until(self.next).await;
        self.next = self.clock.now() + self.every;
    }
}

/// The tables at which the time of a decision is running, by when it ends. A table is here at most once.
#[derive(Default)]
pub struct Clocks {
    alarms: Mutex<Alarms>,
}

#[derive(Default)]
struct Alarms {
    tables: BTreeMap<(Instant, u64), Arc<LiveTable>>,
    /// Makes the keys different.
    count: u64,
}

impl Clocks {
    /// Adds a table.
    pub fn add(&self, end: Instant, table: Arc<LiveTable>) {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        alarms.count += 1;
        let key = (end, alarms.count);
        alarms.tables.insert(key, table);
    }

    /// Takes the tables whose time has ended.
    pub fn due(&self, now: Instant) -> Vec<Arc<LiveTable>> {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        let later = alarms.tables.split_off(&(now, u64::MAX));
        std::mem::replace(&mut alarms.tables, later).into_values().collect()
    }
}
