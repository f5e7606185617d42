//! Streams of events: what clients that watch are sent.

mod events;
mod watcher;

pub(crate) use events::{room_events, submission_events};
