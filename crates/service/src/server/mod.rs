//! Starting and stopping.

mod build;
mod clock;
mod connections;
mod data_dir;
mod demo;
mod error;
mod worker;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cat_and_mouse::Game;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::api::SCOPES;
use crate::hub::Hub;
use crate::judging::{self, Bench, Identity, Suites};
use crate::secret;
use crate::settings::Settings;
use crate::store::{Database, OwnerLink, StoreError};
use crate::web::{App, Inner, Places, Turns};

pub(crate) use connections::Connections;
use connections::max_connections;
use data_dir::{OWNER_LINK, directory, lock, owner_secret, server_id};

#[cfg(test)]
pub(crate) use connections::MAX_OF_ONE;
pub use data_dir::backup;
pub use demo::Demo;
pub use error::ServiceError;
pub use worker::work;

/// Maximum number of event streams of one participant, or of the owner.
const MAX_STREAMS: usize = 16;
/// How long answers may take that were asked for before the stop.
const LAST: Duration = Duration::from_secs(10);
/// Interval at which batches that no client waits for are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which requirements and suites without use are removed.
const CLEAN_UP_INTERVAL: Duration = Duration::from_hours(1);

/// What there is to say once a service listens.
#[derive(Debug)]
pub struct Ready {
    /// Where browsers find it.
    pub origin: String,
    /// The owner's link.
    pub owner: String,
    /// The file with the secret of the owner's link.
    pub owner_file: PathBuf,
    /// Whether the owner's link has just replaced another one.
    pub owner_replaced: bool,
    /// The token, if one was asked for.
    pub token: Option<String>,
    /// The link to join the room that shows how it works, and those of its participants,
    /// by name.
    pub demo: Option<Demo>,
}

/// Runs a service until it is asked to stop by a signal. `ready` hears once it
/// listens.
///
/// # Errors
/// What keeps it from running.
pub fn serve(settings: Settings, ready: impl FnOnce(&Ready)) -> Result<(), ServiceError> {
    start_log(settings.log);
    runtime()?.block_on(run(settings, ready))
}

/// Logs to standard error: everything in lines of JSON, or errors only.
fn start_log(everything: bool) {
    let log = tracing_subscriber::fmt().with_writer(io::stderr);
    // A program that embeds the service may have a log already.
    let _ = if everything {
        log.json().try_init()
    } else {
        log.with_max_level(tracing::Level::ERROR).try_init()
    };
}

pub(crate) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}

async fn run(settings: Settings, ready: impl FnOnce(&Ready)) -> Result<(), ServiceError> {
    // Where it cannot listen, it leaves nothing behind.
    let listener = connections::listen(settings.listen).map_err(|source| ServiceError::Listen {
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
    let owner_link = database.set_owner(&owner).await?;
    if owner_link == OwnerLink::Revoked {
        return Err(ServiceError::Revoked(data.join(OWNER_LINK)));
    }
    // The clock may have been set back since the last run.
    database.repair_times(0).await?;
    if settings.database.is_none() {
        // There is no other server, so whoever had taken these is gone.
        database.drop_expired_batches(true).await?;
        let unfinished = database.give_back(true).await?;
        tracing::info!(unfinished, "tasks of the run before");
    }
    let origin = match &settings.public {
        Some(public) => public.clone(),
        None => format!("http://{}", here(listener.local_addr()?)),
    };
    let hub = Arc::<Hub>::default();
    let build = build::digest().await?;
    let identity = Identity {
        id: secret::id(),
        name: settings.name.clone(),
        build: build.clone(),
        isolation: settings.isolation,
        jobs: settings.workers,
        installed: Arc::clone(&settings.installed),
        reference_speeds: settings.reference_speeds.clone(),
    };
    let bench = Arc::new(Bench::new(
        database.clone(),
        (Arc::clone(&settings.engine), judging::search),
        identity,
        Arc::new(|notice| tracing::error!("{notice}")),
    ));
    let server = server_id(&data)?;
    let suites = Suites::new(settings.config, settings.isolation, build, server);
    let suites = Arc::new(suites);
    let workers = judging::start(&bench, settings.workers);
    tokio::spawn({
        let (hub, database) = (Arc::clone(&hub), database.clone());
        async move { hub.run(&database).await }
    });
    let presence = tokio::spawn({
        let bench = Arc::clone(&bench);
        async move { judging::keep(&bench).await }
    });
    tokio::spawn({
        let database = database.clone();
        async move { database.listen().await }
    });
    tokio::spawn({
        let (suites, database) = (Arc::clone(&suites), database.clone());
        async move { prepare(&suites, &database).await }
    });
    tokio::spawn({
        let database = database.clone();
        async move {
            loop {
                tokio::time::sleep(SWEEP_INTERVAL).await;
                if let Err(error) = tidy(&database).await {
                    tracing::error!(%error, "cannot delete expired batches and unused suites");
                }
            }
        }
    });
    tokio::spawn({
        let database = database.clone();
        async move { clock::follow(&database).await }
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
        suites,
        turns: Turns::default(),
        // The others are for pages.
        streams: Places::new(MAX_STREAMS, max_connections() / 4 * 3),
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
        owner_file: data.join(OWNER_LINK),
        owner_replaced: owner_link == OwnerLink::Replaced,
        origin: app.origin.clone(),
        token,
        demo,
    });
    answer(listener, app, stop, signals).await;
    bench.interrupted.store(true, Ordering::Relaxed);
    bench.ring();
    for worker in workers {
        // The lease of a task whose thread panicked expires.
        let _ = tokio::task::spawn_blocking(move || worker.join()).await;
    }
    presence.abort();
    judging::end(&bench).await;
    database.close().await;
    Ok(())
}

/// Gives waiting tasks of an earlier build of this server the requirements of this one,
/// makes the suites of the configuration before a submission needs them, and removes what
/// no task has required for days.
async fn prepare(suites: &Arc<Suites>, database: &Database) {
    let updated = suites.update_tasks(database).await;
    if let Err(error) = updated {
        tracing::error!(%error, "waiting tasks of an earlier build cannot be updated");
    }
    for problem in Game::ALL {
        // A submission that needs the suite reports the error.
        let _ = suites.requirements(database, problem.id(), &[]).await;
    }
    loop {
        if let Err(error) = database.remove_unused_requirements().await {
            tracing::error!(%error, "cannot remove unused requirements");
        }
        tokio::time::sleep(CLEAN_UP_INTERVAL).await;
    }
}

/// Deletes the batches that no client waits for, and suites that no client uses.
async fn tidy(database: &Database) -> Result<(), StoreError> {
    let expired = database.drop_expired_batches(false).await?;
    if expired > 0 {
        tracing::info!(expired, "deleted batches whose lease had expired");
    }
    database.collect_suites().await
}

/// Answers requests until a signal asks to stop, and those that are there by then.
async fn answer(
    listener: TcpListener,
    app: App,
    stop: watch::Sender<bool>,
    [mut interrupted, mut terminated]: [Signal; 2],
) {
    let connections = Connections::new(app);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = interrupted.recv() => break,
            _ = terminated.recv() => break,
        };
        match accepted {
            Ok((stream, peer)) => connections.serve(stream, peer.ip()),
            // Too many open files, or a client that has gone already.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    let _ = stop.send(true);
    let _ = tokio::time::timeout(LAST, connections.end()).await;
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
