//! The database: connections, transactions and migrations.

#[macro_use]
mod query;

mod error;
mod migrate;
mod transaction;
mod url;

use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::statvfs;
use sqlx::any::{AnyArguments, AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _};
use tokio::sync::watch;

use error::is_missing_table;
use migrate::{LATEST_VERSION, migrate};

pub(crate) use error::{Result, StoreError};
pub(crate) use query::Json;
pub(crate) use transaction::Transaction;

/// Maximum wait for a connection, or for a lock that another process holds.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// Minimum free space on the disk, in bytes: enough for a source and its judgement.
const MIN_FREE_SPACE: u64 = 1 << 18;

/// Makes a connection to `SQLite` wait for locks, sync every commit to the disk, and cache little
/// of the file. The system already caches the file, and a default cache would use 2 MiB per
/// connection.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 10000; \
                             PRAGMA journal_mode = WAL; \
                             PRAGMA synchronous = FULL; \
                             PRAGMA cache_size = -256";

/// Makes `PostgreSQL` end the transaction of a process that was killed or cut off from the network.
/// Otherwise the transaction would hold its locks for hours. The TCP settings have no effect over a
/// Unix socket.
const POSTGRES_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '10s'; \
                               SET tcp_user_timeout = '10s'; \
                               SET tcp_keepalives_idle = 5; \
                               SET tcp_keepalives_interval = 2; \
                               SET tcp_keepalives_count = 3";

/// An hour in milliseconds.
pub(crate) const HOUR_MS: i64 = 3_600_000;

/// Maximum difference between the clocks of servers that share a database, in milliseconds. If a
/// stored time is later than now by more than this, the clock was set back. Also the maximum
/// duration of a lease.
pub(crate) const MAX_SKEW_MS: i64 = 120_000;

/// Returns the time on the clock of this host, in milliseconds since 1970.
pub(crate) fn host_time_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The database. This type does not implement `Debug`, because the URL can contain a password. With
/// `SQLite` there is one connection for writing, so that writers take turns; `PostgreSQL`
/// coordinates writers itself.
#[derive(Clone)]
pub(crate) struct Database {
    read: AnyPool,
    write: AnyPool,
    location: Location,
    /// Sends a notification when tasks have been queued.
    pub tasks: watch::Sender<()>,
    /// Sends a notification when a room has changed.
    pub changes: watch::Sender<()>,
}

/// The location of a database.
#[derive(Clone)]
enum Location {
    /// An `SQLite` file.
    File(PathBuf),
    /// A `PostgreSQL` database, identified by its URL.
    Server(String),
}

impl Database {
    /// Opens the database in this file, or creates it.
    pub(crate) async fn open_file(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        make_private(path).map_err(|error| StoreError::open_error(&name, error.into()))?;
        let (read, write) = (sqlite_pool(path, 4).await?, sqlite_pool(path, 1).await?);
        let database = Self::new(read, write, Location::File(path.to_owned()));
        database.migrate(&name).await
    }

    /// Copies the database in this file to a new file, as one consistent snapshot.
    pub(crate) async fn copy_file(from: &Path, to: &Path) -> Result<()> {
        let pool = sqlite_pool(from, 1).await?;
        let copy = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy().into_owned());
        copy.execute(&pool).await?;
        pool.close().await;
        Ok(())
    }

    /// Connects a server to the database at this URL, and migrates the database.
    pub(crate) async fn connect_as_server(url: &str) -> Result<Self> {
        let name = url::display_location(url)?;
        Self::connect(url, &name, 8).await?.migrate(&name).await
    }

    /// Connects a worker to the database at this URL, with one connection. Fails unless the
    /// database has the schema of this build.
    pub(crate) async fn connect_as_worker(url: &str) -> Result<Self> {
        let name = url::display_location(url)?;
        let database = Self::connect(url, &name, 1).await?;
        let query = "SELECT MAX(version) FROM _sqlx_migrations";
        let found: Result<Option<i64>, _> = database.value(query, parameters![]).await;
        let found = match found {
            Err(StoreError::Query(error)) if is_missing_table(&error) => 0,
            found => found?.unwrap_or(0),
        };
        if found == LATEST_VERSION {
            return Ok(database);
        }
        Err(StoreError::Schema {
            database: name,
            found,
            known: LATEST_VERSION,
        })
    }

    async fn connect(url: &str, name: &str, connections: u32) -> Result<Self> {
        let pool = open_pool(url, connections, POSTGRES_SETTINGS).await;
        let pool = pool.map_err(|source| StoreError::Connect {
            database: name.to_owned(),
            source,
        })?;
        let location = Location::Server(url.to_owned());
        Ok(Self::new(pool.clone(), pool, location))
    }

    fn new(read: AnyPool, write: AnyPool, location: Location) -> Self {
        Self {
            read,
            write,
            location,
            tasks: watch::Sender::default(),
            changes: watch::Sender::default(),
        }
    }

    /// Migrates the schema, and checks that the database can be written to.
    async fn migrate(self, name: &str) -> Result<Self> {
        let mut connection = self.write.acquire().await?;
        let migrated = migrate(&mut connection).await;
        migrated.map_err(|error| StoreError::migration_error(name, error, LATEST_VERSION))?;
        drop(connection);
        self.check_writable().await.map_err(|error| match error {
            StoreError::Query(source) => StoreError::open_error(name, source),
            other => other,
        })?;
        Ok(self)
    }

    /// Returns whether this is a `PostgreSQL` server, which other processes can share.
    pub(crate) const fn is_postgres(&self) -> bool {
        matches!(self.location, Location::Server(_))
    }

    pub(crate) async fn begin(&self) -> Result<Transaction> {
        let begin = if self.is_postgres() {
            "BEGIN"
        } else {
            "BEGIN IMMEDIATE"
        };
        let transaction = match self.write.begin_with(begin).await {
            // SQLite rolls back on its own if the disk is full. The connection does not notice this
            // and would refuse every later transaction.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                tracing::error!("SQLite rolled back a transaction; reconnecting");
                self.write.acquire().await?.close().await?;
                self.write.begin_with(begin).await?
            }
            begun => begun?,
        };
        Ok(Transaction {
            inner: transaction,
            database: self.clone(),
            has_tasks: false,
            has_changes: false,
        })
    }

    /// Executes a statement in a separate transaction. Returns the number of changed rows.
    pub(crate) async fn execute(&self, sql: &str, parameters: AnyArguments<'_>) -> Result<u64> {
        let mut tx = self.begin().await?;
        let changed = tx.execute(sql, parameters).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Returns the time on the database's clock, in milliseconds since 1970.
    pub(crate) async fn database_time_ms(&self) -> Result<i64> {
        self.value("SELECT NOW_MS", parameters![]).await
    }

    /// Checks that the database can be written to, by incrementing a counter. Because this small
    /// change can succeed even on an almost full disk, also returns an error if less than
    /// [`MIN_FREE_SPACE`] is free.
    pub(crate) async fn check_writable(&self) -> Result<()> {
        if let Location::File(file) = &self.location
            && is_disk_full(file)?
        {
            let full = io::Error::from(io::ErrorKind::StorageFull);
            return Err(StoreError::Query(full.into()));
        }
        let update = "INSERT INTO turns (participant, turn) VALUES ('probe', 1) \
                      ON CONFLICT (participant) DO UPDATE SET turn = turns.turn + 1";
        self.execute(update, parameters![]).await.map(drop)
    }

    /// Closes all connections once they are idle.
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// Returns whether the disk that contains this file has less free space than [`MIN_FREE_SPACE`].
fn is_disk_full(file: &Path) -> Result<bool> {
    let disk = statvfs(file).map_err(|error| StoreError::Query(sqlx::Error::Io(error.into())))?;
    Ok(disk.f_bavail * disk.f_frsize < MIN_FREE_SPACE)
}

/// Makes a database file unreadable to other users, and creates it if necessary. `SQLite` gives its
/// auxiliary files the same permissions.
fn make_private(path: &Path) -> io::Result<()> {
    const PRIVATE_FILE_MODE: u32 = 0o600;
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(PRIVATE_FILE_MODE);
    options.open(path)?;
    for ending in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        match set_permissions(file, Permissions::from_mode(PRIVATE_FILE_MODE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Connects to the `SQLite` database in this file.
async fn sqlite_pool(path: &Path, connections: u32) -> Result<AnyPool> {
    let url = format!("sqlite://{}?mode=rw", url_encoded(path));
    let pool = open_pool(&url, connections, SQLITE_SETTINGS).await;
    pool.map_err(|source| StoreError::open_error(&path.display().to_string(), source))
}

/// Connects to a database, and executes the statements in `settings` on each connection.
async fn open_pool(url: &str, size: u32, settings: &'static str) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    // A single connection is tried first: a pool would retry until it times out, and would then not
    // report the cause.
    let mut first = AnyConnection::connect(url).await?;
    first.execute(settings).await?;
    first.close().await?;
    let options = AnyPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(move |connection: &mut AnyConnection, _| {
            Box::pin(async move { connection.execute(settings).await.map(drop) })
        });
    options.connect(url).await
}

/// Encodes a path as part of a URL.
fn url_encoded(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let encoded = bytes.map(|&byte| match byte {
        b'/' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    encoded.collect()
}
