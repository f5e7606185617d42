//! The HTML report: one file that needs no network and, except for the view of
//! a single case, no script.

mod cases;
mod inline;
mod page;
mod plot;
mod problem;

pub(super) use page::html;
