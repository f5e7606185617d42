//! The network address of a client, by which limits count.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use tokio::sync::watch;

use super::app::App;

/// The other end of a connection: the client, or a proxy.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub address: IpAddr,
    /// The participant, or the owner, once a request on the connection has shown a login or
    /// a token.
    pub login: Arc<watch::Sender<Option<String>>>,
}

/// The address of the client; none without a network, in tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub Option<IpAddr>);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>();
        let is_public = app.settings.public.is_some();
        Ok(Self(peer.map(|peer| {
            client_address(&parts.headers, peer.address, is_public)
        })))
    }
}

/// Returns the address of the client. Behind a proxy that is the last one in
/// X-Forwarded-For, which the proxy adds. Anybody else can write what they like there, so
/// it counts only if the service has a public URL and the connection is from this machine.
fn client_address(headers: &HeaderMap, peer: IpAddr, is_public: bool) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_public || !peer.is_loopback() {
        return block(peer);
    }
    let mut values = headers.get_all("x-forwarded-for").iter();
    let last = values.next_back().and_then(|value| value.to_str().ok());
    let last = last.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    block(last.unwrap_or(peer).to_canonical())
}

/// The addresses that one client has: with IPv6 usually a block of 64 bits.
fn block(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64))
        }
        other => other,
    }
}

/// Returns whether a host name of the server leads a browser to its own machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_address_counts_only_from_a_proxy_on_this_machine() {
        for (peer, forwarded, is_public, client) in [
            ("127.0.0.1", "192.0.2.1", true, "192.0.2.1"),
            ("::1", "192.0.2.1", true, "192.0.2.1"),
            ("::ffff:127.0.0.1", "192.0.2.1", true, "192.0.2.1"),
            // The client wrote the first address itself.
            ("127.0.0.1", "10.0.0.1, 192.0.2.1", true, "192.0.2.1"),
            ("127.0.0.1", "2001:db8::1:2:3:4", true, "2001:db8::"),
            ("127.0.0.1", "nonsense", true, "127.0.0.1"),
            ("127.0.0.1", "", true, "127.0.0.1"),
            ("127.0.0.1", "192.0.2.1", false, "127.0.0.1"),
            ("198.51.100.7", "192.0.2.1", true, "198.51.100.7"),
            ("2001:db8::1:2:3:4", "192.0.2.1", true, "2001:db8::"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let found = client_address(&headers, peer.parse().unwrap(), is_public);
            assert_eq!(found.to_string(), client, "{peer} {forwarded} {is_public}");
        }
    }

    #[test]
    fn host_is_loopback_only_if_it_leads_to_this_machine() {
        for host in [
            "127.0.0.1:8913",
            "127.0.0.1",
            "localhost:8913",
            "[::1]:8913",
            "[::1]",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "192.0.2.1:8913",
            "judge.example",
            "[2001:db8::1]:80",
            "localhost.example",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
