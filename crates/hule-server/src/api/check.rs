//! `POST /api/v1/check`: what a program printed, compared with the true log.

use crate::request::{Answer, Asked, Refused};
use hule_api::{CheckAnswer, CheckRequest};

/// Compares the output of a program with the true log.
pub async fn check(Asked(language, asked): Asked<CheckRequest>) -> Result<Answer<CheckAnswer>, Refused> {
    Ok(Answer(asked.answer(language)?))
}
