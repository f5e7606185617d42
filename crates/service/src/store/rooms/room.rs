//! Rooms: what is to be solved, and what participants are told.

use serde::{Deserialize, Serialize};

use crate::secret;
use crate::store::database::{Change, Database, Json, Queries as _, Result, StoreError, now};
use crate::store::submissions::{NOT_ACCEPTED, end_hacks, is_verdict};

/// How much participants are told of a case on which they fail; each tells what the
/// one before it tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Feedback {
    /// The verdict alone.
    Verdict,
    /// The case itself.
    Case,
    /// Why its answer is right.
    #[default]
    Explanation,
}

/// What the owner decides about a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Policy {
    /// Problems, by id.
    pub problems: Vec<String>,
    /// Suites, by name; those of the configuration where there are none.
    pub suites: Vec<String>,
    pub feedback: Feedback,
    /// When submissions are taken, in milliseconds since 1970.
    pub opens: Option<i64>,
    pub closes: Option<i64>,
    /// Submissions that a participant may make in an hour.
    pub per_hour: i64,
    /// How many may join.
    pub participants: i64,
    /// Maximum number of joins from one address in an hour.
    pub per_address: i64,
    /// Whether participants may try cases against others' accepted submissions.
    pub hacks: bool,
    /// Whether they see the sources that they try cases against.
    pub sources: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            problems: Vec::new(),
            suites: Vec::new(),
            feedback: Feedback::default(),
            opens: None,
            closes: None,
            per_hour: 60,
            participants: 500,
            per_address: 100,
            hacks: false,
            sources: false,
        }
    }
}

impl Policy {
    /// Whether cases are hidden: then participants see only whether a submission is accepted.
    pub(crate) fn hides(&self) -> bool {
        self.feedback == Feedback::Verdict
    }

    /// What participants see of the code of a verdict. Compile errors do not depend on
    /// cases, so they are always shown.
    pub(crate) fn shown_code(&self, code: &str) -> String {
        let is_failure = is_verdict(code) && !["AC", "CE"].contains(&code);
        let is_hidden = is_failure && self.hides();
        if is_hidden { NOT_ACCEPTED } else { code }.to_owned()
    }
}

row! {
/// A room.
#[derive(Clone, Debug)]
pub(crate) Room {
    id: String,
    name: String,
    policy: Json<Policy>,
    /// The secret in the link to join.
    invitation: String,
    /// Which judgements count.
    revision: i64,
    /// Grows with each change in it.
    version: i64,
    created: i64,
}
}

impl Room {
    /// Whether submissions are taken at this time.
    pub(crate) fn is_open(&self, at: i64) -> bool {
        !self.opens_later(at) && self.policy.closes.is_none_or(|closes| at < closes)
    }

    /// Whether its time has not come yet.
    pub(crate) fn opens_later(&self, at: i64) -> bool {
        self.policy.opens.is_some_and(|opens| at < opens)
    }

    /// Whether something for this problem is taken at this time: a submission or a hack.
    pub(crate) fn takes(&self, problem: &str, at: i64) -> Result<(), Declined> {
        if !self.is_open(at) {
            return Err(Declined::Closed);
        }
        let known = self.policy.problems.iter().any(|id| id == problem);
        known.then_some(()).ok_or(Declined::OtherProblem)
    }
}

const ROOM: &str = "SELECT id, name, policy, invitation, revision, version, created FROM rooms";

/// The room as it is now, which nobody changes before this change ends.
pub(in crate::store) async fn held(change: &mut Change, room: &str) -> Result<Room> {
    change.touch_room(room).await?;
    let query = format!("{ROOM} WHERE id = $1");
    let room = change.optional(&query, parameters![room]).await?;
    Ok(room.ok_or(sqlx::Error::RowNotFound)?)
}

impl Database {
    /// Makes a room.
    pub(crate) async fn make_room(&self, name: &str, policy: &Policy) -> Result<Room> {
        let room = Room {
            id: secret::id(),
            name: name.to_owned(),
            policy: Json(policy.clone()),
            invitation: secret::secret(),
            revision: 1,
            version: 1,
            created: now(),
        };
        let insert = "INSERT INTO rooms \
                      (id, name, policy, invitation, revision, version, created) \
                      VALUES ($1, $2, $3, $4, 1, 1, $5)";
        let (invitation, created) = (&room.invitation, room.created);
        let parameters = parameters![&room.id, name, &room.policy, invitation, created];
        self.execute(insert, parameters).await?;
        Ok(room)
    }

    /// All rooms, the latest first.
    pub(crate) async fn rooms(&self) -> Result<Vec<Room>> {
        let query = format!("{ROOM} WHERE id NOT LIKE 'batch-%' ORDER BY created DESC, id");
        self.all(&query, parameters![]).await
    }

    /// The room of this id.
    pub(crate) async fn room(&self, id: &str) -> Result<Option<Room>> {
        let query = format!("{ROOM} WHERE id = $1");
        self.optional(&query, parameters![id]).await
    }

    /// The room of this id without its invitation, which workers may not read.
    pub(crate) async fn room_to_judge(&self, id: &str) -> Result<Option<Room>> {
        let query = "SELECT id, name, policy, '' AS invitation, revision, version, created \
                     FROM rooms WHERE id = $1";
        self.optional(query, parameters![id]).await
    }

    /// The room that this secret invites to.
    pub(crate) async fn invited(&self, secret: &str) -> Result<Option<Room>> {
        let query = format!("{ROOM} WHERE invitation = $1");
        self.optional(&query, parameters![secret]).await
    }

    /// Replaces the link to join a room.
    pub(crate) async fn renew_invitation(&self, room: &str) -> Result<()> {
        let mut change = self.change().await?;
        let update = "UPDATE rooms SET invitation = $1 WHERE id = $2";
        change
            .execute(update, parameters![secret::secret(), room])
            .await?;
        change.touch_room(room).await?;
        change.commit().await
    }

    /// Changes name and policy of a room. Ends the hacks of submissions for which the room no
    /// longer accepts any.
    pub(crate) async fn set_room(&self, room: &str, name: &str, policy: &Policy) -> Result<()> {
        let mut change = self.change().await?;
        let update = "UPDATE rooms SET policy = $1, name = $2 WHERE id = $3";
        change
            .execute(update, parameters![Json(policy), name, room])
            .await?;
        let query = "SELECT id, problem FROM submissions s WHERE room = $1 AND EXISTS \
                     (SELECT 1 FROM hacks h WHERE h.submission = s.id AND h.state = 'waiting')";
        let tried: Vec<(String, String)> = change.all(query, parameters![room]).await?;
        for (submission, problem) in tried {
            let is_over = policy.closes.is_some_and(|closes| closes <= now());
            if is_over || !policy.problems.contains(&problem) {
                end_hacks(&mut change, "submission", &submission).await?;
            }
        }
        change.touch_room(room).await?;
        change.commit().await
    }
}

/// Why a room does not take somebody, or something of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// Somebody has this name, or one that looks like it.
    Taken,
    /// So many have joined as may.
    Full,
    /// Too many have joined from the client's address in the last hour.
    Address,
    /// The participant was removed from the room.
    Removed,
    /// The room takes none at this time.
    Closed,
    /// It is for a problem that the room does not have.
    OtherProblem,
    /// So many have been made in the last hour.
    Often { per_hour: i64 },
    /// So many are waiting already.
    Waiting { most: i64 },
    /// The participant has tried the maximum number of cases within the last hour.
    Hacks { per_hour: i64 },
    /// The maximum number of the participant's cases has succeeded within the last hour.
    Hits { per_hour: i64 },
}

/// Why a room was not changed.
#[derive(Debug)]
pub(crate) enum RoomError {
    /// The room refuses it.
    Declined(Declined),
    Store(StoreError),
}

impl From<Declined> for RoomError {
    fn from(declined: Declined) -> Self {
        Self::Declined(declined)
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
