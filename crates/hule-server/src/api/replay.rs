//! `POST /api/v1/replay`: a game as frames.

use crate::request::{Answer, Asked, Refused};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use hule_api::{Film, ReplayRequest};

/// Plays or replays a game.
pub async fn replay(Asked(language, asked): Asked<ReplayRequest>) -> Result<Answer<Film>, Refused> {
    Ok(Answer(asked.film(language)?))
}

/// The same game as a page in one file, which needs no server.
pub async fn html(Asked(language, asked): Asked<ReplayRequest>) -> Result<impl IntoResponse, Refused> {
    let headers = [
        (CONTENT_TYPE, hule_api::Answer::HTML),
        (CONTENT_DISPOSITION, "attachment; filename=\"hule.html\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, asked.html(language)?))
}
