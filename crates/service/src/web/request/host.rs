//! Host names of a request.

use std::net::IpAddr;

/// Returns whether a host name of the server leads a browser to its own machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}
