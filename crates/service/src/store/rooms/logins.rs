//! Links, and the logins of browsers that used them. Deleting a link ends its logins.

use sqlx::{FromRow as _, Row as _};

use super::visitor::{Link, PARTICIPANT, Participant, Visitor};
use crate::secret;
use crate::store::database::{Change, Database, StoreError, now};

const DAY: i64 = 24 * 3_600_000;
/// How long a login as the owner lasts, in milliseconds.
const OWNER_LOGIN: i64 = 30 * DAY;
/// How long a login as a participant lasts, in milliseconds.
const PARTICIPANT_LOGIN: i64 = 180 * DAY;
/// How long a browser keeps the cookie of a login, in seconds.
pub(crate) const COOKIE_SECONDS: i64 = PARTICIPANT_LOGIN / 1000;
/// Maximum number of logins by one link. A further one ends the oldest.
const MAX_LOGINS: i64 = 20;

/// What [`Database::set_owner`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnerLink {
    /// The link is the first one, or the same as before.
    Kept,
    /// The link replaced another one, whose logins have ended.
    Replaced,
    /// Another link has replaced this one before, so it was refused.
    Revoked,
}

impl Database {
    /// Makes this the secret of the only owner's link and ends the logins by earlier ones.
    /// A link that was replaced stays known, so that it is never valid again.
    pub(crate) async fn set_owner(&self, secret: &str) -> Result<OwnerLink, StoreError> {
        let hash = secret::hash(secret);
        let mut change = self.change().await?;
        let known = sqlx::query_scalar("SELECT kind FROM links WHERE hash = $1").bind(&hash);
        let known: Option<String> = known.fetch_optional(&mut *change).await?;
        if known.is_some_and(|kind| kind != "owner") {
            return Ok(OwnerLink::Revoked);
        }
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'owner', NULL, '', '', $2) ON CONFLICT (hash) DO NOTHING";
        let insert = sqlx::query(insert).bind(&hash).bind(now());
        insert.execute(&mut *change).await?;
        let revoke = "UPDATE links SET kind = 'revoked' WHERE kind = 'owner' AND hash <> $1";
        let revoke = sqlx::query(revoke).bind(&hash);
        let revoked = revoke.execute(&mut *change).await?.rows_affected();
        let end = "DELETE FROM logins WHERE link IN \
                   (SELECT hash FROM links WHERE kind = 'revoked')";
        sqlx::query(end).execute(&mut *change).await?;
        change.commit().await?;
        Ok(match revoked {
            0 => OwnerLink::Kept,
            _ => OwnerLink::Replaced,
        })
    }

    /// The role that the link with this secret grants, if it is valid.
    pub(crate) async fn link(&self, secret: &str) -> Result<Option<Link>, StoreError> {
        let hash = secret::hash(secret);
        let query = "SELECT hash, kind, participant FROM links \
                     WHERE hash = $1 AND kind IN ('owner', 'participant')";
        let found = sqlx::query(query).bind(&hash);
        let Some(row) = found.fetch_optional(self.read()).await? else {
            return Ok(None);
        };
        if !secret::same(&row.try_get::<String, _>(0)?, &hash) {
            return Ok(None);
        }
        if row.try_get::<String, _>(1)? == "owner" {
            return Ok(Some(Link::Owner));
        }
        let query = sqlx::query_as(PARTICIPANT).bind(row.try_get::<String, _>(2)?);
        let participant = query.fetch_optional(self.read()).await?;
        Ok(participant.map(Link::Participant))
    }

    /// The visitor with this session. Logins that have expired grant nothing.
    pub(crate) async fn visitor(&self, session: &str) -> Result<Visitor, StoreError> {
        let hash = secret::hash(session);
        let query = "SELECT l.kind, p.id, p.room, p.name FROM logins g \
                     JOIN links l ON l.hash = g.link \
                     LEFT JOIN participants p ON p.id = l.participant \
                     WHERE g.session = $1 \
                     AND g.created > CASE l.kind WHEN 'owner' THEN $2 ELSE $3 END";
        let query = sqlx::query(query).bind(&hash);
        let query = query.bind(now() - OWNER_LOGIN);
        let query = query.bind(now() - PARTICIPANT_LOGIN);
        let mut visitor = Visitor::default();
        for row in query.fetch_all(self.read()).await? {
            if row.try_get::<String, _>("kind")? == "owner" {
                visitor.owner = true;
            } else {
                visitor.participants.push(Participant::from_row(&row)?);
            }
            visitor.session = Some(hash.clone());
        }
        Ok(visitor)
    }

    /// Logs a browser in by the link with this secret. Returns the secret of its new session.
    pub(crate) async fn enter(&self, visitor: &Visitor, link: &str) -> Result<String, StoreError> {
        let mut change = self.change().await?;
        let fresh = enter(&mut change, visitor, link).await?;
        change.commit().await?;
        Ok(fresh)
    }

    /// Ends all logins of a session.
    pub(crate) async fn leave(&self, session: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let delete = sqlx::query("DELETE FROM logins WHERE session = $1");
        delete.bind(session).execute(&mut *change).await?;
        Ok(change.commit().await?)
    }
}

/// Gives a browser a new session with the logins of its old one, and ends the old one.
/// Somebody who planted a session in another's browser gains nothing by it.
pub(super) async fn enter(
    change: &mut Change,
    visitor: &Visitor,
    link: &str,
) -> Result<String, StoreError> {
    let (secret, link) = (secret::secret(), secret::hash(link));
    let session = secret::hash(&secret);
    if let Some(old) = &visitor.session {
        let update = sqlx::query("UPDATE logins SET session = $1 WHERE session = $2");
        let update = update.bind(&session).bind(old);
        update.execute(&mut **change).await?;
    }
    let insert = "INSERT INTO logins (session, link, created) VALUES ($1, $2, $3) \
                  ON CONFLICT (session, link) DO UPDATE SET created = $3";
    let insert = sqlx::query(insert).bind(&session).bind(&link);
    insert.bind(now()).execute(&mut **change).await?;
    let end_oldest = "DELETE FROM logins WHERE link = $1 AND session NOT IN \
                      (SELECT session FROM logins WHERE link = $1 ORDER BY \
                      CASE WHEN session = $2 THEN 0 ELSE 1 END, created DESC, session LIMIT $3)";
    let end_oldest = sqlx::query(end_oldest).bind(&link).bind(&session);
    let end_oldest = end_oldest.bind(MAX_LOGINS);
    end_oldest.execute(&mut **change).await?;
    let expired = sqlx::query("DELETE FROM logins WHERE created <= $1");
    let expired = expired.bind(now() - PARTICIPANT_LOGIN);
    expired.execute(&mut **change).await?;
    Ok(secret)
}

/// Deletes all links and tokens of a participant and ends their logins.
pub(super) async fn end_links(change: &mut Change, participant: &str) -> Result<(), StoreError> {
    for delete in [
        "DELETE FROM logins WHERE link IN (SELECT hash FROM links WHERE participant = $1)",
        "DELETE FROM links WHERE participant = $1",
    ] {
        let delete = sqlx::query(delete).bind(participant);
        delete.execute(&mut **change).await?;
    }
    Ok(())
}
