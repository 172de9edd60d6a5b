//! Studies: many games, with charts of them while they are played.

use crate::arena::Arena;
use crate::batch_report::BatchReport;
use hule::arena::PlayedDeck;
use hule::players::{BuiltIn, PlayerName};
use hule::stats::Stats;
use hule::{Action, ActionSet, Game, Language, Player, Seat, View, say};
use serde::Serialize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant; // In a browser, that of the standard library panics.

/// Decides when a study works, and when it has to end.
pub trait StudyScheduler: Sync {
    /// Waits until the study may go on, and returns whether it does. It is called before every decision of a player.
    fn wait(&self) -> bool;

    /// Is told how long a piece of the work took.
    fn worked(&self, time: Duration);

    /// Set when the study has to end.
    fn stop(&self) -> &AtomicBool;

    /// Why it had to end.
    fn end(&self) -> StudyEnd;
}

/// The scheduler of a study that never waits, and never has to end.
#[derive(Default)]
pub struct Unscheduled(AtomicBool);

impl StudyScheduler for Unscheduled {
    fn wait(&self) -> bool {
        true
    }

    fn worked(&self, _time: Duration) {}

    fn stop(&self) -> &AtomicBool {
        &self.0
    }

    fn end(&self) -> StudyEnd {
        StudyEnd::Stopped
    }
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

/// Games that are played, and the report of them so far.
pub struct Study {
    language: Language,
    games: Games,
    /// When the last line was returned.
    reported: Option<Instant>,
    ended: bool,
}

enum Games {
    /// Of four standard players, and how many are played at the most.
    Batch(Box<BatchReport>, u64),
    /// Of players against each other.
    Arena(Box<Arena<PlayerName>>),
}

/// How many games of standard players are played at a time: about a millisecond.
const CHUNK: u64 = 256;

/// The time between two lines.
const INTERVAL: Duration = Duration::from_millis(500);

impl Study {
    /// Counts what happens in so many games of four standard players.
    pub fn batch(language: Language, seed: u64, games: u64) -> Study {
        let report = BatchReport { seed, ..BatchReport::default() };
        Study::new(language, Games::Batch(Box::new(report), games))
    }

    /// Compares the players of an arena that begins with deck 0.
    pub fn arena(language: Language, arena: Arena<PlayerName>) -> Study {
        Study::new(language, Games::Arena(Box::new(arena)))
    }

    fn new(language: Language, games: Games) -> Study {
        Study { language, games, reported: None, ended: false }
    }

    /// Returns the language of the charts.
    pub fn language(&self) -> Language {
        self.language
    }

    /// How many games are played at the most.
    fn most(&self) -> u64 {
        match &self.games {
            Games::Batch(_, most) => *most,
            Games::Arena(arena) => arena.decks() * arena.games_a_deck(),
        }
    }

    /// Plays on until it is time for the next line. The first comes at once. Returns `None` after the last one.
    pub fn next_line(&mut self, scheduler: &impl StudyScheduler) -> Option<StudyLine> {
        if self.ended {
            return None;
        }
        if self.reported.is_none() {
            self.reported = Some(Instant::now());
            let (title, charts) = Default::default();
            return Some(StudyLine::Progress { games: 0, of: self.most(), title, charts });
        }
        let first = self.played() == 0;
        while self.play(scheduler) {
            if let Some(line) = self.progress(first) {
                return Some(line);
            }
        }
        self.ended = true;
        Some(self.last_line(scheduler.end()))
    }

    /// Returns how many decks others can play for this study at the most; 0 if these are games of four standard players.
    pub fn decks(&self) -> u64 {
        match &self.games {
            Games::Batch(..) => 0,
            Games::Arena(arena) => arena.decks(),
        }
    }

    /// Plays these decks, to be [taken](Study::take) by the study that counts them. Returns them as JSON.
    pub fn play_decks(&self, decks: Range<u64>, scheduler: &impl StudyScheduler) -> String {
        let played = match &self.games {
            Games::Batch(..) => Vec::new(),
            Games::Arena(arena) => play_decks(arena, decks.start..decks.end.min(arena.decks()), scheduler),
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
        let first = self.played() == 0;
        let Games::Arena(arena) = &mut self.games else { return Ok(None) };
        if !decks.iter().all(|deck| arena.can_play(deck)) {
            return Err(NotOurDecks);
        }
        for deck in &decks {
            if !self.ended && deck.number == arena.report().end() {
                self.ended = arena.count(deck).is_break() || arena.report().end() == arena.decks();
                if self.ended {
                    return Ok(Some(self.last_line(StudyEnd::Played)));
                }
            }
        }
        Ok(if self.ended || self.played() == 0 { None } else { self.progress(first) })
    }

    /// Returns whether the last line was returned.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// A line if it is time for one; the first charts come as soon as there is something to draw.
    fn progress(&mut self, first: bool) -> Option<StudyLine> {
        if !first && self.reported.is_some_and(|reported| reported.elapsed() < INTERVAL) {
            return None;
        }
        self.reported = Some(Instant::now());
        let (title, charts) = self.drawn();
        Some(StudyLine::Progress { games: self.played(), of: self.most(), title, charts })
    }

    /// How many games are played.
    fn played(&self) -> u64 {
        match &self.games {
            Games::Batch(report, _) => report.stats.games,
            Games::Arena(arena) => arena.report().results.games(),
        }
    }

    /// Plays some more games. Returns whether there are others to be played.
    fn play(&mut self, scheduler: &impl StudyScheduler) -> bool {
        if !scheduler.wait() {
            return false;
        }
        match &mut self.games {
            Games::Batch(report, most) => {
                let begin = Instant::now();
                report.stats += &Stats::of(report.seed, report.end()..(*most).min(report.end() + CHUNK));
                scheduler.worked(begin.elapsed());
                report.end() < *most
            }
            Games::Arena(arena) => {
                let next = arena.report().end();
                match &*play_decks(arena, next..next + 1, scheduler) {
                    [deck] => arena.count(deck).is_continue() && next + 1 < arena.decks(),
                    _ => false,
                }
            }
        }
    }

    /// The last line. `otherwise` is why it ended if not by itself.
    fn last_line(&self, otherwise: StudyEnd) -> StudyLine {
        let (games, of) = (self.played(), self.most());
        if games == 0 {
            let error =
                say!(self.language, "stopped before the first games were played", "完成第一局之前被中断");
            return StudyLine::Error { error };
        }
        let ended = match &self.games {
            Games::Arena(arena) if arena.report().is_decided() => StudyEnd::Decided,
            _ if games == of => StudyEnd::Played,
            _ => otherwise,
        };
        let report = match &self.games {
            Games::Batch(report, _) => report.html(self.language),
            Games::Arena(arena) => arena.report().html(self.language),
        };
        let (title, charts) = self.drawn();
        StudyLine::Study { games, of, title, charts, ended, report }
    }

    /// The title, and the charts as HTML.
    fn drawn(&self) -> (String, String) {
        match &self.games {
            Games::Batch(report, _) => (report.title(self.language), report.charts(self.language)),
            Games::Arena(arena) => {
                (arena.report().title(self.language), arena.report().charts(self.language))
            }
        }
    }
}

/// What was given is not what [`Study::play_decks`] returns for the same study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOurDecks;

fn play_decks(
    arena: &Arena<PlayerName>,
    decks: Range<u64>,
    scheduler: &impl StudyScheduler,
) -> Vec<PlayedDeck> {
    let make = |name: &PlayerName| ScheduledPlayer { player: name.player(), scheduler };
    arena.play_decks(decks, scheduler.stop(), make)
}

/// Not generic, so that it is compiled here, for size.
fn written(decks: &[PlayedDeck]) -> String {
    serde_json::to_string(decks).expect("decks have nothing that JSON has not")
}

/// A player that decides only when the study may go on.
struct ScheduledPlayer<'a, S> {
    player: BuiltIn,
    scheduler: &'a S,
}

impl<S: StudyScheduler> Player for ScheduledPlayer<'_, S> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.scheduler.wait();
        let begin = Instant::now();
        let action = self.player.choose(view, legal);
        self.scheduler.worked(begin.elapsed());
        action
    }

    fn begin(&mut self, seat: Seat, seed: u64) {
        self.player.begin(seat, seed);
    }

    fn end(&mut self, game: &Game) {
        self.player.end(game);
    }
}
