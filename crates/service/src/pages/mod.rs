//! The pages of the service. Each handler has a template.

mod entrance;
mod plain;
mod queue;
mod room;
mod submission;
mod tokens;
mod views;
mod written_case;

pub(crate) use entrance::{enter, enter_post, join, join_post, leave, new_link};
pub(crate) use plain::{asset, healthz, home, open_link, readyz, set_language};
pub(crate) use queue::{cancel_one, judge_one, metrics, queue};
pub(crate) use room::{
    NewSubmission, cancel, close_room, download, form, lacks_problem, make_room, manage,
    participant_page, read, recognise, rejudge, remove, rename, renew_invitation, room, rooms, run,
    run_page, run_result, scores_page, set_room, settings, similar, submit, time_field,
};
pub(crate) use submission::{case, hack, hack_post, hacks, submission};
pub(crate) use tokens::{make_token, remove_token, tokens};
pub(crate) use views::{
    bar, case_reason, case_time, is_by_reference, memory, share, standing, state_words, time,
    time_tag, wait_text,
};
