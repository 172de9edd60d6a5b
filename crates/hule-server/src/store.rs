//! The file in which tables for people are kept.
//!
//! It is a redb database: one file, written by Rust code alone, so that it builds for every system without a C compiler, and
//! a transaction is either there as a whole after a crash or not at all. `SQLite` could do the same, but is C.

use crate::room::Setup;
use redb::{Database, DatabaseError, Durability, ReadableDatabase, TableDefinition};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The setup of each table, in JSON.
const SETUPS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("setups");

/// The decisions of each table since the deal, one byte each.
const MOVES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("moves");

/// The tables for people, kept in a file.
///
/// A thread writes what has changed: all that was asked for while it wrote the last time goes into one transaction, whose
/// end the disk has confirmed before anybody is told.
pub struct Store {
    database: Arc<Database>,
    changes: Sender<Job>,
    /// What was written.
    pub written: Arc<Written>,
}

/// Counts what was written.
#[derive(Default)]
pub struct Written {
    /// Transactions.
    pub commits: AtomicU64,
    /// Changes of tables.
    pub changes: AtomicU64,
    /// The time that all transactions took, in microseconds.
    pub micros: AtomicU64,
    /// Whether the last transaction failed.
    pub failed: AtomicBool,
}

/// What is new at a table.
pub struct Change {
    /// The first part of its links.
    pub id: String,
    /// How it is set up, if that has changed.
    pub setup: Option<Arc<Setup>>,
    /// All decisions since the deal.
    pub moves: Vec<u8>,
}

struct Job {
    change: Change,
    done: oneshot::Sender<Result<(), NotStored>>,
}

/// A change could not be written, and is not made.
#[derive(Clone, Copy, Debug)]
pub struct NotStored;

impl Store {
    /// The name of the file.
    const FILE: &str = "tables.redb";

    /// How much of the file is kept in memory.
    const CACHE: usize = 16 << 20;

    /// How many changes are written in one transaction at most.
    const MOST: usize = 4096;

    /// While many tables change, the writer waits this long for more of them: a transaction costs about the same for one
    /// change as for a hundred.
    const GATHER: Duration = Duration::from_millis(8);

    /// Opens the file in this folder, and creates both if they are not there.
    ///
    /// # Errors
    /// Returns an error if that is not possible, for example because another server has opened the file.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        let database = Database::builder().set_cache_size(Store::CACHE).create(folder.join(Store::FILE));
        let database = Arc::new(database.map_err(|error| match error {
            DatabaseError::DatabaseAlreadyOpen => io::ErrorKind::ResourceBusy.into(),
            error => io::Error::other(error),
        })?);
        // Tables that are there need not be looked for later.
        let transaction = database.begin_write().map_err(io::Error::other)?;
        transaction.open_table(SETUPS).map_err(io::Error::other)?;
        transaction.open_table(MOVES).map_err(io::Error::other)?;
        transaction.commit().map_err(io::Error::other)?;
        let (changes, jobs) = channel();
        let written = Arc::new(Written::default());
        let writer = Writer { database: Arc::clone(&database), jobs, written: Arc::clone(&written) };
        std::thread::Builder::new().name("store".to_owned()).spawn(|| writer.run())?;
        Ok(Store { database, changes, written })
    }

    /// Writes a change. When this returns, the change is on the disk.
    pub async fn write(&self, change: Change) -> Result<(), NotStored> {
        let (done, stored) = oneshot::channel();
        self.changes.send(Job { change, done }).map_err(|_| NotStored)?;
        stored.await.unwrap_or(Err(NotStored))
    }

    /// The table of this name, if there is one.
    pub fn read(&self, id: &str) -> Option<(Setup, Vec<u8>)> {
        let transaction = self.database.begin_read().ok()?;
        let setups = transaction.open_table(SETUPS).ok()?;
        let setup = setups.get(id).ok()??;
        let setup: Setup = serde_json::from_slice(setup.value()).ok()?;
        let moves = transaction.open_table(MOVES).ok()?.get(id).ok()?;
        let moves = moves.map(|moves| moves.value().to_vec()).unwrap_or_default();
        (setup.version == Setup::VERSION).then_some((setup, moves))
    }
}

/// The thread that writes.
struct Writer {
    database: Arc<Database>,
    jobs: Receiver<Job>,
    written: Arc<Written>,
}

impl Writer {
    /// Writes until the store is dropped.
    fn run(self) {
        let mut busy = false;
        while let Ok(first) = self.jobs.recv() {
            if busy {
                std::thread::sleep(Store::GATHER);
            }
            let jobs: Vec<Job> =
                std::iter::once(first).chain(self.jobs.try_iter()).take(Store::MOST).collect();
            busy = jobs.len() > 4;
            let begin = Instant::now();
            let done = self.write(&jobs);
            self.written.micros.fetch_add(begin.elapsed().as_micros() as u64, Ordering::Relaxed);
            self.written.commits.fetch_add(1, Ordering::Relaxed);
            self.written.changes.fetch_add(jobs.len() as u64, Ordering::Relaxed);
            self.written.failed.store(done.is_err(), Ordering::Relaxed);
            if let Err(error) = &done {
                tracing::error!(%error, "tables cannot be stored");
            }
            for job in jobs {
                // Nobody waits any more if the server ends.
                let _ = job.done.send(done.as_ref().map(|&()| ()).map_err(|_| NotStored));
            }
        }
    }

    fn write(&self, jobs: &[Job]) -> Result<(), redb::Error> {
        let mut transaction = self.database.begin_write()?;
        transaction.set_durability(Durability::Immediate)?;
        {
            let mut setups = transaction.open_table(SETUPS)?;
            let mut moves = transaction.open_table(MOVES)?;
            for Job { change, .. } in jobs {
                if let Some(setup) = &change.setup {
                    let json = serde_json::to_vec(&**setup).expect("a setup has nothing that JSON has not");
                    setups.insert(change.id.as_str(), json.as_slice())?;
                }
                moves.insert(change.id.as_str(), change.moves.as_slice())?;
            }
        }
        transaction.commit()?;
        Ok(())
    }
}
