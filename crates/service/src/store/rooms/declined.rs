//! Reasons for which a room refuses something.

use crate::store::database::StoreError;

/// Why a room does not take somebody, or something of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// Somebody has this name, or one that looks like it.
    Taken,
    /// So many have joined as may.
    Full,
    /// Too many join at this moment.
    Crowded,
    /// Too many have joined from the client's address in the last hour.
    Address,
    /// The participant was removed from the room.
    Removed,
    /// The room takes none at this time.
    Closed,
    /// It is for a problem that the room does not have.
    OtherProblem,
    /// A participant has so many tokens as may be.
    Tokens,
    /// So many have been made in the last hour.
    Often { per_hour: i64 },
    /// So many are waiting already.
    Waiting { most: i64 },
    /// So many searches have been made in the last hour.
    Searches { per_hour: i64 },
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
