//! The database: connections, transactions and migrations.

mod error;
mod format_1;
mod listener;
mod migrate;
mod transaction;
mod url;

use std::cmp::Ordering;
use std::fmt;
use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::statvfs;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _};

use migrate::{LATEST, migrate};

use error::is_missing_table;

pub(crate) use error::StoreError;
pub(crate) use transaction::{Change, Wakeups};

/// How long to wait for a lock that another process holds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Minimum free space on the disk, in bytes: a source and its judgement.
const SPARE: u64 = 1 << 18;

/// Makes `PostgreSQL` end the transaction of a process that was killed or cut off from the
/// network, which would hold its locks for hours. Over a Unix socket, the settings for TCP
/// have no effect.
const SERVER_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '10s'; \
                               SET tcp_user_timeout = '10s'; \
                               SET tcp_keepalives_idle = 5; \
                               SET tcp_keepalives_interval = 2; \
                               SET tcp_keepalives_count = 3";

/// Milliseconds since 1970, on the clock of this host.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The database. `SQLite` has one connection for writing, so that writers take turns;
/// `PostgreSQL` coordinates writers itself.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    read: AnyPool,
    write: AnyPool,
    begin: &'static str,
    location: Location,
    wakeups: Arc<Wakeups>,
}

/// Where the data are.
#[derive(Clone)]
enum Location {
    /// A file of `SQLite`.
    File(PathBuf),
    /// A `PostgreSQL` server, by URL.
    Server(String),
}

impl fmt::Debug for Location {
    /// Leaves the URL out, because it can contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Server(_) => f.write_str("Server"),
        }
    }
}

impl Location {
    /// The clock of the database as an SQL expression: milliseconds since 1970. Leases use
    /// no other clock, because the clocks of hosts differ.
    const fn clock(&self) -> &'static str {
        match self {
            Self::File(_) => "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            Self::Server(_) => "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
        }
    }

    const fn is_server(&self) -> bool {
        matches!(self, Self::Server(_))
    }
}

impl Database {
    /// Opens the database in this file, or creates it.
    pub(crate) async fn file(path: &Path) -> Result<Self, StoreError> {
        let place = path.display().to_string();
        private(path).map_err(|error| StoreError::opening(&place, error.into()))?;
        if is_full(path)? {
            return Err(StoreError::Full { place });
        }
        let url = format!("sqlite://{}?mode=rw", encoded(path));
        let write = sqlite(&url, 1).await;
        let write = write.map_err(|source| StoreError::opening(&place, source))?;
        let read = sqlite(&url, 4).await;
        let read = read.map_err(|source| StoreError::opening(&place, source))?;
        let begin = "BEGIN IMMEDIATE";
        let database = Self {
            read,
            write,
            begin,
            location: Location::File(path.to_owned()),
            wakeups: Arc::default(),
        };
        database.migrated(&place).await
    }

    /// Copies the database in this file to a new file, as one consistent snapshot.
    pub(crate) async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
        let url = format!("sqlite://{}?mode=rw", encoded(from));
        let pool = sqlite(&url, 1).await;
        let place = from.display().to_string();
        let pool = pool.map_err(|source| StoreError::opening(&place, source))?;
        let to = to.to_string_lossy().into_owned();
        sqlx::query("VACUUM INTO $1")
            .bind(to)
            .execute(&pool)
            .await?;
        pool.close().await;
        Ok(())
    }

    /// Connects to the database at this URL.
    pub(crate) async fn server(url: &str) -> Result<Self, StoreError> {
        let place = url::place(url)?;
        Self::connect(url, &place, 8).await?.migrated(&place).await
    }

    /// Connects to the database at this URL without a migration, for a worker: with one
    /// connection, and only if the schema is that of this build.
    pub(crate) async fn worker(url: &str) -> Result<Self, StoreError> {
        let place = url::place(url)?;
        let database = Self::connect(url, &place, 1).await?;
        let query = "SELECT MAX(version) FROM _sqlx_migrations";
        let found = sqlx::query_scalar::<_, Option<i64>>(query);
        let found = match found.fetch_one(database.read()).await {
            Err(error) if is_missing_table(&error) => 0,
            found => found?.unwrap_or(0),
        };
        match found.cmp(&LATEST) {
            Ordering::Equal => Ok(database),
            Ordering::Less => Err(StoreError::Older {
                place,
                found,
                known: LATEST,
            }),
            Ordering::Greater => Err(StoreError::Newer {
                place,
                found,
                known: LATEST,
            }),
        }
    }

    async fn connect(url: &str, place: &str, connections: u32) -> Result<Self, StoreError> {
        let connecting = |source| StoreError::Connect {
            place: place.to_owned(),
            source,
        };
        install_default_drivers();
        // A pool retries until it times out, and then does not report the cause.
        let first = AnyConnection::connect(url).await.map_err(connecting)?;
        first.close().await?;
        let options = AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            .after_connect(|connection: &mut AnyConnection, _| {
                Box::pin(async { connection.execute(SERVER_SETTINGS).await.map(drop) })
            });
        let pool = options.connect(url).await.map_err(connecting)?;
        Ok(Self {
            read: pool.clone(),
            write: pool,
            begin: "BEGIN",
            location: Location::Server(url.to_owned()),
            wakeups: Arc::default(),
        })
    }

    async fn migrated(self, place: &str) -> Result<Self, StoreError> {
        let mut connection = self.write.acquire().await?;
        let migrated = migrate(&mut connection, self.begin).await;
        migrated.map_err(|error| StoreError::migrating(place, error, LATEST))?;
        drop(connection);
        self.probe().await.map_err(|error| match error {
            StoreError::Query(source) => StoreError::opening(place, source),
            other => other,
        })?;
        Ok(self)
    }

    /// The connections for reading.
    pub(crate) const fn read(&self) -> &AnyPool {
        &self.read
    }

    /// Begins a transaction.
    pub(crate) async fn change(&self) -> Result<Change, StoreError> {
        let transaction = match self.write.begin_with(self.begin).await {
            // SQLite rolls back by itself if the disk is full, and the connection does not
            // notice: it would refuse every later transaction.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                tracing::error!("SQLite rolled back a transaction; reconnecting");
                self.write.acquire().await?.close().await?;
                self.write.begin_with(self.begin).await?
            }
            begun => begun?,
        };
        Ok(Change {
            transaction,
            wakeups: Arc::clone(&self.wakeups),
            clock: self.clock(),
            is_server: self.is_server(),
            has_tasks: false,
            has_changes: false,
        })
    }

    /// The database's clock as an SQL expression: milliseconds since 1970.
    pub(crate) const fn clock(&self) -> &'static str {
        self.location.clock()
    }

    /// Returns whether this is a `PostgreSQL` server, which other processes can share.
    pub(crate) const fn is_server(&self) -> bool {
        self.location.is_server()
    }

    /// The time on the database's clock, in milliseconds since 1970.
    pub(crate) async fn time(&self) -> Result<i64, StoreError> {
        let query = format!("SELECT {}", self.clock());
        Ok(sqlx::query_scalar(&query).fetch_one(self.read()).await?)
    }

    /// Wakes what waits in this process for tasks and changes.
    pub(crate) const fn wakeups(&self) -> &Arc<Wakeups> {
        &self.wakeups
    }

    /// Checks that the database can be written to, by counting these checks: `SQLite` does
    /// not write a row that does not change. So small a change may fit into the file as it
    /// is, so a disk without space for a source is an error, too.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        if let Location::File(file) = &self.location
            && is_full(file)?
        {
            let full = io::Error::from(io::ErrorKind::StorageFull);
            return Err(StoreError::Query(full.into()));
        }
        let mut change = self.change().await?;
        let update = "INSERT INTO served (id, turn) VALUES (0, 1) \
                      ON CONFLICT (id) DO UPDATE SET turn = served.turn + 1";
        sqlx::query(update).execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// Closes all connections once they are idle.
    pub(crate) async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

/// Returns whether the disk of this file has less than [`SPARE`] free.
fn is_full(file: &Path) -> Result<bool, StoreError> {
    let disk = statvfs(file).map_err(|error| StoreError::Query(sqlx::Error::Io(error.into())))?;
    Ok(disk.f_bavail * disk.f_frsize < SPARE)
}

/// Makes the file of a database unreadable to other users, and creates it if necessary.
/// `SQLite` gives the files next to it the same permissions.
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

async fn sqlite(url: &str, connections: u32) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    // A pool retries until it times out, and then does not report the cause.
    let mut first = AnyConnection::connect(url).await?;
    set(&mut first).await?;
    first.close().await?;
    let options = AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .after_connect(|connection: &mut AnyConnection, _| Box::pin(set(connection)));
    options.connect(url).await
}

/// Makes a connection wait for locks, sync every commit to the disk, and cache little of
/// the file: the system caches it, and each connection would use 2 MiB.
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
