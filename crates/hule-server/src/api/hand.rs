//! `POST /api/v1/hand`: how far a hand is from a win, and what to do with it.

use crate::request::{Answer, Asked, Refused};
use hule_api::{HandAnswer, HandRequest};

/// Looks at a hand.
pub async fn hand(Asked(language, asked): Asked<HandRequest>) -> Result<Answer<HandAnswer>, Refused> {
    Ok(Answer(asked.answer(language)?))
}
