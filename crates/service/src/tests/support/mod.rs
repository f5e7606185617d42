//! A service to test.

mod browser;
#[cfg(feature = "all-tests")]
pub(in crate::tests) mod postgres;
mod stand_in;

pub(in crate::tests) use browser::{Answer, Browser};

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use tempfile::TempDir;
use tower::ServiceExt as _;

use crate::hub::Hub;
use crate::judging::{self, Bench};
use crate::settings::Settings;
use crate::store::Database;
use crate::web::{App, Inner, Places, Turns, router};
use mousetrap_base::root::Root;
use mousetrap_judge::Options;
use mousetrap_judge::config::Config;
use stand_in::{StandIn, search};

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
    router: Router,
    workers: Vec<JoinHandle<()>>,
    _stop: tokio::sync::watch::Sender<bool>,
    _data: TempDir,
}

pub(in crate::tests) fn run(on: On, test: impl AsyncFnOnce(&Service)) {
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let service = Service::start(on).await;
        test(&service).await;
        service.stop().await;
    });
}

impl Service {
    async fn start(on: On) -> Self {
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
        let held = Arc::clone(&engine.held);
        let settings = Settings {
            listen: ([127, 0, 0, 1], 0).into(),
            public: None,
            data: data.path().to_owned(),
            database: url,
            config: &CONFIG,
            engine: Arc::new(engine),
            missing: Arc::new(std::collections::BTreeSet::from(["rust".to_owned()]).into()),
            options: Options::default(),
            workers: 1,
            token: false,
            log: false,
            demo: &[],
        };
        let hub = Arc::<Hub>::default();
        let bench = Arc::new(Bench::new(
            (database.clone(), Arc::clone(&hub)),
            (Arc::clone(&settings.engine), search),
            (settings.config, settings.options),
        ));
        let workers = judging::start(&bench, 1);
        tokio::spawn({
            let (hub, database) = (Arc::clone(&hub), database.clone());
            async move { hub.run(&database).await }
        });
        let owner = "the-owner".to_owned();
        database.set_owner(&owner).await.unwrap();
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let app = Arc::new(Inner {
            settings,
            database,
            hub,
            bench,
            turns: Turns::default(),
            streams: Places::new(16, 100),
            requests: AtomicU64::new(0),
            origin: "http://mousetrap.test".to_owned(),
            stopping,
        });
        Self {
            router: router(app.clone()),
            app,
            owner,
            held,
            workers,
            _stop: stop,
            _data: data,
        }
    }

    async fn stop(self) {
        self.app.bench.interrupted.store(true, Ordering::Relaxed);
        self.app.bench.ring();
        for worker in self.workers {
            tokio::task::spawn_blocking(|| worker.join().unwrap())
                .await
                .unwrap();
        }
        self.app.database.close().await;
    }

    /// A browser that nobody knows.
    pub(in crate::tests) fn browser(&self) -> Browser<'_> {
        Browser {
            service: self,
            session: None,
            address: None,
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
        let mut all = vec![("name", "Room"), ("problem", "1728"), ("suites", "samples")];
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

    /// Sends the workers home, as the end of the server does.
    pub(in crate::tests) async fn rest(&self) {
        self.app.bench.interrupted.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(700)).await;
    }

    /// Has all done that waits, after [`Self::rest`], by a worker of its own.
    pub(in crate::tests) async fn work(&self) {
        self.app.bench.interrupted.store(false, Ordering::Relaxed);
        let workers = judging::start(&self.app.bench, 1);
        self.idle().await;
        self.app.bench.interrupted.store(true, Ordering::Relaxed);
        for worker in workers {
            let joined = tokio::task::spawn_blocking(|| worker.join().unwrap());
            joined.await.unwrap();
        }
    }

    /// Waits until nothing is left to do.
    pub(in crate::tests) async fn idle(&self) {
        for _ in 0..6000 {
            if self.app.database.queue_lengths().await.unwrap() == (0, 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the queue does not get empty");
    }
}
