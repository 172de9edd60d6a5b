//! The server: it listens, accepts connections within limits, and shuts down gracefully.

use crate::api::{self, App};
use crate::clocks::Clock;
use crate::guard::Hosts;
use crate::limits::{Limits, Peer};
use crate::metrics::add;
use crate::public::PublicUrl;
use crate::store::Store;
use crate::task::spawn;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower_service::Service;

/// Where to listen, and what to take.
///
/// The limits bound the memory: each connection has buffers of [`BUFFER`](Options::BUFFER) bytes and at most one body,
/// and each table a few kilobytes.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many connections are open at a time. Others are answered with status 503.
    pub connections: usize,
    /// How many tables are in memory. A new one replaces one without connections.
    pub tables: usize,
    /// How many games are reviewed at a time, each on one thread. Up to [`WAITING_REVIEWS`](Options::WAITING_REVIEWS)
    /// others wait for their turn.
    pub reviews: usize,
    /// How many studies of many games there are at a time, each on one thread. Others are answered with status 503.
    pub studies: usize,
    /// The folder in which tables are kept; `None` to keep them in memory.
    pub data: Option<PathBuf>,
    /// The address under which a proxy makes the server known.
    pub public: Option<PublicUrl>,
    /// An address at which others reach the server, for links that are made on this computer.
    pub reached: Option<IpAddr>,
    /// What one client address may use.
    pub limits: Limits,
    /// How long the head of a request may take to arrive, and how long an idle connection is kept.
    pub head_timeout: Duration,
    /// How long the body of a request may take to arrive.
    pub body_timeout: Duration,
    /// How long a client may read nothing of what is sent to it.
    pub write_timeout: Duration,
    /// How often a live connection is asked whether it is still there. One that has not answered by the next time is closed.
    pub ping_every: Duration,
    /// What time it is.
    pub clock: Clock,
}

impl Options {
    /// The default port: 4000 and one for each tile.
    pub const PORT: u16 = 4148;

    /// How many reviews may wait. Others are answered with status 503.
    pub const WAITING_REVIEWS: usize = 16;

    /// How much of a request's head is read at the most.
    pub const BUFFER: usize = 16 << 10;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: Options::PORT,
            connections: 1024,
            tables: 1024,
            reviews: 1,
            studies: 4,
            data: None,
            public: None,
            reached: None,
            limits: Limits::default(),
            head_timeout: Duration::from_secs(15),
            body_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(15),
            ping_every: Duration::from_secs(20),
            clock: Clock::default(),
        }
    }
}

/// How long open requests may still take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server that listens and has not begun to answer.
///
/// ```
/// use hule_server::{Options, Server};
/// let server = Server::bind(Options { port: 0, ..Options::default() })?;
/// println!("http://{}", server.address());
/// let stopper = server.stopper();
/// let running = std::thread::spawn(|| server.run());
/// stopper.stop();
/// running.join().expect("it does not panic")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    options: Options,
    store: Option<Store>,
    stop: watch::Sender<bool>,
}

/// Why a server cannot begin.
#[derive(Debug)]
pub enum BindError {
    /// The file of the tables cannot be opened.
    Data(io::Error),
    /// The address cannot be bound.
    Listen(io::Error),
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BindError::Data(error) | BindError::Listen(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BindError {}

/// Ends a server, from any thread.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends it: no new connections; what is being answered is answered.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Opens the file of the tables, if there is to be one, and begins to listen.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or the address cannot be bound.
    pub fn bind(options: Options) -> Result<Server, BindError> {
        let store = options.data.as_deref().map(Store::open).transpose().map_err(BindError::Data)?;
        Server::listen(options, store).map_err(BindError::Listen)
    }

    fn listen(mut options: Options, store: Option<Store>) -> io::Result<Server> {
        options.connections = options.connections.min(open_files(options.connections));
        let listener = TcpListener::bind((options.host, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, options, store, stop: watch::Sender::new(false) })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers requests until the server is stopped.
    ///
    /// # Errors
    /// Returns an error if the runtime cannot be started or serving fails.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            // Players think there. More threads than processors would only wait for one another.
            .max_blocking_threads(2 * std::thread::available_parallelism().map_or(1, Into::into))
            .build()?;
        let done = runtime.block_on(self.serve());
        runtime.shutdown_timeout(FAREWELL);
        done
    }

    async fn serve(self) -> io::Result<()> {
        let Server { listener, options, store, stop, .. } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let hosts = Hosts { numbers: !options.host.is_loopback(), public: options.public.clone() };
        let mut stopped = stop.subscribe();
        let app = Arc::new(App::new(options.clone(), store, stop.subscribe()));
        let router = api::router(hosts, Arc::clone(&app));
        let places = Arc::new(Semaphore::new(options.connections));
        let farewells = Arc::new(Semaphore::new(FAREWELLS));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stop_wanted(&mut stopped) => break,
            };
            let Ok((stream, peer)) = accepted else {
                // Perhaps there are no more files to open; that passes.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            let place = || Some((app.usage.hold(peer.ip())?, Arc::clone(&places).try_acquire_owned().ok()?));
            let mut found = place();
            if found.is_none() {
                // Those who come then wait, and are not reset.
                let farewell = tokio::select! {
                    farewell = Arc::clone(&farewells).acquire_owned() => farewell,
                    () = stop_wanted(&mut stopped) => break,
                };
                found = place();
                if found.is_none() {
                    add(&app.metrics.turned_away);
                    turn_away(stream, farewell.ok());
                    continue;
                }
            }
            let (peer, times) = (Peer(peer.ip()), Times::of(&options));
            spawn(answer(stream, peer, router.clone(), times, stop.subscribe(), found));
        }
        // When all places are free, all requests have been answered. Some may take too long.
        let all = u32::try_from(options.connections).unwrap_or(u32::MAX);
        let _ = timeout(FAREWELL, async {
            let _ = places.acquire_many(all).await;
            let _ = app.live.acquire_many(all).await;
        })
        .await;
        if let Some(store) = &app.registry.store {
            store.close();
        }
        Ok(())
    }
}

/// Asks the system to let this process open files for so many connections, and returns how many connections it may have.
/// Others are then answered with status 503; without a free file, they would wait for an answer in vain.
#[cfg(unix)]
fn open_files(connections: usize) -> usize {
    /// For files, threads and those who are turned away.
    const OTHERS: u64 = 512;
    let wanted = connections as u64 + OTHERS;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let mut allowed = current.unwrap_or(u64::MAX);
    let mut more = wanted.min(maximum.unwrap_or(u64::MAX));
    while allowed < more {
        match setrlimit(Resource::Nofile, Rlimit { current: Some(more), maximum }) {
            Ok(()) => allowed = more,
            // macOS may allow less than it says.
            Err(_) => more /= 2,
        }
    }
    usize::try_from(allowed.saturating_sub(OTHERS)).unwrap_or(usize::MAX).max(1)
}

#[cfg(not(unix))]
fn open_files(connections: usize) -> usize {
    connections
}

/// Waits until the server is to end.
pub async fn stop_wanted(stopped: &mut watch::Receiver<bool>) {
    // This fails only if the sender is gone, and then the server has stopped.
    let _ = stopped.wait_for(|&stopped| stopped).await;
}

/// How long a connection is waited for.
#[derive(Clone, Copy)]
struct Times {
    head: Duration,
    write: Duration,
}

impl Times {
    fn of(options: &Options) -> Times {
        Times { head: options.head_timeout, write: options.write_timeout }
    }
}

/// Answers the requests of one connection.
async fn answer(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    times: Times,
    mut stopped: watch::Receiver<bool>,
    _place: impl Send,
) {
    let _ = stream.set_nodelay(true);
    let stream = TokioIo::new(WriteTimeout::new(stream, times.write));
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(times.head)
        .max_buf_size(Options::BUFFER)
        .serve_connection(stream, service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // An error here means that the client has disconnected.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop_wanted(&mut stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// How many clients are turned away at a time. Others wait.
const FAREWELLS: usize = 256;

/// Tells a client that there are too many connections. What the client has sent is read, as the system would otherwise
/// reset the connection, and the client would not see the answer.
fn turn_away(mut stream: TcpStream, place: Option<OwnedSemaphorePermit>) {
    const ANSWER: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n\
        Content-Type: application/json; charset=utf-8\r\nContent-Length: 43\r\n\r\n\
        {\"error\":\"there are too many connections\"}\n";
    spawn(async move {
        let _ = timeout(FAREWELL, async {
            let _ = stream.write_all(ANSWER.as_bytes()).await;
            let _ = stream.shutdown().await;
            let mut rest = [0; 1024];
            while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
        })
        .await;
        drop(place);
    });
}
