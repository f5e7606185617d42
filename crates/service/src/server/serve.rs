//! Starting and stopping a server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::Signal;
use tokio::sync::watch;

use super::connections::{Connections, listen};
use super::data_dir::{OWNER_LINK, directory, lock, owner_secret, server_id};
use super::demo::{self, Demo};
use super::error::ServiceError;
use super::process::{build, runtime, signals};
use super::settings::Settings;
use super::upkeep;
use crate::api::SCOPES;
use crate::judging::{Bench, RunningWorker, Suites};
use crate::store::Database;
use crate::web::{App, Inner, Turns};

/// How long answers may take that were asked for before the stop.
const LAST: Duration = Duration::from_secs(10);

/// The links and notices that are printed once the service listens.
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
    runtime()?.block_on(run(settings, ready))
}

async fn run(settings: Settings, ready: impl FnOnce(&Ready)) -> Result<(), ServiceError> {
    // Where it cannot listen, it leaves nothing behind.
    let listener = listen(settings.listen).map_err(|source| ServiceError::Listen {
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
    let owner_replaced = database.set_owner(&owner).await?;
    if settings.database.is_none() {
        // There is no other server, so the workers that had claimed these tasks are gone.
        let unfinished = database.give_back(true).await?;
        tracing::info!(unfinished, "tasks of the run before");
    }
    let origin = match &settings.public {
        Some(public) => public.clone(),
        None => format!("http://{}", here(listener.local_addr()?)),
    };
    let build = build().await?;
    let isolation = settings.worker.isolation;
    let suites = Suites::new(settings.config, isolation, build.clone(), server_id(&data)?);
    let suites = Arc::new(suites);
    let on_notice = Arc::new(|notice: &_| tracing::error!("{notice}"));
    let bench = Bench::new(database.clone(), settings.worker.clone(), build, on_notice);
    let worker = RunningWorker::start(bench);
    tokio::spawn(upkeep::prepare(Arc::clone(&suites), database.clone()));
    tokio::spawn(upkeep::tidy(database.clone()));
    tokio::spawn(upkeep::publish(database.clone()));
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
        bench: Arc::clone(&worker.bench),
        suites,
        turns: Turns::default(),
        origin,
        stopping,
    });
    let demo = if people.is_empty() {
        None
    } else {
        Some(demo::make(&app, people).await?)
    };
    // Who has been told that it runs may ask it to stop.
    let signals = signals()?;
    ready(&Ready {
        owner: app.link(&format!("/enter/{owner}")),
        owner_file: data.join(OWNER_LINK),
        owner_replaced,
        origin: app.origin.clone(),
        token,
        demo,
    });
    answer(listener, app, stop, signals).await;
    worker.stop().await;
    database.close().await;
    Ok(())
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
