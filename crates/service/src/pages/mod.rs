//! The pages of the service. Each handler has a template.

pub(crate) mod entrance;
pub(crate) mod plain;
pub(crate) mod queue;
pub(crate) mod room;
pub(crate) mod submission;
pub(crate) mod tokens;
mod views;
mod written_case;

pub(crate) use views::{
    accepted_cases_bar, case_reason, case_time, cpu_time, is_from_reference_solution, memory,
    state_label, time_tag, usage_bar, verdict_css_class, wait_text,
};
