//! Answers that are sent in lines of JSON while they are made.

use crate::api::App;
use crate::server::stop_wanted;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hule::{Language, say};
use hule_api::ReviewLine;
use hyper::body::Frame;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use tokio::sync::{mpsc, oneshot};

/// How many lines wait for a client that reads slowly.
const LINES: usize = 16;

/// A line.
pub fn line(line: &impl Serialize) -> Bytes {
    let mut bytes = serde_json::to_vec(line).expect("answers have nothing that JSON has not");
    bytes.push(b'\n');
    bytes.into()
}

/// The body of the answer. When it is dropped, the client has disconnected, and the work ends.
pub struct Lines {
    receiver: mpsc::Receiver<Bytes>,
}

impl Lines {
    /// A body and what is written to it.
    pub fn new() -> (Lines, mpsc::Sender<Bytes>) {
        let (sender, receiver) = mpsc::channel(LINES);
        (Lines { receiver }, sender)
    }
}

/// Works on a thread of its own, so that none of those is taken on which players at tables think, and sends the last line. The work
/// is stopped if the client disconnects or the server ends.
pub async fn work(
    app: &App,
    name: &str,
    language: Language,
    sender: mpsc::Sender<Bytes>,
    stop: impl FnOnce(),
    job: impl FnOnce() -> Option<Bytes> + Send + 'static,
) {
    let mut stopped = app.stopped.clone();
    let (done, mut is_done) = oneshot::channel();
    // If the thread cannot be started or panics, `done` is dropped.
    let _ = thread::Builder::new().name(name.to_owned()).spawn(move || done.send(job()));
    let early = tokio::select! {
        result = &mut is_done => Some(result),
        () = stop_wanted(&mut stopped) => None,
        () = sender.closed() => None,
    };
    let result = if let Some(result) = early {
        result
    } else {
        stop();
        is_done.await
    };
    let failed = || line(&ReviewLine::Error { error: say!(language, "the request failed", "请求失败") });
    let _ = sender.send(result.ok().flatten().unwrap_or_else(failed)).await;
}

impl IntoResponse for Lines {
    fn into_response(self) -> Response {
        let headers = [(CONTENT_TYPE, "application/x-ndjson; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        (headers, Body::new(self)).into_response()
    }
}

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}
