//! All tables that are in memory, and the connections to them.

use crate::clocks::{Clock, Timer};
use crate::rate_limit::Client;
use crate::store::Store;
use hule::Seat;
use hule_api::{DecisionId, Presence, Setup, Table, TableError, Viewer, new_table_id};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::spawn_blocking;

/// The tables by the first part of their links. Their number is limited: a new one replaces one that has no connections. That
/// is one whose game is over, unless it can be read from the store again, and of several the one unused for longest.
pub struct Registry {
    most: usize,
    tables: Mutex<Tables>,
    /// Where tables are kept; `None` if only in memory.
    pub store: Option<Arc<Store>>,
    /// Locked while a table is read, so that none is read twice and then changed in two ways.
    reading: AsyncMutex<()>,
    clock: Clock,
}

#[derive(Default)]
struct Tables {
    by_id: HashMap<String, Entry>,
    /// Counts up with every use of any table.
    uses: u64,
}

struct Entry {
    table: Arc<LiveTable>,
    used: u64,
}

/// A table with a name, and those connected to it.
pub struct LiveTable {
    /// The first part of its links.
    pub id: String,
    /// The table, locked until a change is stored, so that no client sees what could still be lost.
    pub locked: AsyncMutex<LockedTable>,
    /// Sent with every change.
    pub changed: watch::Sender<()>,
    /// How many connections each seat has, and at the end how many spectators.
    connected: [AtomicUsize; 5],
    clock: Clock,
}

/// A table, and what the server does about the decision that it waits for.
pub struct LockedTable {
    /// The table.
    pub table: Table,
    /// When a standard player decides instead.
    pub timer: Option<Timer>,
    /// How it was set up according to the store.
    pub stored: Option<Arc<Setup>>,
    /// The decision that a player thinks about.
    pub thinking: Option<DecisionId>,
    /// Whose share of thinking the players use: that of the client who changed the table last.
    pub client: Option<Client>,
}

impl LockedTable {
    /// Whether a player thinks about the decision that the table waits for.
    pub fn is_thinking(&self) -> bool {
        self.thinking == Some(self.table.decision())
    }
}

impl LiveTable {
    fn new(id: String, table: Table, stored: Option<Arc<Setup>>, clock: &Clock) -> Arc<LiveTable> {
        let locked = LockedTable { table, stored, timer: None, thinking: None, client: None };
        Arc::new(LiveTable {
            id,
            locked: AsyncMutex::new(locked),
            changed: watch::Sender::new(()),
            connected: Default::default(),
            clock: clock.clone(),
        })
    }

    /// Counts a connection, and tells the others, until the value is dropped.
    pub fn connect(self: &Arc<LiveTable>, viewer: Viewer) -> Connected {
        let place = viewer.seat().map_or(4, Seat::index);
        self.connected[place].fetch_add(1, Ordering::Relaxed);
        self.changed.send_replace(());
        Connected { table: Arc::clone(self), place }
    }

    /// Who is connected, and how much time is left.
    pub fn presence(&self, locked: &LockedTable) -> Presence {
        let count = |place: usize| self.connected[place].load(Ordering::Relaxed);
        let left = locked.timer.as_ref().map(|timer| timer.end.saturating_duration_since(self.clock.now()));
        Presence { connected: [0, 1, 2, 3].map(count), spectators: count(4), left }
    }
}

/// A connection to a table.
pub struct Connected {
    table: Arc<LiveTable>,
    place: usize,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.table.connected[self.place].fetch_sub(1, Ordering::Relaxed);
        self.table.changed.send_replace(());
    }
}

impl Registry {
    pub fn new(most: usize, store: Option<Store>, clock: Clock) -> Registry {
        let store = store.map(Arc::new);
        Registry { most, tables: Mutex::default(), store, reading: AsyncMutex::default(), clock }
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are in memory.
    pub fn len(&self) -> usize {
        self.lock().by_id.len()
    }

    /// The table of this name, if it is in memory.
    pub fn get(&self, id: &str) -> Option<Arc<LiveTable>> {
        let mut tables = self.lock();
        tables.uses += 1;
        let used = tables.uses;
        let entry = tables.by_id.get_mut(id)?;
        entry.used = used;
        Some(Arc::clone(&entry.table))
    }

    /// The table of this name from the store, and whether it was not in memory.
    pub async fn read(&self, id: &str) -> Result<(Arc<LiveTable>, bool), TableError> {
        let store = Arc::clone(self.store.as_ref().ok_or(TableError::Missing)?);
        let _reading = self.reading.lock().await;
        if let Some(table) = self.get(id) {
            return Ok((table, false));
        }
        let name = id.to_owned();
        let read = move || {
            let record = store.read(&name)?.ok_or(TableError::Missing)?;
            Table::restored(&record).ok_or_else(|| {
                log::error!("a table cannot be restored version={}", record.setup.version);
                TableError::Unreadable
            })
        };
        let table = spawn_blocking(read).await.unwrap_or(Err(TableError::Unreadable))?;
        let stored = Arc::clone(table.setup());
        Ok((self.put(LiveTable::new(id.to_owned(), table, Some(stored), &self.clock))?, true))
    }

    /// Gives a table a name.
    pub fn add(&self, table: Table) -> Result<Arc<LiveTable>, TableError> {
        self.put(LiveTable::new(new_table_id(), table, None, &self.clock))
    }

    /// Forgets a table that could not be stored.
    pub fn remove(&self, id: &str) {
        self.lock().by_id.remove(id);
    }

    /// Returns an error if there are connections to every other table.
    fn put(&self, table: Arc<LiveTable>) -> Result<Arc<LiveTable>, TableError> {
        let mut tables = self.lock();
        if tables.by_id.len() >= self.most {
            // One that is in use is not replaced: it could change after it is read from the store again.
            let idle = tables.by_id.values().filter(|entry| Arc::strong_count(&entry.table) == 1);
            let goes_on = |entry: &Entry| {
                self.store.is_none()
                    && entry.table.locked.try_lock().is_ok_and(|locked| !locked.table.is_over())
            };
            let first = idle.min_by_key(|entry| (goes_on(entry), entry.used)).ok_or(TableError::NoRoom)?;
            let id = first.table.id.clone();
            tables.by_id.remove(&id);
        }
        tables.uses += 1;
        let entry = Entry { used: tables.uses, table: Arc::clone(&table) };
        tables.by_id.insert(table.id.clone(), entry);
        Ok(table)
    }
}
