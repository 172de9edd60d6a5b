//! `POST /api/v1/hand`: how far a hand is from a win, and what to do with it.

use crate::api::Lang;
use crate::request::{Answer, Asked, Refused};
use hule_api::{HandAnswer, HandRequest, Refusal};

/// Looks at a hand.
#[utoipa::path(post, path = "/api/v1/hand", request_body = HandRequest, params(Lang), tag = "hand",
    responses((status = 200, body = HandAnswer), (status = 422, body = Refusal)))]
pub async fn hand(Asked(language, asked): Asked<HandRequest>) -> Result<Answer<HandAnswer>, Refused> {
    Ok(Answer(asked.answer(language)?))
}
