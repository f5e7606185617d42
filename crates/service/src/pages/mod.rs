//! The pages of the service: handlers that render templates.

pub(crate) mod links;
pub(crate) mod owner;
mod participant_case;
pub(crate) mod room;
pub(crate) mod site;
pub(crate) mod submission;
mod views;

pub(crate) use views::{
    accepted_cases_bar, case_failure_reason, format_case_time, format_cpu_time, format_memory,
    is_from_reference_solution, state_label, time_tag, usage_bar, verdict_css_class,
};
