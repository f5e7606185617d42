//! Support for tests: a service, browsers, workers and databases.

mod browser;
#[cfg(feature = "all-tests")]
pub(crate) mod postgres;
mod service;
mod stand_in;
mod workers;

pub(crate) use browser::{Answer, Browser, multipart};
pub(crate) use service::{OWNER_SECRET, Service, submission};
pub(crate) use stand_in::StandIn;
pub(crate) use workers::{claimant, held_worker, start_worker, wait_for_pause};

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use crate::server::new_runtime;
use mousetrap_judge::config::Config;
use mousetrap_util::project::Project;

/// The project of this repository.
pub(crate) static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let project = Project::from(root.as_path());
    Config::read(&root, &project, mousetrap_suite::known_suites()).unwrap()
});

/// A solution that [`StandIn`] accepts.
pub(crate) const RIGHT: &str = "class Solution:\n    def canMouseWin(self, a, b, c): return 1\n";
/// A solution that [`StandIn`] does not accept.
pub(crate) const WRONG: &str =
    "class Solution:\n    def canMouseWin(self, a, b, c): return 'wrong at 2'\n";

/// The database of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TestDatabase {
    File,
    #[cfg(feature = "all-tests")]
    Server,
}

/// Declares tests that run on both databases.
macro_rules! both {
    ($(async fn $name:ident($service:ident: &Service) $body:block)*) => {$(
        mod $name {
            use super::*;
            use crate::tests::support;

            async fn test($service: &Service) $body

            #[test]
            fn sqlite() {
                support::run(support::TestDatabase::File, async |service| test(service).await);
            }

            #[cfg(feature = "all-tests")]
            #[test]
            fn postgresql() {
                support::run(support::TestDatabase::Server, async |service| test(service).await);
            }
        }
    )*};
}
pub(crate) use both;

pub(crate) fn run(on: TestDatabase, test: impl AsyncFnOnce(&Service)) {
    run_with_config(&CONFIG, on, test);
}

/// Runs a test on a service with the project in this directory.
pub(crate) fn run_in_project(root: &Path, test: impl AsyncFnOnce(&Service)) {
    let config = Config::parse(&Project::from(root), "", mousetrap_suite::known_suites());
    let config = Box::leak(Box::new(config.unwrap()));
    run_with_config(config, TestDatabase::File, test);
}

fn run_with_config(config: &'static Config, on: TestDatabase, test: impl AsyncFnOnce(&Service)) {
    new_runtime().unwrap().block_on(async {
        let service = Service::start(config, on).await;
        test(&service).await;
        service.stop().await;
    });
}

/// Returns the secret of the first personal link on a page.
pub(crate) fn personal_secret(page: &str) -> String {
    let (_, link) = page.split_once("/enter/").unwrap();
    link.chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect()
}

/// Returns the id in the path of a submission's page.
pub(crate) fn id_of_page(page: &str) -> &str {
    page.rsplit('/').next().unwrap()
}

/// Waits for a condition, up to a minute.
pub(crate) async fn eventually(what: &str, is_true: impl AsyncFn() -> bool) {
    for _ in 0..6000 {
        if is_true().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what} does not happen");
}
