//! Rooms and their settings.

use serde::{Deserialize, Serialize};

use super::submissions::{NOT_ACCEPTED, is_verdict};
use super::task::cancel_hacks;
use super::{Database, Json, Result, Transaction, host_time_ms};
use crate::secret;

mousetrap_util::choices! {
    /// How much participants see of a case that they failed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum FeedbackLevel {
        /// Participants see only the verdict.
        Verdict = "verdict",
        /// Participants see the failing case.
        Case = "case",
        /// Participants see the failing case and an explanation of its answer.
        Explanation = "explanation",
    }
}

mousetrap_util::choices! {
    /// When participants see the scoreboard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum ScoreboardVisibility {
        /// Participants never see the scoreboard.
        None = "none",
        /// Participants see the scoreboard after they have solved a problem.
        Solved = "solved",
        /// Participants always see the scoreboard.
        Always = "always",
    }
}

impl ScoreboardVisibility {
    /// Returns whether a participant sees the scoreboard, given whether they have solved a problem.
    pub(crate) const fn is_visible(self, has_solved: bool) -> bool {
        match self {
            Self::None => false,
            Self::Solved => has_solved,
            Self::Always => true,
        }
    }
}

/// The settings of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Policy {
    /// The ids of the room's problems.
    pub problems: Vec<String>,
    /// Names of suites. If the list is empty, the configured suites apply.
    pub suites: Vec<String>,
    pub feedback: FeedbackLevel,
    /// When the room opens, in milliseconds since 1970.
    pub opens: Option<i64>,
    /// When the room closes, in milliseconds since 1970.
    pub closes: Option<i64>,
    /// Maximum number of submissions per participant per hour.
    pub per_hour: i64,
    /// Maximum number of participants.
    pub participants: i64,
    /// Whether participants may hack others' accepted submissions.
    pub hacks: bool,
    /// Whether participants see the sources of the submissions that they may hack.
    pub sources: bool,
    pub scoreboard: ScoreboardVisibility,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            problems: Vec::new(),
            suites: Vec::new(),
            feedback: FeedbackLevel::Explanation,
            opens: None,
            closes: None,
            per_hour: 60,
            participants: 500,
            hacks: false,
            sources: false,
            scoreboard: ScoreboardVisibility::None,
        }
    }
}

impl Policy {
    /// Returns whether cases are hidden. If cases are hidden, participants see only whether a
    /// submission is accepted.
    pub(crate) fn hides_cases(&self) -> bool {
        self.feedback == FeedbackLevel::Verdict
    }

    /// Returns the code that the owner or a participant sees for a verdict. Compile errors do not
    /// depend on cases, so they are always shown.
    pub(crate) fn visible_verdict_code(&self, code: String, is_owner: bool) -> String {
        let is_failure = is_verdict(&code) && !["AC", "CE"].contains(&&*code);
        if is_failure && self.hides_cases() && !is_owner {
            return NOT_ACCEPTED.to_owned();
        }
        code
    }
}

row! {
#[derive(Clone, Debug)]
pub(crate) Room {
    id: String,
    name: String,
    policy: Json<Policy>,
    /// The secret in the room's invitation link.
    invitation: String,
    /// The current revision; judgements of later revisions are not in effect yet.
    revision: i64,
    /// A counter that each change in the room increments.
    version: i64,
    created: i64,
}
}

impl Room {
    /// Returns a new room with a new invitation.
    pub(super) fn new(id: String, name: &str, policy: Policy) -> Self {
        Self {
            id,
            name: name.to_owned(),
            policy: Json(policy),
            invitation: secret::new_secret(),
            revision: 1,
            version: 1,
            created: host_time_ms(),
        }
    }

    /// Returns whether the room accepts submissions now.
    pub(crate) fn is_open(&self) -> bool {
        let closes = self.policy.closes.unwrap_or(i64::MAX);
        !self.opens_in_future() && host_time_ms() < closes
    }

    /// Returns whether the room will open in the future.
    pub(crate) fn opens_in_future(&self) -> bool {
        host_time_ms() < self.policy.opens.unwrap_or(i64::MIN)
    }

    /// Checks that the room accepts submissions and hacks for this problem now.
    pub(crate) fn check_open_for_problem(&self, problem: &str) -> Result<(), DeclineReason> {
        if !self.is_open() {
            return Err(DeclineReason::Closed);
        }
        let known = self.policy.problems.iter().any(|id| id == problem);
        known.then_some(()).ok_or(DeclineReason::OtherProblem)
    }
}

const SELECT_ROOM: &str =
    "SELECT id, name, policy, invitation, revision, version, created FROM rooms";

/// Locks a room until the end of the transaction, and returns it.
pub(super) async fn lock_room(tx: &mut Transaction, room: &str) -> Result<Room> {
    tx.touch_room(room).await?;
    let query = format!("{SELECT_ROOM} WHERE id = $1");
    let room = tx.first_row(&query, parameters![room]).await?;
    Ok(room.ok_or(sqlx::Error::RowNotFound)?)
}

/// Stores a room with a lease. Only the rooms of batches use the lease.
pub(super) async fn insert_room(tx: &mut Transaction, room: &Room, lease_ms: i64) -> Result<()> {
    let insert = "INSERT INTO rooms \
                  (id, name, policy, invitation, revision, version, created, lease) \
                  VALUES ($1, $2, $3, $4, $5, $6, $7, NOW_MS + $8)";
    let parameters = parameters![room; id, name, policy, invitation, revision, version, created;
        lease_ms];
    tx.execute(insert, parameters).await.map(drop)
}

impl Database {
    pub(crate) async fn create_room(&self, name: &str, policy: &Policy) -> Result<Room> {
        let room = Room::new(secret::new_id(), name, policy.clone());
        let mut tx = self.begin().await?;
        insert_room(&mut tx, &room, 0).await?;
        tx.commit().await?;
        Ok(room)
    }

    /// Returns all rooms except those of batches, latest first.
    pub(crate) async fn rooms(&self) -> Result<Vec<Room>> {
        let query = format!("{SELECT_ROOM} WHERE id NOT LIKE 'batch-%' ORDER BY created DESC, id");
        self.all_rows(&query, parameters![]).await
    }

    /// Returns the room with this id.
    pub(crate) async fn room(&self, id: &str) -> Result<Option<Room>> {
        let query = format!("{SELECT_ROOM} WHERE id = $1");
        self.first_row(&query, parameters![id]).await
    }

    /// Returns the room with this id, without its invitation, because workers must not read the
    /// invitation.
    pub(crate) async fn room_without_invitation(&self, id: &str) -> Result<Option<Room>> {
        let query = "SELECT id, name, policy, '' AS invitation, revision, version, created \
                     FROM rooms WHERE id = $1";
        self.first_row(query, parameters![id]).await
    }

    /// Returns the room whose invitation link contains this secret.
    pub(crate) async fn room_by_invitation(&self, secret: &str) -> Result<Option<Room>> {
        let query = format!("{SELECT_ROOM} WHERE invitation = $1");
        self.first_row(&query, parameters![secret]).await
    }

    /// Replaces the invitation link of a room.
    pub(crate) async fn replace_invitation(&self, room: &str) -> Result<()> {
        let mut tx = self.begin().await?;
        let update = "UPDATE rooms SET invitation = $1 WHERE id = $2";
        tx.execute(update, parameters![secret::new_secret(), room])
            .await?;
        tx.touch_room(room).await?;
        tx.commit().await
    }

    /// Changes the name and the policy of a room. Cancels waiting hacks that the room no longer
    /// accepts.
    pub(crate) async fn update_room(&self, room: &str, name: &str, policy: &Policy) -> Result<()> {
        let mut tx = self.begin().await?;
        let update = "UPDATE rooms SET policy = $1, name = $2 WHERE id = $3";
        tx.execute(update, parameters![Json(policy), name, room])
            .await?;
        let query = "SELECT id, problem FROM submissions s WHERE room = $1 AND EXISTS \
                     (SELECT 1 FROM hacks h WHERE h.submission = s.id AND h.state = 'waiting')";
        let tried: Vec<(String, String)> = tx.all_rows(query, parameters![room]).await?;
        for (submission, problem) in tried {
            let is_over = policy.closes.is_some_and(|closes| closes <= host_time_ms());
            if is_over || !policy.problems.contains(&problem) {
                cancel_hacks(&mut tx, &submission).await?;
            }
        }
        tx.touch_room(room).await?;
        tx.commit().await
    }
}

/// The reason why a room refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// Another participant has this name or a name that looks like it.
    NameTaken,
    /// The room has the maximum number of participants.
    RoomFull,
    /// The participant was removed from the room.
    Removed,
    /// The room does not accept submissions at this time.
    Closed,
    /// The room does not have the problem.
    OtherProblem,
    /// The participant has made the maximum number of submissions in the last hour.
    SubmissionLimit,
    /// Too many submissions or hacks of the participant are waiting.
    WaitingLimit,
    /// The participant has submitted the maximum number of hacks in the last hour.
    HackLimit,
    /// The participant has reached the maximum number of successful hacks in the last hour.
    SuccessfulHackLimit,
}
