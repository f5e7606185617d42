//! The service without a network, on both databases, with a judge that says what the
//! source asks for.

mod support;

mod api;
mod connections;
mod fairness;
mod kept_suites;
mod limits;
mod mistakes;
mod older;
mod queue;
mod revisions;
mod rooms;
mod routes;
mod store;
mod stream;
mod suites;
mod times;
mod trouble;
mod workers;

pub(crate) use support::CONFIG;
