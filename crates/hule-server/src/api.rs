//! The paths of the interface, and their handlers.

mod health;
mod lines;
mod live;
#[cfg(test)]
mod openapi;
mod review;
mod study;
mod tables;

use crate::asset::{Asset, CHARTS, PAGE, SCRIPT, STYLE};
use crate::guard::{Hosts, guard, protect};
use crate::language::Wanted;
use crate::limits::Usage;
use crate::metrics::Metrics;
use crate::rate_limit::{Client, limit_rate};
use crate::registry::Registry;
use crate::request::{Refused, body, respond};
use crate::scheduler::Scheduler;
use crate::server::Options;
use crate::store::Store;
use crate::study::StudyPlaces;
use axum::Router;
use axum::extract::{FromRequestParts, Path, Request, State as Shared};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use hule::say;
use hule_api::{Answer, Handler, OPENAPI, Question, ROUTES, Refusal, Status, no_address};
use std::sync::Arc;
use tables::TablePart;
use tokio::sync::{Semaphore, watch};

/// What all requests share.
pub struct App {
    pub options: Options,
    pub registry: Registry,
    pub scheduler: Scheduler,
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
        App {
            registry: Registry::new(options.tables, store, options.clock.clone()),
            scheduler: Scheduler::new(),
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
    let files = Router::new()
        .route("/", file(&PAGE))
        .route("/assets/style.css", file(&STYLE))
        .route("/assets/main.js", file(&SCRIPT))
        .route("/assets/charts.css", file(&CHARTS));
    let routes =
        ROUTES.iter().fold(files, |router, route| router.route(route.path, method_router(route.handler)));
    routes
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(hosts, guard))
        .layer(from_fn_with_state(Arc::clone(&app), limit_rate))
        .layer(from_fn(protect))
        .with_state(app)
}

/// What answers a path.
fn method_router(handler: Handler) -> MethodRouter<Arc<App>> {
    let part = |part| get(move |app, token, language| tables::get(app, token, language, part));
    match handler {
        Handler::Question(question) => {
            post(move |app, language, request| answer(app, language, question, request))
        }
        Handler::Review => post(review::review),
        Handler::Study => post(study::study),
        Handler::NewTable => post(tables::create),
        Handler::TableState => part(TablePart::State),
        Handler::TableLog => part(TablePart::Log),
        Handler::TableGames => part(TablePart::Games),
        Handler::TableCommand(kind) => post(move |app, token, language, client: Client, request| {
            tables::command(app, token, language, client, kind, request)
        }),
        Handler::LiveTable => get(live::live),
        Handler::Description => get(openapi),
        Handler::Health => get(health::health),
        Handler::Metrics => get(health::metrics),
    }
}

/// Answers a question that needs only its body.
async fn answer(
    Shared(app): Shared<Arc<App>>,
    Wanted(language): Wanted,
    question: Question,
    request: Request,
) -> Result<Response, Refused> {
    let body = body(request, app.options.body_timeout, language).await?;
    let mut response = respond(question.answer(&body, language)?);
    if question == Question::ReplayHtml {
        let name = HeaderValue::from_static("attachment; filename=\"hule.html\"");
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
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
    Refused(no_address(language))
}

async fn wrong_method(Wanted(language): Wanted) -> Refused {
    let sentence = say!(language, "this method is not allowed here", "这里不允许使用这种方法");
    Refused(Refusal::new(Status::MethodNotAllowed, sentence))
}
