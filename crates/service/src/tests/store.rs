//! Opening databases, and failed transactions.

use sqlx::any::AnyArguments;
use tempfile::TempDir;

use crate::store::{Database, StoreError};

/// Creates a database. Returns also the directory that contains it.
async fn new_database() -> (Database, TempDir) {
    let directory = tempfile::tempdir().unwrap();
    let opened = Database::open_file(&directory.path().join("data.db")).await;
    (opened.unwrap(), directory)
}

#[tokio::test]
async fn damaged_file_is_reported_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mousetrap.db");
    Database::open_file(&path).await.unwrap().close().await;
    let mut torn = std::fs::read(&path).unwrap();
    torn[100..].iter_mut().for_each(|byte| *byte = !*byte);
    for garbage in [b"garbage ".repeat(1000), torn] {
        for file in std::fs::read_dir(directory.path()).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
        std::fs::write(&path, garbage).unwrap();
        let opened = Database::open_file(&path);
        let opened = tokio::time::timeout(std::time::Duration::from_mins(1), opened);
        let error = opened.await.unwrap().err().unwrap();
        assert!(matches!(error, StoreError::Open { .. }), "{error:?}");
        assert!(error.to_string().contains("--backup"), "{error}");
    }
}

#[tokio::test]
async fn connection_error_contains_no_password() {
    let url = "postgres://judge:secret@127.0.0.1:9/judge";
    let error = Database::connect_as_server(url).await.err().unwrap();
    assert!(matches!(error, StoreError::Connect { .. }), "{error:?}");
    assert!(!format!("{error:?} {error}").contains("secret"), "{error}");
    let error = error.to_string();
    let start = "127.0.0.1:9/judge: cannot connect to the database: ";
    assert!(error.starts_with(start), "{error}");
}

#[tokio::test]
async fn every_commit_to_a_file_reaches_the_disk() {
    let (database, _directory) = new_database().await;
    let mode = database.value("PRAGMA journal_mode", AnyArguments::default());
    let mode: String = mode.await.unwrap();
    let full = database.value("PRAGMA synchronous", AnyArguments::default());
    let full: i64 = full.await.unwrap();
    assert_eq!((mode.as_str(), full), ("wal", 2));
}

#[tokio::test]
async fn data_files_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mousetrap.db");
    // This stands for a file that the operator has copied.
    std::fs::write(&path, "").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let database = Database::open_file(&path).await.unwrap();
    let data = directory.path().to_owned();
    let backup = move || crate::backup(&data, &data.join("copy.db"));
    let copied = tokio::task::spawn_blocking(backup);
    copied.await.unwrap().unwrap();
    let names = std::fs::read_dir(directory.path()).unwrap();
    let mut count = 0;
    for file in names.map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.file_name());
        count += 1;
    }
    assert!(count >= 4, "{count}");
    database.close().await;
}

#[tokio::test]
async fn transaction_after_a_failed_transaction_succeeds() {
    let (database, _directory) = new_database().await;
    let mut tx = database.begin().await.unwrap();
    // SQLite rolls back on its own like this if the disk is full.
    let broken_off = tx.execute("ROLLBACK", AnyArguments::default());
    broken_off.await.unwrap();
    assert!(tx.commit().await.is_err());
    database.check_writable().await.unwrap();
    database.check_writable().await.unwrap();
}

#[cfg(feature = "all-tests")]
#[tokio::test]
async fn connection_is_encrypted_if_the_server_offers_it() {
    use super::support::postgres::{certificate, database};
    let url = database().await;
    let known = format!(
        "sslmode=verify-full&sslrootcert={}",
        certificate().display()
    );
    for (end, encrypted) in [("sslmode=disable", 0), ("", 1), (known.as_str(), 1)] {
        let database = Database::connect_as_server(&format!("{url}?{end}"))
            .await
            .unwrap();
        let asked = "SELECT CAST(ssl AS INT)::BIGINT FROM pg_stat_ssl \
                     WHERE pid = pg_backend_pid()";
        let asked = database.value(asked, AnyArguments::default());
        let asked: i64 = asked.await.unwrap();
        assert_eq!(asked, encrypted, "{end}");
        database.close().await;
    }
    // The certificate is self-signed.
    let unknown = Database::connect_as_server(&format!("{url}?sslmode=verify-full")).await;
    let error = unknown.err().unwrap().to_string();
    assert!(error.contains("certificate"), "{error}");
}
