//! HTTP: the table of routes, access control, arguments of handlers, forms and responses.

mod forms;
mod guard;
mod limits;
mod request;
mod routes;

pub(crate) use forms::{Fields, FormError, read_name, read_participant_name};
#[cfg(test)]
pub(crate) use guard::Access;
pub(crate) use guard::ConnectionUser;
pub(crate) use limits::Slots;
pub(crate) use request::{
    App, AppState, PageEscaper, Viewer, html, html_with_status, is_loopback, redirect,
    session_cookie,
};
#[cfg(test)]
pub(crate) use routes::route_table;
pub(crate) use routes::router;
