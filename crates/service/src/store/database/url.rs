//! Validates the URL of a `PostgreSQL` database.

use sqlx::postgres::PgConnectOptions;

use super::{Result, StoreError};

/// Validates a URL. Returns the host, the port and the database name, to show in messages.
pub(super) fn display_location(url: &str) -> Result<String> {
    let Some(("postgres" | "postgresql", rest)) = url.split_once("://") else {
        return Err(StoreError::Url);
    };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let is_forbidden = |c: char| !c.is_ascii_graphic() || "#\\\"<>`{}|^".contains(c);
    // A malformed user name and password usually means that the password contains a character that
    // must be percent-encoded. The parser would mistake the rest of the password for the host, the
    // database name or a parameter.
    let has_user = !authority.starts_with(['@', ':']) && authority.matches('@').count() == 1;
    if !has_user || path.contains('@') || rest.contains(is_forbidden) {
        return Err(StoreError::Url);
    }
    let options: PgConnectOptions = url.parse().map_err(|_| StoreError::Url)?;
    let (host, port) = (options.get_host(), options.get_port());
    let name = options.get_database().unwrap_or_default();
    Ok(format!("{host}:{port}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_url_is_displayed_as_host_port_and_name() {
        let [tls, tenant] = [
            "postgresql://judge:a%40b%2Fc%25@[::1]:9/j-1?sslmode=verify-full",
            "postgres://judge%40tenant:a:b@10.0.0.1/judge",
        ];
        for (url, known) in [
            ("postgres://me:s@db.example/judge", "db.example:5432/judge"),
            (tls, "[::1]:9/j-1"),
            (tenant, "10.0.0.1:5432/judge"),
        ] {
            assert_eq!(display_location(url).unwrap(), known, "{url}");
        }
        // The directory of a Unix socket.
        display_location("postgres://judge@%2Frun%2Fpostgresql/judge").unwrap();
    }

    #[test]
    fn malformed_url_is_refused() {
        for url in [
            "judge:secret@host/judge",
            "postgres:judge:secret@host/judge",
            "sql://judge:secret@host/judge",
            " postgres://judge:secret@host/judge",
            "postgres://judge:sec ret@host/judge",
            "postgres://judge:12#secret@host/judge",
            "postgres://judge:12\\secret@host/judge",
            "postgres://judge:s\u{e9}cret@host/judge",
            "postgres://judge:12/secret@host/judge",
            "postgres://judge:12?secret@host/judge",
            "postgres://judge:12@secret@host/judge",
            "postgres://judge:secret/judge",
            "postgres://:secret@host/judge",
            "postgres://judge:secret@host:port/judge",
            "postgres://judge:secret@host/judge?sslmode=secret",
            "postgres://judge:secret@host/judge?port=secret",
        ] {
            let error = display_location(url).unwrap_err();
            assert!(matches!(error, StoreError::Url), "{url}");
        }
    }
}
