//! Database errors.

use std::io::ErrorKind;

use sqlx::error::{DatabaseError, ErrorKind as DatabaseErrorKind};
use sqlx::migrate::MigrateError;
use thiserror::Error;

use crate::store::DeclineReason;

pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

/// A database error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be opened, or it is not a database.
    #[error(
        "{database}: cannot open the database: {source}; {}",
        open_error_hint(source)
    )]
    Open {
        /// The file.
        database: String,
        /// The cause.
        source: sqlx::Error,
    },
    /// The URL is invalid. The error contains no part of the URL, because the password can be
    /// anywhere in a malformed URL.
    #[error(
        "the URL of the database is invalid; write postgres://USER:PASSWORD@HOST/NAME, \
         and use percent-encoding for special characters in the password (@ is %40, % is %25)"
    )]
    Url,
    /// The server cannot be reached, or it refuses the user.
    #[error(
        "{database}: cannot connect to the database: {source}; {}",
        connect_error_hint(source)
    )]
    Connect {
        /// Host, port and name of the database.
        database: String,
        /// The cause.
        source: sqlx::Error,
    },
    /// The database has the schema of a different build.
    #[error(
        "{database}: the database has schema version {found}, but this build of mousetrap needs \
         version {known}; start `mousetrap serve` of this build with this database, to create or \
         migrate the tables, or use the later build that has migrated the database"
    )]
    Schema {
        /// The database file, or the host, port and name of a `PostgreSQL` database.
        database: String,
        /// The schema version of the database.
        found: i64,
        /// The schema version of this build.
        known: i64,
    },
    /// The schema cannot be migrated.
    #[error("{database}: cannot migrate the database to the schema of this build: {source}")]
    Migrate {
        /// The database file, or the host, port and name of a `PostgreSQL` database.
        database: String,
        /// The cause.
        source: MigrateError,
    },
    /// A query failed.
    #[error("a database query failed: {0}{hint}", hint = query_error_hint(.0))]
    Query(#[from] sqlx::Error),
    /// Stored data cannot be read.
    #[error("the database contains data that cannot be read: {0}")]
    Content(#[from] serde_json::Error),
    /// The room refuses the request.
    #[error("the room refuses the request: {0:?}")]
    Declined(DeclineReason),
}

impl From<DeclineReason> for StoreError {
    fn from(reason: DeclineReason) -> Self {
        Self::Declined(reason)
    }
}

impl StoreError {
    /// Returns whether the same operation may succeed later: if the disk was full, the database was
    /// locked, or the server was down.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Query(sqlx::Error::Database(error)) => error.kind() == DatabaseErrorKind::Other,
            Self::Query(
                sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::Decode(_)
                | sqlx::Error::Encode(_)
                | sqlx::Error::RowNotFound,
            ) => false,
            Self::Query(_) => true,
            _ => false,
        }
    }

    /// Returns the error for a database file that cannot be opened.
    pub(super) fn open_error(database: &str, source: sqlx::Error) -> Self {
        let database = database.to_owned();
        Self::Open { database, source }
    }

    /// Returns the error for a failed migration, where `known` is the schema version of this build.
    pub(super) fn migration_error(database: &str, source: MigrateError, known: i64) -> Self {
        let database = database.to_owned();
        match source {
            MigrateError::VersionMissing(found) => Self::Schema {
                database,
                found,
                known,
            },
            MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _)
                if is_disk_full(&source) =>
            {
                Self::Open { database, source }
            }
            source => Self::Migrate { database, source },
        }
    }
}

/// Returns a hint for a database file that cannot be opened.
fn open_error_hint(error: &sqlx::Error) -> &'static str {
    if is_disk_full(error) {
        "free at least 1 MiB on the disk that contains this file, then restart"
    } else {
        "check the file, restore a copy that `mousetrap serve --backup` made, or choose another \
         directory with --data"
    }
}

/// Returns a hint for a failed connection to a `PostgreSQL` server.
const fn connect_error_hint(error: &sqlx::Error) -> &'static str {
    match error {
        sqlx::Error::Tls(_) => {
            "if the server has no TLS, omit sslmode from the URL; otherwise check sslmode and \
             sslrootcert"
        }
        _ => "check that PostgreSQL is running and that the URL has the correct user and password",
    }
}

/// Returns a hint for a failed query, prefixed with a semicolon, or an empty string if there is no
/// hint.
fn query_error_hint(error: &sqlx::Error) -> &'static str {
    match sqlstate(error).as_deref() {
        // insufficient_privilege
        Some("42501") => {
            "; grant the privileges listed in docs/operator.md, section \"Many machines\", to the workers' role"
        }
        _ => "",
    }
}

fn sqlstate(error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error();
    error.and_then(DatabaseError::code).map(Into::into)
}

/// Returns whether a query failed because a table does not exist. Only for `PostgreSQL`.
pub(super) fn is_missing_table(error: &sqlx::Error) -> bool {
    // undefined_table
    sqlstate(error).as_deref() == Some("42P01")
}

/// Returns whether the error was caused by a full disk.
fn is_disk_full(error: &sqlx::Error) -> bool {
    if let sqlx::Error::Io(error) = error {
        return [ErrorKind::StorageFull, ErrorKind::QuotaExceeded].contains(&error.kind());
    }
    // SQLITE_FULL, SQLITE_IOERR_SHMSIZE, disk_full
    matches!(sqlstate(error).as_deref(), Some("13" | "4874" | "53100"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hint_depends_on_the_cause() {
        let tls = sqlx::Error::Tls("server does not support TLS".into());
        assert!(connect_error_hint(&tls).contains("sslmode"));
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            assert!(open_error_hint(&sqlx::Error::Io(kind.into())).contains("free at least"));
        }
    }
}
