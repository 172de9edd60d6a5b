//! Counts requests, and refuses those of addresses that send too many.

use crate::api::App;
use crate::language::Wanted;
use crate::limits::{Peer, Use};
use crate::metrics::add;
use crate::request::Refused;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hule::{Language, say};
use hule_api::{Refusal, Status};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

/// The address of the client, behind a known proxy as well.
#[derive(Clone, Copy)]
pub struct Client(pub IpAddr);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Client, Infallible> {
        let client = parts.extensions.get::<Client>().copied();
        Ok(client.unwrap_or(Client(Ipv4Addr::UNSPECIFIED.into())))
    }
}

impl App {
    /// Counts a use of an address, or says that it has used too much.
    pub fn count(&self, Client(address): Client, what: Use, language: Language) -> Result<(), Refusal> {
        if self.usage.count(address, what) {
            return Ok(());
        }
        add(&self.metrics.limited);
        log::warn!("limited address={address} what={what:?}");
        let sentence = match what {
            Use::Table => {
                say!(
                    language,
                    "too many tables from your address; please wait",
                    "你的 IP 地址开的牌桌太多；请稍候"
                )
            }
            Use::Thinking(_) => say!(
                language,
                "your address has used up its thinking time; please wait",
                "你的 IP 地址已用完思考时间；请稍候"
            ),
            Use::Request => {
                say!(
                    language,
                    "too many requests from your address; please wait",
                    "你的 IP 地址发来的请求太多；请稍候"
                )
            }
        };
        Err(Refusal::new(Status::TooManyRequests, sentence))
    }
}

/// Counts a request and its answer.
pub async fn limit_rate(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(Peer(Ipv4Addr::UNSPECIFIED.into()));
    let client = Client(app.usage.client(peer, request.headers()));
    request.extensions_mut().insert(client);
    let language = Wanted::of(request.uri(), request.headers());
    let method = request.method().clone();
    let path = request.uri().path().split('/').take(4).collect::<Vec<_>>().join("/");
    let response = match app.count(client, Use::Request, language) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Refused(refusal).into_response(),
    };
    let (status, took) = (response.status().as_u16(), begin.elapsed());
    app.metrics.answered(status, took);
    // The names of tables are secrets and are not logged.
    let (Client(address), micros) = (client, took.as_micros());
    log::debug!("answered client={address} method={method} path={path:?} status={status} micros={micros}");
    response
}
