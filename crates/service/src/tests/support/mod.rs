//! A service to test.

mod browser;
#[cfg(feature = "all-tests")]
pub(in crate::tests) mod postgres;
mod stand_in;

pub(in crate::tests) use browser::{Answer, Browser};

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use sqlx::any::AnyArguments;
use tempfile::TempDir;
use tower::ServiceExt as _;

use crate::judging::{self, RunningWorker, Suites, Timing, WorkerNotice, WorkerState};
use crate::server::{Settings, WorkerSettings};
use crate::store::{Database, Json, RoomError, Submission, Task, Worker, now};
use crate::web::{App, Inner, WorkLimiter, router};
use mousetrap_judge::Engine;
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;
use mousetrap_util::Choice as _;
use mousetrap_util::root::Root;
pub(in crate::tests) use stand_in::StandIn;

/// The project of this repository.
pub(crate) static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Config::read(&root, &Root::from(root.as_path()), mousetrap_suite::known()).unwrap()
});

/// A right and a wrong solution, as far as [`StandIn`] is concerned.
pub(in crate::tests) const RIGHT: &str =
    "class Solution:\n    def canMouseWin(self, a, b, c): return 1\n";
pub(in crate::tests) const WRONG: &str =
    "class Solution:\n    def canMouseWin(self, a, b, c): return 'wrong at 2'\n";

/// Short times, so that tests need not wait.
pub(in crate::tests) const TIMING: Timing = Timing {
    lease: Duration::from_secs(4),
    renew: Duration::from_millis(500),
    sweep: Duration::from_millis(500),
    avoid: Duration::from_secs(2),
    pause: Duration::from_secs(1),
    slice: Duration::from_millis(300),
};

/// The installed languages of a worker under test: all but Rust.
fn installed() -> BTreeMap<String, String> {
    let all = CONFIG.languages.iter().map(|language| language.id.clone());
    let all = all.filter(|id| id != "rust");
    all.map(|id| (id, "1".to_owned())).collect()
}

/// A worker under test.
pub(in crate::tests) struct Identity {
    pub name: String,
    pub build: String,
    pub isolation: Isolation,
    pub installed: BTreeMap<String, String>,
}

pub(in crate::tests) fn identity(name: &str) -> Identity {
    Identity {
        name: name.to_owned(),
        build: "build".to_owned(),
        isolation: Isolation::Full,
        installed: installed(),
    }
}

/// The id of a worker under test with this name.
pub(in crate::tests) fn id_of(name: &str) -> String {
    format!("id of {name}")
}

/// A worker with Python that claims tasks.
pub(in crate::tests) fn claimant(name: &str) -> Worker {
    let toolchain = serde_json::from_str(PYTHON).unwrap();
    Worker {
        id: id_of(name),
        build: "build".to_owned(),
        isolation: Isolation::Full.name().to_owned(),
        languages: Json(toolchain),
        ..Worker::default()
    }
}

/// The toolchains of a worker with Python, in JSON.
pub(in crate::tests) const PYTHON: &str = r#"{"python":{"version":"3","speed":1.0}}"#;

/// Claims the next task.
pub(in crate::tests) async fn claim(database: &Database) -> Option<Task> {
    let claimant = claimant("test");
    let claimed = database.claim(&claimant, Duration::from_mins(1));
    claimed.await.unwrap()
}

/// Which database.
#[derive(Clone, Copy, Debug)]
pub(in crate::tests) enum On {
    File,
    #[cfg(feature = "all-tests")]
    Server,
}

/// Declares a test that runs on both databases.
macro_rules! both {
    ($(async fn $name:ident($service:ident: &Service) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn test($service: &Service) $body

            #[test]
            fn sqlite() {
                crate::tests::support::run(On::File, async |service| test(service).await);
            }

            #[cfg(feature = "all-tests")]
            #[test]
            fn postgresql() {
                crate::tests::support::run(On::Server, async |service| test(service).await);
            }
        }
    )*};
}
pub(in crate::tests) use both;

pub(in crate::tests) struct Service {
    pub app: App,
    pub owner: String,
    pub held: Arc<AtomicBool>,
    /// Names of the cases that the stand-in has run.
    pub cases: Arc<Mutex<Vec<String>>>,
    router: Router,
    worker: RunningWorker,
    _stop: tokio::sync::watch::Sender<bool>,
    _data: TempDir,
}

/// A worker without pages.
pub(in crate::tests) struct TestWorker {
    pub state: Arc<WorkerState>,
    pub notices: Arc<Mutex<Vec<WorkerNotice>>>,
    running: RunningWorker,
}

impl TestWorker {
    /// Stops as after a second signal.
    pub(in crate::tests) async fn stop(self) {
        self.running.stop().await;
    }

    /// Stops as after the first signal, however long the running task takes.
    pub(in crate::tests) async fn drain(mut self) {
        self.running.drain().await;
        self.running.stop().await;
    }
}

/// Starts a worker on this database.
async fn start_worker(
    database: Database,
    identity: Identity,
    engine: impl Engine + 'static,
) -> TestWorker {
    let notices = Arc::<Mutex<Vec<WorkerNotice>>>::default();
    let on_notice = {
        let notices = Arc::clone(&notices);
        move |notice: &WorkerNotice| notices.lock().unwrap().push(notice.clone())
    };
    let settings = WorkerSettings {
        name: identity.name,
        engine: Arc::new(engine),
        installed: Arc::new(identity.installed.into()),
        reference_speeds: None,
        isolation: identity.isolation,
        jobs: 1,
    };
    let mut state = WorkerState::new(database, settings, identity.build, Arc::new(on_notice));
    state.id = id_of(&state.settings.name);
    state.timing = TIMING;
    state.database.register(&state.row()).await.unwrap();
    let running = RunningWorker::start(state);
    TestWorker {
        state: Arc::clone(&running.state),
        notices,
        running,
    }
}

/// Executes a statement.
pub(in crate::tests) async fn execute(database: &Database, statement: &str) {
    let done = database.execute(statement, AnyArguments::default());
    done.await.unwrap();
}

/// The id of the submission with this page.
pub(in crate::tests) fn id_of_page(page: &str) -> &str {
    page.rsplit('/').next().unwrap()
}

/// The number that a query counts.
pub(in crate::tests) async fn count(service: &Service, query: &str) -> i64 {
    let counted = service.app.database.value(query, AnyArguments::default());
    counted.await.unwrap()
}

/// Waits for a condition, up to a minute.
pub(in crate::tests) async fn eventually(what: &str, is_true: impl AsyncFn() -> bool) {
    for _ in 0..6000 {
        if is_true().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what} does not happen");
}

pub(in crate::tests) fn run(on: On, test: impl AsyncFnOnce(&Service)) {
    run_in(&CONFIG, on, test);
}

/// Runs a test on a service with this project.
pub(in crate::tests) fn run_in(config: &'static Config, on: On, test: impl AsyncFnOnce(&Service)) {
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let service = Service::start(config, on).await;
        test(&service).await;
        service.stop().await;
    });
}

impl Service {
    async fn start(config: &'static Config, on: On) -> Self {
        let data = tempfile::tempdir().unwrap();
        let (database, url) = match on {
            On::File => (
                Database::file(&data.path().join("a b.db")).await.unwrap(),
                None,
            ),
            #[cfg(feature = "all-tests")]
            On::Server => {
                let url = postgres::database().await;
                (Database::server(&url).await.unwrap(), Some(url))
            }
        };
        let engine = StandIn::default();
        let (held, cases) = (Arc::clone(&engine.held), Arc::clone(&engine.cases));
        let TestWorker {
            running: worker, ..
        } = start_worker(database.clone(), identity("server"), engine).await;
        let settings = Settings {
            worker: worker.state.settings.clone(),
            listen: ([127, 0, 0, 1], 0).into(),
            public: None,
            data: data.path().to_owned(),
            database: url,
            config,
            token: false,
            demo: &[],
        };
        let suites = Suites::new(
            config,
            Isolation::Full,
            "build".to_owned(),
            "server".to_owned(),
        );
        let owner = "the-owner".to_owned();
        database.set_owner(&owner).await.unwrap();
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let app = Arc::new(Inner {
            settings,
            database,
            worker: Arc::clone(&worker.state),
            suites: Arc::new(suites),
            recognition: WorkLimiter::default(),
            origin: "http://mousetrap.test".to_owned(),
            stopping,
        });
        Self {
            router: router(app.clone()),
            app,
            owner,
            held,
            cases,
            worker,
            _stop: stop,
            _data: data,
        }
    }

    async fn stop(self) {
        self.worker.stop().await;
        self.app.database.close().await;
    }

    /// A browser that nobody knows.
    pub(in crate::tests) fn browser(&self) -> Browser<'_> {
        Browser {
            service: self,
            session: None,
        }
    }

    /// The owner's browser.
    pub(in crate::tests) async fn owner(&self) -> Browser<'_> {
        let mut owner = self.browser();
        let entered = owner.form(&format!("/enter/{}", self.owner), "").await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER);
        owner
    }

    /// A room with this policy, by the fields of its form: its id and invitation.
    pub(in crate::tests) async fn room(&self, fields: &[(&str, &str)]) -> (String, String) {
        let mut owner = self.owner().await;
        let mut all = vec![
            ("name", "Room"),
            ("problems", "1728"),
            ("suites", "samples"),
        ];
        all.extend(fields);
        let made = owner.fields("/rooms", &all).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text);
        let id = made.location().split('/').nth(2).unwrap().to_owned();
        let room = self.app.database.room(&id).await.unwrap().unwrap();
        (id, room.invitation)
    }

    /// Somebody who has joined by an invitation.
    pub(in crate::tests) async fn joined(&self, invitation: &str, name: &str) -> Browser<'_> {
        let mut browser = self.browser();
        let joined = browser
            .form(&format!("/join/{invitation}"), &format!("name={name}"))
            .await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        browser
    }

    /// A room with this policy, and the browsers of participants with these names.
    pub(in crate::tests) async fn room_of<const N: usize>(
        &self,
        fields: &[(&str, &str)],
        names: [&str; N],
    ) -> (String, [Browser<'_>; N]) {
        let (room, invitation) = self.room(fields).await;
        let mut browsers = Vec::new();
        for name in names {
            browsers.push(self.joined(&invitation, name).await);
        }
        let browsers: Result<[_; N], _> = browsers.try_into();
        (
            room,
            browsers.unwrap_or_else(|_| panic!("a browser for each name")),
        )
    }

    /// Asks as a program that goes away, once something has come of it.
    pub(in crate::tests) async fn leave(
        &self,
        path: &str,
        token: &str,
        body: &str,
        until: impl AsyncFnOnce(),
    ) {
        let request = Request::post(path)
            .header(CONTENT_TYPE, "application/json")
            .header("authorization", format!("Bearer {token}"));
        let request = request.body(Body::from(body.to_owned())).unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        until().await;
        drop(answer);
    }

    /// Ends the threads that judge, as the end of the server does.
    pub(in crate::tests) async fn rest(&self) {
        self.app.worker.interrupted.store(true, Ordering::Relaxed);
        self.app.database.wakeups().tasks();
        while !self.worker.judging.is_finished() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Starts a worker with this identity on the service's database, with a connection of
    /// its own where the database is a server.
    pub(in crate::tests) async fn worker(
        &self,
        identity: Identity,
        engine: impl Engine + 'static,
    ) -> TestWorker {
        match &self.app.settings.database {
            Some(url) => self.worker_at(url, identity, engine).await,
            None => start_worker(self.app.database.clone(), identity, engine).await,
        }
    }

    /// As [`Self::worker`], with this URL of the database.
    pub(in crate::tests) async fn worker_at(
        &self,
        url: &str,
        identity: Identity,
        engine: impl Engine + 'static,
    ) -> TestWorker {
        let database = Database::worker(url).await.unwrap();
        start_worker(database, identity, engine).await
    }

    /// Submits a source for a participant of a room, with these requirements.
    pub(in crate::tests) async fn submit(
        &self,
        room: &str,
        participant: &str,
        source: &str,
        requires: &str,
    ) -> Submission {
        let submitted = self.try_submit(room, participant, source, requires);
        submitted.await.unwrap()
    }

    /// As [`Self::submit`]; the room may refuse it.
    pub(in crate::tests) async fn try_submit(
        &self,
        room: &str,
        participant: &str,
        source: &str,
        requires: &str,
    ) -> Result<Submission, RoomError> {
        let database = &self.app.database;
        let room = database.room(room).await.unwrap().unwrap();
        let joined = format!(
            "INSERT INTO participants (id, room, name, created) \
             VALUES ('{participant}', '{}', '{participant}', 0) ON CONFLICT (id) DO NOTHING",
            room.id
        );
        execute(database, &joined).await;
        let submission = Submission {
            id: crate::secret::new_id(),
            room: room.id.clone(),
            participant: participant.to_owned(),
            problem: "1728".to_owned(),
            language: "python".to_owned(),
            form: "function".to_owned(),
            file: "answer.py".to_owned(),
            source: source.to_owned(),
            created: now(),
        };
        database.submit(&room, &submission, requires).await?;
        Ok(submission)
    }

    /// Queues submissions of one participant of a room, each with these requirements.
    /// Returns their ids.
    pub(in crate::tests) async fn fill(
        &self,
        room: &str,
        sources: &[&str],
        requires: &str,
    ) -> Vec<String> {
        let mut ids = Vec::new();
        for source in sources {
            ids.push(self.submit(room, "one", source, requires).await.id);
        }
        ids
    }

    /// The requirements of a task on the samples.
    pub(in crate::tests) async fn requires(&self) -> String {
        let samples = ["samples".to_owned()];
        let suites = &self.app.suites;
        let digest = suites.requirements(&self.app.database, "1728", &samples);
        digest.await.unwrap()
    }

    /// Has all done that waits, after [`Self::rest`], by a worker of its own.
    pub(in crate::tests) async fn work(&self) {
        self.app.worker.interrupted.store(false, Ordering::Relaxed);
        let workers = judging::start(&self.app.worker, 1);
        self.idle().await;
        self.app.worker.interrupted.store(true, Ordering::Relaxed);
        for worker in workers {
            let joined = tokio::task::spawn_blocking(|| worker.join().unwrap());
            joined.await.unwrap();
        }
    }

    /// Waits until nothing is left to do.
    pub(in crate::tests) async fn idle(&self) {
        self.until((0, 0)).await;
    }

    /// Waits until so many tasks are waiting and running.
    pub(in crate::tests) async fn until(&self, lengths: (i64, i64)) {
        let is_met = async || self.app.database.queue_lengths().await.unwrap() == lengths;
        eventually(&format!("a queue with {lengths:?}"), is_met).await;
    }
}
