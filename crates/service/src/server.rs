//! Starting and stopping.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rustix::fs::OFlags;
use rustix::net::sockopt;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Semaphore, watch};

use crate::api::SCOPES;
use crate::demo;
use crate::hub::Hub;
use crate::judging::{self, Bench};
use crate::secret::{self, SECRET};
use crate::settings::Settings;
use crate::store::{Database, StoreError};
use crate::web::{App, Audience, Inner, Turns, router};
use mousetrap_base::printable::named;

/// How long a client may take to send the head of a request.
const HEADERS: Duration = Duration::from_secs(10);
/// Connections at a time, where there are twice as many descriptors.
const CONNECTIONS: usize = 4096;
/// How long what was sent may wait for a client that does not read: milliseconds.
const UNREAD: u32 = 30_000;
/// How long answers may take that were asked for before the stop.
const LAST: Duration = Duration::from_secs(10);
/// How often to look for tasks whose holder is gone.
const SWEEP: Duration = Duration::from_secs(5);

/// Why a service does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file.
    #[error("{}: {source}", named(path))]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// There is nothing to copy.
    #[error("{}: no server has kept data in this directory; give --data DIR", named(.0))]
    NoData(PathBuf),
    /// A file stands where a copy is to be.
    #[error(
        "{}: there is such a file, and a copy is not overwritten; choose another name", named(.0)
    )]
    Copied(PathBuf),
    /// Another server works with the same data.
    #[error("{}: another `mousetrap serve` works with this data; stop it first", named(.0))]
    Taken(PathBuf),
    /// The directory of the data is none.
    #[error("{}: the data need a directory, and this is a file; choose another with --data DIR", named(.0))]
    NoDirectory(PathBuf),
    /// The directory of the data.
    #[error(
        "{}: this cannot be the directory of the data: {source}; choose another with --data DIR",
        named(path)
    )]
    Directory {
        /// Which one.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// The secret of the owner's link.
    #[error(
        "{}: the secret has fewer than {SECRET} characters; remove the file, and the next start \
         makes another", named(.0)
    )]
    Short(PathBuf),
    /// The address.
    #[error("cannot listen on {address}: {source}; choose another with --listen")]
    Listen {
        /// Which one.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// What the system should give.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// What there is to say once a service listens.
#[derive(Debug)]
pub struct Ready {
    /// Where browsers find it.
    pub origin: String,
    /// The owner's link.
    pub owner: String,
    /// The token, if one was asked for.
    pub token: Option<String>,
    /// The link to join the room that shows how it works, and those of its participants,
    /// by name.
    pub demo: Option<Demo>,
}

/// A room that shows how it works.
#[derive(Debug)]
pub struct Demo {
    /// The link to join it.
    pub invitation: String,
    /// The personal links of its participants, by name.
    pub participants: Vec<(String, String)>,
}

/// Runs a service until it is asked to stop by a signal. `ready` hears once it
/// listens.
///
/// # Errors
/// What keeps it from running.
pub fn serve(settings: Settings, ready: impl FnOnce(&Ready)) -> Result<(), ServiceError> {
    let log = tracing_subscriber::fmt().with_writer(io::stderr);
    // Who embeds the service may have a log already.
    let _ = if settings.log {
        log.json().try_init()
    } else {
        // What goes wrong is said in any case.
        log.with_max_level(tracing::Level::ERROR).try_init()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(run(settings, ready))
}

async fn run(settings: Settings, ready: impl FnOnce(&Ready)) -> Result<(), ServiceError> {
    // Where it cannot listen, it leaves nothing behind.
    let listener = TcpListener::bind(settings.listen).await;
    let listener = listener.map_err(|source| ServiceError::Listen {
        address: settings.listen,
        source,
    })?;
    let data = directory(&settings.data)?;
    mousetrap_sandbox::hide(data.clone());
    let _lock = lock(&data)?;
    let database = match &settings.database {
        Some(url) => Database::server(url).await?,
        None => Database::file(&data.join("mousetrap.db")).await?,
    };
    let owner = owner_secret(&data)?;
    database.set_owner(&owner).await?;
    if settings.database.is_none() {
        // There is no other server, so whoever had taken these is gone.
        database.drop_batches(None).await?;
        let unfinished = database.give_back(true).await?;
        tracing::info!(unfinished, "tasks of the run before");
    }
    let origin = match &settings.public {
        Some(public) => public.clone(),
        None => format!("http://{}", here(listener.local_addr()?)),
    };
    let hub = Arc::<Hub>::default();
    let bench = Arc::new(Bench::new(
        (database.clone(), Arc::clone(&hub)),
        (Arc::clone(&settings.engine), judging::search),
        (settings.config, settings.options),
    ));
    let workers = judging::start(&bench, settings.workers);
    tokio::spawn({
        let (hub, database) = (Arc::clone(&hub), database.clone());
        async move { hub.run(&database).await }
    });
    tokio::spawn({
        let (bench, database) = (Arc::clone(&bench), database.clone());
        async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                match database.give_back(false).await {
                    Ok(0) => {}
                    Ok(_) => bench.ring(),
                    Err(error) => tracing::error!(%error, "cannot look for lost tasks"),
                }
            }
        }
    });
    let (stop, stopping) = watch::channel(false);
    let mut token = None;
    if settings.token {
        let name = "serve --print-token";
        token = Some(database.make_token(name, &SCOPES).await?);
    }
    let people = settings.demo;
    let app = Arc::new(Inner {
        settings,
        database: database.clone(),
        hub,
        bench: Arc::clone(&bench),
        turns: Turns::default(),
        // The others are for who asks for pages.
        audience: Audience::new(slots() / 4 * 3),
        requests: AtomicU64::new(0),
        origin,
        stopping,
    });
    let demo = if people.is_empty() {
        None
    } else {
        Some(demo::make(&app, people).await?)
    };
    // Who has been told that it runs may ask it to stop.
    let signals = [
        signal(SignalKind::interrupt())?,
        signal(SignalKind::terminate())?,
    ];
    ready(&Ready {
        owner: app.link(&format!("/enter/{owner}")),
        origin: app.origin.clone(),
        token,
        demo,
    });
    answer(listener, app, stop, signals).await?;
    bench.interrupted.store(true, Ordering::Relaxed);
    bench.ring();
    for worker in workers {
        // Whatever a worker died of, the task comes back at the next start.
        let _ = tokio::task::spawn_blocking(move || worker.join()).await;
    }
    database.close().await;
    Ok(())
}

/// How many connections may be there at a time; what judges needs descriptors, too.
fn slots() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let raised = setrlimit(Resource::Nofile, raised).map_or(limit.current, |()| limit.maximum);
    let most = raised.map_or(usize::MAX, |most| most as usize);
    CONNECTIONS.min(most / 2)
}

/// Answers requests until a signal asks to stop, and those that are there by then.
async fn answer(
    listener: TcpListener,
    app: App,
    stop: watch::Sender<bool>,
    [mut interrupted, mut terminated]: [Signal; 2],
) -> Result<(), ServiceError> {
    let service = TowerToHyperService::new(router(app));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let open = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(slots()));
    loop {
        let accepted = async {
            let slot = Arc::clone(&slots).acquire_owned().await;
            (slot, listener.accept().await)
        };
        let (slot, accepted) = tokio::select! {
            accepted = accepted => accepted,
            _ = interrupted.recv() => break,
            _ = terminated.recv() => break,
        };
        let Ok((stream, _)) = accepted else {
            // Too many open files, or a client that has gone already.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let _ = sockopt::set_tcp_user_timeout(&stream, UNREAD);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // A client that goes away or talks nonsense is its own affair.
            let _ = connection.await;
            drop(slot);
        });
    }
    drop(listener);
    let _ = stop.send(true);
    let _ = tokio::time::timeout(LAST, open.shutdown()).await;
    Ok(())
}

/// Copies the file of data in this directory, while a server may be working with it.
///
/// # Errors
/// A file that cannot be read, or one that is there already or cannot be written.
pub fn backup(data: &Path, to: &Path) -> Result<(), ServiceError> {
    let from = data.join("mousetrap.db");
    let file = |path: &Path, source: io::Error| ServiceError::File {
        path: path.to_owned(),
        source,
    };
    if !from.exists() {
        return Err(ServiceError::NoData(data.to_owned()));
    }
    // SQLite takes an empty file; this one is closed to other users.
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(0o600).open(to);
    made.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => ServiceError::Copied(to.to_owned()),
        _ => file(to, error),
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build()?;
    Ok(runtime
        .block_on(Database::copy(&from, to))
        .inspect_err(|_| drop(fs::remove_file(to)))?)
}

/// By which address this machine reaches what listens on this one.
fn here(mut listens: SocketAddr) -> SocketAddr {
    match listens.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => listens.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => listens.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    listens
}

/// The directory of the data, which is made if it is not there.
fn directory(data: &Path) -> Result<PathBuf, ServiceError> {
    if data.is_file() {
        return Err(ServiceError::NoDirectory(data.to_owned()));
    }
    let mut builder = fs::DirBuilder::new();
    let made = builder.recursive(true).mode(0o700).create(data);
    made.and_then(|()| fs::canonicalize(data))
        .map_err(|source| ServiceError::Directory {
            path: data.to_owned(),
            source,
        })
}

/// Keeps other servers away from the data while the file is open.
fn lock(data: &Path) -> Result<fs::File, ServiceError> {
    let file = private(&data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(ServiceError::Taken(data.to_owned())),
    }
}

/// The secret of the owner's link, which stays the same for as long as its file is
/// there.
fn owner_secret(data: &Path) -> Result<String, ServiceError> {
    let path = data.join("owner-link");
    let wrong = |source| ServiceError::File {
        path: path.clone(),
        source,
    };
    let mut file = private(&path)?;
    let mut known = String::new();
    file.read_to_string(&mut known).map_err(wrong)?;
    match known.trim() {
        "" => {}
        known if known.len() < SECRET => return Err(ServiceError::Short(path)),
        known => return Ok(known.to_owned()),
    }
    let fresh = secret::secret();
    file.write_all(fresh.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(wrong)?;
    Ok(fresh)
}

/// Opens a file of our own, which is made if it is not there, and closes it to other
/// users. A link is not followed: it could lead to a file of theirs.
fn private(path: &Path) -> Result<fs::File, ServiceError> {
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true).mode(0o600);
    let unfollowed = OFlags::NOFOLLOW.bits() as i32;
    let opened = options.custom_flags(unfollowed).open(path);
    let closed = opened.and_then(|file| {
        file.set_permissions(Permissions::from_mode(0o600))?;
        Ok(file)
    });
    closed.map_err(|source| ServiceError::File {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_secrets_are_our_own_and_closed() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("owner-link");
        let fresh = owner_secret(data.path()).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(owner_secret(data.path()).unwrap(), fresh);
        fs::write(data.path().join("lock"), "").unwrap();
        lock(data.path()).unwrap();
        for name in ["owner-link", "lock"] {
            let mode = fs::metadata(data.path().join(name)).unwrap().permissions();
            assert_eq!(mode.mode() & 0o777, 0o600, "{name}");
        }
        fs::write(&path, "abc").unwrap();
        let short = owner_secret(data.path()).unwrap_err().to_string();
        assert!(short.contains("fewer than 32"), "{short}");
        fs::rename(&path, data.path().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", &path).unwrap();
        assert!(owner_secret(data.path()).is_err(), "a link is not followed");
    }
}
