//! Studies on a server that others use: when they may work, and their places.

use crate::api::App;
use crate::limits::{Use, network};
use crate::rate_limit::Client;
use hule::{Language, say};
use hule_api::{Refusal, Status};
use hule_report::{StudyEnd, StudyScheduler};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// The scheduler of a study on a server. Players at tables think first, and the study has the share of thinking of its address.
pub struct SharedScheduler {
    app: Arc<App>,
    client: Client,
    runtime: Handle,
    /// Ends the study.
    stop: AtomicBool,
    stopped: Notify,
    /// When it has to end.
    end: Instant,
    /// The nanoseconds of work that are not counted yet.
    uncounted: AtomicU64,
}

impl SharedScheduler {
    /// How long a study may take.
    const LONGEST: Duration = Duration::from_mins(10);

    /// How long one of the user of this computer may take.
    const UNLIMITED: Duration = Duration::from_hours(24 * 365);

    /// The nanoseconds of work after which it is counted, and others may come first.
    const SLICE: u64 = 2_000_000;

    /// Before the first work.
    const NOT_BEGUN: u64 = u64::MAX;

    /// A scheduler, made on a thread of the server.
    pub fn new(app: &Arc<App>, client: Client) -> SharedScheduler {
        let is_own = client.0.is_loopback();
        let limit = if is_own { SharedScheduler::UNLIMITED } else { SharedScheduler::LONGEST };
        SharedScheduler {
            app: Arc::clone(app),
            client,
            runtime: Handle::current(),
            stop: AtomicBool::new(false),
            stopped: Notify::new(),
            end: app.options.clock.now() + limit,
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
        self.app.options.clock.now() >= self.end
    }

    /// Waits until no player at a table thinks, and the address may think.
    async fn turn(&self) {
        loop {
            self.app.scheduler.idle().await;
            let pause = self.app.usage.thinking_pause(self.client.0);
            if pause.is_zero() {
                return;
            }
            let clock = &self.app.options.clock;
            clock.wait_until(clock.now() + pause.min(SharedScheduler::LONGEST)).await;
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
                    () = self.app.options.clock.wait_until(self.end) => self.stop.store(true, Ordering::Relaxed),
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

/// The places of studies, and the addresses that have one.
pub struct StudyPlaces {
    free: usize,
    addresses: HashSet<IpAddr>,
}

impl StudyPlaces {
    pub fn new(places: usize) -> watch::Sender<StudyPlaces> {
        watch::Sender::new(StudyPlaces { free: places, addresses: HashSet::new() })
    }
}

/// A place for a study. An address has one; this computer has all that are left.
pub struct StudyPlace {
    app: Arc<App>,
    address: Option<IpAddr>,
}

impl StudyPlace {
    /// How long a client waits for a place: its last study may not have noticed yet that it has gone.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// A place for this client.
    pub async fn of(
        app: &Arc<App>,
        Client(address): Client,
        language: Language,
    ) -> Result<StudyPlace, Refusal> {
        let mut changes = app.study_places.subscribe();
        let address = (!address.is_loopback()).then(|| network(address));
        let take = || StudyPlace::take(app, address, language);
        let wait = async {
            loop {
                match take() {
                    Ok(place) => return place,
                    // This fails only if the sender is gone, and the app has it.
                    Err(_) => drop(changes.changed().await),
                }
            }
        };
        let waited = timeout(StudyPlace::PATIENCE, wait).await;
        waited.map_or_else(|_| take(), Ok)
    }

    fn take(app: &Arc<App>, address: Option<IpAddr>, language: Language) -> Result<StudyPlace, Refusal> {
        let mut refusal = None;
        app.study_places.send_if_modified(|places| {
            if places.free == 0 {
                let sentence = say!(
                    language,
                    "too many studies are under way; please try again later",
                    "正在进行的统计太多；请稍后再试"
                );
                refusal = Some(Refusal::new(Status::ServiceUnavailable, sentence));
            } else if address.is_some_and(|address| !places.addresses.insert(address)) {
                let sentence = say!(
                    language,
                    "your address has a study under way; please wait for its end",
                    "你的 IP 地址已有一项统计在进行；请等它结束"
                );
                refusal = Some(Refusal::new(Status::TooManyRequests, sentence));
            } else {
                places.free -= 1;
            }
            // Only a place that becomes free is waited for.
            false
        });
        refusal.map_or_else(|| Ok(StudyPlace { app: Arc::clone(app), address }), Err)
    }
}

impl Drop for StudyPlace {
    fn drop(&mut self) {
        self.app.study_places.send_modify(|places| {
            places.free += 1;
            self.address.iter().for_each(|address| _ = places.addresses.remove(address));
        });
    }
}
