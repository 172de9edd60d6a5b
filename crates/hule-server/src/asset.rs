//! The files of the page, as answers.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A file of the page.
pub struct Asset {
    kind: &'static str,
    /// What is in it.
    text: &'static str,
}

/// The page itself.
pub static PAGE: Asset = Asset { kind: "text/html; charset=utf-8", text: hule_api::PAGE };

/// How it looks.
pub static STYLE: Asset = Asset { kind: "text/css; charset=utf-8", text: hule_api::STYLE };

/// How charts look.
pub static CHARTS: Asset = Asset { kind: "text/css; charset=utf-8", text: hule_report::CHART_STYLE };

/// What it does.
pub static SCRIPT: Asset = Asset { kind: "text/javascript; charset=utf-8", text: hule_api::SCRIPT };

impl Asset {
    /// The entity tag, a hash of the text.
    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }

    /// The file, or status 304 if the browser has it already. Browsers ask each time, so that an update is seen at once.
    pub fn respond(&self, headers: &HeaderMap) -> Response {
        let tag = HeaderValue::from_str(&self.tag()).expect("it has only digits");
        let known = headers.get(IF_NONE_MATCH) == Some(&tag);
        let kept = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
        if known {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        (kept, [(CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}
