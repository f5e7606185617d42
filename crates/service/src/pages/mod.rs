//! The pages: handlers that hand a typed view to a template each.

mod entrance;
mod owner;
mod participant;
mod plain;
mod views;

pub(crate) use entrance::{enter, enter_post, join, join_post, leave};
pub(crate) use owner::{close_room, make_room, manage, rooms};
pub(crate) use participant::{room, submission, submit};
pub(crate) use plain::{asset, healthz, home, readyz, set_language};
