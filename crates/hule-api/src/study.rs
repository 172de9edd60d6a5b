//! `/study`: many games, drawn while they are played.

mod request;

use hule::arena::{LineUp, PlayedDeck, PlayedGame, Results, Sprt, SprtPath};
use hule::players::{BuiltIn, PlayerName};
use hule::simulate::Parallel;
use hule::stats::Stats;
use hule::{Action, ActionSet, Game, Language, Player, Seat, View, say};
use hule_text::{ArenaCharts, BatchCharts, Tested};
pub use request::StudyRequest;
use serde::Serialize;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant; // In a browser, that of the standard library panics.

/// What a study waits for, and what ends it.
pub trait Pace: Sync {
    /// Waits until nothing is more urgent. Returns whether the study goes on.
    fn wait(&self) -> bool;

    /// Is told how long a piece of the work took.
    fn worked(&self, time: Duration);

    /// Set when the study has to end.
    fn stop(&self) -> &AtomicBool;

    /// Why it had to end.
    fn end(&self) -> StudyEnd;
}

/// Why a study has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum StudyEnd {
    /// All games are played.
    Played,
    /// The sequential test is decided.
    Decided,
    /// It took too long.
    Time,
    /// The server stops.
    Stopped,
}

/// A line of the answer.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StudyLine {
    /// What is known so far. The first comes at once, the others twice a second.
    Progress {
        /// How many games are played.
        games: u64,
        /// How many are to be played at the most.
        of: u64,
        /// What was played; empty before the first games are.
        title: String,
        /// The charts as HTML, for the style sheet `/assets/charts.css`; empty before the first games are played.
        charts: String,
    },
    /// All of it, in the last line.
    Study {
        /// How many games were played.
        games: u64,
        /// How many were to be played at the most.
        of: u64,
        /// What was played.
        title: String,
        /// The charts as HTML.
        charts: String,
        /// Why it ended.
        ended: StudyEnd,
        /// The same as a file that needs no other, as `hule batch --html` and `hule arena --html` write it.
        report: String,
    },
    /// Why there is no result, in the last line.
    Error {
        /// One sentence.
        error: String,
    },
}

/// Games that are played, and what has come of them so far.
pub struct Study {
    language: Language,
    seed: u64,
    /// How many games are played at the most, or decks of an arena.
    number: u64,
    found: Found,
    /// When the client was told last.
    told: Option<Instant>,
    ended: bool,
}

/// What was found.
enum Found {
    /// In games of four standard players.
    Batch(Box<Stats>),
    /// In games of players against each other.
    Arena(Box<Compared>),
}

struct Compared {
    line_up: LineUp<PlayerName>,
    results: Results,
    /// The test that ends it.
    sprt: Option<Sprt>,
    path: SprtPath,
    decided: bool,
}

/// How many games of standard players are played at a time: about a millisecond.
const CHUNK: u64 = 256;

/// How often a client is told.
const EVERY: Duration = Duration::from_millis(500);

impl Study {
    /// Counts what happens in games of four standard players.
    fn batch(language: Language, seed: u64, games: u64) -> Study {
        Study::new(language, seed, games, Found::Batch(Box::default()))
    }

    /// Compares players in so many games, rounded up to whole decks.
    fn arena(
        language: Language,
        seed: u64,
        games: u64,
        line_up: LineUp<PlayerName>,
        round_robin: bool,
        sprt: Option<Sprt>,
    ) -> Study {
        let decks = games.div_ceil(line_up.games() as u64);
        let results = Results::new(line_up.entrants().len(), round_robin);
        let compared = Compared { line_up, results, sprt, path: SprtPath::default(), decided: false };
        Study::new(language, seed, decks, Found::Arena(Box::new(compared)))
    }

    fn new(language: Language, seed: u64, number: u64, found: Found) -> Study {
        Study { language, seed, number, found, told: None, ended: false }
    }

    /// Returns the language of the charts.
    pub fn language(&self) -> Language {
        self.language
    }

    /// How many games are played at the most.
    fn most(&self) -> u64 {
        match &self.found {
            Found::Batch(_) => self.number,
            Found::Arena(compared) => self.number * compared.line_up.games() as u64,
        }
    }

    /// Plays on until it is time for the next line. The first comes at once. Returns `None` after the last one.
    pub fn next_line(&mut self, pace: &impl Pace) -> Option<StudyLine> {
        if self.ended {
            return None;
        }
        if self.told.is_none() {
            self.told = Some(Instant::now());
            let (title, charts) = Default::default();
            return Some(StudyLine::Progress { games: 0, of: self.most(), title, charts });
        }
        let first = self.games() == 0;
        while self.play(pace) {
            if let Some(line) = self.progress(first) {
                return Some(line);
            }
        }
        self.ended = true;
        Some(self.last_line(pace.end()))
    }

    /// Returns how many decks others can play for this study at the most; 0 if these are games of four standard players.
    pub fn decks(&self) -> u64 {
        match &self.found {
            Found::Batch(_) => 0,
            Found::Arena(_) => self.number,
        }
    }

    /// Plays these decks, to be [taken](Study::take) by whoever counts them. Returns them as JSON.
    pub fn play_decks(&self, decks: Range<u64>, pace: &impl Pace) -> String {
        let played = match &self.found {
            Found::Batch(_) => Vec::new(),
            Found::Arena(compared) => {
                compared.play_decks(self.seed, decks.start..decks.end.min(self.number), pace)
            }
        };
        written(&played)
    }

    /// Counts decks that were [played](Study::play_decks) elsewhere, if they are the next. Returns a line if it is time for one,
    /// and the last line after the last deck.
    ///
    /// # Errors
    /// Returns an error if these are not decks of such a study.
    pub fn take(&mut self, decks: &str) -> Result<Option<StudyLine>, NotOurDecks> {
        let decks: Vec<PlayedDeck> = serde_json::from_str(decks).map_err(|_| NotOurDecks)?;
        let first = self.games() == 0;
        let Found::Arena(compared) = &mut self.found else { return Ok(None) };
        if !decks.iter().all(|deck| compared.is_own(deck)) {
            return Err(NotOurDecks);
        }
        for deck in &decks {
            if !self.ended && deck.number == compared.results.decks() {
                compared.count(deck);
                self.ended = compared.decided || compared.results.decks() == self.number;
                if self.ended {
                    return Ok(Some(self.last_line(StudyEnd::Played)));
                }
            }
        }
        Ok(if self.ended || self.games() == 0 { None } else { self.progress(first) })
    }

    /// Returns whether the last line was told.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// A line if it is time for one; the first charts come as soon as there is something to draw.
    fn progress(&mut self, first: bool) -> Option<StudyLine> {
        if !first && self.told.is_some_and(|told| told.elapsed() < EVERY) {
            return None;
        }
        self.told = Some(Instant::now());
        let (title, charts) = self.drawn();
        Some(StudyLine::Progress { games: self.games(), of: self.most(), title, charts })
    }

    /// How many games are played.
    fn games(&self) -> u64 {
        match &self.found {
            Found::Batch(stats) => stats.games,
            Found::Arena(compared) => compared.results.games(),
        }
    }

    /// Plays some more games. Returns whether there are others to be played.
    fn play(&mut self, pace: &impl Pace) -> bool {
        if !pace.wait() {
            return false;
        }
        match &mut self.found {
            Found::Batch(stats) => {
                let games = stats.games..self.number.min(stats.games + CHUNK);
                let begin = Instant::now();
                **stats += &Stats::of(self.seed, games);
                pace.worked(begin.elapsed());
                stats.games < self.number
            }
            Found::Arena(compared) => {
                compared.play(self.seed, pace) && !compared.decided && compared.results.decks() < self.number
            }
        }
    }

    /// What is told at the end. `otherwise` is why it ended if not by itself.
    fn last_line(&self, otherwise: StudyEnd) -> StudyLine {
        let games = self.games();
        if games == 0 {
            let error =
                say!(self.language, "stopped before the first games were played", "完成第一局之前被中断");
            return StudyLine::Error { error };
        }
        let ended = match &self.found {
            Found::Arena(compared) if compared.decided => StudyEnd::Decided,
            _ if games == self.most() => StudyEnd::Played,
            _ => otherwise,
        };
        let ((title, charts), report) = (self.drawn(), self.report());
        StudyLine::Study { games, of: self.most(), title, charts, ended, report }
    }

    /// The title, and the charts as HTML.
    fn drawn(&self) -> (String, String) {
        match &self.found {
            Found::Batch(stats) => {
                let charts = self.batch_charts(stats);
                (charts.title(), charts.html())
            }
            Found::Arena(compared) => {
                compared.charts(self.language, self.seed, |charts| (charts.title(), charts.html()))
            }
        }
    }

    /// The report as a file.
    fn report(&self) -> String {
        match &self.found {
            Found::Batch(stats) => self.batch_charts(stats).page(),
            Found::Arena(compared) => compared.charts(self.language, self.seed, |charts| charts.page(&[])),
        }
    }

    fn batch_charts<'a>(&self, stats: &'a Stats) -> BatchCharts<'a> {
        BatchCharts { language: self.language, seed: self.seed, first: 0, stats }
    }
}

/// What was given is not what [`Study::play_decks`] returns for the same study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOurDecks;

impl Compared {
    /// Whether the line-up plays such a deck.
    fn is_own(&self, deck: &PlayedDeck) -> bool {
        const LONGEST: Duration = Duration::from_hours(24);
        let entrants = self.line_up.entrants().len();
        let fits = |game: &PlayedGame| {
            game.entrants.as_array().iter().all(|&entrant| entrant < entrants)
                && game.time.as_array().iter().all(|&time| time <= LONGEST)
        };
        deck.games.len() == self.line_up.games() && deck.games.iter().all(fits)
    }

    /// Plays the games of one more deck. Returns whether it did.
    fn play(&mut self, seed: u64, pace: &impl Pace) -> bool {
        let next = self.results.decks();
        let played = self.play_decks(seed, next..next + 1, pace);
        for deck in &played {
            self.count(deck);
        }
        !played.is_empty()
    }

    fn play_decks(&self, seed: u64, decks: Range<u64>, pace: &impl Pace) -> Vec<PlayedDeck> {
        let how = Parallel { threads: NonZeroUsize::MIN, chunk: NonZeroUsize::MIN, stop: pace.stop() };
        let make = |name: &PlayerName| Ok::<_, Infallible>(Paced { player: name.player(), pace });
        let mut played = Vec::new();
        let Ok(_) = self.line_up.play(seed, decks, how, make, |deck| {
            played.push(deck);
            ControlFlow::Continue(())
        });
        played
    }

    fn count(&mut self, deck: &PlayedDeck) {
        let Compared { results, sprt, path, decided, .. } = self;
        results.add(deck);
        if let (Some(sprt), Results::Match(totals)) = (&*sprt, &*results) {
            path.push(sprt, &totals.lead());
            *decided = results.accepted(sprt).is_some();
        }
    }

    fn charts<T>(&self, language: Language, seed: u64, show: impl FnOnce(&ArenaCharts<'_>) -> T) -> T {
        let tested = self.sprt.map(|sprt| Tested { sprt, path: &self.path });
        let names = self.line_up.names();
        show(&ArenaCharts { language, seed, first: 0, names: &names, results: &self.results, tested })
    }
}

/// Not generic, so that it is compiled here, for size.
fn written(decks: &[PlayedDeck]) -> String {
    serde_json::to_string(decks).expect("decks have nothing that JSON has not")
}

/// A player that decides only when nothing is more urgent.
struct Paced<'a, P> {
    player: BuiltIn,
    pace: &'a P,
}

impl<P: Pace> Player for Paced<'_, P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.pace.wait();
        let begin = Instant::now();
        let action = self.player.choose(view, legal);
        self.pace.worked(begin.elapsed());
        action
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        self.player.begin(seat, seed);
    }

    fn end(&mut self, game: &Game) {
        self.player.end(game);
    }
}
