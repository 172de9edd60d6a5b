//! The paths of the interface, and their handlers.

mod check;
mod hand;
mod health;
mod lines;
mod live;
#[cfg(test)]
mod openapi;
mod replay;
mod review;
mod room_live;
mod rooms;
mod socket;
mod study;
mod tables;

use crate::asset::{Asset, CHARTS, PAGE, SCRIPT, STYLE};
use crate::guard::{Hosts, guard, protect};
use crate::language::Wanted;
use crate::limits::Usage;
use crate::meter::meter;
use crate::metrics::Metrics;
use crate::request::Refused;
use crate::rooms::Rooms;
use crate::server::Options;
use crate::store::Store;
use crate::study::StudyPlaces;
use crate::tables::Tables;
use crate::thinkers::Thinkers;
use axum::Router;
use axum::extract::{FromRequestParts, Path};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use hule::say;
use hule_api::{Answer, OPENAPI, Refusal, Status};
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub struct App {
    pub options: Options,
    pub tables: Tables,
    pub rooms: Rooms,
    pub thinkers: Thinkers,
    pub usage: Arc<Usage>,
    pub metrics: Metrics,
    /// The places of live connections.
    pub live: Arc<Semaphore>,
    /// The reviews that may be worked on at a time.
    pub reviews: Semaphore,
    /// The places of reviews, with those that wait.
    pub review_places: Arc<Semaphore>,
    pub study_places: watch::Sender<StudyPlaces>,
    pub stopped: watch::Receiver<bool>,
}

impl App {
    pub fn new(options: Options, store: Option<Store>, stopped: watch::Receiver<bool>) -> App {
        let live = Arc::new(Semaphore::new(options.connections));
        let reviews = Semaphore::new(options.reviews);
        let review_places = Arc::new(Semaphore::new(options.reviews + Options::WAITING_REVIEWS));
        let rooms = Rooms::new(options.tables, store, options.clock.clone());
        App {
            tables: Tables::new(options.tables),
            rooms,
            thinkers: Thinkers::new(),
            usage: Arc::new(Usage::new(options.limits.clone(), options.clock.clone())),
            metrics: Metrics::new(),
            live,
            reviews,
            review_places,
            study_places: StudyPlaces::new(options.studies),
            options,
            stopped,
        }
    }
}

/// All paths.
pub fn router(hosts: Hosts, app: Arc<App>) -> Router {
    Router::new()
        .route("/", file(&PAGE))
        .route("/assets/style.css", file(&STYLE))
        .route("/assets/main.js", file(&SCRIPT))
        .route("/assets/charts.css", file(&CHARTS))
        .route("/api/v1/openapi.json", get(openapi))
        .route("/api/v1/replay", post(replay::replay))
        .route("/api/v1/replay/html", post(replay::html))
        .route("/api/v1/review", post(review::review))
        .route("/api/v1/study", post(study::study))
        .route("/api/v1/check", post(check::check))
        .route("/api/v1/hand", post(hand::hand))
        .route("/api/v1/tables", post(tables::create))
        .route("/api/v1/tables/{table}", get(tables::state))
        .route("/api/v1/tables/{table}/act", post(tables::act))
        .route("/api/v1/tables/{table}/undo", post(tables::undo))
        .route("/api/v1/tables/{table}/hint", post(tables::hint))
        .route("/api/v1/tables/{table}/log", get(tables::log))
        .route("/api/v1/tables/{table}/live", get(live::live))
        .route("/api/v1/rooms", post(rooms::create))
        .route("/api/v1/rooms/{token}", get(rooms::state))
        .route("/api/v1/rooms/{token}/sit", post(rooms::sit))
        .route("/api/v1/rooms/{token}/leave", post(rooms::leave))
        .route("/api/v1/rooms/{token}/start", post(rooms::start))
        .route("/api/v1/rooms/{token}/act", post(rooms::act))
        .route("/api/v1/rooms/{token}/again", post(rooms::again))
        .route("/api/v1/rooms/{token}/log", get(rooms::log))
        .route("/api/v1/rooms/{token}/games", get(rooms::games))
        .route("/api/v1/rooms/{token}/live", get(room_live::live))
        .route("/health", get(health::health))
        .route("/metrics", get(health::metrics))
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(hosts, guard))
        .layer(from_fn_with_state(Arc::clone(&app), meter))
        .layer(from_fn(protect))
        .with_state(app)
}

/// A path where a file of the page is.
fn file(asset: &'static Asset) -> MethodRouter<Arc<App>> {
    get(async |headers: HeaderMap| asset.respond(&headers))
}

/// The description of the interface.
async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, Answer::JSON), (CACHE_CONTROL, "no-store")], OPENAPI)
}

/// The name in a path. One that is not UTF-8 is answered with status 404.
struct Named(String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Refused> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        let Ok(wanted) = Wanted::from_request_parts(parts, state).await;
        name.map(|Path(name)| Named(name)).map_err(|_| missing(wanted))
    }
}

/// The names of pages; their addresses are fragments.
const PAGES: [&str; 9] = ["watch", "play", "hand", "check", "study", "history", "friends", "learn", "table"];

/// Leads a browser from `/play` to `/#/play`, and refuses other addresses: in HTML, if a person reads it.
async fn not_found(method: Method, uri: Uri, headers: HeaderMap, wanted: Wanted) -> Response {
    let wants_page = headers.get_all(ACCEPT).iter().any(|kind| kind.as_bytes().starts_with(b"text/html"));
    let name = uri.path().trim_matches('/');
    if !wants_page || ![Method::GET, Method::HEAD].contains(&method) || name.starts_with("api/") {
        return missing(wanted).into_response();
    }
    if !PAGES.contains(&name) {
        return (StatusCode::NOT_FOUND, Html(missing_page(wanted))).into_response();
    }
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::temporary(&format!("/#/{name}{query}")).into_response()
}

fn missing_page(Wanted(language): Wanted) -> String {
    let code = language.name();
    let sentence = say!(language, "There is no such page.", "没有这个页面。");
    let home = say!(language, "To the first page", "回到首页");
    format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>hule 和了</title>\n\
         <link rel=\"stylesheet\" href=\"/assets/style.css\">\n\
         <main><h1>{sentence}</h1><p><a class=\"button main\" href=\"/\">{home}</a></p></main>\n</html>\n"
    )
}

fn missing(Wanted(language): Wanted) -> Refused {
    Refused(Refusal::new(Status::NotFound, say!(language, "there is no such address", "没有这个地址")))
}

async fn wrong_method(Wanted(language): Wanted) -> Refused {
    let sentence = say!(language, "this method is not allowed here", "这里不允许使用这种方法");
    Refused(Refusal::new(Status::MethodNotAllowed, sentence))
}
