//! All tables, as many as there is room for.

use hule_api::{Table, secret_name};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, watch};

/// The tables by name. Their number is limited: a new one replaces one that nobody follows, first one whose game is over,
/// and of several the one that has not been used for longest.
pub struct Tables {
    most: usize,
    hall: Mutex<Hall>,
}

#[derive(Default)]
struct Hall {
    tables: HashMap<String, Entry>,
    /// Counts up with every use of any table.
    clock: u64,
}

struct Entry {
    table: Arc<LiveTable>,
    used: u64,
}

/// A table with a name, and a channel that tells its followers of changes.
pub struct LiveTable {
    /// Its name.
    pub id: String,
    /// The table. A task that lets players think moves it to a blocking thread.
    pub table: Arc<AsyncMutex<Table>>,
    /// Sent with every change: whether the game is over.
    pub changed: watch::Sender<bool>,
}

impl Tables {
    pub fn new(most: usize) -> Tables {
        Tables { most, hall: Mutex::default() }
    }

    /// The table of this name, if there is one.
    pub fn get(&self, id: &str) -> Option<Arc<LiveTable>> {
        let mut hall = self.hall.lock().unwrap_or_else(PoisonError::into_inner);
        hall.clock += 1;
        let used = hall.clock;
        let entry = hall.tables.get_mut(id)?;
        entry.used = used;
        Some(Arc::clone(&entry.table))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner).tables.len()
    }

    /// Forgets a table.
    pub fn remove(&self, id: &str) {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner).tables.remove(id);
    }

    /// Gives a table a name that nobody can guess. Returns `None` if there is no room because every other table is
    /// followed.
    pub fn add(&self, table: Table) -> Option<Arc<LiveTable>> {
        let table = Arc::new(LiveTable {
            id: secret_name(),
            changed: watch::Sender::new(table.is_over()),
            table: Arc::new(AsyncMutex::new(table)),
        });
        let mut hall = self.hall.lock().unwrap_or_else(PoisonError::into_inner);
        if hall.tables.len() >= self.most {
            let idle = hall.tables.values().filter(|entry| entry.table.changed.receiver_count() == 0);
            let first = idle.min_by_key(|entry| (!*entry.table.changed.borrow(), entry.used))?;
            let id = first.table.id.clone();
            hall.tables.remove(&id);
        }
        hall.clock += 1;
        let entry = Entry { table: Arc::clone(&table), used: hall.clock };
        hall.tables.insert(table.id.clone(), entry);
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hule::Seat;
    use hule::players::PlayerName;
    use hule_api::{Number, Seeded};

    fn table(game: u64) -> Table {
        let players = Seat::ALL.map(|seat| (seat, PlayerName::Standard)).into();
        Table::new(Seat::A, players, Seeded { seed: Number(1), game: Number(game) }, 0)
    }

    #[test]
    fn whoever_is_not_looked_at_for_longest_goes_first() {
        let tables = Tables::new(3);
        let [first, second, third] = [0, 1, 2].map(|game| tables.add(table(game)).expect("there is room"));
        assert!(tables.get(&first.id).is_some());
        let fourth = tables.add(table(3)).expect("the second goes");
        assert!(tables.get(&second.id).is_none());
        assert!([&first, &third, &fourth].iter().all(|table| tables.get(&table.id).is_some()));
        // One that is over goes before one that is not, even if it was used later.
        fourth.changed.send_replace(true);
        tables.add(table(4)).expect("the fourth goes");
        assert!(tables.get(&fourth.id).is_none());
        assert!(tables.get(&first.id).is_some());
    }

    #[test]
    fn nobody_loses_a_table_that_they_follow() {
        let tables = Tables::new(2);
        let added = [0, 1].map(|game| tables.add(table(game)).expect("there is room"));
        let followed = added.each_ref().map(|table| table.changed.subscribe());
        assert!(tables.add(table(2)).is_none());
        drop(followed);
        assert!(tables.add(table(2)).is_some());
    }
}
