//! Studies on a server that others use: when they may work, and their places.

use crate::api::App;
use crate::limits::{Use, network};
use crate::meter::Client;
use hule::{Language, say};
use hule_api::{Refusal, Status};
use hule_report::{StudyEnd, StudyScheduler};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Notify, OwnedSemaphorePermit};

/// The scheduler of a study on a server. Players at tables think first, and the study has the share of thinking of its address.
pub struct SharedScheduler {
    app: Arc<App>,
    client: Client,
    runtime: Handle,
    /// Ends the study.
    stop: AtomicBool,
    stopped: Notify,
    /// When it has to end; `None` for the user of this computer.
    end: Option<Instant>,
    /// The nanoseconds of work that are not counted yet.
    uncounted: AtomicU64,
}

impl SharedScheduler {
    /// How long a study may take.
    const LONGEST: Duration = Duration::from_mins(10);

    /// The nanoseconds of work after which it is counted, and others may come first.
    const SLICE: u64 = 2_000_000;

    /// Before the first work.
    const NOT_BEGUN: u64 = u64::MAX;

    /// A scheduler, made on a thread of the server.
    pub fn new(app: &Arc<App>, client: Client) -> SharedScheduler {
        let end = (!client.0.is_loopback()).then(|| app.options.clock.now() + SharedScheduler::LONGEST);
        SharedScheduler {
            app: Arc::clone(app),
            client,
            runtime: Handle::current(),
            stop: AtomicBool::new(false),
            stopped: Notify::new(),
            end,
            uncounted: AtomicU64::new(SharedScheduler::NOT_BEGUN),
        }
    }

    /// Ends the study, also while it waits.
    pub fn stop_study(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_one();
    }

    /// Whether it has taken as long as it may.
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| self.app.options.clock.now() >= end)
    }

    /// Waits until no player at a table thinks, and the address may think.
    async fn turn(&self) {
        loop {
            self.app.thinkers.idle().await;
            let pause = self.app.usage.thinking_pause(self.client.0);
            if pause.is_zero() {
                return;
            }
            self.wait_until(self.app.options.clock.now().checked_add(pause)).await;
        }
    }

    async fn wait_until(&self, time: Option<Instant>) {
        match time {
            Some(time) => self.app.options.clock.wait_until(time).await,
            None => std::future::pending().await,
        }
    }
}

impl StudyScheduler for SharedScheduler {
    fn wait(&self) -> bool {
        let work = self.uncounted.load(Ordering::Relaxed);
        if work >= SharedScheduler::SLICE && !self.stop.load(Ordering::Relaxed) {
            self.uncounted.store(0, Ordering::Relaxed);
            if work != SharedScheduler::NOT_BEGUN {
                self.app.usage.count(self.client.0, Use::Thinking(Duration::from_nanos(work)));
            }
            self.runtime.block_on(async {
                tokio::select! {
                    biased;
                    () = self.stopped.notified() => {}
                    () = self.wait_until(self.end) => self.stop.store(true, Ordering::Relaxed),
                    () = self.turn() => {}
                }
            });
        }
        !self.stop.load(Ordering::Relaxed)
    }

    fn worked(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.uncounted.fetch_add(nanos, Ordering::Relaxed);
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn end(&self) -> StudyEnd {
        if self.is_late() { StudyEnd::Time } else { StudyEnd::Stopped }
    }
}

/// A place for a study. An address has one; this computer has all that are left.
pub struct StudyPlace {
    app: Arc<App>,
    address: Option<IpAddr>,
    _permit: OwnedSemaphorePermit,
}

/// The addresses that study.
pub type Studying = Mutex<HashSet<IpAddr>>;

impl StudyPlace {
    /// How often it is tried for an address whose last study may not have noticed yet that nobody listens.
    const TRIALS: u32 = 20;

    /// A place for this client.
    pub async fn of(
        app: &Arc<App>,
        Client(address): Client,
        language: Language,
    ) -> Result<StudyPlace, Refusal> {
        let mut refusal = None;
        for trial in 0..StudyPlace::TRIALS {
            if trial > 0 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            match StudyPlace::try_of(app, address, language) {
                Ok(place) => return Ok(place),
                Err(error) => refusal = Some(error),
            }
        }
        Err(refusal.expect("it was tried"))
    }

    fn try_of(app: &Arc<App>, address: IpAddr, language: Language) -> Result<StudyPlace, Refusal> {
        let permit = Arc::clone(&app.study_places).try_acquire_owned().map_err(|_| {
            let sentence = say!(
                language,
                "too many studies are under way; please try again later",
                "正在进行的统计太多；请稍后再试"
            );
            Refusal::new(Status::ServiceUnavailable, sentence)
        })?;
        let address = (!address.is_loopback()).then(|| network(address));
        let mut studying = app.studying.lock().unwrap_or_else(PoisonError::into_inner);
        if address.is_some_and(|address| !studying.insert(address)) {
            let sentence = say!(
                language,
                "your address has a study under way; please wait for its end",
                "你的 IP 地址已有一项统计在进行；请等它结束"
            );
            return Err(Refusal::new(Status::TooManyRequests, sentence));
        }
        Ok(StudyPlace { app: Arc::clone(app), address, _permit: permit })
    }
}

impl Drop for StudyPlace {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            self.app.studying.lock().unwrap_or_else(PoisonError::into_inner).remove(&address);
        }
    }
}
