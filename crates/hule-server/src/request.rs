//! What comes in, read whole and within limits, and what goes out, also when it is refused.

use crate::api::App;
use crate::language::{Wanted, say};
use crate::seed::no_number;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use hule::Language;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tokio::time::timeout;
use utoipa::ToSchema;

/// How long the body of a request may be.
pub const LONGEST_BODY: usize = 256 << 10;

/// Why a request is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct Refusal {
    #[serde(skip)]
    status: StatusCode,
    /// One sentence, the same that the command line would say.
    error: String,
    /// The line of a deck or log that is wrong, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, error: String) -> Refusal {
        Refusal { status, error, line: None }
    }

    /// What was sent is wrong.
    pub fn wrong(error: String) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    /// What was sent is wrong in this line.
    pub fn wrong_line(error: String, line: Option<usize>) -> Refusal {
        Refusal { line, ..Refusal::wrong(error) }
    }

    /// The sentence.
    pub fn error(self) -> String {
        self.error
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        (status, Answer(self)).into_response()
    }
}

/// An answer in JSON.
pub struct Answer<T>(pub T);

impl<T> Answer<T> {
    /// Most need not be moved often while they grow to this and beyond.
    const LENGTH: usize = 16 << 10;
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let mut json = Vec::with_capacity(Answer::<T>::LENGTH);
        serde_json::to_writer(&mut json, &self.0).expect("answers have nothing that JSON has not");
        let headers = [(CONTENT_TYPE, "application/json; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        (headers, Body::from(json)).into_response()
    }
}

/// A request with a body in JSON, and the language to answer in.
pub struct Asked<T>(pub Language, pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Asked<T>, Refusal> {
        let (parts, body) = request.into_parts();
        let language = Wanted::of(&parts.uri, &parts.headers);
        if !is_json(&parts.headers) {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                say!(
                    language,
                    "the body must be JSON, with Content-Type: application/json",
                    "请求体应为 JSON，并带有 Content-Type: application/json"
                ),
            ));
        }
        let too_long = || {
            Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                say!(
                    language,
                    "the body is longer than {LONGEST_BODY} bytes",
                    "请求体超过 {LONGEST_BODY} 字节"
                ),
            )
        };
        let length = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: u64| length > LONGEST_BODY as u64) {
            return Err(too_long());
        }
        let Ok(read) = timeout(app.options.body_timeout, to_bytes(body, LONGEST_BODY)).await else {
            return Err(Refusal::new(
                StatusCode::REQUEST_TIMEOUT,
                say!(language, "the body takes too long to arrive", "请求体到达得太慢"),
            ));
        };
        // Else the connection broke, and nobody reads this.
        let bytes = read.map_err(|_| too_long())?;
        let asked = serde_json::from_slice(&bytes).map_err(|error| {
            let sentence = if error.to_string().starts_with(&no_number(Language::English)) {
                no_number(language)
            } else {
                let error = plain(&error);
                say!(language, "the body is not what is expected here: {error}", "请求体不符合要求：{error}")
            };
            Refusal::new(StatusCode::BAD_REQUEST, sentence)
        })?;
        Ok(Asked(language, asked))
    }
}

/// What is wrong with JSON that was sent, without names that only this program knows.
pub fn plain(error: &serde_json::Error) -> String {
    ["u8", "u64", "usize"].into_iter().fold(error.to_string(), |text, kind| {
        text.replace(&format!("expected {kind}"), "expected a whole number that is not too great")
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}
