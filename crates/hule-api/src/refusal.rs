//! Requests that are refused.

use crate::seed::NumberError;
use http::StatusCode;
use hule::{Language, Localized};
use serde::Serialize;
use utoipa::ToSchema;

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

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The sentence.
    pub fn error(self) -> String {
        self.error
    }
}
