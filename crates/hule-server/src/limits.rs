//! What one client address may use.

use axum::http::HeaderMap;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The address that a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// What each address may use. An address of this computer may use everything, as its user may anyway.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpAddr>,
    /// How many requests and messages a second, on average and for some seconds.
    pub requests: u32,
    /// How many tables an hour.
    pub tables: u32,
    /// How many milliseconds of thinking a second: hints, and moves of players that think.
    pub thinking: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { proxies: Vec::new(), requests: 50, tables: 60, thinking: 500 }
    }
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A request, or a message of a live connection.
    Request,
    /// A new table.
    Table,
    /// This much thinking.
    Thinking(Duration),
}

/// Counts what each address uses.
pub struct Usage {
    limits: Limits,
    clients: Mutex<HashMap<IpAddr, Client>>,
}

/// What an address may still use, as of some time.
struct Client {
    since: Instant,
    requests: f64,
    tables: f64,
    thinking: f64,
}

impl Usage {
    /// For how many seconds of its share an address may use all at once.
    const SECONDS: f64 = 10.0;

    /// How many addresses are remembered. Beyond that, those that have used little are forgotten.
    const MOST: usize = 10_000;

    pub fn new(limits: Limits) -> Usage {
        Usage { limits, clients: Mutex::default() }
    }

    /// The address of the client: that of the connection, or what a known proxy says.
    pub fn client(&self, Peer(peer): Peer, headers: &HeaderMap) -> IpAddr {
        let known = |address: &IpAddr| self.limits.proxies.contains(address);
        if !known(&peer.to_canonical()) {
            return peer.to_canonical();
        }
        // Each proxy adds the address that it was asked from. What stands before the last that we do not know, the client
        // may have written itself.
        let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let all: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
        let addresses = all.iter().rev().map_while(|text| text.parse::<IpAddr>().ok());
        let mut addresses = addresses.map(|address| address.to_canonical());
        addresses.find(|address| !known(address)).unwrap_or(peer.to_canonical())
    }

    /// Counts a use. Returns `false` if the address has used too much. Thinking is counted when it is over, so it may go
    /// beyond the limit once; the next is then refused until the time has come.
    pub fn count(&self, address: IpAddr, what: Use) -> bool {
        self.count_at(Instant::now(), address, what)
    }

    fn count_at(&self, now: Instant, address: IpAddr, what: Use) -> bool {
        if address.is_loopback() {
            return true;
        }
        let Limits { requests, tables, thinking, .. } = self.limits;
        let [requests, tables, thinking] = [requests, tables, thinking].map(f64::from);
        let full = Client {
            since: now,
            requests: requests * Usage::SECONDS,
            tables,
            thinking: thinking * Usage::SECONDS,
        };
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= Usage::MOST {
            clients.retain(|_, client| now.duration_since(client.since) < Duration::from_hours(1));
        }
        if clients.len() >= Usage::MOST {
            clients.clear();
        }
        let client = clients.entry(network(address)).or_insert(full);
        let seconds = now.saturating_duration_since(client.since).as_secs_f64();
        client.since = now;
        client.requests = (client.requests + seconds * requests).min(requests * Usage::SECONDS);
        client.tables = (client.tables + seconds * tables / 3600.0).min(tables);
        client.thinking = (client.thinking + seconds * thinking).min(thinking * Usage::SECONDS);
        let (left, cost) = match what {
            Use::Request => (&mut client.requests, 1.0),
            Use::Table => (&mut client.tables, 1.0),
            Use::Thinking(time) => {
                let allowed = client.thinking > 0.0;
                client.thinking -= time.as_secs_f64() * 1000.0;
                return allowed;
            }
        };
        let allowed = *left >= cost;
        if allowed {
            *left -= cost;
        }
        allowed
    }
}

/// Of IPv6, a household has 64 bits of addresses at least.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_a_known_proxy_is_believed() {
        let usage = Usage::new(Limits { proxies: vec![address("10.0.0.1")], ..Limits::default() });
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        let client = |peer: &str, headers: &HeaderMap| usage.client(Peer(address(peer)), headers);
        assert_eq!(client("9.9.9.9", &headers), address("9.9.9.9"));
        assert_eq!(client("10.0.0.1", &headers), address("2.2.2.2"), "the client may have written the first");
        assert_eq!(client("::ffff:10.0.0.1", &headers), address("2.2.2.2"));
        headers.append("x-forwarded-for", HeaderValue::from_static("3.3.3.3,10.0.0.1"));
        assert_eq!(client("10.0.0.1", &headers), address("3.3.3.3"));
        headers.append("x-forwarded-for", HeaderValue::from_static("unknown"));
        assert_eq!(client("10.0.0.1", &headers), address("10.0.0.1"));
    }

    #[test]
    fn an_address_may_use_its_share() {
        let limits = Limits { requests: 2, tables: 3, thinking: 100, ..Limits::default() };
        let usage = Usage::new(limits);
        let now = Instant::now();
        let later = |seconds| now + Duration::from_secs(seconds);
        let [one, other] = ["1.1.1.1", "1.1.1.2"].map(address);
        assert!((0..20).all(|_| usage.count_at(now, one, Use::Request)));
        assert!(!usage.count_at(now, one, Use::Request));
        assert!(usage.count_at(now, other, Use::Request));
        assert!(usage.count_at(later(1), one, Use::Request) && usage.count_at(later(1), one, Use::Request));
        assert!(!usage.count_at(later(1), one, Use::Request));
        assert!((0..3).all(|_| usage.count_at(later(2), one, Use::Table)));
        assert!(!usage.count_at(later(2), one, Use::Table));
        assert!(usage.count_at(later(1300), one, Use::Table), "a third of an hour is enough for one");
        assert!(usage.count_at(later(2000), one, Use::Thinking(Duration::from_secs(2))));
        assert!(!usage.count_at(later(2001), one, Use::Thinking(Duration::ZERO)));
        assert!(usage.count_at(later(2020), one, Use::Thinking(Duration::ZERO)));
        // Neighbours of an IPv6 address are the same client, and this computer is not limited.
        assert!((0..20).all(|_| usage.count_at(now, address("2001:db8::1"), Use::Request)));
        assert!(!usage.count_at(now, address("2001:db8::2"), Use::Request));
        assert!((0..100).all(|_| usage.count_at(now, address("127.0.0.1"), Use::Request)));
    }
}
