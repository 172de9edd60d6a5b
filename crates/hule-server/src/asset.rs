//! The files of the page, as answers.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A file of the page.
pub struct Asset {
    kind: &'static str,
    /// What is in it.
    text: &'static str,
    tag: OnceLock<HeaderValue>,
}

/// The page itself.
pub static PAGE: Asset = Asset::new("text/html; charset=utf-8", hule_api::PAGE);

/// How it looks.
pub static STYLE: Asset = Asset::new("text/css; charset=utf-8", hule_api::STYLE);

/// How charts look.
pub static CHARTS: Asset = Asset::new("text/css; charset=utf-8", hule_report::CHART_STYLE);

/// What it does.
pub static SCRIPT: Asset = Asset::new("text/javascript; charset=utf-8", hule_api::SCRIPT);

impl Asset {
    const fn new(kind: &'static str, text: &'static str) -> Asset {
        Asset { kind, text, tag: OnceLock::new() }
    }

    /// The entity tag, a hash of the text.
    fn tag(&self) -> HeaderValue {
        let made = || {
            let mut hasher = DefaultHasher::new();
            self.text.hash(&mut hasher);
            HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish())).expect("it has only digits")
        };
        self.tag.get_or_init(made).clone()
    }

    /// The file, or status 304 if the browser has it already. Browsers ask each time, so that an update is seen at once.
    pub fn respond(&self, headers: &HeaderMap) -> Response {
        let tag = self.tag();
        let known = headers.get(IF_NONE_MATCH) == Some(&tag);
        let kept = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
        if known {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        (kept, [(CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}
