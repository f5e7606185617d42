//! Parses server addresses that users enter.

use axum::http::Uri;
use thiserror::Error;

/// The error for a text that is not the address of a server.
#[derive(Clone, Copy, Debug, Error)]
#[error("give the scheme and the host of the server, without a path: https://judge.example")]
pub struct InvalidOrigin;

/// Normalises the address of a server to the form that browsers use.
///
/// # Errors
/// Returns an error if the text is not a scheme and a host, with an optional port.
pub fn origin(given: &str) -> Result<String, InvalidOrigin> {
    let url: Uri = given.parse().map_err(|_| InvalidOrigin)?;
    let (scheme, default_port) = match url.scheme_str() {
        Some("http") => ("http", ":80"),
        Some("https") => ("https", ":443"),
        _ => return Err(InvalidOrigin),
    };
    let authority = url.authority().ok_or(InvalidOrigin)?;
    let is_bare = url.path_and_query().is_none_or(|rest| rest == "/");
    let host = authority.host();
    let port = authority.as_str().strip_prefix(host).ok_or(InvalidOrigin)?;
    let is_port = |text: &str| text.parse().is_ok_and(|port: u16| port > 0);
    if !is_bare || host.is_empty() || !(port.is_empty() || is_port(&port[1..])) {
        return Err(InvalidOrigin);
    }
    let port = if port == default_port { "" } else { port };
    Ok(format!("{scheme}://{}{port}", host.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_needs_a_scheme_and_a_host() {
        for (given, known) in [
            ("https://judge.example", "https://judge.example"),
            ("https://Judge.example:443/", "https://judge.example"),
            ("http://judge.example:8080", "http://judge.example:8080"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(origin(given).unwrap(), known);
        }
        let refused = "|foo|127.0.0.1:8913|javascript:alert(1)|judge.example|//judge.example|\
            https://|https://:443|ftp://judge.example|https://judge.example/rooms|\
            https://judge.example/?a|https://me@judge.example|\
            https://judge.example:x";
        for wrong in refused.split('|') {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
