//! Migrations of the schema, by the migrator of sqlx.
//!
//! The files lie in `crates/service/migrations`. An applied migration is never changed:
//! sqlx compares checksums. `sqlx::migrate!` would compile sqlx and both drivers a second
//! time, for the macro.

use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{
    Migrate as _, MigrateError, Migration, MigrationSource, MigrationType, Migrator,
};
use sqlx::{AnyConnection, Connection as _};

use super::format_1;

macro_rules! migration {
    ($version:literal, $description:literal, $file:literal) => {
        (
            $version,
            $description,
            include_str!(concat!("../../../migrations/", $file)),
        )
    };
}

/// Version, description and statements of each migration, in order.
const MIGRATIONS: [(i64, &str, &str); 8] = [
    migration!(1, "baseline", "0001_baseline.sql"),
    migration!(2, "task start time", "0002_task_start_time.sql"),
    migration!(3, "judgement run", "0003_judgement_run.sql"),
    migration!(4, "drop old judgement", "0004_drop_old_judgement.sql"),
    migration!(10, "logins", "0010_logins.sql"),
    migration!(
        20,
        "batch leases and suites",
        "0020_batch_leases_and_suites.sql"
    ),
    migration!(30, "workers", "0030_workers.sql"),
    migration!(40, "fairness", "0040_fairness.sql"),
];

/// The schema version of this build.
pub(super) const LATEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// The version after which [`format_1`] converts the judgements.
const CONVERSION: i64 = 3;

/// The migrations up to a version.
#[derive(Debug)]
struct UpTo(i64);

type Resolved = Result<Vec<Migration>, BoxDynError>;

impl MigrationSource<'static> for UpTo {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Resolved> + Send>> {
        let migrations = MIGRATIONS.into_iter();
        let migrations = migrations.filter(|(version, ..)| *version <= self.0);
        let migrations = migrations.map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(version, name.into(), kind, sql.into(), false)
        });
        let migrations = migrations.collect();
        Box::pin(async { Ok(migrations) })
    }
}

/// Migrates the database to [`LATEST`], entirely or not at all. `begin` is the statement
/// that begins a transaction.
pub(super) async fn migrate(
    connection: &mut AnyConnection,
    begin: &'static str,
) -> Result<(), MigrateError> {
    // Another server on the same database waits here.
    connection.lock().await?;
    let migrated = in_transaction(connection, begin).await;
    let unlocked = connection.unlock().await;
    migrated.and(unlocked)
}

async fn in_transaction(
    connection: &mut AnyConnection,
    begin: &'static str,
) -> Result<(), MigrateError> {
    let mut change = connection.begin_with(begin).await?;
    change.ensure_migrations_table().await?;
    let applied = change.list_applied_migrations().await?;
    if applied.is_empty() {
        adopt(&mut change).await?;
    }
    if !applied.iter().any(|one| one.version > CONVERSION) {
        run(&mut change, CONVERSION).await?;
        format_1::convert(&mut change).await?;
    }
    run(&mut change, LATEST).await?;
    Ok(change.commit().await?)
}

async fn run(connection: &mut AnyConnection, version: i64) -> Result<(), MigrateError> {
    let mut migrator = Migrator::new(UpTo(version)).await?;
    // The lock is held already.
    migrator.set_locking(false);
    migrator.run_direct(connection).await
}

/// Registers the migrations that an earlier build applied. Those builds counted them in the
/// table `migrations`.
async fn adopt(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    let table = "CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)";
    sqlx::query(table).execute(&mut *connection).await?;
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM migrations");
    let count: i64 = count.fetch_one(&mut *connection).await?;
    if count >= CONVERSION {
        return Err(MigrateError::VersionMissing(count));
    }
    for migration in UpTo(count).resolve().await.map_err(MigrateError::Source)? {
        let insert = "INSERT INTO _sqlx_migrations \
                      (version, description, success, checksum, execution_time) \
                      VALUES ($1, $2, TRUE, $3, 0)";
        let insert = sqlx::query(insert)
            .bind(migration.version)
            .bind(migration.description.into_owned())
            .bind(migration.checksum.into_owned());
        insert.execute(&mut *connection).await?;
    }
    Ok(())
}
