//! Migrations of the schema, by the migrator of sqlx.
//!
//! The files are in `crates/service/migrations`. An applied migration is never changed: sqlx
//! compares checksums. `sqlx::migrate!` would compile sqlx and both drivers a second time, for
//! the macro.

use std::pin::Pin;

use sqlx::AnyConnection;
use sqlx::error::BoxDynError;
use sqlx::migrate::{MigrateError, Migration, MigrationSource, MigrationType, Migrator};

/// Version, description and statements of each migration, in order.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (
        1,
        "schema",
        include_str!("../../../migrations/0001_schema.sql"),
    ),
    (
        2,
        "answers",
        include_str!("../../../migrations/0002_answers.sql"),
    ),
];

/// The schema version of this build.
pub(super) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The migrations of this build.
#[derive(Debug)]
struct Embedded;

impl MigrationSource<'static> for Embedded {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migrations = MIGRATIONS.into_iter().map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(version, name.into(), kind, sql.into(), false)
        });
        let migrations = migrations.collect();
        Box::pin(async { Ok(migrations) })
    }
}

/// Migrates the database to [`LATEST`]. Another server on the same database waits meanwhile.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    let migrator = Migrator::new(Embedded).await?;
    migrator.run_direct(connection).await
}
