//! What a task requires of a worker, and the suites that servers publish for workers.

use mousetrap_judge::config::Rules;
use mousetrap_model::Case;
use mousetrap_util::printable::hexadecimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

use super::database::{Change, Database, StoreError};

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
    /// Their names.
    #[serde(default)]
    pub suite_names: Vec<String>,
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

    /// The cases, as the judge takes them.
    pub(crate) fn cases(&self) -> Result<Vec<Case>, serde_json::Error> {
        self.body.lines().map(serde_json::from_str).collect()
    }
}

fn digest(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

/// Stores requirements, or marks them as used. Returns their digest.
async fn insert(change: &mut Change, requirements: &Requirements) -> Result<String, StoreError> {
    let body = serde_json::to_string(requirements)?;
    let digest = digest(&body);
    let insert = format!(
        "INSERT INTO requirements (digest, build, isolation, server, body, created) \
         VALUES ($1, $2, $3, $4, $5, {}) \
         ON CONFLICT (digest) DO UPDATE SET created = excluded.created",
        change.clock()
    );
    let insert = sqlx::query(&insert)
        .bind(&digest)
        .bind(&requirements.build)
        .bind(&requirements.isolation)
        .bind(&requirements.server)
        .bind(&body);
    insert.execute(&mut **change).await?;
    Ok(digest)
}

async fn read(change: &mut Change, digest: &str) -> Result<Option<Requirements>, StoreError> {
    let query = sqlx::query_scalar("SELECT body FROM requirements WHERE digest = $1");
    let body: Option<String> = query.bind(digest).fetch_optional(&mut **change).await?;
    Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
}

/// Returns the requirements under which a submission is judged again: the suites and rules
/// by which it was judged last, for workers that meet `current`. Without an earlier
/// judgement or task, returns `current`.
pub(super) async fn requirements_again(
    change: &mut Change,
    submission: &str,
    current: &str,
) -> Result<String, StoreError> {
    let query = "SELECT requires FROM (\
                 SELECT requires, revision FROM judgements WHERE submission = $1 UNION ALL \
                 SELECT requires, revision FROM tasks WHERE submission = $1 AND kind = 'judge') \
                 AS known WHERE requires <> '' ORDER BY revision DESC LIMIT 1";
    let query = sqlx::query_scalar(query).bind(submission);
    let last: Option<String> = query.fetch_optional(&mut **change).await?;
    let Some(last) = last.filter(|last| last != current) else {
        return Ok(current.to_owned());
    };
    let (Some(earlier), Some(current_ones)) =
        (read(change, &last).await?, read(change, current).await?)
    else {
        return Ok(current.to_owned());
    };
    let again = Requirements {
        build: current_ones.build,
        isolation: current_ones.isolation,
        server: current_ones.server,
        ..earlier
    };
    insert(change, &again).await
}

impl Database {
    /// Stores requirements and the suites that they name, or marks them as used. Returns the
    /// digest of the requirements.
    pub(crate) async fn publish_requirements(
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
        let digest = insert(&mut change, requirements).await?;
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

    /// The suite with this digest, which a server has published or a client has uploaded.
    pub(crate) async fn published_suite(
        &self,
        digest: &str,
    ) -> Result<Option<PublishedSuite>, StoreError> {
        let query = "SELECT body FROM published_suites WHERE digest = $1 \
                     UNION ALL SELECT body FROM suite_blobs WHERE digest = $1 LIMIT 1";
        let query = sqlx::query_scalar(query);
        let body: Option<String> = query.bind(digest).fetch_optional(self.read()).await?;
        Ok(body.map(PublishedSuite::new))
    }

    /// Removes requirements and suites that have not been used for days. Requirements of
    /// tasks and judgements and their suites stay.
    pub(crate) async fn remove_unused_requirements(&self) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let clock = self.clock();
        for delete in [
            format!(
                "DELETE FROM requirements WHERE created < {clock} - $1 \
                 AND digest NOT IN (SELECT requires FROM tasks) \
                 AND digest NOT IN (SELECT requires FROM judgements)"
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
