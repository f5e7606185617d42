//! The database: opening it, and bringing it to what this build knows.

use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::statvfs;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::error::ErrorKind;
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Executor as _, Transaction};
use thiserror::Error;

/// Each step from the schema before it. Steps are never changed, only added.
const MIGRATIONS: [&str; 2] = [
    include_str!("schema.sql"),
    "ALTER TABLE tasks ADD COLUMN begun BIGINT NOT NULL DEFAULT 0",
];

/// How long to wait for a lock that another process holds.
const PATIENCE: Duration = Duration::from_secs(10);

/// What must be free on its disk, in bytes: a source, and what is kept of it.
const SPARE: u64 = 1 << 18;

/// What goes wrong with the database.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be opened.
    #[error("{place}: cannot open the database: {source}")]
    Open {
        /// Where it is, without a password.
        place: String,
        /// Why.
        source: sqlx::Error,
    },
    /// The file is not a database, or not a whole one.
    #[error(
        "{place}: this is not a database, or it is damaged; restore a copy (`mousetrap serve \
         --backup` makes them), or move it away for a new one"
    )]
    Damaged {
        /// Where it is.
        place: String,
    },
    /// A later build has written it.
    #[error(
        "{place}: the database is of a later build (schema {found}, this build knows {known}); \
         use that build"
    )]
    Newer {
        /// Where it is.
        place: String,
        /// Its schema.
        found: i64,
        /// The last one that is known.
        known: usize,
    },
    /// A query failed.
    #[error("the database: {0}")]
    Query(#[from] sqlx::Error),
    /// What is kept cannot be read.
    #[error("the database holds what cannot be read: {0}")]
    Content(#[from] serde_json::Error),
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The database. One connection writes to `SQLite`, so that writers wait for each
/// other in order; `PostgreSQL` sees to that by itself.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    read: AnyPool,
    write: AnyPool,
    begin: &'static str,
    /// Where the file is, if it is one.
    file: Option<PathBuf>,
}

/// A change that is kept as a whole, or not at all.
pub(crate) type Change = Transaction<'static, Any>;

impl StoreError {
    /// Whether the same may succeed later: a disk that is full, a lock, a server that is
    /// away.
    pub(crate) fn passes(&self) -> bool {
        match self {
            Self::Query(sqlx::Error::Database(error)) => error.kind() == ErrorKind::Other,
            Self::Query(_) => true,
            _ => false,
        }
    }
}

impl Database {
    /// The database in this file, which is made if it is not there.
    pub(crate) async fn file(path: &Path) -> Result<Self, StoreError> {
        let place = path.display().to_string();
        private(path).map_err(|error| opening(&place, error.into()))?;
        let url = format!("sqlite://{}?mode=rw", encoded(path));
        let write = sqlite(&url, 1).await;
        let write = write.map_err(|source| opening(&place, source))?;
        let read = sqlite(&url, 4).await;
        let read = read.map_err(|source| opening(&place, source))?;
        let begin = "BEGIN IMMEDIATE";
        let database = Self {
            read,
            write,
            begin,
            file: Some(path.to_owned()),
        };
        database.migrated(place).await
    }

    /// Copies the database in this file to one that is not there yet, as it is at one
    /// moment.
    pub(crate) async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
        let url = format!("sqlite://{}?mode=rw", encoded(from));
        let pool = sqlite(&url, 1).await;
        let place = from.display().to_string();
        let pool = pool.map_err(|source| opening(&place, source))?;
        let to = to.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO $1")
            .bind(to)
            .execute(&pool)
            .await?;
        pool.close().await;
        Ok(())
    }

    /// The database at this URL.
    pub(crate) async fn server(url: &str) -> Result<Self, StoreError> {
        // A password is nobody's business.
        let place = url.rsplit('@').next().unwrap_or(url).to_owned();
        install_default_drivers();
        let options = AnyPoolOptions::new();
        let pool = options.max_connections(8).acquire_timeout(PATIENCE);
        // A pool tries again for as long, and then says only that it has.
        let first = AnyConnection::connect(url).await;
        let first = first.map_err(|source| opening(&place, source))?;
        first.close().await?;
        let pool = pool.connect(url).await;
        let pool = pool.map_err(|source| opening(&place, source))?;
        let database = Self {
            read: pool.clone(),
            write: pool,
            begin: "BEGIN",
            file: None,
        };
        database.migrated(place).await
    }

    async fn migrated(self, place: String) -> Result<Self, StoreError> {
        let mut change = self.change().await?;
        let table = "CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)";
        sqlx::query(table).execute(&mut *change).await?;
        let done = sqlx::query_scalar("SELECT COUNT(*) FROM migrations");
        let found: i64 = done.fetch_one(&mut *change).await?;
        let known = MIGRATIONS.len();
        if found > known as i64 {
            return Err(StoreError::Newer {
                place,
                found,
                known,
            });
        }
        for (step, statements) in MIGRATIONS.iter().enumerate().skip(found as usize) {
            for statement in statements
                .split(";\n")
                .filter(|text| !text.trim().is_empty())
            {
                sqlx::query(statement).execute(&mut *change).await?;
            }
            let note = sqlx::query("INSERT INTO migrations (step) VALUES ($1)");
            note.bind(step as i64 + 1).execute(&mut *change).await?;
        }
        change.commit().await?;
        Ok(self)
    }

    /// Where to read.
    pub(crate) const fn read(&self) -> &AnyPool {
        &self.read
    }

    /// Begins a change.
    pub(crate) async fn change(&self) -> Result<Change, StoreError> {
        match self.write.begin_with(self.begin).await {
            // Where the disk is full, SQLite ends a change by itself, of which the
            // connection does not hear: it would refuse any other for ever.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                tracing::error!("a change to the database was broken off; connecting anew");
                self.write.acquire().await?.close().await?;
                Ok(self.write.begin_with(self.begin).await?)
            }
            begun => Ok(begun?),
        }
    }

    /// Keeps something, as every change is kept: how often this was asked. `SQLite` writes
    /// nothing where a row stays as it is. So small a change may find room in what the
    /// file has already; where a disk has none for a source, that is an error, too.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        if let Some(file) = &self.file {
            let disk =
                statvfs(file).map_err(|error| StoreError::Query(sqlx::Error::Io(error.into())))?;
            if disk.f_bavail * disk.f_frsize < SPARE {
                let full = io::Error::from(io::ErrorKind::StorageFull);
                return Err(StoreError::Query(full.into()));
            }
        }
        let mut change = self.change().await?;
        let update = "INSERT INTO served (id, turn) VALUES (0, 1) \
                      ON CONFLICT (id) DO UPDATE SET turn = served.turn + 1";
        sqlx::query(update).execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// Ends all connections once they are idle.
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// Closes a file of data to other users, which is made if it is not there. Those that
/// `SQLite` makes beside it are as open as it is.
fn private(path: &Path) -> io::Result<()> {
    const MODE: u32 = 0o600;
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(MODE).open(path)?;
    for ending in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        match set_permissions(file, Permissions::from_mode(MODE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn opening(place: &str, source: sqlx::Error) -> StoreError {
    let place = place.to_owned();
    // What SQLite calls these: SQLITE_CORRUPT, SQLITE_NOTADB.
    let code = source
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    match code.as_deref() {
        Some("11" | "26") => StoreError::Damaged { place },
        _ => StoreError::Open { place, source },
    }
}

async fn sqlite(url: &str, connections: u32) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    // A pool tries again for as long, and then says only that it has.
    let mut first = AnyConnection::connect(url).await?;
    set(&mut first).await?;
    first.close().await?;
    let options = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .after_connect(|connection: &mut AnyConnection, _| Box::pin(set(connection)));
    options.connect(url).await
}

/// Has a connection wait for locks, bring every commit to the disk, and keep little of
/// the file, of which the system keeps what is read: each would grow to 2 MiB.
async fn set(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let settings = format!(
        "PRAGMA busy_timeout = {}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
         PRAGMA cache_size = -256",
        PATIENCE.as_millis()
    );
    connection.execute(settings.as_str()).await.map(drop)
}

/// A path as part of a URL.
fn encoded(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let encoded = bytes.map(|&byte| match byte {
        b'/' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    encoded.collect()
}
