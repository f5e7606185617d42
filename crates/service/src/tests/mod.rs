//! The service without a network, on both databases, with a judge that says what the
//! source asks for.

mod support;

mod api;
mod fairness;
mod kept_suites;
mod older;
mod queue;
mod revisions;
mod rooms;
mod store;
mod times;
mod trouble;
mod web;
mod workers;

pub(crate) use support::CONFIG;
