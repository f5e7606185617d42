//! The HTML report: a single file that needs no network. Scripts are needed only to sort and filter
//! the table and to view a single case.

mod cases;
mod failure;
mod inline_assets;
mod page;
mod plot;
mod problem;
mod submission_row;

pub(super) use page::render_html;
