//! What can be asked for, and who answers.

mod replay;

use crate::asset::{Asset, PAGE};
use crate::guard::{Hosts, guard};
use crate::language::{Wanted, say};
use crate::request::Refusal;
use crate::server::Options;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::watch;

/// All paths.
pub fn router(hosts: Hosts, _options: &Options, _stopped: watch::Receiver<bool>) -> Router {
    Router::new()
        .route(
            "/",
            get(|headers: HeaderMap| async move { asset(PAGE, &headers, Wanted(hule::Language::English)) }),
        )
        .route("/assets/{name}", get(named_asset))
        .route("/api/v1/replay", post(replay::replay))
        .fallback(not_found)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(hosts, guard))
}

async fn named_asset(Path(name): Path<String>, wanted: Wanted, headers: HeaderMap) -> Response {
    asset(&name, &headers, wanted)
}

fn asset(name: &str, headers: &HeaderMap, wanted: Wanted) -> Response {
    match Asset::named(name) {
        Some(asset) => asset.respond(headers),
        None => missing(wanted).into_response(),
    }
}

async fn not_found(wanted: Wanted) -> Refusal {
    missing(wanted)
}

fn missing(Wanted(language): Wanted) -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, say!(language, "there is nothing here", "这里什么都没有"))
}

async fn wrong_method(Wanted(language): Wanted) -> Refusal {
    let sentence = say!(language, "this method cannot be used here", "这里不能使用这种方法");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, sentence)
}
