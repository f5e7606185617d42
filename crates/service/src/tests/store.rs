//! Files of data.

use crate::store::{Database, StoreError};

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(future)
}

#[test]
fn a_file_of_a_later_build_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("data.db");
    block_on(async {
        let database = Database::file(&path).await.unwrap();
        let mut change = database.change().await.unwrap();
        let later = sqlx::query("INSERT INTO migrations (step) VALUES (99)");
        later.execute(&mut *change).await.unwrap();
        change.commit().await.unwrap();
        database.close().await;
        let error = Database::file(&path).await.unwrap_err();
        assert!(matches!(error, StoreError::Newer { .. }), "{error}");
        assert!(error.to_string().contains("later build"), "{error}");
    });
}

#[test]
fn every_commit_to_a_file_reaches_the_disk() {
    let directory = tempfile::tempdir().unwrap();
    block_on(async {
        let database = Database::file(&directory.path().join("data.db"))
            .await
            .unwrap();
        let mut change = database.change().await.unwrap();
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&mut *change)
            .await
            .unwrap();
        let full: i64 = sqlx::query_scalar("PRAGMA synchronous")
            .fetch_one(&mut *change)
            .await
            .unwrap();
        assert_eq!((mode.as_str(), full), ("wal", 2));
    });
}
