//! `/api/v1/tables`: games of a person against players of the library.

use crate::api::{App, Lang, Named, read_number, read_player};
use crate::language::Wanted;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use crate::request::{Answer, Asked, Refusal};
use crate::seed::{GREATEST, Number, Seeded, Unchecked};
use crate::table::{Hint, MoveError, State, Table};
use crate::tables::{LiveTable, random};
use crate::thinkers::NoThought;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use hule::action::ParseActionError;
use hule::players::{PlayerName, SearchOptions};
use hule::{Action, Language, Localized, Replay, Seat, say};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::DerefMut;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// How many worlds a player at a table may imagine for a decision, and how long it may think.
const MOST_SAMPLES: usize = 1000;
const MOST_TIME: Duration = Duration::from_millis(100);

/// A table to be set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct TableRequest {
    /// Where the person sits: `A`, `B`, `C` or `D`.
    #[schema(value_type = String)]
    seat: Seat,
    /// The players at the other seats, by seat: `random`, `standard`, `useful`, `net` or `search`; `standard` where none is named.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    players: BTreeMap<Seat, String>,
    /// The seed of the deck; if there is none, the server takes one and tells it when the game is over.
    #[schema(value_type = Option<u64>)]
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[serde(default)]
    #[schema(value_type = Option<u64>)]
    game: Option<Unchecked>,
    /// Instead of a seed, a packed game that is played on from some line of its log.
    packed: Option<String>,
    /// The line, counted from 1: the decisions that caused it and those before it are given. 0 begins with the deal.
    #[serde(default = "Unchecked::zero")]
    #[schema(value_type = usize)]
    line: Unchecked,
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Act {
    /// One of the legal actions.
    pub action: String,
    /// The turn of the state that it answers, so that no move is made twice.
    #[schema(value_type = usize)]
    pub turn: Unchecked,
}

/// Sets up a table and deals.
#[utoipa::path(post, path = "/api/v1/tables", request_body = TableRequest, params(Lang), tag = "play",
    responses((status = 201, body = State), (status = 422, body = Refusal), (status = 503, body = Refusal)))]
pub async fn create(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<TableRequest>,
) -> Result<impl IntoResponse, Refusal> {
    let players = asked.players(language)?;
    let chance = u64::from_ne_bytes(random());
    app.count(client, Use::Table, language)?;
    let table = match &asked.packed {
        Some(packed) => asked.after(packed, players, chance, language)?,
        None => Table::new(asked.seat, players, asked.seeded(language)?, chance),
    };
    let table = *go_on(&app, client, Box::new(table), language).await?;
    let live = app.tables.add(table).ok_or_else(|| {
        Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            say!(language, "all tables are in use; please try again later", "所有牌桌都在使用；请稍后再试"),
        )
    })?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok((StatusCode::CREATED, Answer(state)))
}

impl TableRequest {
    /// The seed and the number of the game. A seed that nobody gives is taken at random.
    fn seeded(&self, language: Language) -> Result<Seeded, Refusal> {
        let seed = read_number(self.seed.as_ref(), language)?;
        let seed = seed.unwrap_or_else(|| Number(u64::from_ne_bytes(random()) & GREATEST));
        let game = read_number(self.game.as_ref(), language)?.unwrap_or_default();
        Ok(Seeded { seed, game })
    }

    /// A table on which a game is played on.
    fn after(
        &self,
        packed: &str,
        players: BTreeMap<Seat, PlayerName>,
        chance: u64,
        language: Language,
    ) -> Result<Table, Refusal> {
        if self.seed.is_some() || self.game.is_some() {
            return Err(Refusal::wrong(say!(
                language,
                "expected a seed or a packed game, not both",
                "种子与 packed 只能给出其一"
            )));
        }
        let replay = Replay::unpack(packed).map_err(|error| Refusal::wrong(error.text(language)))?;
        let line = self.line.count("line").map_err(|error| Refusal::wrong_number(error, language))?;
        let given = replay.actions_to_line(line);
        if given.len() == replay.actions().len() {
            return Err(Refusal::wrong(say!(
                language,
                "the game is over at line {line}",
                "这一局到第 {line} 行已经结束"
            )));
        }
        Table::after(self.seat, players, replay.deck(), given, chance)
            .map_err(|error| Refusal::wrong(error.text(language)))
    }

    fn players(&self, language: Language) -> Result<BTreeMap<Seat, PlayerName>, Refusal> {
        if let Some(own) = self.players.get(&self.seat) {
            let seat = self.seat;
            return Err(Refusal::wrong(say!(
                language,
                "`{own}` cannot sit at {seat}, which is your own seat",
                "`{own}` 不能坐在 {seat}，那是你自己的座位"
            )));
        }
        let others = Seat::ALL.into_iter().filter(|&seat| seat != self.seat);
        others
            .map(|seat| {
                let name = self.players.get(&seat).map_or("standard", String::as_str);
                let player = read_player(name, language);
                Ok((seat, player.and_then(|player| bounded(player, language)).map_err(Refusal::wrong)?))
            })
            .collect()
    }
}

/// The player, if it does not think for too long.
pub fn bounded(player: PlayerName, language: Language) -> Result<PlayerName, String> {
    let most = MOST_TIME.as_millis();
    match player {
        PlayerName::Search(options) if !is_bounded(&options) => Err(say!(
            language,
            "at a table, search can use at most {MOST_SAMPLES} samples or {most} ms",
            "在牌桌上，search 最多可用 {MOST_SAMPLES} 个样本或 {most} 毫秒"
        )),
        player => Ok(player),
    }
}

/// Whether each limit that is given is small enough.
fn is_bounded(options: &SearchOptions) -> bool {
    options.max_samples().is_none_or(|samples| samples.get() <= MOST_SAMPLES)
        && options.max_time().is_none_or(|time| time <= MOST_TIME)
}

/// The table as it is.
#[utoipa::path(get, path = "/api/v1/tables/{table}", params(("table" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 404, body = Refusal)))]
pub async fn state(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
) -> Result<Answer<State>, Refusal> {
    let live = find(&app, &id, language)?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// Makes a move. The others then play until the person has to decide again.
#[utoipa::path(post, path = "/api/v1/tables/{table}/act", request_body = Act, params(("table" = String, Path), Lang),
    tag = "play",
    responses((status = 200, body = State), (status = 404, body = Refusal), (status = 409, body = Refusal),
        (status = 422, body = Refusal)))]
pub async fn act(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Asked(language, act): Asked<Act>,
) -> Result<Answer<State>, Refusal> {
    let live = find(&app, &id, language)?;
    make(&app, &live, client, act, language).await?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// Takes the last decision back.
#[utoipa::path(post, path = "/api/v1/tables/{table}/undo", params(("table" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub async fn undo(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Wanted(language): Wanted,
) -> Result<Answer<State>, Refusal> {
    let live = find(&app, &id, language)?;
    take_back(&app, &live, client, language).await?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// What a strong player would do.
#[utoipa::path(post, path = "/api/v1/tables/{table}/hint", params(("table" = String, Path), Lang), tag = "play",
    responses((status = 200, body = Hint), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
pub async fn hint(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Wanted(language): Wanted,
) -> Result<Answer<Hint>, Refusal> {
    let live = find(&app, &id, language)?;
    think(&app, &live, client, language).await.map(Answer)
}

/// The log of a game that is over.
#[utoipa::path(get, path = "/api/v1/tables/{table}/log", params(("table" = String, Path), Lang), tag = "play",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Refusal),
        (status = 409, body = Refusal)))]
pub async fn log(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
) -> Result<impl IntoResponse, Refusal> {
    let live = find(&app, &id, language)?;
    let table = live.table.lock().await;
    let log = table.log().ok_or_else(|| {
        Refusal::new(StatusCode::CONFLICT, say!(language, "the game is not over", "游戏还没有结束"))
    })?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")], log.to_string()))
}

/// The table of this name.
pub fn find(app: &App, id: &str, language: Language) -> Result<Arc<LiveTable>, Refusal> {
    app.tables.get(id).ok_or_else(|| {
        Refusal::new(
            StatusCode::NOT_FOUND,
            say!(language, "there is no such table (any more)", "没有这张牌桌，或者它已被清理"),
        )
    })
}

/// Makes a move, and lets the others think.
pub async fn make(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    act: Act,
    language: Language,
) -> Result<(), Refusal> {
    let turn = act.turn.count("turn").map_err(|error| Refusal::wrong_number(error, language))?;
    let action: Action =
        act.action.parse().map_err(|error: ParseActionError| Refusal::wrong(error.text(language)))?;
    change(app, live, client, language, move |table| table.act(action, turn)).await
}

/// Takes the last decision back.
pub async fn take_back(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
) -> Result<(), Refusal> {
    change(app, live, client, language, Table::undo).await
}

/// Changes a table. A client that disconnects meanwhile does not interrupt this.
async fn change(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
    how: impl FnOnce(&mut Table) -> Result<(), MoveError> + Send + 'static,
) -> Result<(), Refusal> {
    let (app, live) = (Arc::clone(app), Arc::clone(live));
    let changed = tokio::spawn(async move {
        let mut table = Arc::clone(&live.table).lock_owned().await;
        how(&mut table).map_err(|error| refuse(&error, language))?;
        let table =
            go_on(&app, client, table, language).await.inspect_err(|_| app.tables.remove(&live.id))?;
        live.changed.send_replace(table.is_over());
        Ok(())
    });
    changed.await.unwrap_or_else(|_| Err(broken(language)))
}

/// Lets the others play until the person has to decide. Those that think take turns with those of other tables.
async fn go_on<T: DerefMut<Target = Table> + Send + 'static>(
    app: &App,
    client: Client,
    mut table: T,
    language: Language,
) -> Result<T, Refusal> {
    if table.is_quick() {
        let played = catch_unwind(AssertUnwindSafe(|| table.go_on(None)));
        return told(
            app,
            client,
            language,
            played.map(|_| (table, Duration::ZERO)).map_err(|_| NoThought::Panicked),
        );
    }
    loop {
        let thought = app.thinkers.think(move |limit| {
            let more = table.go_on(limit);
            (table, more)
        });
        let (next, more) = told(app, client, language, thought.await)?;
        table = next;
        if !more {
            return Ok(table);
        }
    }
}

/// What a strong player would do, thought of on another thread.
pub async fn think(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
) -> Result<Hint, Refusal> {
    app.count(client, Use::Thinking(Duration::ZERO), language)?;
    let table = Arc::clone(&live.table).lock_owned().await;
    let hint = app.thinkers.try_think(move |limit| table.hint(limit, language)).await;
    told(app, client, language, hint)?.map_err(|error| refuse(&error, language))
}

/// Counts the time of a thought for the client.
fn told<T>(
    app: &App,
    client: Client,
    language: Language,
    thought: Result<(T, Duration), NoThought>,
) -> Result<T, Refusal> {
    match thought {
        Ok((thought, took)) => {
            app.usage.count(client.0, Use::Thinking(took));
            Ok(thought)
        }
        Err(NoThought::Panicked) => {
            add(&app.metrics.panics);
            tracing::error!("a player has panicked; its game is over");
            Err(broken(language))
        }
        Err(NoThought::Full) => Err(Refusal::new(
            StatusCode::SERVICE_UNAVAILABLE,
            say!(
                language,
                "too many players are thinking; please try again later",
                "正在思考的玩家太多；请稍后再试"
            ),
        )),
    }
}

fn refuse(error: &MoveError, language: Language) -> Refusal {
    let status = match error {
        MoveError::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
        MoveError::Over | MoveError::Late(_) | MoveError::NothingToUndo => StatusCode::CONFLICT,
    };
    Refusal::new(status, error.text(language))
}

/// A player has panicked.
fn broken(language: Language) -> Refusal {
    let sentence =
        say!(language, "a player has failed, and the game cannot go on", "一个玩家程序出错，这一局无法继续");
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
}
