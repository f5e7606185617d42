//! Requests: the table of routes and who may use them, who asks, and how answers
//! are sent.

mod app;
mod audience;
mod fault_page;
mod forms;
mod guard;
mod headers;
mod log;
mod reader;
mod rest;
mod routes;
mod stream;
mod turns;
mod visible;

pub(crate) use app::{App, Inner};
pub(crate) use audience::Audience;
pub(crate) use fault_page::text as fault_text;
pub(crate) use forms::{Fields, fields};
#[cfg(test)]
pub(crate) use guard::Access;
use guard::is_loopback;
pub(crate) use guard::{cookie, session_cookie};
pub(crate) use reader::{Reader, html};
pub(crate) use routes::router;
#[cfg(test)]
pub(crate) use routes::table;
pub(crate) use stream::{room_events, submission_events};
pub(crate) use turns::Turns;
pub(crate) use visible::Visible;
