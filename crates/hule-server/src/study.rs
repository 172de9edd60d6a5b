//! Many games that a client watches: who plays them, what is drawn, and what they wait for.

use crate::api::App;
use crate::limits::{Use, network};
use crate::meter::Client;
use crate::request::Refusal;
use axum::http::StatusCode;
use hule::arena::{LineUp, Results, Sprt, SprtPath};
use hule::players::{BuiltIn, PlayerName};
use hule::simulate::{Parallel, simulate};
use hule::stats::Stats;
use hule::{Action, ActionSet, Game, Language, Player, Seat, View, say};
use hule_text::{ArenaCharts, BatchCharts, Tested};
use serde::Serialize;
use std::collections::HashSet;
use std::convert::Infallible;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

/// Games to play.
pub struct Study {
    /// The language of the charts.
    pub language: Language,
    seed: u64,
    what: What,
    /// How many games there are, or decks of an arena.
    number: u64,
}

/// Who plays.
pub enum What {
    /// Four standard players.
    Batch,
    /// Players against each other.
    Arena {
        /// The players.
        line_up: LineUp<PlayerName>,
        /// Whether all pairs play.
        round_robin: bool,
        /// The test that ends it.
        sprt: Option<Sprt>,
    },
}

/// Why a study has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StudyEnd)]
pub enum End {
    /// All games are played.
    Played,
    /// The sequential test is decided.
    Decided,
    /// It took too long.
    Time,
    /// The server stops.
    Stopped,
}

/// What a client is shown of a study.
#[derive(Default)]
pub struct Drawn {
    /// How many games are played.
    pub games: u64,
    /// What was played.
    pub title: String,
    /// The charts.
    pub charts: String,
}

/// How many games of standard players are played at a time: about a millisecond.
const CHUNK: u64 = 256;

/// How often a client is told.
const EVERY: Duration = Duration::from_millis(500);

impl Study {
    /// A study of so many games, rounded up to whole decks.
    pub fn new(language: Language, seed: u64, what: What, games: u64) -> Study {
        let number = match &what {
            What::Batch => games,
            What::Arena { line_up, .. } => games.div_ceil(line_up.games() as u64),
        };
        Study { language, seed, what, number }
    }

    /// How many games are played at the most.
    pub fn games(&self) -> u64 {
        match &self.what {
            What::Batch => self.number,
            What::Arena { line_up, .. } => self.number * line_up.games() as u64,
        }
    }

    /// Plays the games and tells now and then what is known. Returns all of it, why it has ended, and the report as a file;
    /// `None` if it was stopped before the first games were played.
    pub fn run(&self, courtesy: &Courtesy, tell: impl FnMut(Drawn)) -> Option<(Drawn, End, String)> {
        match &self.what {
            What::Batch => self.count(courtesy, tell),
            What::Arena { line_up, round_robin, sprt } => self.compare(
                line_up,
                Results::new(line_up.entrants().len(), *round_robin),
                *sprt,
                courtesy,
                tell,
            ),
        }
    }

    fn count(&self, courtesy: &Courtesy, mut tell: impl FnMut(Drawn)) -> Option<(Drawn, End, String)> {
        let Study { language, seed, number, .. } = *self;
        let (mut stats, mut pulse) = (Stats::default(), Pulse::default());
        let drawn = |stats: &Stats| {
            let charts = BatchCharts { language, seed, first: 0, stats };
            Drawn { games: stats.games, title: charts.title(), charts: charts.html() }
        };
        while stats.games < number && courtesy.wait() {
            let games = stats.games..number.min(stats.games + CHUNK);
            courtesy.work(|| simulate(seed, games, &mut stats));
            if pulse.is_due() {
                tell(drawn(&stats));
            }
        }
        let end = if stats.games == number { End::Played } else { courtesy.end() };
        let report = || BatchCharts { language, seed, first: 0, stats: &stats }.page();
        (stats.games > 0).then(|| (drawn(&stats), end, report()))
    }

    fn compare(
        &self,
        line_up: &LineUp<PlayerName>,
        mut results: Results,
        sprt: Option<Sprt>,
        courtesy: &Courtesy,
        mut tell: impl FnMut(Drawn),
    ) -> Option<(Drawn, End, String)> {
        let Study { language, seed, number, .. } = *self;
        let names = line_up.names();
        let (mut path, mut pulse, mut accepted) = (SprtPath::default(), Pulse::default(), None);
        let charts = |results: &Results, path: &SprtPath, show: &dyn Fn(&ArenaCharts<'_>) -> String| {
            let tested = sprt.map(|sprt| Tested { sprt, path });
            show(&ArenaCharts { language, seed, first: 0, names: &names, results, tested })
        };
        let drawn = |results: &Results, path: &SprtPath| Drawn {
            games: results.games(),
            title: charts(results, path, &|charts| charts.title()),
            charts: charts(results, path, &|charts| charts.html()),
        };
        let how = Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop: &courtesy.stop };
        let make = |name: &PlayerName| Ok::<_, Infallible>(Courteous { player: name.player(), courtesy });
        let Ok(_) = line_up.play(seed, 0..number, how, make, |deck| {
            results.add(&deck);
            if let (Some(sprt), Results::Match(totals)) = (sprt, &results) {
                path.push(&sprt, &totals.lead());
                accepted = results.accepted(&sprt);
            }
            if pulse.is_due() {
                tell(drawn(&results, &path));
            }
            if accepted.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let end = match accepted {
            Some(_) => End::Decided,
            None if results.decks() == number => End::Played,
            None => courtesy.end(),
        };
        let report = || charts(&results, &path, &|charts| charts.page(&[]));
        (results.decks() > 0).then(|| (drawn(&results, &path), end, report()))
    }
}

/// Tells when a client is to be told again: at once, and then every now and then.
#[derive(Default)]
struct Pulse(Option<Instant>);

impl Pulse {
    fn is_due(&mut self) -> bool {
        let is_due = self.0.is_none_or(|last| last.elapsed() >= EVERY);
        if is_due {
            self.0 = Some(Instant::now());
        }
        is_due
    }
}

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
        let end = (!client.0.is_loopback()).then(|| Instant::now() + Courtesy::LONGEST);
        Courtesy { app: Arc::clone(app), client, stop, end }
    }

    /// Whether the study has to end.
    fn is_over(&self) -> bool {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Why it has ended before all games were played.
    fn end(&self) -> End {
        if self.end.is_some_and(|end| Instant::now() >= end) { End::Time } else { End::Stopped }
    }

    /// Waits until nothing is more urgent. Returns whether the study goes on.
    fn wait(&self) -> bool {
        let may_think = || self.app.usage.count(self.client.0, Use::Thinking(Duration::ZERO));
        while !self.is_over() && (self.app.thinkers.load() > 0 || !may_think()) {
            std::thread::sleep(Courtesy::PAUSE);
        }
        !self.is_over()
    }

    /// Works, and counts the time.
    fn work<T>(&self, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        self.app.usage.count(self.client.0, Use::Thinking(begin.elapsed()));
        done
    }
}

/// A player that decides only when nothing is more urgent.
struct Courteous<'a> {
    player: BuiltIn,
    courtesy: &'a Courtesy,
}

impl Player for Courteous<'_> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.courtesy.wait();
        self.courtesy.work(|| self.player.choose(view, legal))
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        self.player.begin(seat, seed);
    }

    fn end(&mut self, game: &Game) {
        self.player.end(game);
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
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
        })?;
        let address = (!address.is_loopback()).then(|| network(address));
        let mut studying = app.studying.lock().unwrap_or_else(PoisonError::into_inner);
        if address.is_some_and(|address| !studying.insert(address)) {
            let sentence = say!(
                language,
                "your address has a study under way; please wait for its end",
                "你的地址已有一项统计在进行；请等它结束"
            );
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence));
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
