//! What a task requires of a worker, and the suites that servers publish for workers.

use mousetrap_base::printable::hexadecimal;
use mousetrap_judge::config::Rules;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

use super::database::{Database, StoreError};

/// Time for which unused requirements and suites are kept, in milliseconds.
const UNUSED: i64 = 7 * 24 * 3_600_000;

/// What a task requires of the worker that judges it: the rules of the server that accepted
/// the submission. A worker needs nothing else, and no project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Requirements {
    /// The SHA-256 of the executable.
    pub build: String,
    pub isolation: String,
    /// Identifies the server.
    pub server: String,
    /// The limits, judging options and languages of the operator's project.
    pub rules: Rules,
    /// The suites to judge on, by digest, in order.
    pub suites: Vec<String>,
}

/// A suite as workers get it.
#[derive(Clone, Debug)]
pub(crate) struct PublishedSuite {
    /// The SHA-256 of the body.
    pub digest: String,
    /// The cases in JSON Lines.
    pub body: String,
}

impl PublishedSuite {
    pub(crate) fn new(body: String) -> Self {
        Self {
            digest: digest(&body),
            body,
        }
    }
}

fn digest(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

impl Database {
    /// Stores requirements and the suites that they name, or marks them as used. Returns the
    /// digest of the requirements.
    pub(crate) async fn publish(
        &self,
        requirements: &Requirements,
        suites: &[Arc<PublishedSuite>],
    ) -> Result<String, StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        for suite in suites {
            let update = format!("UPDATE published_suites SET used = {clock} WHERE digest = $1");
            let update = sqlx::query(&update).bind(&suite.digest);
            if update.execute(&mut *change).await?.rows_affected() > 0 {
                continue;
            }
            let insert = format!(
                "INSERT INTO published_suites (digest, size, body, created, used) \
                 VALUES ($1, $2, $3, {clock}, {clock}) ON CONFLICT (digest) DO NOTHING"
            );
            let insert = sqlx::query(&insert)
                .bind(&suite.digest)
                .bind(suite.body.len() as i64)
                .bind(&suite.body);
            insert.execute(&mut *change).await?;
        }
        let body = serde_json::to_string(requirements)?;
        let digest = digest(&body);
        let insert = format!(
            "INSERT INTO requirements (digest, build, isolation, server, body, created) \
             VALUES ($1, $2, $3, $4, $5, {clock}) \
             ON CONFLICT (digest) DO UPDATE SET created = excluded.created"
        );
        let insert = sqlx::query(&insert)
            .bind(&digest)
            .bind(&requirements.build)
            .bind(&requirements.isolation)
            .bind(&requirements.server)
            .bind(&body);
        insert.execute(&mut *change).await?;
        change.commit().await?;
        Ok(digest)
    }

    /// The requirements with this digest.
    pub(crate) async fn requirements(
        &self,
        digest: &str,
    ) -> Result<Option<Requirements>, StoreError> {
        let query = sqlx::query_scalar("SELECT body FROM requirements WHERE digest = $1");
        let body: Option<String> = query.bind(digest).fetch_optional(self.read()).await?;
        Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
    }

    /// The published suite with this digest.
    pub(crate) async fn published_suite(
        &self,
        digest: &str,
    ) -> Result<Option<PublishedSuite>, StoreError> {
        let query = sqlx::query_scalar("SELECT body FROM published_suites WHERE digest = $1");
        let body: Option<String> = query.bind(digest).fetch_optional(self.read()).await?;
        Ok(body.map(PublishedSuite::new))
    }

    /// Removes requirements and suites that have not been used for days. Requirements of a
    /// task and their suites stay.
    pub(crate) async fn remove_unused_requirements(&self) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        for delete in [
            format!(
                "DELETE FROM requirements WHERE created < {clock} - $1 \
                 AND digest NOT IN (SELECT requires FROM tasks)"
            ),
            format!(
                "DELETE FROM published_suites WHERE used < {clock} - $1 AND NOT EXISTS \
                 (SELECT 1 FROM requirements r \
                 WHERE r.body LIKE '%' || published_suites.digest || '%')"
            ),
        ] {
            let delete = sqlx::query(&delete).bind(UNUSED);
            delete.execute(&mut *change).await?;
        }
        Ok(change.commit().await?)
    }
}
