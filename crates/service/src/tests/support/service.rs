//! A service under test, without a network.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use sqlx::any::AnyArguments;
use tempfile::TempDir;

#[cfg(feature = "all-tests")]
use super::postgres;
use super::{
    Browser, RIGHT, StandIn, TestDatabase, claimant, eventually, id_of_page, start_worker,
};
use crate::judging::{RunningWorker, Suites};
use crate::server::Settings;
use crate::store::{
    Database, Room, StoreError, StoredJudgement, Submission, Task, Worker, host_time_ms,
};
use crate::web::{App, AppState, router};
use mousetrap_judge::config::Config;
use mousetrap_model::Run;

/// The secret of the owner's link.
pub(crate) const OWNER_SECRET: &str = "the-owner";

pub(crate) struct Service {
    pub app: App,
    pub database: Database,
    /// The owner's browser.
    pub owner: Browser,
    /// The judge of the server's worker.
    pub engine: StandIn,
    router: Router,
    worker: RunningWorker,
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
        let worker = start_worker(database.clone(), "server", engine.clone()).await;
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
        database.set_owner_link(OWNER_SECRET).await.unwrap();
        let suites = Arc::new(Suites::new(&worker.state, config, "server".to_owned()));
        let origin = "http://mousetrap.test".to_owned();
        let app = AppState::new(settings, Arc::clone(&worker.state), suites, origin);
        let router = router(app.clone());
        let service = Self {
            app,
            database,
            owner: Browser::new(&router),
            engine,
            router,
            worker,
            _data: data,
        };
        service.owner.log_in(OWNER_SECRET).await;
        service
    }

    /// Another browser that is logged in as the owner.
    pub(crate) async fn owner_login(&self) -> Browser {
        let browser = self.browser();
        browser.log_in(OWNER_SECRET).await;
        browser
    }

    pub(super) async fn stop(self) {
        self.worker.stop().await;
        self.database.close().await;
    }

    /// A browser without a login.
    pub(crate) fn browser(&self) -> Browser {
        Browser::new(&self.router)
    }

    /// Creates a token with these scopes.
    pub(crate) async fn token(&self, scopes: &[&str]) -> String {
        self.database.create_token("test", scopes).await.unwrap()
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
        let made = self
            .owner
            .fields("/rooms", &[defaults, fields].concat())
            .await;
        made.expect(StatusCode::SEE_OTHER, &[]);
        let room = self
            .stored_room(made.location().split('/').nth(2).unwrap())
            .await;
        (room.id, room.invitation)
    }

    /// The room with this id, as the database stores it.
    pub(crate) async fn stored_room(&self, id: &str) -> Room {
        self.database.room(id).await.unwrap().unwrap()
    }

    /// The browser of a participant who joins with this name.
    pub(crate) async fn joined(&self, invitation: &str, name: &str) -> Browser {
        let browser = self.browser();
        let path = format!("/join/{invitation}");
        let joined = browser.form(&path, &format!("name={name}")).await;
        joined.expect(StatusCode::OK, &[]);
        browser
    }

    /// Creates a room. Returns its id, and the browsers of participants with these names.
    pub(crate) async fn room_with_participants<const N: usize>(
        &self,
        fields: &[(&str, &str)],
        names: [&str; N],
    ) -> (String, [Browser; N]) {
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
        self.engine.held.store(true, Ordering::Relaxed);
    }

    pub(crate) fn release_judging(&self) {
        self.engine.held.store(false, Ordering::Relaxed);
    }

    /// Stops the server's worker, as happens when the server stops.
    pub(crate) async fn stop_worker(&self) {
        self.app.worker.interrupted.store(true, Ordering::Relaxed);
        self.database.tasks.send_replace(());
        while !self.worker.judging.is_finished() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Starts another worker on the service's database, with a separate connection if the database
    /// is a server.
    pub(crate) async fn worker(&self, name: &str, engine: StandIn) -> RunningWorker {
        let database = match &self.app.settings.database {
            Some(url) => Database::connect_as_worker(url).await.unwrap(),
            None => self.database.clone(),
        };
        start_worker(database, name, engine).await
    }

    /// Runs a worker until all waiting tasks are judged, after [`Self::stop_worker`].
    pub(crate) async fn judge_waiting(&self) {
        let worker = self.worker("worker", self.engine.clone()).await;
        self.wait_until_idle().await;
        worker.stop().await;
    }

    /// Submits a source and waits until all submissions are judged. Returns the path of the
    /// submission's page.
    pub(crate) async fn judged(&self, by: &Browser, room: &str, source: &str) -> String {
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
        let is_met = async || self.database.queue_lengths().await.unwrap() == lengths;
        eventually(&format!("a queue with {lengths:?}"), is_met).await;
    }

    /// Claims the next task, as a worker that is not running.
    pub(crate) async fn claim(&self) -> Option<Task> {
        self.claim_as(&claimant("test")).await
    }

    /// Claims the next task as this worker, if the worker may run it.
    pub(crate) async fn claim_as(&self, worker: &Worker) -> Option<Task> {
        let claimed = self.database.claim_task(worker, Duration::from_mins(1));
        claimed.await.unwrap()
    }

    /// The ids of the submissions of a room that are being judged.
    pub(crate) async fn submissions_being_judged(&self, room: &str) -> Vec<String> {
        let room = self.stored_room(room).await;
        let rows = self.database.judged_submissions(&room, None, i64::MAX);
        let running = rows.await.unwrap().into_iter().filter(|row| row.is_running);
        running.map(|row| row.submission.id).collect()
    }

    /// Executes a statement.
    pub(crate) async fn execute(&self, statement: &str) {
        let done = self.database.execute(statement, AnyArguments::default());
        done.await.unwrap();
    }

    /// Returns the value of a query.
    pub(crate) async fn count(&self, query: &str) -> i64 {
        let counted = self.database.value(query, AnyArguments::default());
        counted.await.unwrap()
    }

    /// Returns the latest judgement of a submission, which is given by its id or its page.
    pub(crate) async fn judgement(&self, submission: &str) -> Option<StoredJudgement> {
        let id = id_of_page(submission);
        let judgement = self.database.published_judgement(id, i64::MAX, i64::MAX);
        judgement.await.unwrap()
    }

    /// Returns the run report of a submission that has been judged.
    pub(crate) async fn run_report(&self, submission: &str) -> Run {
        let judgement = self.judgement(submission).await.unwrap();
        judgement.parse_run_report().unwrap()
    }

    /// Submits a source for a participant, who joins first if necessary.
    pub(crate) async fn submit(
        &self,
        room: &str,
        participant: &str,
        source: &str,
    ) -> Result<Submission, StoreError> {
        let joined = format!(
            "INSERT INTO participants (id, room, name, created) \
             VALUES ('{participant}', '{room}', '{participant}', 0) ON CONFLICT (id) DO NOTHING"
        );
        self.execute(&joined).await;
        let submission = submission(room, participant, source);
        let requires = self.requires(room).await;
        self.database.submit(&submission, &requires).await?;
        Ok(submission)
    }

    /// Submits a right solution several times. Returns the ids of the submissions.
    pub(crate) async fn submit_right(&self, room: &str, by: &str, times: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for _ in 0..times {
            ids.push(self.submit(room, by, RIGHT).await.unwrap().id);
        }
        ids
    }

    /// Stops the server's worker, and submits a right solution several times to a new room. Returns
    /// the id of the room and the ids of the submissions.
    pub(crate) async fn queue_right(&self, times: usize) -> (String, Vec<String>) {
        self.stop_worker().await;
        let (room, _) = self.room(&[]).await;
        let ids = self.submit_right(&room, "one", times).await;
        (room, ids)
    }

    /// The requirements of a task of this room.
    pub(crate) async fn requires(&self, room: &str) -> String {
        let room = self.stored_room(room).await;
        self.app.requirements(&room, "1728").await.unwrap()
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
