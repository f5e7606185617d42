//! A page of its own, with the script and the style in it.

use askama::Template;
use serde::Serialize;

use crate::{Exhibit, SCRIPT, STYLE};

/// What one sees first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// What each move is worth, both sides to be moved.
    Explanation,
    /// The mouse to be played, against the cat.
    Game,
}

/// A page that needs no network, and lets nothing run but its own script.
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
    /// One case, several to choose from, or none: then one draws a board. The
    /// text is for readers without scripts.
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

    /// The page as HTML.
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
    fn names_cannot_become_markup() {
        let page = page("</script><script>alert(1)</script><!--");
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("<!--"), "{page}");
    }

    #[test]
    fn a_page_asks_for_nothing() {
        let page = page("a");
        for forbidden in [" src=", "@import", "url(http", "<link"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }
}
