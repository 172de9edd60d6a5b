//! `/health` and `/metrics`: for those who keep the server running.

use crate::api::App;
use crate::language::Wanted;
use crate::request::{Refused, respond};
use axum::extract::State as Shared;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hule::say;
use hule_api::{Answer, Refusal, Status};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A server that works.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of hule.
    version: &'static str,
}

/// Whether the server works: status 200, or 503 if tables cannot be stored.
pub async fn health(Shared(app): Shared<Arc<App>>, Wanted(language): Wanted) -> Result<Response, Refused> {
    let failed =
        app.registry.store.as_ref().is_some_and(|store| store.written.failed.load(Ordering::Relaxed));
    if failed {
        let sentence = say!(language, "tables cannot be stored", "无法保存牌桌");
        return Err(Refused(Refusal::new(Status::ServiceUnavailable, sentence)));
    }
    Ok(respond(Answer::ok(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })))
}

/// What the server counts, in the text format of Prometheus.
pub async fn metrics(Shared(app): Shared<Arc<App>>) -> impl IntoResponse {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, app.metrics.text(&app))
}
