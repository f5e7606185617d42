//! Checks of the URL of a `PostgreSQL` server.
//!
//! A part of a password can end up anywhere in a malformed URL, so the checks are strict,
//! and no error contains any text of the URL.

use sqlx::postgres::PgConnectOptions;
use thiserror::Error;

/// Why a URL is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UrlProblem {
    /// The scheme is missing or another one.
    #[error("it does not begin with postgres://")]
    Scheme,
    /// It contains a character that must be encoded.
    #[error("it contains a space, a \"#\" or another character that must be encoded")]
    Character,
    /// A percent sign is not followed by two hexadecimal digits.
    #[error("\"%\" without two hexadecimal digits; write %25 for \"%\"")]
    Percent,
    /// An at sign is not the end of user and password.
    #[error("\"@\" after \"/\" or \"?\", or more than one \"@\"")]
    At,
    /// There is no user, or one that contains unusual characters.
    #[error("no user name, or one with other characters than letters, digits and _ . - @ + $")]
    User,
    /// Not a host with an optional port.
    #[error("the host is not a name or an address with an optional port")]
    Host,
    /// Not the name of a database.
    #[error("the database name has other characters than letters, digits and _ . -")]
    Name,
    /// An unknown query parameter.
    #[error(
        "a parameter after \"?\" is unknown; sslmode, sslrootcert, sslcert, sslkey, host, port, \
         dbname, user, password, application_name and options are known"
    )]
    Parameter,
    /// A value that the driver refuses.
    #[error("a value after \"?\" is invalid")]
    Value,
}

const PARAMETERS: [&str; 11] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "host",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

/// Checks the URL. Returns host, port and name of the database, for messages.
pub(super) fn place(url: &str) -> Result<String, UrlProblem> {
    let Some(("postgres" | "postgresql", rest)) = url.split_once("://") else {
        return Err(UrlProblem::Scheme);
    };
    let is_forbidden = |c: char| !c.is_ascii_graphic() || "#\\\"<>`{}|^".contains(c);
    if rest.contains(is_forbidden) {
        return Err(UrlProblem::Character);
    }
    let mut percents = rest.split('%').skip(1);
    let is_hexadecimal = |byte: &u8| byte.is_ascii_hexdigit();
    let is_encoded = |after: &str| after.bytes().take(2).filter(is_hexadecimal).count() == 2;
    if !percents.all(is_encoded) {
        return Err(UrlProblem::Percent);
    }
    let (before_query, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, name) = before_query.split_once('/').unwrap_or((before_query, ""));
    let (credentials, host) = authority.split_once('@').unwrap_or(("", authority));
    if rest.matches('@').count() > usize::from(authority.contains('@')) {
        return Err(UrlProblem::At);
    }
    let keys = query.split('&').filter(|pair| !pair.is_empty());
    let mut keys = keys.map(|pair| pair.split('=').next().unwrap_or(pair));
    if !keys.all(|key| PARAMETERS.contains(&key)) {
        return Err(UrlProblem::Parameter);
    }
    let is_plain = |text: &str, more: &str| {
        text.chars()
            .all(|c| c.is_ascii_alphanumeric() || more.contains(c))
    };
    // Without a user, "judge:12345" would be taken for a host and a port.
    let parameter = |name| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(key, value)| (key == name).then_some(value))
    };
    let user = credentials.split(':').next().unwrap_or_default();
    let user = parameter("user").unwrap_or(user).replace("%40", "@");
    if user.is_empty() || !is_plain(&user, "_.-@+$") {
        return Err(UrlProblem::User);
    }
    let port_start = host.rfind(':').filter(|at| !host[*at..].contains(']'));
    let (host, port) = host.split_at(port_start.unwrap_or(host.len()));
    let is_port = port.is_empty() || port[1..].parse::<u16>().is_ok();
    let is_address = host.starts_with('[') && host.ends_with(']') && is_plain(host, "[]:.");
    // Encoded slashes are for the directory of a socket.
    let is_name = is_plain(&host.replace("%2F", "/"), "._-/");
    if !is_port || !(is_address || is_name) {
        return Err(UrlProblem::Host);
    }
    if ![Some(name), parameter("dbname")]
        .into_iter()
        .flatten()
        .all(|name| is_plain(name, "_.-"))
    {
        return Err(UrlProblem::Name);
    }
    let options: PgConnectOptions = url.parse().map_err(|_| UrlProblem::Value)?;
    let (host, port) = (options.get_host(), options.get_port());
    let name = options.get_database().unwrap_or_default();
    Ok(format!("{host}:{port}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_of_a_server_gives_host_port_and_name() {
        for (url, known) in [
            (
                "postgres://judge:secret@db.example/judge",
                "db.example:5432/judge",
            ),
            (
                "postgresql://judge:a%40b%2Fc%25@[::1]:9/j-1?sslmode=verify-full",
                "[::1]:9/j-1",
            ),
            (
                "postgres://judge%40tenant:a:b@10.0.0.1/judge",
                "10.0.0.1:5432/judge",
            ),
            (
                "postgres://127.0.0.1:9/judge?user=judge&password=secret",
                "127.0.0.1:9/judge",
            ),
        ] {
            assert_eq!(place(url).unwrap(), known, "{url}");
        }
        // The directory of a socket.
        for url in [
            "postgres://judge@%2Frun%2Fpostgresql/judge",
            "postgres:///judge?host=/run/postgresql&user=judge",
        ] {
            place(url).unwrap();
        }
    }

    #[test]
    fn malformed_url_is_refused_with_the_rule_and_none_of_its_text() {
        use UrlProblem::{At, Character, Host, Name, Parameter, Percent, Scheme, User, Value};
        for (url, problem) in [
            ("judge:secret@host/judge", Scheme),
            ("postgres:judge:secret@host/judge", Scheme),
            ("sql://judge:secret@host/judge", Scheme),
            (" postgres://judge:secret@host/judge", Scheme),
            ("postgres://judge:sec ret@host/judge", Character),
            ("postgres://judge:secret@host/judge extra", Character),
            ("postgres://judge:12#secret@host/judge", Character),
            ("postgres://judge:12\\secret@host/judge", Character),
            ("postgres://judge:s\u{e9}cret@host/judge", Character),
            ("postgres://judge:100%secret@host/judge", Percent),
            ("postgres://judge:secret%@host/judge", Percent),
            ("postgres://judge:12/secret@host/judge", At),
            ("postgres://judge:12?secret@host/judge", At),
            ("postgres://judge:12@secret@host/judge", At),
            ("postgres://judge:secret/judge", User),
            ("postgres://judge:12345/judge", User),
            ("postgres://:secret@host/judge", User),
            ("postgres://judge%3Asecret@host/judge", User),
            ("postgres://judge;secret@host/judge", User),
            ("postgres://host/judge?user=judge:secret", User),
            ("postgres://judge:secret@host:port/judge", Host),
            ("postgres://judge@host:secret/judge", Host),
            ("postgres://judge@secret;host/judge", Host),
            ("postgres://judge@host/judge:secret", Name),
            ("postgres://judge@host/judge/secret", Name),
            ("postgres://judge@host/judge?dbname=a:secret", Name),
            ("postgres://judge@host/judge?pasword=secret", Parameter),
            ("postgres://judge@host/judge?secret", Parameter),
            ("postgres://judge:secret@host/judge?sslmode=secret", Value),
            ("postgres://judge:secret@host/judge?port=secret", Value),
        ] {
            let error = place(url).unwrap_err();
            assert_eq!(error, problem, "{url}");
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }
}
