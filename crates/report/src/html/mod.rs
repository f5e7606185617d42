//! The HTML report: a single file that needs no network. Scripts are needed only for viewing a
//! single case.

mod cases;
mod failure;
mod inline;
mod page;
mod plot;
mod problem;

pub(super) use page::html;
