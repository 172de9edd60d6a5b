//! `/api/v1/tables`: games of a person against players of the library.

use crate::api::{App, Named};
use crate::language::Wanted;
use crate::limits::Use;
use crate::meter::Client;
use crate::metrics::add;
use crate::request::{Answer, Asked, Refused};
use crate::tables::LiveTable;
use crate::task::finish;
use crate::thinkers::NoThought;
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use hule::{Language, say};
use hule_api::{Act, Hint, MoveError, Refusal, State, Status, Table, TableRequest, no_table};
use std::ops::DerefMut;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

/// Sets up a table and deals.
pub async fn create(
    Shared(app): Shared<Arc<App>>,
    client: Client,
    Asked(language, asked): Asked<TableRequest>,
) -> Result<impl IntoResponse, Refused> {
    let table = asked.table(language)?;
    app.count(client, Use::Table, language)?;
    let table = *go_on(&app, client, Box::new(table), language).await?;
    let live = app.tables.add(table).ok_or_else(|| {
        Refusal::new(
            Status::ServiceUnavailable,
            say!(language, "all tables are in use; please try again later", "所有牌桌都在使用；请稍后再试"),
        )
    })?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok((StatusCode::CREATED, Answer(state)))
}

/// The table as it is.
pub async fn state(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
) -> Result<Answer<State>, Refused> {
    let live = find(&app, &id, language)?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// Makes a move. The others then play until the person has to decide again.
pub async fn act(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Asked(language, act): Asked<Act>,
) -> Result<Answer<State>, Refused> {
    let live = find(&app, &id, language)?;
    make(&app, &live, client, act, language).await?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// Takes the last decision back.
pub async fn undo(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Wanted(language): Wanted,
) -> Result<Answer<State>, Refused> {
    let live = find(&app, &id, language)?;
    take_back(&app, &live, client, language).await?;
    let state = live.table.lock().await.state(&live.id, language);
    Ok(Answer(state))
}

/// What a strong player would do.
pub async fn hint(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    client: Client,
    Wanted(language): Wanted,
) -> Result<Answer<Hint>, Refused> {
    let live = find(&app, &id, language)?;
    Ok(Answer(think(&app, &live, client, language).await?))
}

/// The log of a game that is over.
pub async fn log(
    Shared(app): Shared<Arc<App>>,
    Named(id): Named,
    Wanted(language): Wanted,
) -> Result<impl IntoResponse, Refused> {
    let live = find(&app, &id, language)?;
    let log = live.table.lock().await.log_text(language)?;
    Ok(([(CONTENT_TYPE, hule_api::Answer::TEXT), (CACHE_CONTROL, "no-store")], log))
}

/// The table of this name.
pub fn find(app: &App, id: &str, language: Language) -> Result<Arc<LiveTable>, Refusal> {
    app.tables.get(id).ok_or_else(|| no_table(language))
}

/// Makes a move, and lets the others think.
pub async fn make(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    act: Act,
    language: Language,
) -> Result<(), Refusal> {
    let (action, turn) = act.read(language)?;
    change(app, live, client, language, Box::new(move |table| table.act(action, turn))).await
}

/// Takes the last decision back.
pub async fn take_back(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
) -> Result<(), Refusal> {
    change(app, live, client, language, Box::new(Table::undo)).await
}

/// What is done to a table.
type How = Box<dyn FnOnce(&mut Table) -> Result<(), MoveError> + Send>;

/// Changes a table. A client that disconnects meanwhile does not interrupt this.
async fn change(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    language: Language,
    how: How,
) -> Result<(), Refusal> {
    let (app, live) = (Arc::clone(app), Arc::clone(live));
    let changed = finish(async move {
        let mut table = Arc::clone(&live.table).lock_owned().await;
        how(&mut table).map_err(|error| error.refusal(language))?;
        let table =
            go_on(&app, client, table, language).await.inspect_err(|_| app.tables.remove(&live.id))?;
        live.changed.send_replace(table.is_over());
        Ok(())
    });
    changed.await.unwrap_or_else(|| Err(broken(language)))
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
    told(app, client, language, hint)?
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
            log::error!("a player has panicked; its game is over");
            Err(broken(language))
        }
        Err(NoThought::Full) => Err(Refusal::new(
            Status::ServiceUnavailable,
            say!(language, "the server is busy; please try again later", "服务器繁忙；请稍后再试"),
        )),
    }
}

/// A player has panicked.
fn broken(language: Language) -> Refusal {
    let sentence = say!(
        language,
        "a computer player has failed, and the game cannot go on",
        "电脑玩家出错，这一局无法继续"
    );
    Refusal::new(Status::InternalServerError, sentence)
}
