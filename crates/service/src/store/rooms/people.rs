//! Participants of rooms, and tokens for programs.

use std::net::IpAddr;

use sqlx::Row as _;

use super::declined::Declined;
use super::logins::{end_links, enter};
use super::room::Room;
use super::visitor::{PARTICIPANT, Participant, Visitor};
use crate::names::alike;
use crate::secret;
use crate::store::changes::{HOUR, touch};
use crate::store::database::{Change, Database, StoreError, now};
use crate::store::revisions::apply;

/// Who may join a room within a minute: more than that is a program.
const MOST_JOINS: i64 = 300;
const MINUTE: i64 = 60_000;
/// Tokens of a participant; the pages say so.
const MOST_TOKENS: i64 = 5;
/// Whose tokens those of the owner are: no participant's.
pub(crate) const OWNER: &str = "";

row! {
    /// A token, by its hash.
    #[derive(Clone, Debug)]
    Token {
        hash: String,
        name: String,
        /// What it allows, separated by spaces.
        scopes: String,
        created: i64,
    }
}

impl Database {
    /// Who shows this token; none where there is no such token.
    pub(crate) async fn token(&self, token: &str) -> Result<Option<Visitor>, StoreError> {
        let hash = secret::hash(token);
        let query = "SELECT hash, participant, scopes FROM links \
                     WHERE hash = $1 AND kind = 'token'";
        let found = sqlx::query(query).bind(&hash);
        let Some(row) = found.fetch_optional(self.read()).await? else {
            return Ok(None);
        };
        if !secret::same(&row.try_get::<String, _>(0)?, &hash) {
            return Ok(None);
        }
        let scopes: String = row.try_get(2)?;
        let participant: Option<String> = row.try_get(1)?;
        let participants = match &participant {
            Some(id) => {
                let query = sqlx::query_as(PARTICIPANT).bind(id);
                query.fetch_all(self.read()).await?
            }
            None => Vec::new(),
        };
        Ok(Some(Visitor {
            owner: participant.is_none(),
            participants,
            session: None,
            scopes: Some(scopes.split_whitespace().map(str::to_owned).collect()),
        }))
    }

    /// A new token of the owner's.
    pub(crate) async fn make_token(
        &self,
        name: &str,
        scopes: &[&str],
    ) -> Result<String, StoreError> {
        let secret = secret::secret();
        let mut change = self.change().await?;
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'token', NULL, $2, $3, $4)";
        let insert = sqlx::query(insert).bind(secret::hash(&secret));
        let insert = insert.bind(scopes.join(" ")).bind(name).bind(now());
        insert.execute(&mut *change).await?;
        change.commit().await?;
        Ok(secret)
    }

    /// A new token of a participant, for their own submissions.
    pub(crate) async fn make_token_of(
        &self,
        participant: &Participant,
    ) -> Result<Result<String, Declined>, StoreError> {
        let secret = secret::secret();
        let mut change = self.change().await?;
        // Whoever comes second waits here, and counts the first.
        touch(&mut change, &participant.room).await?;
        let there = "SELECT COUNT(*) FROM links WHERE kind = 'token' AND participant = $1";
        let there = sqlx::query_scalar(there).bind(&participant.id);
        let there: i64 = there.fetch_one(&mut *change).await?;
        if there >= MOST_TOKENS {
            return Ok(Err(Declined::Tokens));
        }
        let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                      VALUES ($1, 'token', $2, 'read submit', '', $3)";
        let insert = sqlx::query(insert).bind(secret::hash(&secret));
        let insert = insert.bind(&participant.id).bind(now());
        insert.execute(&mut *change).await?;
        change.commit().await?;
        Ok(Ok(secret))
    }

    /// The tokens of a participant, or of [`OWNER`], the latest first.
    pub(crate) async fn tokens(&self, of: &str) -> Result<Vec<Token>, StoreError> {
        let query = "SELECT hash, name, scopes, created FROM links WHERE kind = 'token' \
                     AND COALESCE(participant, '') = $1 ORDER BY created DESC, hash";
        let query = sqlx::query_as(query).bind(of);
        Ok(query.fetch_all(self.read()).await?)
    }

    /// Makes one of these worthless.
    pub(crate) async fn remove_token(&self, of: &str, hash: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let delete = "DELETE FROM links WHERE hash = $1 AND kind = 'token' \
                      AND COALESCE(participant, '') = $2";
        let delete = sqlx::query(delete).bind(hash).bind(of);
        delete.execute(&mut *change).await?;
        Ok(change.commit().await?)
    }

    /// Adds a participant to a room, and lets the browser be them: the participant,
    /// the secret of the personal link, and that of the new session.
    pub(crate) async fn join(
        &self,
        visitor: &Visitor,
        room: &Room,
        (name, address): (&str, Option<IpAddr>),
    ) -> Result<Result<(Participant, String, String), Declined>, StoreError> {
        let participant = Participant {
            id: secret::id(),
            room: room.id.clone(),
            name: name.to_owned(),
        };
        let mut change = self.change().await?;
        // Whoever comes second waits here, and sees the first.
        touch(&mut change, &room.id).await?;
        let there = names(&mut change, &room.id).await?;
        if there.iter().any(|(_, known)| alike(known, name)) {
            return Ok(Err(Declined::Taken));
        }
        if there.len() as i64 >= room.policy.participants {
            return Ok(Err(Declined::Full));
        }
        // Addresses are personal data, so they are kept for no longer than they are needed.
        let forget = "UPDATE participants SET address = '' WHERE created <= $1 AND address <> ''";
        let forget = sqlx::query(forget).bind(now() - HOUR);
        forget.execute(&mut *change).await?;
        let address = address.map_or_else(String::new, |address| address.to_string());
        let same = "SELECT COUNT(*) FROM participants WHERE room = $1 AND address = $2";
        let same = sqlx::query_scalar(same).bind(&room.id).bind(&address);
        let same: i64 = same.fetch_one(&mut *change).await?;
        if !address.is_empty() && same >= room.policy.per_address {
            return Ok(Err(Declined::Address));
        }
        let recent = "SELECT COUNT(*) FROM participants WHERE room = $1 AND created > $2";
        let recent = sqlx::query_scalar(recent).bind(&room.id);
        let recent = recent.bind(now() - MINUTE);
        let recent: i64 = recent.fetch_one(&mut *change).await?;
        if recent >= MOST_JOINS {
            return Ok(Err(Declined::Crowded));
        }
        let insert = "INSERT INTO participants (id, room, name, created, address) \
                      VALUES ($1, $2, $3, $4, $5)";
        let insert = sqlx::query(insert).bind(&participant.id).bind(&room.id);
        let insert = insert.bind(name).bind(now()).bind(&address);
        insert.execute(&mut *change).await?;
        let personal = personal(&mut change, &participant.id).await?;
        let session = enter(&mut change, visitor, &personal).await?;
        change.commit().await?;
        Ok(Ok((participant, personal, session)))
    }

    /// A new personal link of a participant, in place of all by which anybody was them:
    /// links, tokens and sessions.
    pub(crate) async fn new_link(&self, participant: &str) -> Result<String, StoreError> {
        let mut change = self.change().await?;
        end_links(&mut change, participant).await?;
        let personal = personal(&mut change, participant).await?;
        change.commit().await?;
        Ok(personal)
    }

    /// Renames a participant, also where the room names them as the author of a case.
    pub(crate) async fn rename(
        &self,
        participant: &Participant,
        name: &str,
    ) -> Result<Result<(), Declined>, StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &participant.room).await?;
        let there = names(&mut change, &participant.room).await?;
        let mut others = there.iter().filter(|(id, _)| *id != participant.id);
        if others.any(|(_, known)| alike(known, name)) {
            return Ok(Err(Declined::Taken));
        }
        let rename = sqlx::query("UPDATE participants SET name = $1 WHERE id = $2");
        let rename = rename.bind(name).bind(&participant.id);
        rename.execute(&mut *change).await?;
        for update in [
            "UPDATE cases SET author = $1 WHERE author = $2 AND room = $3",
            "UPDATE revisions SET reason = $1 WHERE reason = $2 AND room = $3",
        ] {
            let update = sqlx::query(update).bind(name).bind(&participant.name);
            let update = update.bind(&participant.room);
            update.execute(&mut *change).await?;
        }
        change.commit().await?;
        Ok(Ok(()))
    }

    /// Removes a participant with their submissions, links, tokens and logins. Workers that
    /// judge one of the submissions stop. Cases that their hacks added stay in the room.
    pub(crate) async fn remove(&self, participant: &Participant) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        touch(&mut change, &participant.room).await?;
        let own = "submission IN (SELECT id FROM submissions WHERE participant = $1)";
        for delete in [
            format!("DELETE FROM tasks WHERE participant = $1 OR {own}"),
            format!("DELETE FROM trials WHERE participant = $1 OR {own}"),
            format!("DELETE FROM judgements WHERE {own}"),
            format!("DELETE FROM progress WHERE {own}"),
            "DELETE FROM submissions WHERE participant = $1".to_owned(),
            "DELETE FROM participants WHERE id = $1".to_owned(),
        ] {
            let delete = sqlx::query(&delete).bind(&participant.id);
            delete.execute(&mut *change).await?;
        }
        end_links(&mut change, &participant.id).await?;
        // They may have been the last who were being judged again.
        apply(&mut change, &participant.room).await?;
        Ok(change.commit().await?)
    }

    /// The participants of a room, in the order in which they came.
    pub(crate) async fn participants(&self, room: &str) -> Result<Vec<Participant>, StoreError> {
        let query = "SELECT id, room, name FROM participants WHERE room = $1 ORDER BY created, id";
        let query = sqlx::query_as(query).bind(room);
        Ok(query.fetch_all(self.read()).await?)
    }
}

/// Ids and names of the participants of a room.
async fn names(change: &mut Change, room: &str) -> Result<Vec<(String, String)>, StoreError> {
    let query = sqlx::query_as("SELECT id, name FROM participants WHERE room = $1");
    Ok(query.bind(room).fetch_all(&mut **change).await?)
}

/// A new personal link of a participant.
async fn personal(change: &mut Change, participant: &str) -> Result<String, StoreError> {
    let secret = secret::secret();
    let insert = "INSERT INTO links (hash, kind, participant, scopes, name, created) \
                  VALUES ($1, 'participant', $2, '', '', $3)";
    let insert = sqlx::query(insert).bind(secret::hash(&secret));
    let insert = insert.bind(participant).bind(now());
    insert.execute(&mut **change).await?;
    Ok(secret)
}
