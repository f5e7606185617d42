//! Requests: the table of routes and who may use them, who asks, and how answers
//! are sent.

mod app;
mod fault_page;
mod guard;
mod headers;
mod log;
mod places;
mod request;
mod rest;
mod routes;
mod streams;
mod turns;

pub(crate) use app::{App, Inner};
pub(crate) use fault_page::text as fault_text;
#[cfg(test)]
pub(crate) use guard::Access;
pub(crate) use guard::session_cookie;
pub(crate) use places::Places;
pub(crate) use request::{Client, Fields, Peer, Reader, Visible, fields, html};
pub(crate) use routes::router;
#[cfg(test)]
pub(crate) use routes::table;
pub(crate) use turns::Turns;
