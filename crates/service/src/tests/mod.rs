//! The service without a network, on both databases, with a judge that says what the
//! source asks for.

mod stand_in;
mod support;
#[cfg(feature = "all-tests")]
mod support_postgres;

mod api;
mod hidden;
mod limits;
mod mistakes;
mod older;
mod owner;
mod queue;
mod revisions;
mod rooms;
mod routes;
mod store;
mod stream;
mod trouble;

pub(crate) use support::CONFIG;
