//! What a request contains: cookies, host, forms and the reader.

mod client;
mod cookies;
mod forms;
mod host;
mod reader;
mod visible;

pub(crate) use client::{Client, Peer};
pub(crate) use cookies::{COOKIE_NAME, cookie, session};
pub(crate) use forms::{Fields, fields};
pub(crate) use host::is_loopback;
pub(crate) use reader::{Reader, html};
pub(crate) use visible::Visible;
