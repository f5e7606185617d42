//! A self-contained page that embeds the script and the style sheet.

use askama::Template;
use serde::Serialize;

use crate::{CaseData, SCRIPT};

/// The view that a page shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialView {
    /// Shows the value of each move. The reader plays both sides.
    Explanation,
    /// The reader plays the mouse against the cat.
    Game,
}

/// A page that needs no network and runs only its own script.
#[derive(Debug, Template)]
#[template(path = "page.html")]
pub struct Page {
    title: String,
    text: String,
    data: PageData,
    script: &'static str,
    style: &'static str,
}

#[derive(Debug, Serialize)]
struct PageData {
    case_data: Option<CaseData>,
    side: &'static str,
    show: &'static str,
}

impl Page {
    /// Returns a page with a case, or with an empty board to draw on. Browsers that run no scripts
    /// show the text instead.
    pub fn new(title: String, text: String, data: Option<CaseData>, view: InitialView) -> Self {
        let (side, show) = match view {
            InitialView::Explanation => ("both", "moves"),
            InitialView::Game => ("mouse", "nothing"),
        };
        Self {
            title,
            text,
            data: PageData {
                case_data: data,
                side,
                show,
            },
            script: SCRIPT,
            // The policy in the template has the hash of exactly this text.
            style: concat!(
                include_str!("../assets/look.css"),
                include_str!("../built/board.css")
            ),
        }
    }

    /// Returns the page as HTML.
    pub fn html(&self) -> String {
        self.render().expect("writing to memory does not fail")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;

    fn render_page(name: &str) -> String {
        let input = "[\"M.C...F\"]\n1\n4";
        let problem = Game::guess_from_syntax(input).unwrap();
        let instance = problem.parse(input, Bounds::Contest).unwrap();
        let case_data = CaseData::new(Some(name.to_owned()), &instance);
        let (title, text) = (name.to_owned(), name.to_owned());
        Page::new(title, text, Some(case_data), InitialView::Explanation).html()
    }

    #[test]
    fn markup_in_a_name_is_escaped() {
        let page = render_page("</script><script>alert(1)</script><!--");
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
    }

    #[test]
    fn page_makes_no_network_requests() {
        let page = render_page("a");
        for forbidden in [" src=", "@import", "url(http", "<link"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}
