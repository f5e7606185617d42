//! A self-contained page, with the script and the style sheet in it.

use askama::Template;
use serde::Serialize;

use crate::{Exhibit, SCRIPT};

/// The first view of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Shows the value of each move; the reader moves both sides.
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
    data: Data,
    script: &'static str,
    style: &'static str,
}

#[derive(Debug, Serialize)]
struct Data {
    exhibit: Option<Exhibit>,
    side: &'static str,
    show: &'static str,
}

impl Page {
    /// Returns a page with a case, or with an empty board to draw on. The text is for readers
    /// without scripts.
    pub fn new(title: String, text: String, exhibit: Option<Exhibit>, opening: Opening) -> Self {
        let (side, show) = match opening {
            Opening::Explanation => ("both", "moves"),
            Opening::Game => ("mouse", "nothing"),
        };
        Self {
            title,
            text,
            data: Data {
                exhibit,
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

    fn page(name: &str) -> String {
        let input = "[\"M.C...F\"]\n1\n4";
        let problem = Game::recognise(input).unwrap();
        let instance = problem.parse(input, Bounds::Contest).unwrap();
        let exhibit = Exhibit::new(Some(name.to_owned()), &instance);
        let (title, text) = (name.to_owned(), name.to_owned());
        Page::new(title, text, Some(exhibit), Opening::Explanation).html()
    }

    #[test]
    fn name_cannot_become_markup() {
        let page = page("</script><script>alert(1)</script><!--");
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
    }

    #[test]
    fn page_loads_nothing() {
        let page = page("a");
        for forbidden in [" src=", "@import", "url(http", "<link"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}
