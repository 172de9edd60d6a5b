//! What time it is, and timers of decisions.

use crate::task::spawn;
use hule_api::DecisionId;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
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

    /// Waits until this time.
    pub(crate) async fn wait_until(&self, end: Instant) {
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

/// The time of a decision. It is stopped when it is dropped.
pub struct Timer {
    /// The decision.
    pub decision: DecisionId,
    /// When its time is up.
    pub end: Instant,
    _running: oneshot::Sender<()>,
}

impl Timer {
    /// Starts it. Unless it is stopped before, this is done when the time is up.
    pub fn start(
        clock: &Clock,
        decision: DecisionId,
        time: Duration,
        then: impl Future<Output = ()> + Send + 'static,
    ) -> Timer {
        let (clock, end) = (clock.clone(), clock.now() + time);
        let (running, stopped) = oneshot::channel();
        spawn(async move {
            tokio::select! {
                () = clock.wait_until(end) => then.await,
                _ = stopped => {}
            }
        });
        Timer { decision, end, _running: running }
    }
}
