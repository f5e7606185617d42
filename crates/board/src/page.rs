//! A page that contains the script and its style sheet.

use askama::Template;
use serde::Serialize;

use crate::{Exhibit, SCRIPT, STYLE};

/// What the page shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The value of each move; the reader moves both sides.
    Explanation,
    /// A game in which the reader plays the mouse.
    Game,
}

/// A page that needs no network and allows no other script.
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
    exhibits: Vec<Exhibit>,
    side: &'static str,
    show: &'static str,
}

impl Page {
    /// Returns a page with these cases, from which the reader chooses. Without a case, the reader
    /// draws a board. `text` is for readers without scripts.
    pub fn new(title: String, text: String, exhibits: Vec<Exhibit>, opening: Opening) -> Self {
        let (side, show) = match opening {
            Opening::Explanation => ("both", "moves"),
            Opening::Game => ("mouse", "nothing"),
        };
        Self {
            title,
            text,
            data: Data {
                exhibits,
                side,
                show,
            },
            script: SCRIPT,
            style: STYLE,
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
        let exhibits = vec![exhibit];
        Page::new(
            name.to_owned(),
            name.to_owned(),
            exhibits,
            Opening::Explanation,
        )
        .html()
    }

    #[test]
    fn name_is_escaped() {
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
