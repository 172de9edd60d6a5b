//! `POST /api/v1/study`: many games, drawn while they are played.

use crate::api::lines::{Lines, line};
use crate::api::tables::bounded;
use crate::api::{App, Lang, read_number, read_player};
use crate::meter::Client;
use crate::request::{Asked, Refusal};
use crate::seed::{Number, Unchecked};
use crate::server::stop_wanted;
use crate::study::{Courtesy, Drawn, End, Study, StudyPlace, What};
use axum::body::Bytes;
use axum::extract::State as Shared;
use hule::arena::{LineUp, Sprt};
use hule::players::PlayerName;
use hule::{Language, say};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{mpsc, oneshot};
use utoipa::ToSchema;

/// How many games of four standard players a study has at the most.
const MOST_COUNTED: u64 = 1_000_000;

/// How many games of other players a study has at the most.
const MOST_COMPARED: u64 = 100_000;

/// How many players a round robin has at the most.
const MOST_PLAYERS: usize = 8;

/// What to study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct StudyRequest {
    /// Two or four players that are compared, as `hule arena` does. Without them, games of four standard players are
    /// counted, as `hule batch` does.
    #[serde(default)]
    players: Vec<String>,
    /// Whether every pair of two to eight players plays, and all are rated.
    #[serde(default)]
    round_robin: bool,
    /// A sequential test that ends the games: whether the first player leads the others by at most the first or at least
    /// the second of these percentage points.
    sprt: Option<[f64; 2]>,
    /// The number of games: up to 1,000,000 of four standard players, and up to 100,000 of others, rounded up to whole
    /// decks.
    #[schema(value_type = u64)]
    games: Unchecked,
    /// The seed of the decks and the players, by default 0; a text if it is too great for a number of JavaScript.
    #[schema(value_type = Option<Number>)]
    seed: Option<Unchecked>,
}

/// A line of the answer.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum StudyLine {
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
        ended: End,
        /// The same as a file that needs no other, as `hule batch --html` and `hule arena --html` write it.
        report: String,
    },
    /// Why there is no result, in the last line.
    Error {
        /// One sentence.
        error: String,
    },
}

/// Plays many games and draws what comes of them. The answer is sent as lines of JSON while they are played. The work ends
/// when the client disconnects.
#[utoipa::path(post, path = "/api/v1/study", request_body = StudyRequest, params(Lang), tag = "study",
    responses((status = 200, body = StudyLine, content_type = "application/x-ndjson"), (status = 422, body = Refusal),
        (status = 429, body = Refusal), (status = 503, body = Refusal)))]
pub async fn study(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<StudyRequest>,
) -> Result<Lines, Refusal> {
    let study = asked.study(language)?;
    let place = StudyPlace::of(&app, client, language).await?;
    let (lines, sender, stop) = Lines::new();
    // The client has just connected, and there is room for a line.
    let _ = sender.try_send(progress(&study, Drawn::default()));
    let courtesy = Courtesy::new(&app, client, stop);
    tokio::spawn(work(app, study, courtesy, sender, place));
    Ok(lines)
}

fn progress(study: &Study, drawn: Drawn) -> Bytes {
    let Drawn { games, title, charts } = drawn;
    line(&StudyLine::Progress { games, of: study.games(), title, charts })
}

/// Plays on a thread of its own, so that none of those is taken on which players at tables think.
async fn work(
    app: Arc<App>,
    study: Study,
    courtesy: Courtesy,
    sender: mpsc::Sender<Bytes>,
    _place: StudyPlace,
) {
    let (language, of, stop) = (study.language, study.games(), Arc::clone(&courtesy.stop));
    let mut stopped = app.stopped.clone();
    let (done, mut is_done) = oneshot::channel();
    let tell = sender.clone();
    let play = move || {
        // A client that does not keep up is told of the next.
        let result = study.run(&courtesy, |drawn| drop(tell.try_send(progress(&study, drawn))));
        done.send(result)
    };
    // If it cannot be started or panics, `done` is dropped.
    let _ = std::thread::Builder::new().name("study".to_owned()).spawn(play);
    let result = tokio::select! {
        result = &mut is_done => result,
        () = stop_wanted(&mut stopped) => {
            stop.store(true, Ordering::Relaxed);
            is_done.await
        }
    };
    let last = match result {
        Ok(Some((Drawn { games, title, charts }, ended, report))) => {
            StudyLine::Study { games, of, title, charts, ended, report }
        }
        Ok(None) => StudyLine::Error {
            error: say!(language, "stopped before the first games were played", "完成第一局之前被中断"),
        },
        Err(_) => StudyLine::Error { error: say!(language, "the request failed", "请求失败") },
    };
    let _ = sender.send(line(&last)).await;
}

impl StudyRequest {
    fn study(&self, language: Language) -> Result<Study, Refusal> {
        let seed = read_number(self.seed.as_ref(), language)?.unwrap_or_default().0;
        let games = self.games.count("games").map_err(|error| Refusal::wrong_number(error, language))? as u64;
        let what = self.what(language)?;
        let most = if matches!(what, What::Batch) { MOST_COUNTED } else { MOST_COMPARED };
        if !(1..=most).contains(&games) {
            return Err(Refusal::wrong(say!(
                language,
                "a study here has 1 to {most} games; `hule batch` and `hule arena` play any number",
                "这里的统计为 1 到 {most} 局；`hule batch` 和 `hule arena` 不限局数"
            )));
        }
        Ok(Study::new(language, seed, what, games))
    }

    fn what(&self, language: Language) -> Result<What, Refusal> {
        let read = |name: &String| read_player(name, language).and_then(|player| bounded(player, language));
        let players: Vec<PlayerName> =
            self.players.iter().map(read).collect::<Result<_, _>>().map_err(Refusal::wrong)?;
        let given = players.len();
        if given == 0 {
            if self.round_robin || self.sprt.is_some() {
                return Err(Refusal::wrong(say!(
                    language,
                    "`round_robin` and `sprt` need players",
                    "`round_robin` 和 `sprt` 需要给出玩家"
                )));
            }
            return Ok(What::Batch);
        }
        let line_up = match <[PlayerName; 4]>::try_from(players) {
            Ok(four) if !self.round_robin => LineUp::four(four),
            players => {
                let players = players.map_or_else(|players| players, Vec::from);
                if given != 2 && !(self.round_robin && (2..=MOST_PLAYERS).contains(&given)) {
                    return Err(Refusal::wrong(say!(
                        language,
                        "expected two or four players, or two to {MOST_PLAYERS} of a round robin",
                        "应为两名或四名玩家；循环赛为两到 {MOST_PLAYERS} 名"
                    )));
                }
                LineUp::round_robin(players)
            }
        };
        let Some([low, high]) = self.sprt else {
            return Ok(What::Arena { line_up, round_robin: self.round_robin, sprt: None });
        };
        if !(low >= -100.0 && high <= 100.0 && low < high) {
            return Err(Refusal::wrong(say!(
                language,
                "expected two numbers from -100 to 100, the lower first, such as 0,1",
                "应为 -100 到 100 的两个数，小的在前，例如 0,1"
            )));
        }
        if self.round_robin || line_up.entrants().len() == 1 {
            return Err(Refusal::wrong(say!(
                language,
                "a sequential test compares the first player with others, and not in a round robin",
                "序贯检验要把第一名玩家与其他玩家比较，且不能用于循环赛"
            )));
        }
        let sprt = Sprt { d0: low / 100.0, d1: high / 100.0, ..Sprt::default() };
        Ok(What::Arena { line_up, round_robin: false, sprt: Some(sprt) })
    }
}
