//! The pages: handlers that hand a typed view to a template each.

mod entrance;
mod mistake;
mod plain;
mod queue;
mod room;
mod secret_page;
mod submission;
mod tokens;
mod views;

pub(crate) use entrance::{enter, enter_post, join, join_post, leave, new_link};
pub(crate) use plain::{asset, healthz, home, readyz, set_language};
pub(crate) use queue::{metrics, queue};
pub(crate) use room::{
    Sent, close_room, download, form, lacks_problem, make_room, manage, person, read, recognise,
    remove, rename, renew_invitation, room, rooms, set_room, settings, submit,
};
pub(crate) use submission::{
    cancel, cancel_one, case, hack, hack_post, hacks, judge_one, rejudge, search, submission,
    verdict_of,
};
pub(crate) use tokens::{make_token, own_token, remove_own_token, remove_token, tokens};
#[cfg(test)]
pub(crate) use views::verdict_words;
pub(crate) use views::{Here, language, memory, time};
