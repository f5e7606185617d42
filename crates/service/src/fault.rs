//! What a request can come to beside success.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mousetrap_model::Message;
use serde::Serialize;
use thiserror::Error;

use crate::judging::RequirementsError;
use crate::store::{Declined, RoomError, StoreError};

/// Why a request is not answered with what it asked for. How it is said depends on
/// who asked; [`crate::web`] sees to that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// There is nothing here, or not for this visitor.
    NotFound,
    /// A personal link that is not one, or not any more.
    DeadLink,
    /// The same of a link to join.
    DeadInvitation,
    /// Nobody knows who asks.
    Stranger,
    /// A program has shown no token, or one that nobody knows.
    Token,
    /// A program's token does not have this scope.
    Scope(&'static str),
    /// A change that another site asked for.
    Foreign,
    /// What was sent cannot be used; why.
    Unusable(Message),
    /// More was sent than a page takes.
    TooLarge,
    /// A client that is not logged in took too long to send its request.
    Slow,
    /// A room does not take somebody, or something of them.
    Declined(Declined),
    /// The service cannot keep anything at the moment.
    Broken,
}

/// Why something cannot be done, in words for who asked for it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct Reason(pub Message);

impl From<String> for Reason {
    fn from(words: String) -> Self {
        Self(words.into())
    }
}

impl From<&str> for Reason {
    fn from(words: &str) -> Self {
        Self(words.into())
    }
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Self {
        Self::Unusable(reason.0)
    }
}

impl Fault {
    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::NotFound
            | Self::DeadLink
            | Self::DeadInvitation
            | Self::Declined(Declined::Removed) => StatusCode::NOT_FOUND,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Slow => StatusCode::REQUEST_TIMEOUT,
            Self::Stranger | Self::Token => StatusCode::UNAUTHORIZED,
            Self::Scope(_) | Self::Foreign => StatusCode::FORBIDDEN,
            Self::Unusable(_) | Self::Declined(Declined::OtherProblem) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Declined(
                Declined::Closed | Declined::Taken | Declined::Full | Declined::Tokens,
            ) => StatusCode::CONFLICT,
            Self::Declined(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Broken => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Why a request is not answered with what it asked for.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Failure)]
pub(crate) struct ErrorBody {
    pub error: ErrorJson,
}

/// An error.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorJson {
    /// What programs tell errors apart by.
    pub kind: &'static str,
    /// What is wrong, for people.
    pub message: String,
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the database does not do what it should");
        Self::Broken
    }
}

impl From<RoomError> for Fault {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::Declined(declined) => Self::Declined(declined),
            RoomError::Store(error) => error.into(),
        }
    }
}

impl From<RequirementsError> for Fault {
    fn from(error: RequirementsError) -> Self {
        tracing::error!(%error, "a task cannot be queued");
        Self::Broken
    }
}
