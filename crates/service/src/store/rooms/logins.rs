//! Links, and the logins of browsers that used them. Deleting a link ends its logins.

use super::visitor::{Link, OWNER, Participant, Visitor};
use crate::secret;
use crate::store::database::{Change, Database, Queries, Result, now};

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
    pub(crate) async fn set_owner(&self, secret: &str) -> Result<OwnerLink> {
        let hash = secret::hash(secret);
        let mut change = self.change().await?;
        let known = "SELECT kind FROM links WHERE hash = $1";
        let known: Option<(String,)> = change.optional(known, parameters![&hash]).await?;
        if known.is_some_and(|(kind,)| kind != "owner") {
            return Ok(OwnerLink::Revoked);
        }
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'owner', NULL, '', '', $2) ON CONFLICT (hash) DO NOTHING";
        change.execute(insert, parameters![&hash, now()]).await?;
        let revoke = "UPDATE links SET kind = 'revoked' WHERE kind = 'owner' AND hash <> $1";
        let revoked = change.execute(revoke, parameters![&hash]).await?;
        let end = "DELETE FROM logins WHERE link IN \
                   (SELECT hash FROM links WHERE kind = 'revoked')";
        change.execute(end, parameters![]).await?;
        change.commit().await?;
        Ok(match revoked {
            0 => OwnerLink::Kept,
            _ => OwnerLink::Replaced,
        })
    }

    /// The role that the link with this secret grants, if it is valid.
    pub(crate) async fn link(&self, secret: &str) -> Result<Option<Link>> {
        let hash = secret::hash(secret);
        let query = "SELECT hash, kind, COALESCE(participant, '') FROM links \
                     WHERE hash = $1 AND kind IN ('owner', 'participant')";
        let mut reader = self.reader().await?;
        let found: Option<(String, String, String)> =
            reader.optional(query, parameters![&hash]).await?;
        let found = found.filter(|(known, ..)| secret::same(known, &hash));
        let Some((_, kind, participant)) = found else {
            return Ok(None);
        };
        if kind == "owner" {
            return Ok(Some(Link::Owner));
        }
        let participant = participant_of(&mut reader, &participant).await?;
        Ok(participant.map(Link::Participant))
    }

    /// The visitor with this session. Logins that have expired grant nothing.
    pub(crate) async fn visitor(&self, session: &str) -> Result<Visitor> {
        let hash = secret::hash(session);
        let query = "SELECT COALESCE(p.id, '') AS id, COALESCE(p.room, '') AS room, \
                     COALESCE(p.name, '') AS name FROM logins g JOIN links l ON l.hash = g.link \
                     LEFT JOIN participants p ON p.id = l.participant \
                     WHERE g.session = $1 AND (l.kind = 'owner' OR p.id IS NOT NULL) \
                     AND g.created > CASE l.kind WHEN 'owner' THEN $2 ELSE $3 END";
        let parameters = parameters![&hash, now() - OWNER_LOGIN, now() - PARTICIPANT_LOGIN];
        let logins: Vec<Participant> = self.reader().await?.all(query, parameters).await?;
        let session = (!logins.is_empty()).then_some(hash);
        let (owner, participants): (Vec<_>, Vec<_>) =
            logins.into_iter().partition(|login| login.id == OWNER);
        Ok(Visitor {
            owner: !owner.is_empty(),
            participants,
            session,
            scopes: None,
        })
    }

    /// Logs a browser in by the link with this secret. Returns the secret of its new session.
    pub(crate) async fn enter(&self, visitor: &Visitor, link: &str) -> Result<String> {
        let mut change = self.change().await?;
        let fresh = enter(&mut change, visitor, link).await?;
        change.commit().await?;
        Ok(fresh)
    }

    /// Ends all logins of a session.
    pub(crate) async fn leave(&self, session: &str) -> Result<()> {
        let delete = "DELETE FROM logins WHERE session = $1";
        self.execute(delete, parameters![session]).await.map(drop)
    }
}

/// The participant with this id.
pub(super) async fn participant_of(
    connection: &mut impl Queries,
    id: &str,
) -> Result<Option<Participant>> {
    let query = "SELECT id, room, name FROM participants WHERE id = $1";
    connection.optional(query, parameters![id]).await
}

/// Gives a browser a new session with the logins of its old one, and ends the old one.
/// Somebody who planted a session in another's browser gains nothing by it.
pub(super) async fn enter(change: &mut Change, visitor: &Visitor, link: &str) -> Result<String> {
    let (secret, link) = (secret::secret(), secret::hash(link));
    let session = secret::hash(&secret);
    if let Some(old) = &visitor.session {
        let update = "UPDATE logins SET session = $1 WHERE session = $2";
        change.execute(update, parameters![&session, old]).await?;
    }
    let insert = "INSERT INTO logins (session, link, created) VALUES ($1, $2, $3) \
                  ON CONFLICT (session, link) DO UPDATE SET created = $3";
    change
        .execute(insert, parameters![&session, &link, now()])
        .await?;
    let end_oldest = "DELETE FROM logins WHERE link = $1 AND session NOT IN \
                      (SELECT session FROM logins WHERE link = $1 ORDER BY \
                      CASE WHEN session = $2 THEN 0 ELSE 1 END, created DESC, session LIMIT $3)";
    change
        .execute(end_oldest, parameters![&link, &session, MAX_LOGINS])
        .await?;
    let expired = "DELETE FROM logins WHERE created <= $1";
    change
        .execute(expired, parameters![now() - PARTICIPANT_LOGIN])
        .await?;
    Ok(secret)
}

/// Deletes all links and tokens of a participant and ends their logins.
pub(super) async fn end_links(change: &mut Change, participant: &str) -> Result<()> {
    for delete in [
        "DELETE FROM logins WHERE link IN (SELECT hash FROM links WHERE participant = $1)",
        "DELETE FROM links WHERE participant = $1",
    ] {
        change.execute(delete, parameters![participant]).await?;
    }
    Ok(())
}
