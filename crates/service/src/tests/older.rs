//! Data of an earlier build.

use sqlx::AnyConnection;
use sqlx::Connection as _;

use super::support::On;
use crate::secret;
use crate::store::{Database, StoreError};

/// The first schema, as the first build had it. It is written out here, so that a change to
/// a step that is never to change is noticed.
const FIRST: &str = include_str!("first_schema.sql");

/// What the first build left behind: a room with a submission that waits, and one that was
/// being judged.
async fn leave(url: &str) {
    sqlx::any::install_default_drivers();
    let mut left = AnyConnection::connect(url).await.unwrap();
    let steps = "CREATE TABLE migrations (step BIGINT PRIMARY KEY);\n\
                 INSERT INTO migrations (step) VALUES (1)";
    let policy = "{\"problems\":[\"1728\"],\"suites\":[\"samples\"],\"feedback\":\"case\",\
                  \"opens\":null,\"closes\":null,\"per_hour\":60,\"languages\":[],\
                  \"hacks\":false,\"sources\":false,\"breaks\":false}";
    let link = secret::hash("the secret of Ann's link, of before");
    let rows = format!(
        "INSERT INTO rooms VALUES ('r', 'Room', '{policy}', 'invitation', 1, 1, 1, NULL);\n\
         INSERT INTO participants VALUES ('p', 'r', 'Ann', 1);\n\
         INSERT INTO links VALUES ('{link}', 'participant', 'p', '', '', 1);\n\
         INSERT INTO submissions VALUES \
         ('s', 'r', 'p', '1728', 'python', 'function', 'a.py', 'pass', 1, 1);\n\
         INSERT INTO submissions VALUES \
         ('t', 'r', 'p', '1728', 'python', 'function', 'a.py', 'pass', 2, 1);\n\
         INSERT INTO judgements VALUES ('s', 1, 'AC', '{{}}', 'null', 3, 3);\n\
         INSERT INTO tasks VALUES \
         ('one', 'judge', 'r', 'p', 's', 1, '', 'running', 'token', 1, 0, 1, 5);\n\
         INSERT INTO tasks VALUES \
         ('two', 'judge', 'r', 'p', 't', 1, '', 'waiting', '', 0, 0, 2, 6)"
    );
    for statement in [steps, FIRST, &rows]
        .into_iter()
        .flat_map(|all| all.split(";\n"))
    {
        if !statement.trim().is_empty() {
            sqlx::query(statement).execute(&mut left).await.unwrap();
        }
    }
    left.close().await.unwrap();
}

/// Whether all of that is there, and can be gone on with.
async fn goes_on(open: impl AsyncFn() -> Result<Database, StoreError>) {
    open().await.unwrap().close().await;
    // The steps are done once.
    let database = open().await.unwrap();
    let room = database.room("r").await.unwrap().unwrap();
    assert_eq!((room.name.as_str(), room.policy.per_hour), ("Room", 60));
    assert!(
        room.policy.participants > 0,
        "what it did not know is as usual"
    );
    let link = database.link("the secret of Ann's link, of before").await;
    assert!(link.unwrap().is_some(), "links go on working");
    let judgement = database.judgement("s", 1).await.unwrap();
    assert_eq!(judgement.unwrap().verdict, "AC");
    assert_eq!(database.queued(9).await.unwrap().len(), 2);
    assert_eq!(database.give_back(true).await.unwrap(), 1);
    for submission in ["s", "t"] {
        let task = database.take().await.unwrap().unwrap();
        assert_eq!(task.submission, submission);
        let queued = database.queued(9).await.unwrap();
        assert!(
            queued
                .iter()
                .any(|one| one.submission == submission && one.since > 6)
        );
    }
    database.close().await;
}

fn run(on: On) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        match on {
            On::File => {
                let directory = tempfile::tempdir().unwrap();
                let path = directory.path().join("mousetrap.db");
                leave(&format!("sqlite://{}?mode=rwc", path.display())).await;
                goes_on(async || Database::file(&path).await).await;
            }
            #[cfg(feature = "all-tests")]
            On::Server => {
                let url = super::support_postgres::database().await;
                leave(&url).await;
                goes_on(async || Database::server(&url).await).await;
            }
        }
    });
}

#[test]
fn a_file_of_an_earlier_build_is_brought_forward() {
    run(On::File);
}

#[cfg(feature = "all-tests")]
#[test]
fn a_database_of_an_earlier_build_is_brought_forward() {
    run(On::Server);
}
