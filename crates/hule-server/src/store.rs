//! The file in which tables for people are kept.
//!
//! It is a redb database: one file, written by Rust code alone, so that it builds for every system without a C compiler, and
//! a transaction is either there as a whole after a crash or not at all. `SQLite` could do the same, but is C.

use crate::room::Setup;
use redb::{Database, Durability, ReadableDatabase, TableDefinition};
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError, RwLock};
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
    file: Arc<File>,
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

/// A table is there, or may be there, but cannot be read.
#[derive(Clone, Copy, Debug)]
pub struct Unreadable;

/// The database. After an error, redb does nothing more until the database is opened again.
struct File {
    open: Box<dyn Fn() -> Result<Database, redb::Error> + Send + Sync>,
    /// `None` after an error, until it is needed again.
    database: RwLock<Option<Database>>,
    closed: AtomicBool,
}

impl File {
    /// Opens the database, with its tables.
    fn new(
        open: impl Fn() -> Result<Database, redb::Error> + Send + Sync + 'static,
    ) -> Result<File, redb::Error> {
        let database = RwLock::new(None);
        let file = File { open: Box::new(open), database, closed: AtomicBool::new(false) };
        file.with(|_| Ok(()))?;
        Ok(file)
    }

    /// Does something with the database. If that fails, the next call opens the database again.
    fn with<T>(&self, work: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, redb::Error> {
        if self.database.read().unwrap_or_else(PoisonError::into_inner).is_none() {
            self.reopen()?;
        }
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let done = match &*database {
            Some(database) => work(database),
            None => Err(redb::Error::Io(io::Error::other("the database is closed"))),
        };
        drop(database);
        if done.is_err() {
            *self.database.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
        done
    }

    fn reopen(&self) -> Result<(), redb::Error> {
        let mut database = self.database.write().unwrap_or_else(PoisonError::into_inner);
        if database.is_some() || self.closed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let opened = (self.open)()?;
        // Tables that are there need not be looked for later.
        let transaction = opened.begin_write()?;
        transaction.open_table(SETUPS)?;
        transaction.open_table(MOVES)?;
        transaction.commit()?;
        *database = Some(opened);
        Ok(())
    }
}

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
        let path = folder.join(Store::FILE);
        let open = move || {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            // It has the secret links of the seats.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(&path)?;
            Ok(Database::builder().set_cache_size(Store::CACHE).create_file(file)?)
        };
        let file = File::new(open).map_err(|error| match error {
            redb::Error::DatabaseAlreadyOpen => io::ErrorKind::ResourceBusy.into(),
            redb::Error::Io(error) => error,
            error => io::Error::other(error),
        })?;
        Store::with_file(file)
    }

    fn with_file(file: File) -> io::Result<Store> {
        let file = Arc::new(file);
        let (changes, jobs) = channel();
        let written = Arc::new(Written::default());
        let writer = Writer { file: Arc::clone(&file), jobs, written: Arc::clone(&written) };
        std::thread::Builder::new().name("store".to_owned()).spawn(|| writer.run())?;
        Ok(Store { file, changes, written })
    }

    /// Closes the file. What is not written by then is not stored.
    pub fn close(&self) {
        self.file.closed.store(true, Ordering::Relaxed);
        *self.file.database.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Writes a change. When this returns, the change is on the disk.
    pub async fn write(&self, change: Change) -> Result<(), NotStored> {
        let (done, stored) = oneshot::channel();
        self.changes.send(Job { change, done }).map_err(|_| NotStored)?;
        stored.await.unwrap_or(Err(NotStored))
    }

    /// The table of this name, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or another version has written the table.
    pub fn read(&self, id: &str) -> Result<Option<(Setup, Vec<u8>)>, Unreadable> {
        let stored = self.file.with(|database| {
            let transaction = database.begin_read()?;
            let Some(setup) = transaction.open_table(SETUPS)?.get(id)? else { return Ok(None) };
            let moves = transaction.open_table(MOVES)?.get(id)?;
            let moves = moves.map(|moves| moves.value().to_vec()).unwrap_or_default();
            Ok(Some((setup.value().to_vec(), moves)))
        });
        let stored = stored.map_err(|error| {
            log::error!("tables cannot be read error={error}");
            Unreadable
        })?;
        let Some((setup, moves)) = stored else { return Ok(None) };
        match serde_json::from_slice(&setup) {
            Ok(setup @ Setup { version: Setup::VERSION, .. }) => Ok(Some((setup, moves))),
            Ok(Setup { version, .. }) => {
                log::error!("a table of another version cannot be read version={version}");
                Err(Unreadable)
            }
            Err(error) => {
                log::error!("a table cannot be read error={error}");
                Err(Unreadable)
            }
        }
    }
}

/// The thread that writes.
struct Writer {
    file: Arc<File>,
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
                log::error!("tables cannot be stored error={error}");
            }
            for job in jobs {
                // Nobody waits any more if the server ends.
                let _ = job.done.send(done.as_ref().map(|&()| ()).map_err(|_| NotStored));
            }
        }
    }

    fn write(&self, jobs: &[Job]) -> Result<(), redb::Error> {
        self.file.with(|database| {
            let mut transaction = database.begin_write()?;
            transaction.set_durability(Durability::Immediate)?;
            {
                let mut setups = transaction.open_table(SETUPS)?;
                let mut moves = transaction.open_table(MOVES)?;
                for Job { change, .. } in jobs {
                    if let Some(setup) = &change.setup {
                        let json =
                            serde_json::to_vec(&**setup).expect("a setup has nothing that JSON has not");
                        setups.insert(change.id.as_str(), json.as_slice())?;
                    }
                    moves.insert(change.id.as_str(), change.moves.as_slice())?;
                }
            }
            transaction.commit()?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Chair;
    use hule::BySeat;
    use redb::StorageBackend;
    use std::sync::Mutex;

    /// A disk that may be full.
    #[derive(Clone, Debug, Default)]
    struct Disk {
        bytes: Arc<Mutex<Vec<u8>>>,
        full: Arc<AtomicBool>,
    }

    impl Disk {
        fn check(&self) -> io::Result<()> {
            if self.full.load(Ordering::Relaxed) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    impl StorageBackend for Disk {
        fn len(&self) -> io::Result<u64> {
            Ok(self.bytes.lock().expect("no panic").len() as u64)
        }

        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            let offset = offset as usize;
            out.copy_from_slice(&self.bytes.lock().expect("no panic")[offset..offset + out.len()]);
            Ok(())
        }

        fn set_len(&self, len: u64) -> io::Result<()> {
            self.check()?;
            self.bytes.lock().expect("no panic").resize(len as usize, 0);
            Ok(())
        }

        fn sync_data(&self) -> io::Result<()> {
            self.check()
        }

        fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
            self.check()?;
            let offset = offset as usize;
            self.bytes.lock().expect("no panic")[offset..offset + data.len()].copy_from_slice(data);
            Ok(())
        }
    }

    fn setup(version: u32) -> Setup {
        let chairs = BySeat::from_fn(|_| Chair::person("secret".to_owned()));
        let watch = "watch".to_owned();
        Setup { version, chairs, watch, clock: None, seed: 1, begun: false, games: Vec::new() }
    }

    fn change(id: &str, version: u32) -> Change {
        Change { id: id.to_owned(), setup: Some(Arc::new(setup(version))), moves: vec![1, 2] }
    }

    #[tokio::test]
    async fn a_disk_that_was_full_is_written_again() {
        let disk = Disk::default();
        let opened = disk.clone();
        let open = move || Ok(Database::builder().create_with_backend(opened.clone())?);
        let store = Store::with_file(File::new(open).expect("an empty disk")).expect("a thread");
        store.write(change("first", Setup::VERSION)).await.expect("there is room");
        for _ in 0..3 {
            disk.full.store(true, Ordering::Relaxed);
            store.write(change("second", Setup::VERSION)).await.expect_err("the disk is full");
            assert!(store.written.failed.load(Ordering::Relaxed));
            disk.full.store(false, Ordering::Relaxed);
            let (_, moves) = store.read("first").expect("the disk can be read").expect("it was stored");
            assert_eq!(moves, [1, 2]);
            assert!(store.read("second").expect("the disk can be read").is_none(), "it was refused");
        }
        store.write(change("second", Setup::VERSION)).await.expect("there is room again");
        assert!(!store.written.failed.load(Ordering::Relaxed));
        assert!(store.read("second").expect("the disk can be read").is_some());
        store.close();
        assert!(store.read("second").is_err() && store.write(change("third", 1)).await.is_err());
    }

    #[tokio::test]
    async fn a_table_of_another_version_is_not_missing() {
        let folder = tempfile::tempdir().expect("there is room");
        let store = Store::open(folder.path()).expect("a folder");
        store.write(change("later", Setup::VERSION + 1)).await.expect("there is room");
        assert!(store.read("later").is_err());
        assert!(store.read("none").expect("the file can be read").is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = folder.path().join(Store::FILE).metadata().expect("it is there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
    }
}
