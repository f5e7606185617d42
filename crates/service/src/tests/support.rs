//! A service to test.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_TYPE, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, Request, StatusCode};
use tempfile::TempDir;
use tokio_stream::StreamExt as _;
use tower::ServiceExt as _;

use super::stand_in::{StandIn, search};
use crate::hub::Hub;
use crate::judging::{self, Bench};
use crate::settings::Settings;
use crate::store::Database;
use crate::web::{App, Audience, Inner, Turns, router};
use mousetrap_base::root::Root;
use mousetrap_judge::Options;
use mousetrap_judge::config::Config;

/// The project of this repository.
pub(crate) static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Config::read(&root, &Root::from(root.as_path()), mousetrap_suite::known()).unwrap()
});

/// A right and a wrong solution, as far as [`StandIn`] is concerned.
pub(super) const RIGHT: &str = "class Solution:\n    def canMouseWin(self, a, b, c): return 1\n";
pub(super) const WRONG: &str =
    "class Solution:\n    def canMouseWin(self, a, b, c): return 'wrong at 2'\n";

/// Which database.
#[derive(Clone, Copy, Debug)]
pub(super) enum On {
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
pub(super) use both;

pub(super) struct Service {
    pub app: App,
    pub owner: String,
    pub held: Arc<AtomicBool>,
    router: Router,
    workers: Vec<JoinHandle<()>>,
    _stop: tokio::sync::watch::Sender<bool>,
    _data: TempDir,
}

pub(super) fn run(on: On, test: impl AsyncFnOnce(&Service)) {
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
                let url = super::support_postgres::database().await;
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
            audience: Audience::new(100),
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
    pub(super) fn browser(&self) -> Browser<'_> {
        Browser {
            service: self,
            session: None,
        }
    }

    /// The owner's browser.
    pub(super) async fn owner(&self) -> Browser<'_> {
        let mut owner = self.browser();
        let entered = owner.form(&format!("/enter/{}", self.owner), "").await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER);
        owner
    }

    /// A room with this policy, by the fields of its form: its id and invitation.
    pub(super) async fn room(&self, fields: &[(&str, &str)]) -> (String, String) {
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
    pub(super) async fn joined(&self, invitation: &str, name: &str) -> Browser<'_> {
        let mut browser = self.browser();
        let joined = browser
            .form(&format!("/join/{invitation}"), &format!("name={name}"))
            .await;
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
        browser
    }

    /// Asks as a program that goes away, once something has come of it.
    pub(super) async fn leave(
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
    pub(super) async fn rest(&self) {
        self.app.bench.interrupted.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(700)).await;
    }

    /// Has all done that waits, after [`Self::rest`], by a worker of its own.
    pub(super) async fn work(&self) {
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
    pub(super) async fn idle(&self) {
        for _ in 0..6000 {
            if self.app.database.queue_lengths().await.unwrap() == (0, 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the queue does not get empty");
    }
}

pub(super) struct Browser<'a> {
    service: &'a Service,
    pub session: Option<String>,
}

pub(super) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub(super) fn location(&self) -> &str {
        self.headers[LOCATION].to_str().unwrap()
    }
}

impl Browser<'_> {
    pub(super) async fn get(&mut self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    /// Sends a plain form.
    pub(super) async fn form(&mut self, path: &str, form: &str) -> Answer {
        let kind = "application/x-www-form-urlencoded";
        let request = Request::post(path).header(CONTENT_TYPE, kind);
        let request = request.header(ORIGIN, "http://mousetrap.test");
        self.ask(request.body(Body::from(form.to_owned())).unwrap())
            .await
    }

    /// Sends a form that may have files.
    pub(super) async fn fields(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let parts = fields.iter().map(|(name, value)| {
            format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        });
        let body = parts.collect::<String>() + "--b--\r\n";
        let request = Request::post(path).header(CONTENT_TYPE, "multipart/form-data; boundary=b");
        let request = request.header(ORIGIN, "http://mousetrap.test");
        self.ask(request.body(Body::from(body)).unwrap()).await
    }

    /// Submits, and gives back the page of the submission.
    pub(super) async fn submit(&mut self, room: &str, source: &str) -> String {
        let path = format!("/rooms/{room}/submissions");
        let submitted = self.fields(&path, &[("source", source)]).await;
        assert_eq!(
            submitted.status,
            StatusCode::SEE_OTHER,
            "{}",
            submitted.text
        );
        submitted.location().to_owned()
    }

    /// Asks as a program does, with a token.
    pub(super) async fn program(&mut self, path: &str, token: &str, body: Option<&str>) -> Answer {
        let request = match body {
            Some(_) => Request::post(path),
            None => Request::get(path),
        };
        let request = request.header(CONTENT_TYPE, "application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        let body = Body::from(body.unwrap_or_default().to_owned());
        self.ask(request.body(body).unwrap()).await
    }

    /// What a stream says to who has seen `last`, up to where `until` stands.
    pub(super) async fn stream(&self, path: &str, last: &str, until: &str) -> String {
        let session = self.session.as_deref().unwrap_or_default();
        let request = Request::get(path).header("last-event-id", last);
        let request = request.header(COOKIE, format!("mousetrap={session}"));
        let request = request.body(Body::empty()).unwrap();
        let response = self.service.router.clone().oneshot(request).await.unwrap();
        let mut pieces = response.into_body().into_data_stream();
        let mut text = String::new();
        while !text.contains(until) {
            let piece = tokio::time::timeout(Duration::from_mins(1), pieces.next());
            let Some(piece) = piece.await.expect("the stream says something") else {
                break;
            };
            text += std::str::from_utf8(&piece.unwrap()).unwrap();
        }
        text
    }

    pub(super) async fn ask(&mut self, mut request: Request<Body>) -> Answer {
        let headers = request.headers_mut();
        headers.insert(HOST, "mousetrap.test".parse().unwrap());
        if let Some(session) = &self.session {
            headers.insert(COOKIE, format!("mousetrap={session}").parse().unwrap());
        }
        let router = self.service.router.clone();
        let response = router.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        for cookie in parts.headers.get_all(SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            if let Some(value) = cookie.strip_prefix("mousetrap=") {
                self.session = value.split(';').next().map(str::to_owned);
            }
        }
        // A stream does not end; its head is enough.
        let is_stream = parts.headers.get(CONTENT_TYPE).is_some_and(|kind| {
            kind.to_str()
                .is_ok_and(|kind| kind.starts_with("text/event-stream"))
        });
        let text = if is_stream {
            String::new()
        } else {
            let bytes = to_bytes(body, usize::MAX).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        Answer {
            status: parts.status,
            headers: parts.headers,
            text,
        }
    }
}
