//! Migration of databases that earlier builds wrote.

use mousetrap_model::{Clock, SubmissionOutcome, Verdict};
use sqlx::{AnyConnection, Connection as _};

use super::support::{On, claim};
use crate::judging::Summary;
use crate::secret;
use crate::store::{Database, Requirements, StoreError, now};
use crate::tests::CONFIG;

/// The statements that made schema 1.
const SCHEMA_1: &str = include_str!("schema_1.sql");

/// The statement that made schema 2 of schema 1.
const STEP_2: &str = "ALTER TABLE tasks ADD COLUMN begun BIGINT NOT NULL DEFAULT 0";

/// Rows of a database of schema 2.
const ROWS_2: &str = include_str!("schema_2.sql");

const LINK: &str = "the secret of Ann's link, in an older database";

/// Writes a database of this schema, as the build with that schema did: a room with a
/// submission that waits and one that is being judged.
async fn write(url: &str, schema: i64) {
    sqlx::any::install_default_drivers();
    let mut database = AnyConnection::connect(url).await.unwrap();
    let policy = "{\"problems\":[\"1728\"],\"suites\":[\"samples\"],\"feedback\":\"case\",\
                  \"opens\":null,\"closes\":null,\"per_hour\":60,\"languages\":[],\
                  \"hacks\":false,\"sources\":false,\"breaks\":false}";
    let link = secret::hash(LINK);
    let mut statements = vec![
        "CREATE TABLE migrations (step BIGINT PRIMARY KEY)".to_owned(),
        SCHEMA_1.to_owned(),
    ];
    if schema == 2 {
        statements.push(STEP_2.to_owned());
        statements.push(ROWS_2.to_owned());
    }
    statements.extend((1..=schema).map(|step| format!("INSERT INTO migrations VALUES ({step})")));
    statements.push(format!(
        "INSERT INTO rooms VALUES ('r', 'Room', '{policy}', 'invitation', 1, 1, 1, NULL);\n\
         INSERT INTO participants VALUES ('p', 'r', 'Ann', 1);\n\
         INSERT INTO links VALUES ('{link}', 'participant', 'p', '', '', 1);\n\
         INSERT INTO submissions VALUES \
         ('s', 'r', 'p', '1728', 'python', 'function', 'a.py', 'pass', 1, 1);\n\
         INSERT INTO submissions VALUES \
         ('t', 'r', 'p', '1728', 'python', 'function', 'a.py', 'pass', 2, 1);\n\
         INSERT INTO judgements VALUES ('s', 1, 'AC', '{{}}', 'null', 3, 3);\n\
         INSERT INTO tasks (id, kind, room, participant, submission, revision, body, state, \
         token, attempts, lease, turn, queued) VALUES \
         ('one', 'judge', 'r', 'p', 's', 1, '', 'running', 'token', 1, 0, 1, 5);\n\
         INSERT INTO tasks (id, kind, room, participant, submission, revision, body, state, \
         token, attempts, lease, turn, queued) VALUES \
         ('two', 'judge', 'r', 'p', 't', 1, '', 'waiting', '', 0, 0, 2, 6)"
    ));
    for statement in statements.iter().flat_map(|all| all.split(";\n")) {
        if !statement.trim().is_empty() {
            sqlx::query(statement).execute(&mut database).await.unwrap();
        }
    }
    database.close().await.unwrap();
}

/// An empty database of its own for a test.
enum Place {
    File(tempfile::TempDir),
    #[cfg(feature = "all-tests")]
    Server(String),
}

impl Place {
    async fn new(on: On) -> Self {
        match on {
            On::File => Self::File(tempfile::tempdir().unwrap()),
            #[cfg(feature = "all-tests")]
            On::Server => Self::Server(super::support::postgres::database().await),
        }
    }

    fn url(&self) -> String {
        match self {
            Self::File(directory) => {
                format!(
                    "sqlite://{}/mousetrap.db?mode=rwc",
                    directory.path().display()
                )
            }
            #[cfg(feature = "all-tests")]
            Self::Server(url) => url.clone(),
        }
    }

    async fn open(&self) -> Result<Database, StoreError> {
        match self {
            Self::File(directory) => Database::file(&directory.path().join("mousetrap.db")).await,
            #[cfg(feature = "all-tests")]
            Self::Server(url) => Database::server(url).await,
        }
    }

    async fn execute(&self, statement: &str) -> Result<(), sqlx::Error> {
        let mut database = AnyConnection::connect(&self.url()).await?;
        sqlx::query(statement).execute(&mut database).await?;
        database.close().await
    }
}

/// Declares tests that run on both databases.
macro_rules! both {
    ($(async fn $name:ident($place:ident: Place) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn test($place: Place) $body

            fn run(on: On) {
                let runtime = tokio::runtime::Runtime::new().unwrap();
                runtime.block_on(async { test(Place::new(on).await).await });
            }

            #[test]
            fn sqlite() {
                run(On::File);
            }

            #[cfg(feature = "all-tests")]
            #[test]
            fn postgresql() {
                run(On::Server);
            }
        }
    )*};
}

/// Checks that what [`write`] wrote is there and that judging goes on.
async fn check(place: &Place) {
    place.open().await.unwrap().close().await;
    // Migrations run once.
    let database = place.open().await.unwrap();
    let room = database.room("r").await.unwrap().unwrap();
    assert_eq!((room.name.as_str(), room.policy.per_hour), ("Room", 60));
    assert!(
        room.policy.participants > 0,
        "a missing setting has its default"
    );
    assert!(database.link(LINK).await.unwrap().is_some());
    let judgement = database.judgement("s", 1).await.unwrap().unwrap();
    assert_eq!(judgement.verdict, "AC");
    let run = judgement.run().unwrap();
    assert_eq!(run.judgement(0).unwrap().verdict, Verdict::Accepted);
    assert_eq!(database.queued_tasks().await.unwrap().len(), 2);
    assert_eq!(database.give_back(true).await.unwrap(), 1);
    assert_eq!(
        claim(&database).await.map(|task| task.id),
        None,
        "no requirements"
    );
    for task in database.outdated("server", "build").await.unwrap() {
        assert_eq!(task.language, "python");
        let requirements = Requirements {
            build: "build".to_owned(),
            isolation: "full".to_owned(),
            server: "server".to_owned(),
            rules: CONFIG.rules.clone(),
            suites: Vec::new(),
            suite_names: Vec::new(),
        };
        let requires = database.publish_requirements(&requirements, &[]);
        let requires = requires.await.unwrap();
        database.set_requirements(&task, &requires).await.unwrap();
    }
    for submission in ["s", "t"] {
        let task = claim(&database).await.unwrap();
        assert_eq!(task.submission, submission);
        let queued = database.queued_tasks().await.unwrap();
        let mut queued = queued.iter();
        assert!(queued.any(|one| one.submission == submission && one.since > 6));
    }
    database.close().await;
}

both! {
    async fn database_of_schema_1_is_migrated(place: Place) {
        write(&place.url(), 1).await;
        check(&place).await;
    }

    async fn database_of_schema_2_is_migrated(place: Place) {
        write(&place.url(), 2).await;
        check(&place).await;
    }

    async fn participant_logins_are_migrated_and_owner_logins_end(place: Place) {
        write(&place.url(), 1).await;
        for (session, owner) in [("ann", 0), ("owner", 1)] {
            let hash = secret::hash(session);
            let created = now();
            place.execute(&format!("INSERT INTO sessions VALUES ('{hash}', {owner}, {created})")).await.unwrap();
        }
        let ann = secret::hash("ann");
        place.execute(&format!("INSERT INTO identities VALUES ('{ann}', 'p')")).await.unwrap();
        let database = place.open().await.unwrap();
        assert_eq!(database.visitor("ann").await.unwrap().participants[0].name, "Ann");
        assert!(!database.visitor("owner").await.unwrap().owner);
        database.close().await;
    }

    async fn judgements_of_schema_2_are_converted(place: Place) {
        write(&place.url(), 2).await;
        let database = place.open().await.unwrap();
        for (id, code, count) in [
            ("0s6045s6egct", "TLE", 1),
            ("4jk7f2ne2ehm", "AC", 5),
            ("gf5rb5v73tur", "WA", 1),
            ("pdnh6pp8j726", "CE", 0),
            ("v27s6fcsnxwf", "RTE", 1),
        ] {
            let stored = database.judgement(id, 1).await.unwrap().unwrap();
            let run = stored.run().unwrap();
            assert_eq!((run.header.isolation.as_str(), run.header.clock), ("none", Clock::Tree));
            assert_eq!(run.submissions[0].info.case_count, 5);
            let judgement = run.judgement(0).unwrap();
            assert_eq!((stored.verdict.as_str(), judgement.verdict.code()), (code, code));
            assert_eq!(judgement.cases.len(), count);
            let summary = Summary::of(run);
            assert_eq!(summary.failing.is_some(), ["TLE", "WA", "RTE"].contains(&code));
            assert_eq!(summary.compile_error.is_some(), code == "CE");
        }
        let run = database.judgement("v27s6fcsnxwf", 1).await.unwrap().unwrap().run().unwrap();
        assert_eq!(run.submissions[0].info.language_name, "Python 3");
        let judgement = run.judgement(0).unwrap();
        assert_eq!(judgement.startup_allowance.as_micros(), 148_674);
        let case = &judgement.cases[0];
        assert_eq!((case.usage.cpu.as_micros(), case.usage.memory.0), (31, 12_943_360));
        assert_eq!((case.limits.cpu.as_secs(), case.limits.output.0), (20, 1_048_576));
        assert_eq!(case.stdout, "hello\n");
        let failing = case.failing.as_ref().unwrap();
        assert_eq!(failing.arguments, "[\"####F\",\"#C...\",\"M....\"]\n1\n2\n");
        assert_eq!((failing.max_plies, failing.reply.as_deref()), (Some(1000), Some("None")));
        let run = database.judgement("cvnkdpakna9y", 1).await.unwrap().unwrap().run().unwrap();
        let cancelled = SubmissionOutcome::Failed("the owner has cancelled its judging".into());
        assert_eq!(run.submissions[0].outcome, cancelled);
        database.close().await;
    }

    async fn database_of_a_newer_schema_is_refused(place: Place) {
        place.open().await.unwrap().close().await;
        let later = "INSERT INTO _sqlx_migrations \
                     (version, description, success, checksum, execution_time) \
                     SELECT 99, description, success, checksum, 0 FROM _sqlx_migrations \
                     WHERE version = 1";
        place.execute(later).await.unwrap();
        let error = place.open().await.unwrap_err();
        assert!(matches!(error, StoreError::Newer { found: 99, known: 40, .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("a later build") && text.contains("use that build"), "{text}");
    }

    async fn migrated_database_is_refused_by_earlier_builds(place: Place) {
        place.open().await.unwrap().close().await;
        let mut database = AnyConnection::connect(&place.url()).await.unwrap();
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM migrations");
        let count: i64 = count.fetch_one(&mut database).await.unwrap();
        assert!(count > 2, "builds up to schema 2 compare this count with 2");
    }

    async fn failed_migration_leaves_the_database_unchanged(place: Place) {
        write(&place.url(), 1).await;
        place.execute("ALTER TABLE judgements RENAME TO moved").await.unwrap();
        let error = place.open().await.unwrap_err();
        assert!(matches!(error, StoreError::Migrate { .. }), "{error}");
        assert!(place.execute("SELECT begun FROM tasks").await.is_err());
        assert!(place.execute("SELECT version FROM _sqlx_migrations").await.is_err());
        place.execute("ALTER TABLE moved RENAME TO judgements").await.unwrap();
        check(&place).await;
    }
}
