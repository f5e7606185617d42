//! Personal links, and the logins of browsers that have opened them. Deleting a link ends its
//! logins.

use sqlx::any::AnyArguments;

use crate::secret;
use crate::store::database::{Database, HOUR_MS, Result, Transaction, host_time_ms};

const DAY_MS: i64 = 24 * HOUR_MS;
/// How long an owner stays logged in, in milliseconds.
const OWNER_LOGIN_LIFETIME_MS: i64 = 30 * DAY_MS;
/// How long a participant stays logged in, in milliseconds.
const PARTICIPANT_LOGIN_LIFETIME_MS: i64 = 180 * DAY_MS;
/// Lifetime of a session's cookie, in seconds.
pub(crate) const COOKIE_MAX_AGE_SECONDS: i64 = PARTICIPANT_LOGIN_LIFETIME_MS / 1000;
/// Maximum number of concurrent logins per link. One login more ends the oldest.
const MAX_LOGINS_PER_LINK: i64 = 20;

row! {
/// A participant of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) Participant {
    id: String,
    room: String,
    name: String,
}
}

/// The roles of a client, as proved by its browser session or its token.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visitor {
    pub owner: bool,
    pub participants: Vec<Participant>,
    /// The hash of the session's secret. `None` for tokens and for clients without a login.
    pub session: Option<String>,
}

impl Visitor {
    /// Returns the participant that the client is logged in as in this room, if any.
    pub(crate) fn participant_in(&self, room: &str) -> Option<&Participant> {
        self.participants.iter().find(|one| one.room == room)
    }

    /// Returns whether the client has a valid login or token.
    pub(crate) fn is_authenticated(&self) -> bool {
        self.owner || !self.participants.is_empty()
    }

    /// Returns whether the client is this participant.
    pub(crate) fn is_participant(&self, participant: &str) -> bool {
        self.participants.iter().any(|one| one.id == participant)
    }
}

impl Database {
    /// Sets the secret of the owner's link. If this replaces an earlier link, ends the logins of
    /// the earlier link and returns true.
    pub(crate) async fn set_owner_link(&self, secret: &str) -> Result<bool> {
        let hash = secret::hash(secret);
        let mut tx = self.begin().await?;
        let end = "DELETE FROM logins WHERE link IN \
                   (SELECT hash FROM links WHERE kind = 'owner' AND hash <> $1)";
        tx.execute(end, parameters![&hash]).await?;
        let revoke = "DELETE FROM links WHERE kind = 'owner' AND hash <> $1";
        let revoked = tx.execute(revoke, parameters![&hash]).await?;
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'owner', NULL, '', '', $2) ON CONFLICT (hash) DO NOTHING";
        tx.execute(insert, parameters![&hash, host_time_ms()])
            .await?;
        tx.commit().await?;
        Ok(revoked > 0)
    }

    /// Returns the visitor to whom the link with this secret belongs, if the link is valid.
    pub(crate) async fn link(&self, secret: &str) -> Result<Option<Visitor>> {
        let parameters = parameters![secret::hash(secret)];
        let holder = self
            .link_holder("links l", "l.hash = $1", parameters)
            .await?;
        Ok(holder.is_authenticated().then_some(holder))
    }

    /// Returns the visitor with this session. Expired logins are ignored.
    pub(crate) async fn visitor(&self, session: &str) -> Result<Visitor> {
        let hash = secret::hash(session);
        let links = "logins g JOIN links l ON l.hash = g.link";
        let condition = "g.session = $1 \
                         AND g.created > CASE l.kind WHEN 'owner' THEN $2 ELSE $3 END";
        let owner_since = host_time_ms() - OWNER_LOGIN_LIFETIME_MS;
        let participant_since = host_time_ms() - PARTICIPANT_LOGIN_LIFETIME_MS;
        let parameters = parameters![&hash, owner_since, participant_since];
        let mut visitor = self.link_holder(links, condition, parameters).await?;
        visitor.session = visitor.is_authenticated().then_some(hash);
        Ok(visitor)
    }

    /// Returns the holder of the personal links that match an SQL condition.
    async fn link_holder(
        &self,
        links: &str,
        condition: &str,
        parameters: AnyArguments<'_>,
    ) -> Result<Visitor> {
        let query = format!(
            "SELECT COALESCE(p.id, '') AS id, COALESCE(p.room, '') AS room, \
             COALESCE(p.name, '') AS name FROM {links} \
             LEFT JOIN participants p ON p.id = l.participant \
             WHERE (l.kind = 'owner' OR p.id IS NOT NULL) AND {condition}"
        );
        let found: Vec<Participant> = self.all_rows(&query, parameters).await?;
        let (owner, participants): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|holder| holder.id.is_empty());
        Ok(Visitor {
            owner: !owner.is_empty(),
            participants,
            session: None,
        })
    }

    /// Logs a browser in with the personal link that contains this secret. Returns the secret of
    /// the new session.
    pub(crate) async fn log_in(&self, visitor: &Visitor, link: &str) -> Result<String> {
        let mut tx = self.begin().await?;
        let fresh = log_in(&mut tx, visitor, link).await?;
        tx.commit().await?;
        Ok(fresh)
    }

    /// Ends all logins of a session.
    pub(crate) async fn log_out(&self, session: &str) -> Result<()> {
        let delete = "DELETE FROM logins WHERE session = $1";
        self.execute(delete, parameters![session]).await.map(drop)
    }
}

/// Moves the logins of a browser to a new session, and ends the old session. The new session
/// prevents session fixation: an attacker who planted the old session in somebody else's browser
/// gains no access.
pub(super) async fn log_in(tx: &mut Transaction, visitor: &Visitor, link: &str) -> Result<String> {
    let (secret, link) = (secret::new_secret(), secret::hash(link));
    let session = secret::hash(&secret);
    if let Some(old) = &visitor.session {
        let update = "UPDATE logins SET session = $1 WHERE session = $2";
        tx.execute(update, parameters![&session, old]).await?;
    }
    let insert = "INSERT INTO logins (session, link, created) VALUES ($1, $2, $3) \
                  ON CONFLICT (session, link) DO UPDATE SET created = $3";
    tx.execute(insert, parameters![&session, &link, host_time_ms()])
        .await?;
    let delete = "DELETE FROM logins WHERE link = $1 AND session NOT IN \
                      (SELECT session FROM logins WHERE link = $1 ORDER BY \
                      CASE WHEN session = $2 THEN 0 ELSE 1 END, created DESC, session LIMIT $3)";
    tx.execute(delete, parameters![&link, &session, MAX_LOGINS_PER_LINK])
        .await?;
    let expired = "DELETE FROM logins WHERE created <= $1";
    tx.execute(
        expired,
        parameters![host_time_ms() - PARTICIPANT_LOGIN_LIFETIME_MS],
    )
    .await?;
    Ok(secret)
}

/// Deletes the personal link of a participant and ends their logins.
pub(super) async fn revoke_link(tx: &mut Transaction, participant: &str) -> Result<()> {
    for delete in [
        "DELETE FROM logins WHERE link IN (SELECT hash FROM links WHERE participant = $1)",
        "DELETE FROM links WHERE participant = $1",
    ] {
        tx.execute(delete, parameters![participant]).await?;
    }
    Ok(())
}
