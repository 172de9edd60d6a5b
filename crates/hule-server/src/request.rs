//! The bodies of requests, read within limits, and answers and refusals in JSON.

use crate::api::App;
use crate::language::Wanted;
use crate::seed::NumberError;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use hule::{Language, Localized, say};
use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
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
    #[schema(nullable = false)]
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

    /// What was sent cannot be read.
    pub fn unreadable(error: String) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    /// What was sent where a number is expected is wrong.
    pub fn wrong_number(error: NumberError, language: Language) -> Refusal {
        Refusal::unreadable(error.text(language))
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
                say!(language, "the body arrives too slowly", "请求体到达得太慢"),
            ));
        };
        // Any other error means that the client has disconnected, and nobody reads this.
        let bytes = read.map_err(|_| too_long())?;
        let asked = read_json(&bytes).map_err(|error| {
            let error = error.text(language);
            Refusal::unreadable(say!(
                language,
                "the body is not what is expected here: {error}",
                "请求体不符合要求：{error}"
            ))
        })?;
        Ok(Asked(language, asked))
    }
}

/// Reads JSON that was sent.
pub fn read_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, JsonError> {
    // Of some values of another type serde_json says the same as of what is not JSON at all.
    serde_json::from_slice(json).map_err(|error| match serde_json::from_slice::<IgnoredAny>(json) {
        Ok(_) => JsonError::Value(error),
        Err(error) => JsonError::Syntax { line: error.line(), column: error.column() },
    })
}

/// What is wrong with JSON that was sent.
#[derive(Debug)]
pub enum JsonError {
    /// It is not JSON.
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1; 0 before the first.
        column: usize,
    },
    /// It is another value than is expected.
    Value(serde_json::Error),
}

/// What is wrong with a value is only said in English, by serde.
impl Localized for JsonError {
    fn text(&self, language: Language) -> String {
        match self {
            JsonError::Syntax { line, column } => say!(
                language,
                "not JSON, line {line}, column {column}",
                "不是 JSON，第 {line} 行第 {column} 列"
            ),
            JsonError::Value(error) => error.to_string(),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}
