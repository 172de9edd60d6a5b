//! `/api/v2/tables`: tables for one to four people.

use crate::api::{App, Named};
use crate::language::Wanted;
use crate::limits::Use;
use crate::metrics::add;
use crate::rate_limit::Client;
use crate::registry::LiveTable;
use crate::request::{Asked, Refused, body, respond};
use crate::scheduler::NoResult;
use crate::table_updates::{change, find, set_up, wait_for_players};
use axum::body::Bytes;
use axum::extract::{Request, State as Shared};
use axum::http::header::{HOST, HeaderMap};
use axum::response::Response;
use hule::{Language, Seat, say};
use hule_api::{
    Answer, CommandKind, Hint, Refusal, State, Status, TableCommand, TableError, TableRequest, Viewer,
};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Sets up a table.
pub async fn create(
    Shared(app): Shared<Arc<App>>,
    headers: HeaderMap,
    client: Client,
    Asked(language, asked): Asked<TableRequest>,
) -> Result<Response, Refused> {
    let table = asked.table(language)?;
    app.count(client, Use::Table, language)?;
    let live = set_up(&app, table, client).await.map_err(|error| error.refusal(language))?;
    wait_for_players(&app, &live).await;
    let locked = live.locked.lock().await;
    let (base, presence) = (app.base(&headers), live.presence(&locked));
    let state = State::of_new(&locked.table, &live.id, &base, &presence, language);
    Ok(respond(Answer::json(Status::Created, &state)))
}

impl App {
    /// How the addresses of the page begin.
    fn base(&self, headers: &HeaderMap) -> String {
        if let Some(public) = &self.options.public {
            return public.to_string();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        // A table that is made on this computer has an address that leads nowhere on others.
        let (name, port) =
            host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).unwrap_or((host, "80"));
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_local = name == "localhost" || number.is_ok_and(|number| number.is_loopback());
        match self.options.reached {
            Some(IpAddr::V6(reached)) if is_local => format!("http://[{reached}]:{port}"),
            Some(reached) if is_local => format!("http://{reached}:{port}"),
            _ => format!("http://{host}"),
        }
    }
}

/// What a `GET` wants to know of a table.
#[derive(Clone, Copy)]
pub enum TablePart {
    State,
    Log,
    Games,
}

/// A part of a table, for the holder of a link.
pub async fn get(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
    part: TablePart,
) -> Result<Response, Refused> {
    let refuse = |error: TableError| error.refusal(language);
    let (live, viewer) = find(&app, &token).await.map_err(refuse)?;
    Ok(respond(match part {
        TablePart::State => state(&live, viewer, language).await,
        TablePart::Games => Answer::ok(&live.locked.lock().await.table.games()),
        TablePart::Log => {
            let body = live.locked.lock().await.table.log().map_err(refuse)?;
            Answer { status: Status::Ok, kind: Answer::TEXT, body }
        }
    }))
}

async fn state(live: &LiveTable, viewer: Viewer, language: Language) -> Answer {
    let locked = live.locked.lock().await;
    Answer::ok(&State::whole(&locked.table, viewer, &live.presence(&locked), language))
}

/// Does what a person at a table asks for.
pub async fn command(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
    client: Client,
    kind: CommandKind,
    request: Request,
) -> Result<Response, Refused> {
    let (live, viewer) = find(&app, &token).await.map_err(|error| error.refusal(language))?;
    let body =
        if kind.has_body() { body(request, app.options.body_timeout, language).await? } else { Bytes::new() };
    let command = TableCommand::read(kind, &body, language)?;
    if let Some(hint) = run(&app, &live, viewer, client, command, language).await? {
        return Ok(respond(Answer::ok(&hint)));
    }
    wait_for_players(&app, &live).await;
    Ok(respond(state(&live, viewer, language).await))
}

/// Does what a person at a table asks for. Returns the hint if it is one.
pub async fn run(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    viewer: Viewer,
    client: Client,
    command: TableCommand,
    language: Language,
) -> Result<Option<Hint>, Refusal> {
    let seat = viewer.seat().ok_or_else(|| TableError::Spectator.refusal(language))?;
    let Some(how) = command.change(seat, language)? else {
        return hint(app, live, seat, client, language).await.map(Some);
    };
    change(app, live, client, how).await.map_err(|error| error.refusal(language))?;
    Ok(None)
}

/// What a strong player would do, found out on another thread.
async fn hint(
    app: &App,
    live: &LiveTable,
    seat: Seat,
    client: Client,
    language: Language,
) -> Result<Hint, Refusal> {
    app.count(client, Use::Thinking(Duration::ZERO), language)?;
    let table = live.locked.lock().await.table.clone();
    match app.scheduler.try_run(move |limit| table.hint(seat, limit, language)).await {
        Ok((hint, took)) => {
            app.usage.count(client.0, Use::Thinking(took));
            hint
        }
        Err(NoResult::Panicked) => {
            add(&app.metrics.panics);
            log::error!("a player has panicked while it made a hint");
            let sentence = say!(language, "the request failed", "请求失败");
            Err(Refusal::new(Status::InternalServerError, sentence))
        }
        Err(NoResult::Full) => Err(Refusal::new(
            Status::ServiceUnavailable,
            say!(language, "the server is busy; please try again later", "服务器繁忙；请稍后再试"),
        )),
    }
}
