//! The files of the page, embedded.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH, LINK};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A file of the page.
pub struct Asset {
    /// Its name, without folders.
    pub name: &'static str,
    kind: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// All files of the page, by name.
pub static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page itself.
pub const PAGE: &str = "index.html";

impl Asset {
    /// The file of this name.
    pub fn named(name: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.name == name)
    }

    /// It changes when the text does.
    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }

    /// The file, or word that the browser has it already. Browsers ask each time, so that an update is seen at once.
    pub fn respond(&self, headers: &HeaderMap) -> Response {
        let tag = HeaderValue::from_str(&self.tag()).expect("it has only digits");
        let known = headers.get(IF_NONE_MATCH) == Some(&tag);
        let kept = [(ETAG, tag), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
        if known {
            return (StatusCode::NOT_MODIFIED, kept).into_response();
        }
        let mut response = (kept, [(CONTENT_TYPE, self.kind)], self.text).into_response();
        if self.name == PAGE {
            response.headers_mut().insert(LINK, modules());
        }
        response
    }
}

/// All modules, so that the browser asks for them at once instead of finding one behind the other.
fn modules() -> HeaderValue {
    let links = ASSETS
        .iter()
        .filter(|asset| asset.kind.starts_with("text/javascript"))
        .map(|asset| format!("</assets/{}>; rel=modulepreload", asset.name));
    HeaderValue::from_str(&links.collect::<Vec<_>>().join(", ")).expect("names of files are plain")
}
