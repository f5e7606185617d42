//! Links, and the logins of browsers that have used a link. Deleting a link ends its logins.

use crate::secret;
use crate::store::database::{Change, Database, HOUR, Result, now};

const DAY_MS: i64 = 24 * HOUR;
/// Duration of a login as the owner, in milliseconds.
const OWNER_LOGIN_MS: i64 = 30 * DAY_MS;
/// Duration of a login as a participant, in milliseconds.
const PARTICIPANT_LOGIN_MS: i64 = 180 * DAY_MS;
/// Lifetime of a session's cookie, in seconds.
pub(crate) const COOKIE_SECONDS: i64 = PARTICIPANT_LOGIN_MS / 1000;
/// Maximum number of logins by one link. A further login ends the oldest.
const MAX_LOGINS: i64 = 20;

row! {
/// A participant of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) Participant {
    id: String,
    room: String,
    name: String,
}
}

/// The identities of a client, by the session of its browser or by its token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub owner: bool,
    pub participants: Vec<Participant>,
    /// The hash of the session's secret. `None` for tokens and for clients without a login.
    pub session: Option<String>,
}

impl Visitor {
    /// The client's participant in this room.
    pub(crate) fn in_room(&self, room: &str) -> Option<&Participant> {
        self.participants.iter().find(|one| one.room == room)
    }

    /// Returns whether the client has a valid login or token.
    pub(crate) fn is_known(&self) -> bool {
        self.owner || !self.participants.is_empty()
    }

    /// Returns whether the client is this participant.
    pub(crate) fn is(&self, participant: &str) -> bool {
        self.participants.iter().any(|one| one.id == participant)
    }
}

/// The role that a link grants its holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Owner,
    Participant(Participant),
}

impl Database {
    /// Makes the link with this secret the owner's link. If there was another link, ends its logins
    /// and returns true.
    pub(crate) async fn set_owner(&self, secret: &str) -> Result<bool> {
        let hash = secret::hash(secret);
        let mut change = self.change().await?;
        let end = "DELETE FROM logins WHERE link IN \
                   (SELECT hash FROM links WHERE kind = 'owner' AND hash <> $1)";
        change.execute(end, parameters![&hash]).await?;
        let revoke = "DELETE FROM links WHERE kind = 'owner' AND hash <> $1";
        let revoked = change.execute(revoke, parameters![&hash]).await?;
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'owner', NULL, '', '', $2) ON CONFLICT (hash) DO NOTHING";
        change.execute(insert, parameters![&hash, now()]).await?;
        change.commit().await?;
        Ok(revoked > 0)
    }

    /// The role that the link with this secret grants, if it is valid.
    pub(crate) async fn link(&self, secret: &str) -> Result<Option<Link>> {
        let hash = secret::hash(secret);
        let query = "SELECT kind, COALESCE(participant, '') FROM links \
                     WHERE hash = $1 AND kind IN ('owner', 'participant')";
        let found: Option<(String, String)> = self.optional(query, parameters![&hash]).await?;
        let Some((kind, participant)) = found else {
            return Ok(None);
        };
        if kind == "owner" {
            return Ok(Some(Link::Owner));
        }
        let query = "SELECT id, room, name FROM participants WHERE id = $1";
        let participant = self.optional(query, parameters![participant]).await?;
        Ok(participant.map(Link::Participant))
    }

    /// Returns the visitor with this session. Expired logins are ignored.
    pub(crate) async fn visitor(&self, session: &str) -> Result<Visitor> {
        let hash = secret::hash(session);
        let query = "SELECT COALESCE(p.id, '') AS id, COALESCE(p.room, '') AS room, \
                     COALESCE(p.name, '') AS name FROM logins g JOIN links l ON l.hash = g.link \
                     LEFT JOIN participants p ON p.id = l.participant \
                     WHERE g.session = $1 AND (l.kind = 'owner' OR p.id IS NOT NULL) \
                     AND g.created > CASE l.kind WHEN 'owner' THEN $2 ELSE $3 END";
        let parameters = parameters![&hash, now() - OWNER_LOGIN_MS, now() - PARTICIPANT_LOGIN_MS];
        let logins: Vec<Participant> = self.all(query, parameters).await?;
        let session = (!logins.is_empty()).then_some(hash);
        let (owner, participants): (Vec<_>, Vec<_>) =
            logins.into_iter().partition(|login| login.id.is_empty());
        Ok(Visitor {
            owner: !owner.is_empty(),
            participants,
            session,
        })
    }

    /// Logs a browser in with the link that has this secret. Returns the secret of the new session.
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

/// Moves the logins of a browser to a new session, and ends the old session. So an attacker who
/// planted a session in somebody else's browser gains no access.
pub(super) async fn enter(change: &mut Change, visitor: &Visitor, link: &str) -> Result<String> {
    let (secret, link) = (secret::new_secret(), secret::hash(link));
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
        .execute(expired, parameters![now() - PARTICIPANT_LOGIN_MS])
        .await?;
    Ok(secret)
}

/// Deletes the personal link of a participant and ends their logins.
pub(super) async fn end_links(change: &mut Change, participant: &str) -> Result<()> {
    for delete in [
        "DELETE FROM logins WHERE link IN (SELECT hash FROM links WHERE participant = $1)",
        "DELETE FROM links WHERE participant = $1",
    ] {
        change.execute(delete, parameters![participant]).await?;
    }
    Ok(())
}
