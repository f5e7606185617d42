//! What a task requires of a worker, and the suites that servers publish for workers.

use mousetrap_judge::config::Rules;
use mousetrap_model::Case;
use mousetrap_util::digest::digest_of_bytes;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use super::database::{Change, Database, Queries, Result};

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
            digest: digest_of_bytes(body.as_bytes()),
            body,
        }
    }

    /// The cases, as the judge takes them.
    pub(crate) fn cases(&self) -> Result<Vec<Case>, serde_json::Error> {
        self.body.lines().map(serde_json::from_str).collect()
    }
}

/// Stores requirements, or marks them as used. Returns their digest.
async fn insert(change: &mut Change, requirements: &Requirements) -> Result<String> {
    let body = serde_json::to_string(requirements)?;
    let digest = digest_of_bytes(body.as_bytes());
    let insert = "INSERT INTO requirements (digest, build, isolation, server, body, created) \
                  VALUES ($1, $2, $3, $4, $5, NOW_MS) \
                  ON CONFLICT (digest) DO UPDATE SET created = excluded.created";
    let parameters = parameters![
        &digest,
        &requirements.build,
        &requirements.isolation,
        &requirements.server,
        &body
    ];
    change.execute(insert, parameters).await?;
    Ok(digest)
}

async fn read(connection: &mut impl Queries, digest: &str) -> Result<Option<Requirements>> {
    let query = "SELECT body FROM requirements WHERE digest = $1";
    let body: Option<(String,)> = connection.optional(query, parameters![digest]).await?;
    Ok(body
        .map(|(body,)| serde_json::from_str(&body))
        .transpose()?)
}

/// Returns the requirements under which a submission is judged again: the suites and rules
/// by which it was judged last, for workers that meet `current`. Without an earlier
/// judgement or task, returns `current`.
pub(super) async fn requirements_again(
    change: &mut Change,
    submission: &str,
    current: &str,
) -> Result<String> {
    let query = "SELECT requires FROM (\
                 SELECT requires, revision FROM judgements WHERE submission = $1 UNION ALL \
                 SELECT requires, revision FROM tasks WHERE submission = $1 AND kind = 'judge') \
                 AS known WHERE requires <> '' ORDER BY revision DESC LIMIT 1";
    let last: Option<(String,)> = change.optional(query, parameters![submission]).await?;
    let Some((last,)) = last.filter(|(last,)| last != current) else {
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
    ) -> Result<String> {
        let mut change = self.change().await?;
        for suite in suites {
            let update = "UPDATE published_suites SET used = NOW_MS WHERE digest = $1";
            if change.execute(update, parameters![&suite.digest]).await? > 0 {
                continue;
            }
            let insert = "INSERT INTO published_suites (digest, size, body, created, used) \
                          VALUES ($1, $2, $3, NOW_MS, NOW_MS) ON CONFLICT (digest) DO NOTHING";
            let size = suite.body.len() as i64;
            let parameters = parameters![&suite.digest, size, &suite.body];
            change.execute(insert, parameters).await?;
        }
        let digest = insert(&mut change, requirements).await?;
        change.commit().await?;
        Ok(digest)
    }

    /// The requirements with this digest.
    pub(crate) async fn requirements(&self, digest: &str) -> Result<Option<Requirements>> {
        read(&mut self.reader().await?, digest).await
    }

    /// The suite with this digest, which a server has published or a client has uploaded.
    pub(crate) async fn published_suite(&self, digest: &str) -> Result<Option<PublishedSuite>> {
        let query = "SELECT body FROM published_suites WHERE digest = $1 \
                     UNION ALL SELECT body FROM suite_blobs WHERE digest = $1 LIMIT 1";
        let mut reader = self.reader().await?;
        let body: Option<(String,)> = reader.optional(query, parameters![digest]).await?;
        Ok(body.map(|(body,)| PublishedSuite::new(body)))
    }

    /// Removes requirements and suites that have not been used for days. Requirements of
    /// tasks and judgements and their suites stay.
    pub(crate) async fn remove_unused_requirements(&self) -> Result<()> {
        let mut change = self.change().await?;
        for delete in [
            "DELETE FROM requirements WHERE created < NOW_MS - $1 \
             AND digest NOT IN (SELECT requires FROM tasks) \
             AND digest NOT IN (SELECT requires FROM judgements)",
            "DELETE FROM published_suites WHERE used < NOW_MS - $1 AND NOT EXISTS \
             (SELECT 1 FROM requirements r \
             WHERE r.body LIKE '%' || published_suites.digest || '%')",
        ] {
            change.execute(delete, parameters![UNUSED]).await?;
        }
        change.commit().await
    }
}
