//! `hule serve`: the page in the browser.

mod logger;

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use clap::Args;
use hule::Localized;
use hule_server::{BindError, Limits, Options, PublicUrl, PublicUrlError, Server};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const EXAMPLES: &str = "\
Examples:
  hule serve             the page is at http://127.0.0.1:4148
  hule serve --open      the same, opened in the browser
  hule serve --port 0    at a free port
  hule serve --data d    keep tables in the folder d";

/// Watch games, play and analyse hands in the browser
///
/// The page is served to this computer only, unless --host is given, and needs no internet connection. Ctrl-C stops
/// the server. docs/API.md describes its interface for programs.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct ServeCommand {
    /// The port to listen on; 0 selects a free port
    #[arg(long, value_name = "N", default_value_t = Options::PORT)]
    port: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The address to listen on; with an address other than the loopback, everybody who can reach it can use the
    /// server
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,

    /// Keep tables, and their games, in this folder. Every move is on disk before it is confirmed, and tables
    /// go on after a restart
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// The public URL of the server behind a reverse proxy, such as `https://mahjong.example`; links begin with it
    #[arg(long, value_name = "URL", value_parser = public_url)]
    public_url: Option<PublicUrl>,

    /// The IP address of a trusted reverse proxy, whose X-Forwarded-For is used; can be repeated. Limits count per client
    /// address; this computer has none
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    proxy: Vec<IpAddr>,

    /// The most tables in memory. There can be 1024 connections, or 1.25 times N if that is more
    #[arg(long, value_name = "N", default_value_t = Options::default().tables, value_parser = tables)]
    tables: usize,

    /// Write a log to the standard error stream: error, warn, info or debug
    #[arg(long, value_name = "LEVEL", value_parser = ["error", "warn", "info", "debug"])]
    log: Option<String>,
}

fn tables(text: &str) -> Result<usize, String> {
    const MOST: usize = 1_000_000;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| say!("expected a number from 1 to {MOST}", "应为 1 到 {MOST} 的数"))
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| {
        say!("expected an IP address, such as 127.0.0.1 or ::1", "应为 IP 地址，例如 127.0.0.1 或 ::1")
    })
}

impl ServeCommand {
    pub fn run(self) -> Result<(), Failure> {
        let wanted = SocketAddr::new(self.host, self.port);
        let data = self.data.clone().unwrap_or_default();
        if let Some(level) = &self.log {
            logger::start(level.parse().expect("only these levels are accepted"));
        }
        let options = Options {
            host: self.host,
            port: self.port,
            data: self.data,
            public: self.public_url.clone(),
            limits: Limits { proxies: self.proxy, ..Limits::default() },
            tables: self.tables,
            connections: Options::default().connections.max(self.tables.saturating_add(self.tables / 4)),
            reached: reached(self.host).first().copied(),
            ..Options::default()
        };
        let server = Server::bind(options).map_err(|error| match error {
            BindError::Listen(error) => cannot_listen(wanted, &error),
            BindError::Data(error) => cannot_store(&data, &error),
        })?;
        let stopper = server.stopper();
        ctrlc::set_handler(move || stopper.stop()).map_err(|error| {
            Failure::Io(say!("Ctrl-C cannot be caught: {error}", "无法捕获 Ctrl-C：{error}"))
        })?;
        let url = format!("http://{}/", local(server.address()));
        export::print(&format!("{url}\n"))?;
        if let Some(public) = &self.public_url {
            eprintln!("hule: {}", say!("others reach it at {public}/", "其他人通过 {public}/ 访问"));
        } else if !self.host.is_loopback() {
            tell_others(server.address());
        }
        if self.open {
            open(&url);
        }
        server.run().map_err(|error| cannot_listen(wanted, &error))
    }
}

fn public_url(text: &str) -> Result<PublicUrl, String> {
    text.parse().map_err(|error: PublicUrlError| error.text(language()))
}

/// The address by which this computer reaches a server that listens on all of its addresses.
fn local(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        host => host,
    };
    SocketAddr::new(host, address.port())
}

/// The addresses at which others reach a server that listens on this one.
fn reached(host: IpAddr) -> Vec<IpAddr> {
    if host.is_loopback() {
        return Vec::new();
    }
    if !host.is_unspecified() {
        return vec![host];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default().into_iter().map(|one| one.ip());
    let is_reached = |other: &IpAddr| {
        // A link-local address also needs the name of the interface.
        !other.is_loopback()
            && (host.is_ipv6() || other.is_ipv4())
            && !matches!(other, IpAddr::V6(other) if other.is_unicast_link_local())
    };
    interfaces.filter(is_reached).collect()
}

/// Says at which addresses others reach the server, and who they are.
fn tell_others(address: SocketAddr) {
    for host in reached(address.ip()) {
        eprintln!("hule: http://{}/", SocketAddr::new(host, address.port()));
    }
    let sentence = say!(
        "anyone on the same network can use the server at these addresses, and anyone on the internet if one of them \
         is public or a router forwards the port; the connection is not encrypted",
        "同一网络中的人都可以通过这些地址使用服务器；若其中有公网地址，或路由器转发了端口，则互联网上的人都可以使用；\
         连接不加密"
    );
    eprintln!("hule: {sentence}");
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => say!(
            "the port is in use; perhaps `hule serve` is already running; --port 0 selects a free port",
            "端口已被占用；可能 `hule serve` 已在运行；用 --port 0 可以选择空闲端口"
        ),
        io::ErrorKind::AddrNotAvailable => {
            say!("this computer does not have the address", "这台计算机没有这个地址")
        }
        io::ErrorKind::PermissionDenied => {
            say!("permission to use this port is denied", "没有使用这个端口的权限")
        }
        _ => error.to_string(),
    };
    Failure::Io(say!("{address}: {why}", "{address}：{why}"))
}

fn cannot_store(folder: &Path, error: &io::Error) -> Failure {
    let folder = folder.display();
    let why = match error.kind() {
        io::ErrorKind::ResourceBusy => say!("another server uses it", "另一个服务器正在使用它"),
        _ => error.to_string(),
    };
    Failure::Io(say!(
        "{folder}: the tables cannot be kept here: {why}",
        "{folder}：无法在这里保存牌桌：{why}"
    ))
}

/// Opens the system's browser. If it cannot, the address has been printed.
fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if quiet.spawn().is_err() {
        let sentence =
            say!("no browser could be opened; the page is at {url}", "无法打开浏览器；页面在 {url}");
        eprintln!("hule: {sentence}");
    }
}
