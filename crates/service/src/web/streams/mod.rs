//! Streams of events: what clients that watch are sent.

mod audience;
mod events;
mod watcher;

pub(crate) use audience::Audience;
pub(crate) use events::{room_events, submission_events};
