//! The pages: handlers that hand a typed view to a template each.

mod download;
mod entrance;
mod intake;
mod owner;
mod participant;
mod plain;
mod queue;
mod rejudge;
mod trials;
mod views;

pub(crate) use download::download;
pub(crate) use entrance::{enter, enter_post, join, join_post, leave};
pub(crate) use intake::{Sent, read};
pub(crate) use owner::{close_room, make_room, manage, rooms};
pub(crate) use participant::{case, room, submission, submit, verdict_of};
pub(crate) use plain::{asset, healthz, home, readyz, set_language};
pub(crate) use queue::{metrics, queue};
pub(crate) use rejudge::{cancel, rejudge};
pub(crate) use trials::{hack, hack_post, hacks, search};
pub(crate) use views::name;
