//! Requests: the table of routes with who may use them, the client of a request, and how
//! responses are sent.

mod app;
mod client;
mod fault_page;
mod forms;
mod guard;
mod limits;
mod live;
mod reader;
mod routes;

pub(crate) use app::{App, Inner};
pub(crate) use client::{Client, Peer};
pub(crate) use forms::{Fields, Mistake, fields, name, person};
#[cfg(test)]
pub(crate) use guard::Access;
pub(crate) use limits::{Slots, WorkLimiter};
pub(crate) use reader::{
    InRoom, OfSubmission, Reader, Visible, html, html_with, redirect, session_cookie,
};
pub(crate) use routes::router;
#[cfg(test)]
pub(crate) use routes::table;
