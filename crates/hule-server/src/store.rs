//! The file in which tables are kept.
//!
//! It is a redb database: one file, written by Rust code alone, so that it builds for every system without a C compiler, and
//! a transaction is either there as a whole after a crash or not at all. `SQLite` could do the same, but is C.

use hule_api::{Record, Setup, TableError};
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

/// The tables, kept in a file.
///
/// A thread writes what has changed: all that was asked for while it wrote the last time goes into one transaction, whose
/// end the disk has confirmed before any client is told.
pub struct Store {
    file: Arc<File>,
    updates: Sender<Job>,
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
pub struct Update {
    /// The table as it is now.
    pub record: Record,
    /// Whether its setup has changed.
    pub renewed: bool,
}

struct Job {
    update: Update,
    done: oneshot::Sender<Result<(), TableError>>,
}

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
        let (updates, jobs) = channel();
        let written = Arc::new(Written::default());
        let writer = Writer { file: Arc::clone(&file), jobs, written: Arc::clone(&written) };
        std::thread::Builder::new().name("store".to_owned()).spawn(|| writer.run())?;
        Ok(Store { file, updates, written })
    }

    /// Closes the file. What is not written by then is not stored.
    pub fn close(&self) {
        self.file.closed.store(true, Ordering::Relaxed);
        *self.file.database.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Writes an update. When this returns, it is on the disk.
    ///
    /// # Errors
    /// Returns an error if that is not possible; nothing is written then.
    pub async fn write(&self, update: Update) -> Result<(), TableError> {
        let (done, stored) = oneshot::channel();
        self.updates.send(Job { update, done }).map_err(|_| TableError::NotStored)?;
        stored.await.unwrap_or(Err(TableError::NotStored))
    }

    /// The table of this name, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, id: &str) -> Result<Option<Record>, TableError> {
        let stored = self.file.with(|database| {
            let transaction = database.begin_read()?;
            let Some(setup) = transaction.open_table(SETUPS)?.get(id)? else { return Ok(None) };
            let moves = transaction.open_table(MOVES)?.get(id)?;
            let moves = moves.map(|moves| moves.value().to_vec()).unwrap_or_default();
            Ok(Some((setup.value().to_vec(), moves)))
        });
        let unreadable = |error: &dyn std::fmt::Display| {
            log::error!("a table cannot be read error={error}");
            TableError::Unreadable
        };
        let Some((setup, moves)) = stored.map_err(|error| unreadable(&error))? else { return Ok(None) };
        let setup: Setup = serde_json::from_slice(&setup).map_err(|error| unreadable(&error))?;
        Ok(Some(Record { id: id.to_owned(), setup: Arc::new(setup), moves }))
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
                // The receiver is gone if the server ends.
                let _ = job.done.send(done.as_ref().map(|&()| ()).map_err(|_| TableError::NotStored));
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
                for Job { update: Update { record, renewed }, .. } in jobs {
                    if *renewed {
                        let json = serde_json::to_vec(&*record.setup)
                            .expect("a setup has nothing that JSON has not");
                        setups.insert(&*record.id, &*json)?;
                    }
                    moves.insert(&*record.id, &*record.moves)?;
                }
            }
            transaction.commit()?;
            Ok(())
        })
    }
}

#[cfg(test)]
pub mod disk {
    use super::{File, Store};
    use redb::{Database, StorageBackend};
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    /// A disk that may be full, or slow to read.
    #[derive(Clone, Debug, Default)]
    pub struct Disk {
        bytes: Arc<Mutex<Vec<u8>>>,
        pub full: Arc<AtomicBool>,
        /// Whether reading has to wait.
        pub slow: Arc<AtomicBool>,
        /// Whether something was to be read.
        pub asked: Arc<AtomicBool>,
    }

    impl Disk {
        /// A store on this disk. It keeps nothing in memory.
        pub fn store(&self) -> Store {
            let disk = self.clone();
            let open = move || Ok(Database::builder().set_cache_size(0).create_with_backend(disk.clone())?);
            Store::with_file(File::new(open).expect("an empty disk")).expect("a thread")
        }

        fn check(&self) -> io::Result<()> {
            if self.full.load(Ordering::Relaxed) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    impl StorageBackend for Disk {
        fn len(&self) -> io::Result<u64> {
            Ok(self.bytes.lock().expect("no panic").len() as u64)
        }

        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            self.asked.store(true, Ordering::Relaxed);
            while self.slow.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
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
}

#[cfg(test)]
mod tests {
    use super::disk::Disk;
    use super::*;
    use hule::BySeat;
    use hule_api::Chair;

    fn update(id: &str, version: u32) -> Update {
        let chairs = BySeat::from_fn(|_| Chair::person("secret".to_owned()));
        let setup = Setup {
            version,
            chairs,
            watch: "watch".to_owned(),
            clock: None,
            seed: 1,
            game: 0,
            start: None,
            hint_seed: 0,
            begun: false,
            games: Vec::new(),
        };
        Update {
            record: Record { id: id.to_owned(), setup: Arc::new(setup), moves: vec![1, 2] },
            renewed: true,
        }
    }

    #[tokio::test]
    async fn a_disk_that_was_full_is_written_again() {
        let disk = Disk::default();
        let store = disk.store();
        store.write(update("first", Setup::VERSION)).await.expect("there is room");
        for _ in 0..3 {
            disk.full.store(true, Ordering::Relaxed);
            store.write(update("second", Setup::VERSION)).await.expect_err("the disk is full");
            assert!(store.written.failed.load(Ordering::Relaxed));
            disk.full.store(false, Ordering::Relaxed);
            let first = store.read("first").expect("the disk can be read").expect("it was stored");
            assert_eq!(first.moves, [1, 2]);
            assert!(store.read("second").expect("the disk can be read").is_none(), "it was refused");
        }
        store.write(update("second", Setup::VERSION)).await.expect("there is room again");
        assert!(!store.written.failed.load(Ordering::Relaxed));
        assert!(store.read("second").expect("the disk can be read").is_some());
        store.close();
        assert!(store.read("second").is_err() && store.write(update("third", 1)).await.is_err());
    }

    #[tokio::test]
    async fn a_table_of_a_later_version_is_not_missing() {
        let folder = tempfile::tempdir().expect("there is room");
        let store = Store::open(folder.path()).expect("a folder");
        store.write(update("later", Setup::VERSION + 1)).await.expect("there is room");
        let later = store.read("later").expect("the file can be read").expect("it was stored");
        assert!(hule_api::Table::restored(&later).is_none());
        assert!(store.read("none").expect("the file can be read").is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = folder.path().join(Store::FILE).metadata().expect("it is there");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
    }
}
