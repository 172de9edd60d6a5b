//! What one client address may use.

use crate::clocks::Clock;
use axum::http::HeaderMap;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// How many connections at a time.
    pub connections: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { proxies: Vec::new(), requests: 50, tables: 60, thinking: 500, connections: 128 }
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
    clock: Clock,
    budgets: Mutex<Budgets>,
    connections: Mutex<HashMap<IpAddr, u32>>,
}

/// A connection of an address, until it is dropped; `None` if connections of the address are not counted.
pub struct Held(Option<(Arc<Usage>, IpAddr)>);

impl Drop for Held {
    fn drop(&mut self) {
        let Some((usage, address)) = &self.0 else { return };
        let mut connections = usage.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = connections.get_mut(address) {
            *count -= 1;
            if *count == 0 {
                connections.remove(address);
            }
        }
    }
}

/// What an address may still use, as of some time: requests, tables, and milliseconds of thinking.
#[derive(Clone, Copy)]
struct Budget {
    since: Instant,
    left: [f64; 3],
}

/// The budgets of the addresses that were seen last, in two generations: when the new one is full, it becomes the old one, and
/// the old one is forgotten. So an address that goes on asking is never forgotten, and no request looks at all addresses.
#[derive(Default)]
struct Budgets {
    new: HashMap<IpAddr, Budget>,
    old: HashMap<IpAddr, Budget>,
}

impl Budgets {
    /// How many addresses a generation has.
    const MOST: usize = 5_000;

    /// The budget of an address; this one if the address is not known.
    fn of(&mut self, address: IpAddr, full: Budget) -> &mut Budget {
        if self.new.len() >= Budgets::MOST && !self.new.contains_key(&address) {
            self.old = std::mem::take(&mut self.new);
        }
        let Budgets { new, old } = self;
        new.entry(address).or_insert_with(|| old.remove(&address).unwrap_or(full))
    }
}

impl Usage {
    /// For how many seconds of its share an address may use all at once.
    const SECONDS: f64 = 10.0;

    pub fn new(limits: Limits, clock: Clock) -> Usage {
        Usage { limits, clock, budgets: Mutex::default(), connections: Mutex::default() }
    }

    /// All clients whose addresses a proxy does not tell in a way that is understood.
    const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    fn is_proxy(&self, address: IpAddr) -> bool {
        self.limits.proxies.contains(&address)
    }

    /// The address of the client: that of the connection, or what a known proxy says.
    pub fn client(&self, Peer(peer): Peer, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.is_proxy(peer) {
            return peer;
        }
        // Each proxy adds the address that it was asked from. What stands before the last that we do not know, the client
        // may have written itself.
        let values: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
        let parts = values.iter().rev().flat_map(|value| value.as_bytes().rsplit(|&byte| byte == b','));
        let parts = parts.map(<[u8]>::trim_ascii).filter(|part| !part.is_empty());
        for part in parts {
            match forwarded(part) {
                Some(address) if self.is_proxy(address) => {}
                // The loopback address of another computer is not ours.
                Some(address) if address.is_loopback() && !peer.is_loopback() => return Usage::UNKNOWN,
                Some(address) => return address,
                None => return Usage::UNKNOWN,
            }
        }
        peer
    }

    /// Counts a connection of an address. Returns `None` if the address has too many. This computer may have all, and a
    /// proxy has those of many clients.
    pub fn hold(self: &Arc<Usage>, address: IpAddr) -> Option<Held> {
        let address = address.to_canonical();
        if address.is_loopback() || self.is_proxy(address) {
            return Some(Held(None));
        }
        let address = network(address);
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let count = connections.entry(address).or_default();
        if *count >= self.limits.connections {
            return None;
        }
        *count += 1;
        Some(Held(Some((Arc::clone(self), address))))
    }

    /// Counts a use. Returns `false` if the address has used too much. Thinking is counted when it is over, so it may go
    /// beyond the limit once; the next is then refused until the time has come.
    pub fn count(&self, address: IpAddr, what: Use) -> bool {
        if address.is_loopback() {
            return true;
        }
        let now = self.clock.now();
        let Limits { requests, tables, thinking, .. } = self.limits;
        let [requests, tables, thinking] = [requests, tables, thinking].map(f64::from);
        let most = [requests * Usage::SECONDS, tables, thinking * Usage::SECONDS];
        let each_second = [requests, tables / 3600.0, thinking];
        let mut budgets = self.budgets.lock().unwrap_or_else(PoisonError::into_inner);
        let budget = budgets.of(network(address), Budget { since: now, left: most });
        let seconds = now.saturating_duration_since(budget.since).as_secs_f64();
        budget.since = now;
        for ((left, each), most) in budget.left.iter_mut().zip(each_second).zip(most) {
            *left = (*left + seconds * each).min(most);
        }
        let [requests, tables, thinking] = &mut budget.left;
        let left = match what {
            Use::Request => requests,
            Use::Table => tables,
            Use::Thinking(time) => {
                let allowed = *thinking > 0.0;
                *thinking -= time.as_secs_f64() * 1000.0;
                return allowed;
            }
        };
        let allowed = *left >= 1.0;
        if allowed {
            *left -= 1.0;
        }
        allowed
    }

    /// Returns how long an address has to wait until it may think again.
    pub fn thinking_pause(&self, address: IpAddr) -> Duration {
        if self.count(address, Use::Thinking(Duration::ZERO)) {
            return Duration::ZERO;
        }
        let budgets = self.budgets.lock().unwrap_or_else(PoisonError::into_inner);
        let [_, _, left] = budgets.new.get(&network(address)).map_or([0.0; 3], |budget| budget.left);
        // Until a millisecond is left.
        let seconds = (1.0 - left) / f64::from(self.limits.thinking);
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

/// An address as proxies write it, some of them with a port.
fn forwarded(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?;
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address = text.parse().ok().or_else(bare);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    address.or_else(with_port).map(|address| address.to_canonical())
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
    use axum::http::{HeaderName, HeaderValue};

    const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// The time stands still.
    fn usage(limits: Limits) -> Usage {
        Usage::new(limits, Clock::stopped())
    }

    #[test]
    fn only_a_known_proxy_is_believed() {
        let usage = usage(Limits { proxies: vec![address("10.0.0.1")], ..Limits::default() });
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        let client = |peer: &str, headers: &HeaderMap| usage.client(Peer(address(peer)), headers);
        assert_eq!(client("9.9.9.9", &headers), address("9.9.9.9"));
        assert_eq!(client("10.0.0.1", &headers), address("2.2.2.2"), "the client may have written the first");
        assert_eq!(client("::ffff:10.0.0.1", &headers), address("2.2.2.2"));
        headers.append("x-forwarded-for", HeaderValue::from_static("3.3.3.3,10.0.0.1"));
        assert_eq!(client("10.0.0.1", &headers), address("3.3.3.3"));
        headers.append("x-forwarded-for", HeaderValue::from_static("unknown"));
        assert_eq!(client("10.0.0.1", &headers), Usage::UNKNOWN);
        assert_eq!(client("10.0.0.1", &HeaderMap::new()), address("10.0.0.1"), "the proxy asks for itself");
    }

    #[test]
    fn nothing_that_a_client_writes_hides_its_address() {
        for proxy in ["10.0.0.1", "127.0.0.1"] {
            let usage = usage(Limits { proxies: vec![address(proxy)], ..Limits::default() });
            let client = |value: &[u8]| {
                let value = HeaderValue::from_bytes(value).expect("a header");
                usage.client(Peer(address(proxy)), &HeaderMap::from_iter([(X_FORWARDED_FOR, value)]))
            };
            for value in [
                &b"9.9.9.9"[..],
                b"\xff, 9.9.9.9",
                b"9.9.9.9:1234",
                b"1.1.1.1, 9.9.9.9,",
                b"x,::ffff:9.9.9.9 , ",
            ] {
                assert_eq!(client(value), address("9.9.9.9"), "{}", String::from_utf8_lossy(value));
            }
            for value in ["[2001:db8::3]", "[2001:db8::3]:80", "2001:db8::3"] {
                assert_eq!(client(value.as_bytes()), address("2001:db8::3"), "{value}");
            }
            for value in [&b"\xff"[..], b"9.9.9.9, \xff", b"unknown", b"_hidden", b"9.9.9", b"[9"] {
                assert_eq!(client(value), Usage::UNKNOWN, "{}", String::from_utf8_lossy(value));
            }
        }
        let usage = usage(Limits { proxies: vec![address("10.0.0.1")], ..Limits::default() });
        let headers = HeaderMap::from_iter([(X_FORWARDED_FOR, HeaderValue::from_static("127.0.0.1"))]);
        assert_eq!(usage.client(Peer(address("10.0.0.1")), &headers), Usage::UNKNOWN);
        assert!((0..500).all(|_| usage.count(Usage::UNKNOWN, Use::Request)));
        assert!(!usage.count(Usage::UNKNOWN, Use::Request), "those that are not known share a limit");
    }

    #[test]
    fn an_address_may_have_some_connections() {
        let limits = Limits { connections: 2, proxies: vec![address("10.0.0.1")], ..Limits::default() };
        let usage = Arc::new(usage(limits));
        let hold = |text: &str| usage.hold(address(text));
        let first = hold("2001:db8::1");
        assert!(first.is_some() && hold("2001:db8::2").is_some());
        let both = [first, hold("2001:db8::2")];
        assert!(hold("2001:db8::3").is_none() && hold("2001:db8:1::3").is_some());
        drop(both);
        assert!(hold("2001:db8::3").is_some());
        assert!(usage.connections.lock().expect("no panic").is_empty());
        for free in ["127.0.0.1", "::1", "10.0.0.1"] {
            assert!((0..9).map(|_| hold(free)).collect::<Vec<_>>().iter().all(Option::is_some), "{free}");
        }
    }

    #[test]
    fn many_networks_neither_reset_a_budget_nor_are_all_remembered() {
        let usage = usage(Limits { requests: 1, ..Limits::default() });
        let active = address("1.1.1.1");
        while usage.count(active, Use::Request) {}
        for number in 0..4 * Budgets::MOST as u32 {
            assert!(usage.count(Ipv4Addr::from_bits(0x0a00_0000 + number).into(), Use::Request));
            if number % 1000 == 0 {
                assert!(!usage.count(active, Use::Request), "{number}");
            }
        }
        let budgets = usage.budgets.lock().expect("no panic");
        assert!(budgets.new.len() <= Budgets::MOST && budgets.old.len() <= Budgets::MOST);
    }

    #[test]
    fn an_address_may_use_its_share() {
        let limits = Limits { requests: 2, tables: 3, thinking: 100, ..Limits::default() };
        let usage = usage(limits);
        let wait = |seconds| usage.clock.advance(Duration::from_secs(seconds));
        let [one, other] = ["1.1.1.1", "1.1.1.2"].map(address);
        assert!((0..20).all(|_| usage.count(one, Use::Request)));
        assert!(!usage.count(one, Use::Request));
        assert!(usage.count(other, Use::Request));
        wait(1);
        assert!(usage.count(one, Use::Request) && usage.count(one, Use::Request));
        assert!(!usage.count(one, Use::Request));
        assert!((0..3).all(|_| usage.count(one, Use::Table)));
        assert!(!usage.count(one, Use::Table));
        wait(1300);
        assert!(usage.count(one, Use::Table), "a third of an hour is enough for one");
        assert!(!usage.count(one, Use::Table));
        assert!(usage.count(one, Use::Thinking(Duration::from_secs(2))));
        wait(1);
        assert!(!usage.count(one, Use::Thinking(Duration::ZERO)));
        let pause = usage.thinking_pause(one);
        usage.clock.advance(pause.saturating_sub(Duration::from_millis(20)));
        assert!(!usage.thinking_pause(one).is_zero(), "{pause:?}");
        usage.clock.advance(Duration::from_millis(20));
        assert!(usage.thinking_pause(one).is_zero() && usage.count(one, Use::Thinking(Duration::ZERO)));
        // Neighbours of an IPv6 address are the same client, and this computer is not limited.
        assert!((0..20).all(|_| usage.count(address("2001:db8::1"), Use::Request)));
        assert!(!usage.count(address("2001:db8::2"), Use::Request));
        assert!((0..100).all(|_| usage.count(address("127.0.0.1"), Use::Request)));
    }
}
