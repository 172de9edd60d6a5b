//! Checks of the host and the origin of a request, and the headers of every answer.

use crate::language::Wanted;
use crate::public::PublicUrl;
use crate::request::Refused;
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hule::say;
use hule_api::{Refusal, Status};
use std::net::IpAddr;

/// Our pages may load from this server only.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Which names of this machine a browser may have asked for, besides those of the loopback.
#[derive(Clone, Default)]
pub struct Hosts {
    /// Any address in numbers, as the server listens to others.
    pub numbers: bool,
    /// The address under which a proxy makes the server known.
    pub public: Option<PublicUrl>,
}

impl Hosts {
    /// Whether a request may name this host. The name server of another site can resolve its names to this machine (DNS
    /// rebinding), and its pages would then have our origin. With an address in numbers that is impossible.
    fn allow(&self, host: &str) -> bool {
        if self.public.as_ref().is_some_and(|public| public.is_host(host)) {
            return true;
        }
        let Ok(authority) = host.parse::<Authority>() else { return false };
        let name = authority.host();
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        name.eq_ignore_ascii_case("localhost")
            || number.is_some_and(|number| self.numbers || number.is_loopback())
    }

    /// Whether a page of this origin, which asks for this host, is our own.
    fn allow_origin(&self, origin: &str, host: &str) -> bool {
        // Behind a proxy with TLS, that of `http` is another.
        let is_public = self.public.as_ref().is_some_and(|public| public.is_host(host));
        origin.strip_prefix("http://") == Some(host) && !is_public
            || self.public.as_ref().is_some_and(|public| public.is_origin(origin))
    }
}

/// Refuses requests for other hosts and from other origins.
pub async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    match foreign(&hosts, &request) {
        Some(refusal) => Refused(refusal).into_response(),
        None => next.run(request).await,
    }
}

/// Adds the headers that protect the page to every answer.
pub async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    add_headers(response.headers_mut());
    response
}

fn foreign(hosts: &Hosts, request: &Request) -> Option<Refusal> {
    let text = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let language = Wanted::of(request.uri(), request.headers());
    for (name, shown) in [(HOST, "Host"), (ORIGIN, "Origin")] {
        if request.headers().get_all(name).iter().count() > 1 {
            return Some(Refusal::unreadable(say!(
                language,
                "the header {shown} is there more than once",
                "请求头 {shown} 出现了多次"
            )));
        }
    }
    let host = text(HOST).unwrap_or_default();
    // A request may also name the host in its first line.
    let named = request.uri().authority().map(Authority::as_str);
    if let Some(host) = [Some(host), named].into_iter().flatten().find(|host| !hosts.allow(host)) {
        return Some(Refusal::new(
            Status::MisdirectedRequest,
            say!(
                language,
                "the host {host:?} is not accepted; use the numeric address, or start the server with --public-url",
                "不接受主机名 {host:?}；请使用数字地址，或用 --public-url 启动服务器"
            ),
        ));
    }
    // Requests without an origin are not from a browser, or a page of another origin cannot read the answer.
    if request.headers().contains_key(ORIGIN) {
        let origin = text(ORIGIN).unwrap_or_default();
        if !hosts.allow_origin(origin, host) {
            return Some(Refusal::new(
                Status::Forbidden,
                say!(language, "requests from other origins are not accepted", "不接受来自其他来源的请求"),
            ));
        }
    }
    None
}

fn add_headers(headers: &mut HeaderMap) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_nobody_else_can_give_are_ours() {
        let loopback = Hosts::default();
        let numbers = Hosts { numbers: true, ..Hosts::default() };
        for ours in ["localhost", "LOCALHOST:4148", "127.0.0.1:1", "127.9.9.9", "[::1]:4148"] {
            assert!(loopback.allow(ours), "{ours}");
            assert!(numbers.allow(ours), "{ours}");
        }
        for number in ["192.168.0.7:4148", "[fe80::1]:4148", "10.0.0.1"] {
            assert!(!loopback.allow(number), "{number}");
            assert!(numbers.allow(number), "{number}");
        }
        for theirs in
            ["", "evil.example:4148", "localhost.evil.example", "127.0.0.1.evil.example", "a b", "[::1"]
        {
            assert!(!loopback.allow(theirs), "{theirs}");
            assert!(!numbers.allow(theirs), "{theirs}");
        }
    }
}
