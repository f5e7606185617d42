//! Participants and their personal links, the logins of browsers that have opened a link, and the
//! owner's API tokens. Deleting a link ends its logins.

use sqlx::any::AnyArguments;

use super::names::look_alike;
use super::revisions::apply_finished_revision;
use super::{Database, DeclineReason, HOUR_MS, Result, Room, Transaction, host_time_ms};
use crate::secret;

row! {
    /// One of the owner's tokens. The database stores only the hash of the secret.
    #[derive(Clone, Debug)]
    pub(crate) Token {
        hash: String,
        name: String,
        /// The scopes, separated by spaces.
        scopes: String,
        created: i64,
    }
}

impl Database {
    /// Returns the scopes of the token with this secret, or `None` if there is no such token.
    pub(crate) async fn scopes(&self, token: &str) -> Result<Option<String>> {
        let hash = secret::hash(token);
        let query = "SELECT scopes FROM links WHERE hash = $1 AND kind = 'token'";
        let found: Option<(String,)> = self.first_row(query, parameters![&hash]).await?;
        Ok(found.map(|(scopes,)| scopes))
    }

    /// Creates a token for the owner. Returns its secret.
    pub(crate) async fn create_token(&self, name: &str, scopes: &[&str]) -> Result<String> {
        let mut tx = self.begin().await?;
        let secret = create_link(&mut tx, "token", None, (&scopes.join(" "), name)).await?;
        tx.commit().await?;
        Ok(secret)
    }

    /// Returns the owner's tokens, the latest first.
    pub(crate) async fn tokens(&self) -> Result<Vec<Token>> {
        let query = "SELECT hash, name, scopes, created FROM links WHERE kind = 'token' \
                     ORDER BY created DESC, hash";
        self.all_rows(query, parameters![]).await
    }

    /// Deletes one of the owner's tokens.
    pub(crate) async fn remove_token(&self, hash: &str) -> Result<()> {
        let delete = "DELETE FROM links WHERE hash = $1 AND kind = 'token'";
        self.execute(delete, parameters![hash]).await.map(drop)
    }

    /// Adds a participant to a room, and logs the browser in as the participant. Returns the
    /// participant, the secret of the personal link, and the secret of the new session.
    pub(crate) async fn add_participant(
        &self,
        visitor: &Visitor,
        room: &Room,
        name: &str,
    ) -> Result<(Participant, String, String)> {
        let participant = Participant {
            id: secret::new_id(),
            room: room.id.clone(),
            name: name.to_owned(),
        };
        let mut tx = self.begin().await?;
        // Another client that joins at the same time waits here.
        tx.touch_room(&room.id).await?;
        let others = check_name_and_count_others(&mut tx, &participant).await?;
        if others as i64 >= room.policy.participants {
            return Err(DeclineReason::RoomFull.into());
        }
        let insert = "INSERT INTO participants (id, room, name, created) VALUES ($1, $2, $3, $4)";
        let parameters = parameters![&participant.id, &room.id, name, host_time_ms()];
        tx.execute(insert, parameters).await?;
        let personal = personal_link(&mut tx, &participant.id).await?;
        let session = log_in(&mut tx, visitor, &personal).await?;
        tx.commit().await?;
        Ok((participant, personal, session))
    }

    /// Creates a new personal link for a participant, revokes the old link and ends its logins.
    /// Returns the secret of the new link.
    pub(crate) async fn replace_personal_link(&self, participant: &str) -> Result<String> {
        let mut tx = self.begin().await?;
        revoke_links(&mut tx, "participant = $1", participant).await?;
        let personal = personal_link(&mut tx, participant).await?;
        tx.commit().await?;
        Ok(personal)
    }

    /// Renames a participant. Also updates the name in the cases that the participant's hacks
    /// added, and in the revisions that these cases caused.
    pub(crate) async fn rename_participant(
        &self,
        participant: &Participant,
        name: &str,
    ) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.touch_room(&participant.room).await?;
        let renamed = Participant {
            name: name.to_owned(),
            ..participant.clone()
        };
        check_name_and_count_others(&mut tx, &renamed).await?;
        for update in [
            "UPDATE participants SET name = $1 WHERE name = $2 AND room = $3",
            "UPDATE cases SET author = $1 WHERE author = $2 AND room = $3",
            "UPDATE revisions SET reason = $1 WHERE reason = $2 AND room = $3",
        ] {
            let parameters = parameters![name, &participant.name, &participant.room];
            tx.execute(update, parameters).await?;
        }
        tx.commit().await
    }

    /// Removes a participant with their submissions, link and logins. A worker that is judging one
    /// of the submissions abandons it. Cases that the participant's hacks added remain in the room.
    pub(crate) async fn remove_participant(&self, participant: &Participant) -> Result<()> {
        let mut tx = self.begin().await?;
        tx.touch_room(&participant.room).await?;
        let own = "submission IN (SELECT id FROM submissions WHERE participant = $1)";
        for delete in [
            &format!("DELETE FROM tasks WHERE participant = $1 OR {own}"),
            &format!("DELETE FROM hacks WHERE participant = $1 OR {own}"),
            &format!("DELETE FROM judgements WHERE {own}"),
            &format!("DELETE FROM progress WHERE {own}"),
            "DELETE FROM submissions WHERE participant = $1",
            "DELETE FROM participants WHERE id = $1",
        ] {
            tx.execute(delete, parameters![&participant.id]).await?;
        }
        revoke_links(&mut tx, "participant = $1", &participant.id).await?;
        // The removed tasks may have been the last unfinished tasks of a revision.
        apply_finished_revision(&mut tx, &participant.room).await?;
        tx.commit().await
    }

    /// Returns the participants of a room, in the order in which they joined.
    pub(crate) async fn participants(&self, room: &str) -> Result<Vec<Participant>> {
        let query = "SELECT id, room, name FROM participants WHERE room = $1 ORDER BY created, id";
        self.all_rows(query, parameters![room]).await
    }
}

/// Returns the number of participants other than `new` in the room. Fails if one of them has a name
/// that looks like the name of `new`.
async fn check_name_and_count_others(tx: &mut Transaction, new: &Participant) -> Result<usize> {
    let query = "SELECT name FROM participants WHERE room = $1 AND id <> $2";
    let parameters = parameters![&new.room, &new.id];
    let names: Vec<(String,)> = tx.all_rows(query, parameters).await?;
    let is_similar = |(name,): &(String,)| look_alike(name, &new.name);
    if names.iter().any(is_similar) {
        return Err(DeclineReason::NameTaken.into());
    }
    Ok(names.len())
}

/// Creates a personal link for a participant. Returns its secret.
async fn personal_link(tx: &mut Transaction, participant: &str) -> Result<String> {
    create_link(tx, "participant", Some(participant), ("", "")).await
}

/// Creates a link or token of the given kind. Returns its secret.
async fn create_link(
    tx: &mut Transaction,
    kind: &str,
    participant: Option<&str>,
    (scopes, name): (&str, &str),
) -> Result<String> {
    let secret = secret::new_secret();
    let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                  VALUES ($1, $2, $3, $4, $5, $6)";
    let hash = secret::hash(&secret);
    let parameters = parameters![hash, kind, participant, scopes, name, host_time_ms()];
    tx.execute(insert, parameters).await?;
    Ok(secret)
}

const DAY_MS: i64 = 24 * HOUR_MS;
/// How long an owner stays logged in, in milliseconds.
const OWNER_LOGIN_LIFETIME_MS: i64 = 30 * DAY_MS;
/// How long a participant stays logged in, in milliseconds.
const PARTICIPANT_LOGIN_LIFETIME_MS: i64 = 180 * DAY_MS;
/// Lifetime of a session's cookie, in seconds.
pub(crate) const COOKIE_MAX_AGE_SECONDS: i64 = PARTICIPANT_LOGIN_LIFETIME_MS / 1000;
/// Maximum number of concurrent logins per link. A login beyond this number ends the oldest one.
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
    /// Returns the client's participant in this room, if the client is logged in as one.
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
        let revoked = revoke_links(&mut tx, "kind = 'owner' AND hash <> $1", &hash).await?;
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'owner', NULL, '', '', $2) ON CONFLICT (hash) DO NOTHING";
        let parameters = parameters![&hash, host_time_ms()];
        tx.execute(insert, parameters).await?;
        tx.commit().await?;
        Ok(revoked > 0)
    }

    /// Returns the visitor to whom the link with this secret belongs, if the link is valid.
    pub(crate) async fn link(&self, secret: &str) -> Result<Option<Visitor>> {
        let parameters = parameters![secret::hash(secret)];
        let holder = self.link_holder("links l", "l.hash = $1", parameters);
        let holder = holder.await?;
        Ok(holder.is_authenticated().then_some(holder))
    }

    /// Returns the visitor with this session. Expired logins are ignored.
    pub(crate) async fn visitor(&self, session: &str) -> Result<Visitor> {
        let hash = secret::hash(session);
        let links = "logins g JOIN links l ON l.hash = g.link";
        let condition = "g.session = $1 \
                         AND g.created > CASE l.kind WHEN 'owner' THEN $2 ELSE $3 END";
        let lifetimes = [OWNER_LOGIN_LIFETIME_MS, PARTICIPANT_LOGIN_LIFETIME_MS];
        let [owner, participant] = lifetimes.map(|lifetime| host_time_ms() - lifetime);
        let parameters = parameters![&hash, owner, participant];
        let mut visitor = self.link_holder(links, condition, parameters).await?;
        visitor.session = visitor.is_authenticated().then_some(hash);
        Ok(visitor)
    }

    /// Returns the holder of the links that match an SQL condition: the owner, participants, or
    /// both.
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

/// Logs a browser in with a link. Moves the browser's other logins to a new session, and ends the
/// old session. Returns the secret of the new session. The new session prevents session fixation:
/// an attacker who planted the old session in somebody else's browser gains no access.
async fn log_in(tx: &mut Transaction, visitor: &Visitor, link: &str) -> Result<String> {
    let (secret, link, now) = (secret::new_secret(), secret::hash(link), host_time_ms());
    let session = secret::hash(&secret);
    if let Some(old) = &visitor.session {
        let update = "UPDATE logins SET session = $1 WHERE session = $2";
        tx.execute(update, parameters![&session, old]).await?;
    }
    let insert = "INSERT INTO logins (session, link, created) VALUES ($1, $2, $3) \
                  ON CONFLICT (session, link) DO UPDATE SET created = $3";
    tx.execute(insert, parameters![&session, &link, now])
        .await?;
    let delete = "DELETE FROM logins WHERE link = $1 AND session NOT IN \
                      (SELECT session FROM logins WHERE link = $1 ORDER BY \
                      CASE WHEN session = $2 THEN 0 ELSE 1 END, created DESC, session LIMIT $3)";
    let parameters = parameters![&link, &session, MAX_LOGINS_PER_LINK];
    tx.execute(delete, parameters).await?;
    let expired = "DELETE FROM logins WHERE created <= $1";
    let since = now - PARTICIPANT_LOGIN_LIFETIME_MS;
    tx.execute(expired, parameters![since]).await?;
    Ok(secret)
}

/// Deletes the links that match an SQL condition with one parameter, and ends their logins. Returns
/// the number of deleted links.
async fn revoke_links(tx: &mut Transaction, condition: &str, parameter: &str) -> Result<u64> {
    let links = format!("FROM links WHERE {condition}");
    let end = format!("DELETE FROM logins WHERE link IN (SELECT hash {links})");
    tx.execute(&end, parameters![parameter]).await?;
    tx.execute(&format!("DELETE {links}"), parameters![parameter])
        .await
}
