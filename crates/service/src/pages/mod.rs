//! The pages: handlers that hand a typed view to a template each.

mod compiler;
mod download;
mod entrance;
mod intake;
mod owner;
mod participant;
mod plain;
mod queue;
mod rejudge;
mod room_form;
mod secret_page;
mod submission;
mod tokens;
mod trials;
mod views;

pub(crate) use download::download;
pub(crate) use entrance::{enter, enter_post, join, join_post, leave, new_link};
pub(crate) use intake::{Sent, form, lacks_problem, read};
pub(crate) use owner::{close_room, make_room, manage, rooms, set_room, settings};
pub(crate) use participant::{recognise, room, submit};
pub(crate) use plain::{asset, healthz, home, readyz, set_language};
pub(crate) use queue::{metrics, queue};
pub(crate) use rejudge::{cancel, cancel_one, judge_one, rejudge};
pub(crate) use submission::{case, submission, verdict_of};
pub(crate) use tokens::{make_token, own_token, remove_own_token, remove_token, tokens};
pub(crate) use trials::{hack, hack_post, hacks, search};
pub(crate) use views::{Here, language, memory, time};
