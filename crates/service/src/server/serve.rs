//! Starting and stopping a server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::Signal;

use super::connections::{Connections, listen};
use super::data_dir::{OWNER_LINK_FILE, create_data_dir, lock_data_dir, owner_secret, server_id};
use super::error::ServiceError;
use super::process::{build_digest, new_runtime, termination_signals};
use super::settings::Settings;
use crate::api::SCOPES;
use crate::judging::{RunningWorker, Suites, WorkerState};
use crate::pages::room::submission_form::read_submission;
use crate::secret;
use crate::store::{Database, Policy, Visitor};
use crate::texts::EN;
use crate::web::{App, AppState, Fields};

/// Maximum time that a stopping server waits for requests in progress.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval at which expired batches are deleted.
const BATCH_CLEANUP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which unused requirements and suites are deleted.
const UNUSED_DATA_CLEANUP_INTERVAL: Duration = Duration::from_hours(1);

/// The links and notices to print once the service accepts connections.
#[derive(Debug)]
pub struct StartupInfo {
    /// The address of the service.
    pub origin: String,
    /// The owner's link.
    pub owner: String,
    /// The file that contains the secret of the owner's link.
    pub owner_file: PathBuf,
    /// Whether the owner's link replaces an earlier one.
    pub owner_replaced: bool,
    /// The new API token, if one was requested.
    pub token: Option<String>,
    /// The demonstration room, if one was requested.
    pub demo: Option<Demo>,
}

/// A demonstration room.
#[derive(Debug)]
pub struct Demo {
    /// The link to join the room.
    pub invitation: String,
    /// The name and the personal link of each participant.
    pub participants: Vec<(String, String)>,
}

/// Runs a service until a signal stops it. Calls `ready` once the service is listening.
///
/// # Errors
/// Returns an error if the service cannot start.
pub fn serve(settings: Settings, ready: impl FnOnce(&StartupInfo)) -> Result<(), ServiceError> {
    new_runtime()?.block_on(run(settings, ready))
}

async fn run(settings: Settings, ready: impl FnOnce(&StartupInfo)) -> Result<(), ServiceError> {
    // If the server cannot listen, it must leave no files behind.
    let listener = listen(settings.listen).map_err(|source| ServiceError::Listen {
        address: settings.listen,
        source,
    })?;
    let data = create_data_dir(&settings.data)?;
    mousetrap_sandbox::hide_path(data.clone());
    let _lock = lock_data_dir(&data)?;
    let database = match &settings.database {
        Some(url) => Database::connect_as_server(url).await?,
        None => Database::open_file(&data.join("mousetrap.db")).await?,
    };
    let owner = owner_secret(&data)?;
    let owner_replaced = database.set_owner_link(&owner).await?;
    if settings.database.is_none() {
        // No other process uses the file, so the workers of all running tasks have stopped.
        let unfinished = database.requeue_expired_tasks(true).await?;
        tracing::info!(
            unfinished,
            "requeued the tasks that were running when the server last stopped"
        );
    }
    let origin = match &settings.public {
        Some(public) => public.clone(),
        None => format!("http://{}", local_address(listener.local_addr()?)),
    };
    let build = build_digest().await?;
    let worker = WorkerState::new(database.clone(), settings.worker.clone(), build);
    let server_id = server_id(&data)?;
    let worker = RunningWorker::start(worker);
    let suites = Arc::new(Suites::new(&worker.state, settings.config, server_id));
    tokio::spawn(update_waiting_tasks_and_load_suites(Arc::clone(&suites)));
    tokio::spawn(delete_expired_batches(database.clone()));
    let mut token = None;
    if settings.token {
        let name = "serve --print-token";
        token = Some(database.create_token(name, &SCOPES).await?);
    }
    let people = settings.demo;
    let app = AppState::new(settings, Arc::clone(&worker.state), suites, origin);
    let mut demo = None;
    if !people.is_empty() {
        demo = Some(create_demo_room(&app, people).await?);
    }
    // A signal may arrive as soon as `ready` has been called.
    let signals = termination_signals()?;
    ready(&StartupInfo {
        owner: app.link(&format!("/enter/{owner}")),
        owner_file: data.join(OWNER_LINK_FILE),
        owner_replaced,
        origin: app.origin.clone(),
        token,
        demo,
    });
    serve_until_signal(listener, app, signals).await;
    worker.stop().await;
    database.close().await;
    Ok(())
}

/// Answers requests until a signal arrives, then waits for the requests in progress.
async fn serve_until_signal(
    listener: TcpListener,
    app: App,
    [mut interrupted, mut terminated]: [Signal; 2],
) {
    let connections = Connections::new(App::clone(&app));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = interrupted.recv() => break,
            _ = terminated.recv() => break,
        };
        match accepted {
            Ok((stream, peer)) => connections.serve(stream, peer.ip()),
            // Too many files are open, or the client has already disconnected.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    drop(listener);
    app.stopping.send_replace(true);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, connections.close_all()).await;
}

/// Returns the address by which this machine reaches a server that listens on `address`.
fn local_address(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Creates a demonstration room. `people` contains the name of each participant, and a Python
/// solution of problem 1728 to submit for them.
async fn create_demo_room(app: &App, people: &[(&str, &str)]) -> Result<Demo, ServiceError> {
    let database = &app.database;
    let policy = Policy {
        problems: vec!["1728".to_owned()],
        suites: vec!["samples".to_owned()],
        hacks: true,
        sources: true,
        ..Policy::default()
    };
    let name = format!("Demo {}", &secret::new_id()[..4]);
    let room = database.create_room(&name, &policy).await?;
    let mut participants = Vec::new();
    for &(name, text) in people {
        let stranger = Visitor::default();
        let (participant, personal, _) = database.add_participant(&stranger, &room, name).await?;
        participants.push((name.to_owned(), app.link(&format!("/enter/{personal}"))));
        let form = [
            ("source", text),
            ("language", "python"),
            ("problem", "1728"),
        ];
        let form = Fields::from_iter(form);
        if let Ok(submission) = read_submission(app, &room, &participant.id, &form, &EN).await {
            let requires = app.requirements(&room, &submission.problem).await?;
            database.submit(&submission, &requires).await?;
        }
    }
    Ok(Demo {
        invitation: app.link(&format!("/join/{}", room.invitation)),
        participants,
    })
}

/// Lets workers with this build claim tasks queued by earlier builds of this server, and generates
/// the configured suites before a submission needs them. Then periodically deletes suites and
/// [`Requirements`](crate::store::Requirements) that are no longer used. Never returns.
async fn update_waiting_tasks_and_load_suites(suites: Arc<Suites>) {
    if let Err(error) = suites.update_waiting_tasks().await {
        tracing::error!(%error, "cannot update waiting tasks that an earlier build queued");
    }
    for problem in &suites.config.problems {
        // An error is reported when a submission needs the suite.
        let _ = suites.requirements(&problem.id, &[]).await;
    }
    loop {
        let database = &suites.worker.database;
        if let Err(error) = database.remove_unused_requirements_and_suites().await {
            tracing::error!(%error, "cannot remove unused requirements and suites");
        }
        tokio::time::sleep(UNUSED_DATA_CLEANUP_INTERVAL).await;
    }
}

/// Periodically deletes batches whose leases have expired. Never returns.
async fn delete_expired_batches(database: Database) {
    loop {
        tokio::time::sleep(BATCH_CLEANUP_INTERVAL).await;
        match database.delete_expired_batches().await {
            Ok(0) => {}
            Ok(expired) => tracing::info!(expired, "deleted batches whose lease had expired"),
            Err(error) => tracing::error!(%error, "cannot delete expired batches"),
        }
    }
}
