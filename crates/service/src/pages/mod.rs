//! The pages of the service. Each handler has a template.

mod entrance;
mod plain;
mod queue;
mod room;
mod submission;
mod tokens;
mod views;
mod written_case;

pub(crate) use entrance::{
    join_page, join_room, log_in, log_out, open_personal_link, renew_personal_link,
};
pub(crate) use plain::{asset, healthz, home, open_link, readyz, set_language};
pub(crate) use queue::{cancel_judging, judge_again, metrics, queue};
pub(crate) use room::{
    NewSubmission, autodetect, cancel_rejudging, close_room, create_room, download,
    format_time_field, is_problem_unknown, manage, participant_page, read_submission, rejudge_room,
    remove_participant, rename_participant, renew_invitation, room, rooms, run_page, run_result,
    scores_page, settings, similar, source_form, start_run, submit, update_room,
};
pub(crate) use submission::{failing_case_json, hack_page, hacks, submission, submit_hack};
pub(crate) use tokens::{create_token, remove_token, tokens};
pub(crate) use views::{
    accepted_cases_bar, case_reason, case_time, cpu_time, is_from_reference_solution, memory,
    state_label, time_tag, usage_bar, verdict_css_class, wait_text,
};
