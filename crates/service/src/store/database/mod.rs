//! The database: connections, transactions and migrations.

mod error;
mod format_1;
mod migrate;
mod url;

use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::statvfs;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Executor as _, Transaction};

use migrate::{LATEST, migrate};

pub(crate) use error::StoreError;

/// How long to wait for a lock that another process holds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Minimum free space on the disk, in bytes: a source and its judgement.
const SPARE: u64 = 1 << 18;

/// Milliseconds since 1970.
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
    /// The file; none for a server.
    file: Option<PathBuf>,
}

/// A transaction.
pub(crate) type Change = Transaction<'static, Any>;

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
            file: Some(path.to_owned()),
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
        let connecting = |source| StoreError::Connect {
            place: place.clone(),
            source,
        };
        install_default_drivers();
        // A pool retries until it times out, and then does not report the cause.
        let first = AnyConnection::connect(url).await.map_err(connecting)?;
        first.close().await?;
        let options = AnyPoolOptions::new();
        let options = options.max_connections(8).acquire_timeout(PATIENCE);
        let pool = options.connect(url).await.map_err(connecting)?;
        let database = Self {
            read: pool.clone(),
            write: pool,
            begin: "BEGIN",
            file: None,
        };
        database.migrated(&place).await
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
        match self.write.begin_with(self.begin).await {
            // SQLite rolls back by itself if the disk is full, and the connection does not
            // notice: it would refuse every later transaction.
            Err(sqlx::Error::InvalidSavePointStatement) => {
                tracing::error!("SQLite rolled back a transaction; reconnecting");
                self.write.acquire().await?.close().await?;
                Ok(self.write.begin_with(self.begin).await?)
            }
            begun => Ok(begun?),
        }
    }

    /// Checks that the database can be written to, by counting these checks: `SQLite` does
    /// not write a row that does not change. So small a change may fit into the file as it
    /// is, so a disk without space for a source is an error, too.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        if let Some(file) = &self.file
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
