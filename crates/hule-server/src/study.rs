//! Studies on a server that others use: what they wait for, and their places.

use crate::api::App;
use crate::limits::{Use, network};
use crate::rate_limit::Client;
use hule::{Language, say};
use hule_api::{Pace, Refusal, Status, StudyEnd};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// What a study waits for: tables, whose players think first, and the share of thinking that its address has.
pub struct Courtesy {
    app: Arc<App>,
    client: Client,
    /// Ends the study.
    pub stop: Arc<AtomicBool>,
    /// When it has to end; `None` for the user of this computer.
    end: Option<Instant>,
}

impl Courtesy {
    /// How long a study may take.
    const LONGEST: Duration = Duration::from_mins(10);

    /// How long it waits before it looks again.
    const PAUSE: Duration = Duration::from_millis(2);

    pub fn new(app: &Arc<App>, client: Client, stop: Arc<AtomicBool>) -> Courtesy {
        let end = (!client.0.is_loopback()).then(|| app.options.clock.now() + Courtesy::LONGEST);
        Courtesy { app: Arc::clone(app), client, stop, end }
    }

    /// Whether it has taken as long as it may.
    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| self.app.options.clock.now() >= end)
    }

    /// Whether the study has to end.
    fn is_over(&self) -> bool {
        if self.is_late() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}

impl Pace for Courtesy {
    fn wait(&self) -> bool {
        let may_think = || self.app.usage.count(self.client.0, Use::Thinking(Duration::ZERO));
        while !self.is_over() && (self.app.scheduler.load() > 0 || !may_think()) {
            std::thread::sleep(Courtesy::PAUSE);
        }
        !self.is_over()
    }

    fn worked(&self, time: Duration) {
        self.app.usage.count(self.client.0, Use::Thinking(time));
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
