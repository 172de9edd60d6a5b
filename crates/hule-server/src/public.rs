//! The address under which others know the server.

use axum::http::Uri;
use hule::{Language, Localized, say};
use std::fmt;
use std::str::FromStr;

/// An address such as `https://mahjong.example`, under which a proxy makes the server known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: String,
    authority: String,
}

impl PublicUrl {
    /// Whether a request names this host. The port of the scheme may be left out.
    pub fn is_host(&self, host: &str) -> bool {
        let port = if self.scheme == "https" { ":443" } else { ":80" };
        let short = |host: &str| host.strip_suffix(port).unwrap_or(host).to_ascii_lowercase();
        short(host) == short(&self.authority)
    }

    /// Whether a page of this origin is our own.
    pub fn is_origin(&self, origin: &str) -> bool {
        let parts = origin.split_once("://");
        parts.is_some_and(|(scheme, host)| scheme == self.scheme && self.is_host(host))
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        // `Uri` would leave out a fragment.
        let uri: Uri = text.parse().ok().filter(|_| !text.contains('#')).ok_or(PublicUrlError)?;
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme));
        let authority = uri.authority().filter(|authority| {
            let has_port = authority.as_str().rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
            !authority.as_str().contains('@') && (authority.port_u16().is_some() || !has_port)
        });
        match (scheme, authority, uri.path(), uri.query()) {
            (Some(scheme), Some(authority), "/", None) => Ok(PublicUrl {
                scheme: scheme.to_owned(),
                authority: authority.as_str().to_ascii_lowercase(),
            }),
            _ => Err(PublicUrlError),
        }
    }
}

/// It is not the address of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicUrlError;

impl Localized for PublicUrlError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "expected an address without a path, such as https://mahjong.example",
            "应为不带路径的地址，例如 https://mahjong.example"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_and_the_origin_are_those_of_the_address() {
        let url: PublicUrl = "https://Mahjong.example/".parse().expect("an address");
        assert_eq!(url.to_string(), "https://mahjong.example");
        for host in ["mahjong.example", "MAHJONG.example:443"] {
            assert!(url.is_host(host), "{host}");
        }
        for host in ["mahjong.example:80", "example", "mahjong.example.evil", ""] {
            assert!(!url.is_host(host), "{host}");
        }
        assert!(url.is_origin("https://mahjong.example"));
        assert!(!url.is_origin("http://mahjong.example") && !url.is_origin("null"));
        let url: PublicUrl = "http://10.0.0.1:8080".parse().expect("an address");
        assert!(url.is_host("10.0.0.1:8080") && !url.is_host("10.0.0.1"));
        assert!(
            "https://[::1]".parse::<PublicUrl>().is_ok() && "https://[::1]:8443".parse::<PublicUrl>().is_ok()
        );
        for wrong in [
            "",
            "x",
            "mahjong.example",
            "ftp://x",
            "https://",
            "https://x/y",
            "https://x?y",
            "https://a@x",
            "https://x#y",
            "https://x:",
            "https://x:99999",
        ] {
            assert_eq!(wrong.parse::<PublicUrl>(), Err(PublicUrlError), "{wrong}");
        }
    }
}
