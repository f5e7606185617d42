//! The HTML report: one file that needs no network. Only the view of a single case needs scripts.

mod cases;
mod failure;
mod inline;
mod page;
mod plot;
mod problem;

pub(super) use page::html;
