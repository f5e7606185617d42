//! Participants of rooms, and the owner's API tokens.

use super::logins::{Participant, Visitor, log_in, revoke_link};
use super::names::look_alike;
use super::room::{DeclineReason, Room};
use crate::secret;
use crate::store::database::{Database, Result, Transaction, host_time_ms};
use crate::store::submissions::apply;

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
    /// Returns the scopes of the token with this secret, if it is valid.
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

    /// The owner's tokens, the latest first.
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
    pub(crate) async fn join(
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
        let others = count_others_unless_name_taken(&mut tx, &participant).await?;
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
        revoke_link(&mut tx, participant).await?;
        let personal = personal_link(&mut tx, participant).await?;
        tx.commit().await?;
        Ok(personal)
    }

    /// Renames a participant, including in the author fields of cases that their hacks added.
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
        count_others_unless_name_taken(&mut tx, &renamed).await?;
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
        revoke_link(&mut tx, &participant.id).await?;
        // The removed tasks may have been the last unfinished tasks of a revision.
        apply(&mut tx, &participant.room).await?;
        tx.commit().await
    }

    /// The participants of a room, in the order in which they joined.
    pub(crate) async fn participants(&self, room: &str) -> Result<Vec<Participant>> {
        let query = "SELECT id, room, name FROM participants WHERE room = $1 ORDER BY created, id";
        self.all_rows(query, parameters![room]).await
    }
}

/// Returns the number of other participants in the room. Fails if one of them has a name that looks
/// like the participant's.
async fn count_others_unless_name_taken(
    tx: &mut Transaction,
    participant: &Participant,
) -> Result<usize> {
    let query = "SELECT name FROM participants WHERE room = $1 AND id <> $2";
    let parameters = parameters![&participant.room, &participant.id];
    let names: Vec<(String,)> = tx.all_rows(query, parameters).await?;
    if names
        .iter()
        .any(|(name,)| look_alike(name, &participant.name))
    {
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
