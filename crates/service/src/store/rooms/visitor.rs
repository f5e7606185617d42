//! Clients of the service, and the roles that links grant.

/// Stands for the id of a participant where the owner is meant.
pub(crate) const OWNER: &str = "";

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
    /// The hash of the session's secret. None for tokens and strangers.
    pub session: Option<String>,
    /// The scopes of a token. None for browsers.
    pub scopes: Option<Vec<String>>,
}

impl Visitor {
    /// The participant that the client is in this room.
    pub(crate) fn in_room(&self, room: &str) -> Option<&Participant> {
        self.participants.iter().find(|one| one.room == room)
    }

    /// Returns whether the client has a token with this scope.
    pub(crate) fn has_scope(&self, scope: &str) -> bool {
        self.scopes.iter().flatten().any(|known| known == scope)
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
