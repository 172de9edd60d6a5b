//! The language of an answer.

use axum::extract::FromRequestParts;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use hule::Language;
use std::convert::Infallible;

/// The language that a request wants: that of `?lang=`, or the first that the browser names, or English.
#[derive(Clone, Copy)]
pub struct Wanted(pub Language);

impl Wanted {
    /// What a request asks for.
    pub fn of(uri: &Uri, headers: &HeaderMap) -> Language {
        let query = uri.query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("lang=")?.parse().ok());
        asked.unwrap_or_else(|| {
            let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
            let codes = header.unwrap_or_default().split(',').map(|part| part.trim().get(..2));
            codes.flatten().find_map(|code| code.to_ascii_lowercase().parse().ok()).unwrap_or_default()
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Wanted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Wanted, Infallible> {
        Ok(Wanted(Wanted::of(&parts.uri, &parts.headers)))
    }
}
