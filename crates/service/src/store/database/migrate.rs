//! Schema migrations, which sqlx's `Migrator` applies.
//!
//! The files are in `crates/service/migrations`. An applied migration is never changed: sqlx
//! compares checksums. The macro `sqlx::migrate!` is not used, because sqlx and both drivers would
//! be compiled a second time for it.

use std::pin::Pin;

use sqlx::AnyConnection;
use sqlx::error::BoxDynError;
use sqlx::migrate::{MigrateError, Migration, MigrationSource, MigrationType, Migrator};

const CREATE_TABLES: &str = include_str!("../../../migrations/0001_schema.sql");
const ADD_ANSWER_COLUMNS: &str = include_str!("../../../migrations/0002_answers.sql");
const ADD_TASK_TIME_COLUMN: &str = include_str!("../../../migrations/0003_task_times.sql");
const ADD_POINTS_COLUMN: &str = include_str!("../../../migrations/0004_points.sql");

/// Version, description and statements of each migration, in order.
const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "schema", CREATE_TABLES),
    (2, "answers", ADD_ANSWER_COLUMNS),
    (3, "task times", ADD_TASK_TIME_COLUMN),
    (4, "points", ADD_POINTS_COLUMN),
];

/// The schema version of this build.
pub(super) const LATEST_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The migrations of this build.
#[derive(Debug)]
struct EmbeddedMigrations;

impl MigrationSource<'static> for EmbeddedMigrations {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migrations = MIGRATIONS.into_iter().map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(version, name.into(), kind, sql.into(), false)
        });
        let migrations = migrations.collect();
        Box::pin(async { Ok(migrations) })
    }
}

/// Migrates the database to the schema version [`LATEST_VERSION`]. Other servers that use the same
/// database wait until this is done.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    let migrator = Migrator::new(EmbeddedMigrations).await?;
    migrator.run_direct(connection).await
}
