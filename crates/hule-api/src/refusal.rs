//! Requests that are refused.

use crate::seed::NumberError;
use crate::status::Status;
use hule::{Language, Localized};
use serde::Serialize;

/// Why a request is refused.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refusal {
    #[serde(skip)]
    status: Status,
    /// One sentence, the same that the command line would say.
    error: String,
    /// The line of a deck or log that is wrong, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    line: Option<usize>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: Status, error: String) -> Refusal {
        Refusal { status, error, line: None }
    }

    /// What was sent is wrong.
    pub fn wrong(error: String) -> Refusal {
        Refusal::new(Status::UnprocessableContent, error)
    }

    /// What was sent cannot be read.
    pub fn unreadable(error: String) -> Refusal {
        Refusal::new(Status::BadRequest, error)
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
    pub fn status(&self) -> Status {
        self.status
    }

    /// The sentence.
    pub fn error(self) -> String {
        self.error
    }
}
