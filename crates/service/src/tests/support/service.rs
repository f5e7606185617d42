//! A service under test, without a network.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use sqlx::any::AnyArguments;
use tempfile::TempDir;
use tokio::sync::watch;

#[cfg(feature = "all-tests")]
use super::postgres;
use super::{
    Browser, Identity, StandIn, TestDatabase, eventually, id_of_page, identity, start_worker,
};
use crate::judging::{self, RunningWorker, Suites};
use crate::server::Settings;
use crate::store::{Database, StoreError, StoredJudgement, Submission, host_time_ms};
use crate::web::{App, AppState, WorkLimiter, router};
use mousetrap_judge::config::Config;
use mousetrap_sandbox::Isolation;

pub(crate) struct Service {
    pub app: App,
    pub owner: String,
    /// Names of the cases that the stand-in has run.
    pub cases: Arc<Mutex<Vec<String>>>,
    pub(super) router: Router,
    held: Arc<AtomicBool>,
    worker: RunningWorker,
    _stop: watch::Sender<bool>,
    _data: TempDir,
}

impl Service {
    pub(super) async fn start(config: &'static Config, on: TestDatabase) -> Self {
        let data = tempfile::tempdir().unwrap();
        let (database, url) = match on {
            TestDatabase::File => (Database::open_file(&data.path().join("a b.db")).await, None),
            #[cfg(feature = "all-tests")]
            TestDatabase::Server => {
                let url = postgres::database().await;
                (Database::connect_as_server(&url).await, Some(url))
            }
        };
        let database = database.unwrap();
        let engine = StandIn::default();
        let (held, cases) = (Arc::clone(&engine.held), Arc::clone(&engine.cases));
        let worker = start_worker(database.clone(), identity("server"), engine).await;
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
        let (build, server) = ("build".to_owned(), "server".to_owned());
        let suites = Suites::new(&database, config, Isolation::Full, (build, server));
        let owner = "the-owner".to_owned();
        database.set_owner_link(&owner).await.unwrap();
        let (stop, stopping) = watch::channel(false);
        let app = Arc::new(AppState {
            settings,
            database,
            worker: Arc::clone(&worker.state),
            suites: Arc::new(suites),
            recognition: WorkLimiter::default(),
            references: WorkLimiter::default(),
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

    pub(super) async fn stop(self) {
        self.worker.stop().await;
        self.app.database.close().await;
    }

    /// A browser without a login.
    pub(crate) fn browser(&self) -> Browser<'_> {
        Browser {
            service: self,
            session: None,
        }
    }

    /// The owner's browser.
    pub(crate) async fn owner(&self) -> Browser<'_> {
        let mut owner = self.browser();
        let entered = owner.form(&format!("/enter/{}", self.owner), "").await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER);
        owner
    }

    /// Creates a token with these scopes.
    pub(crate) async fn token(&self, scopes: &[&str]) -> String {
        let token = self.app.database.create_token("test", scopes);
        token.await.unwrap()
    }

    /// Creates a room with these form fields. Returns its id and invitation.
    pub(crate) async fn room(&self, fields: &[(&str, &str)]) -> (String, String) {
        let defaults = [
            ("name", "Room"),
            ("problems", "1728"),
            ("suites", "samples"),
        ];
        let is_custom = fields.iter().any(|(_, value)| *value == "pair-sums");
        let defaults = if is_custom { &defaults[..1] } else { &defaults };
        let fields = [defaults, fields].concat();
        let made = self.owner().await.fields("/rooms", &fields).await;
        assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text);
        let id = made.location().split('/').nth(2).unwrap().to_owned();
        let room = self.app.database.room(&id).await.unwrap().unwrap();
        (id, room.invitation)
    }

    /// The browser of a participant who joins with this name.
    pub(crate) async fn joined(&self, invitation: &str, name: &str) -> Browser<'_> {
        let mut browser = self.browser();
        let path = format!("/join/{invitation}");
        let joined = browser.form(&path, &format!("name={name}")).await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        browser
    }

    /// Creates a room. Returns its id, and the browsers of participants with these names.
    pub(crate) async fn room_with_participants<const N: usize>(
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
        let browsers = browsers.ok();
        (room, browsers.expect("a browser for each name"))
    }

    /// Makes the server's stand-in judge wait before the first case.
    pub(crate) fn hold_judging(&self) {
        self.held.store(true, Ordering::Relaxed);
    }

    pub(crate) fn release_judging(&self) {
        self.held.store(false, Ordering::Relaxed);
    }

    /// Stops the server's worker, as happens when the server stops.
    pub(crate) async fn stop_worker(&self) {
        self.app.worker.interrupted.store(true, Ordering::Relaxed);
        self.app.database.tasks.send_replace(());
        while !self.worker.judging.is_finished() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Runs a worker until all waiting tasks are judged, after [`Self::stop_worker`].
    pub(crate) async fn judge_waiting(&self) {
        self.app.worker.interrupted.store(false, Ordering::Relaxed);
        let threads = judging::start_threads(&self.app.worker, 1);
        self.wait_until_idle().await;
        self.app.worker.interrupted.store(true, Ordering::Relaxed);
        for thread in threads {
            let joined = tokio::task::spawn_blocking(|| thread.join().unwrap());
            joined.await.unwrap();
        }
    }

    /// Submits a source and waits until all submissions are judged. Returns the path of the
    /// submission's page.
    pub(crate) async fn judged(&self, by: &mut Browser<'_>, room: &str, source: &str) -> String {
        let page = by.submit(room, source).await;
        self.wait_until_idle().await;
        page
    }

    /// Waits until the queue is empty.
    pub(crate) async fn wait_until_idle(&self) {
        self.wait_for_queue((0, 0)).await;
    }

    /// Waits until this number of tasks is waiting and running.
    pub(crate) async fn wait_for_queue(&self, lengths: (i64, i64)) {
        let is_met = async || self.app.database.queue_lengths().await.unwrap() == lengths;
        eventually(&format!("a queue with {lengths:?}"), is_met).await;
    }

    /// Starts another worker on the service's database, with a separate connection if the database
    /// is a server.
    pub(crate) async fn worker(&self, identity: Identity, engine: StandIn) -> RunningWorker {
        let database = match &self.app.settings.database {
            Some(url) => Database::connect_as_worker(url).await.unwrap(),
            None => self.app.database.clone(),
        };
        start_worker(database, identity, engine).await
    }

    /// Executes a statement.
    pub(crate) async fn execute(&self, statement: &str) {
        let parameters = AnyArguments::default();
        let done = self.app.database.execute(statement, parameters);
        done.await.unwrap();
    }

    /// Returns the value of a query.
    pub(crate) async fn count(&self, query: &str) -> i64 {
        let counted = self.app.database.value(query, AnyArguments::default());
        counted.await.unwrap()
    }

    /// Returns the latest judgement of a submission, which is given by its id or its page.
    pub(crate) async fn judgement(&self, submission: &str) -> Option<StoredJudgement> {
        let (database, id) = (&self.app.database, id_of_page(submission));
        let judgement = database.published_judgement(id, i64::MAX, i64::MAX);
        judgement.await.unwrap()
    }

    /// Submits a source for a participant, who joins first if necessary.
    pub(crate) async fn try_submit(
        &self,
        room: &str,
        participant: &str,
        source: &str,
        requires: &str,
    ) -> Result<Submission, StoreError> {
        let database = &self.app.database;
        let joined = format!(
            "INSERT INTO participants (id, room, name, created) \
             VALUES ('{participant}', '{room}', '{participant}', 0) ON CONFLICT (id) DO NOTHING"
        );
        self.execute(&joined).await;
        let submission = submission(room, participant, source);
        database.submit(&submission, requires).await?;
        Ok(submission)
    }

    /// Submits sources for a participant. Returns the ids of the submissions.
    pub(crate) async fn submit_all(
        &self,
        room: &str,
        participant: &str,
        sources: &[&str],
        requires: &str,
    ) -> Vec<String> {
        let mut ids = Vec::new();
        for source in sources {
            let submitted = self.try_submit(room, participant, source, requires);
            ids.push(submitted.await.unwrap().id);
        }
        ids
    }

    /// The requirements of a task on the samples.
    pub(crate) async fn requires(&self) -> String {
        let samples = ["samples".to_owned()];
        let suites = &self.app.suites;
        let digest = suites.requirements("1728", &samples);
        digest.await.unwrap()
    }
}

/// A new submission for problem 1728.
pub(crate) fn submission(room: &str, participant: &str, source: &str) -> Submission {
    Submission {
        id: crate::secret::new_id(),
        room: room.to_owned(),
        participant: participant.to_owned(),
        problem: "1728".to_owned(),
        language: "python".to_owned(),
        form: "function".to_owned(),
        file: "answer.py".to_owned(),
        source: source.to_owned(),
        created: host_time_ms(),
    }
}
