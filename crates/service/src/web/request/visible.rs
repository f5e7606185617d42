//! How text is written into pages.

use std::fmt::{self, Write};

use askama::filters::{Escaper, Html};
use mousetrap_util::printable::visible;

/// Text that stands for itself, with everything spelt out in it that is not there to be
/// seen, wherever it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, page: W, text: &str) -> fmt::Result {
        Html.write_escaped_str(page, &visible(text))
    }
}
