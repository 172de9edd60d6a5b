//! `POST /api/v1/check`: what a program printed, compared with the true log.

use crate::api::Lang;
use crate::request::{Answer, Asked, Refused};
use hule_api::{CheckAnswer, CheckRequest, Refusal};

/// Compares the output of a program with the true log.
#[utoipa::path(post, path = "/api/v1/check", request_body = CheckRequest, params(Lang), tag = "watch",
    responses((status = 200, body = CheckAnswer), (status = 422, body = Refusal)))]
pub async fn check(Asked(language, asked): Asked<CheckRequest>) -> Result<Answer<CheckAnswer>, Refused> {
    Ok(Answer(asked.answer(language)?))
}
