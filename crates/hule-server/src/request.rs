//! The bodies of requests, read within limits, and answers and refusals in JSON.

use crate::api::App;
use crate::language::Wanted;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use hule::{Language, say};
use hule_api::{Answer, Refusal, Status, read_body};
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long the body of a request may be.
pub const LONGEST_BODY: usize = 256 << 10;

/// A refusal as an answer.
pub struct Refused(pub Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        respond(self.0.into())
    }
}

/// An answer of `hule-api` as a response.
pub fn respond(Answer { status, kind, body }: Answer) -> Response {
    let status = StatusCode::from_u16(status.as_u16()).expect("they have three digits");
    (status, [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// A request with a body in JSON, and the language to answer in.
pub struct Asked<T>(pub Language, pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Asked<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Asked<T>, Refused> {
        let language = Wanted::of(request.uri(), request.headers());
        let bytes = body(request, app.options.body_timeout, language).await?;
        Ok(Asked(language, read_body(&bytes, language)?))
    }
}

/// The body of a request, which must be JSON.
pub async fn body(request: Request, time: Duration, language: Language) -> Result<Bytes, Refusal> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        return Err(Refusal::new(
            Status::UnsupportedMediaType,
            say!(
                language,
                "the body must be JSON, with Content-Type: application/json",
                "请求体应为 JSON，并带有 Content-Type: application/json"
            ),
        ));
    }
    let too_long = || {
        Refusal::new(
            Status::PayloadTooLarge,
            say!(language, "the body is longer than {LONGEST_BODY} bytes", "请求体超过 {LONGEST_BODY} 字节"),
        )
    };
    let length = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > LONGEST_BODY as u64) {
        return Err(too_long());
    }
    let Ok(read) = timeout(time, to_bytes(body, LONGEST_BODY)).await else {
        return Err(Refusal::new(
            Status::RequestTimeout,
            say!(language, "the body arrives too slowly", "接收请求体超时"),
        ));
    };
    read.map_err(|error| {
        if error.into_inner().is::<LengthLimitError>() {
            return too_long();
        }
        // The client has ended it too early, or its chunks are wrong.
        Refusal::unreadable(say!(language, "the body is incomplete", "请求体不完整"))
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}
