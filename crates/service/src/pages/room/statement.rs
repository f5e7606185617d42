//! The statement of a custom problem for participants: its Markdown converted to HTML.

use std::path::Path;

use mousetrap_model::Problem;
use mousetrap_problems::definition::PROBLEMS_DIRECTORY;
use mousetrap_problems::examples::{mark_labels, to_code_blocks};
use mousetrap_problems::template::is_unwritten;
use mousetrap_util::printable::escape_invisible_characters;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::store::Room;
use crate::texts::{Texts, expand_template};
use crate::web::App;

/// Returns the statement of a custom problem in HTML, with the constraints that its author has not
/// written into the statement.
pub(super) fn statement_html(app: &App, problem: &Problem, w: &Texts) -> String {
    let (original, mut markdown) = read_statement(app, problem, w);
    if let Some(definition) = app.settings.config.definition(problem) {
        let missing = definition.constraints.lines_missing_from(&original);
        markdown += &constraint_section(&w["constraints"], missing);
    }
    to_html(&markdown)
}

/// Returns the text of `statement.md`, and the text that the page shows: the translation to the
/// language of the page or, if there is none, the text of `statement.md`. A missing `statement.md`
/// counts as empty.
fn read_statement(app: &App, problem: &Problem, w: &Texts) -> (String, String) {
    let directory = Path::new(PROBLEMS_DIRECTORY).join(&problem.id);
    let root = &app.settings.config.root;
    let read = |file: &str| root.read_text(&directory.join(file)).ok().flatten();
    let original = read("statement.md").unwrap_or_default();
    let translated = read(&format!("statement.{}.md", w.code));
    let shown = translated.unwrap_or_else(|| original.clone());
    (original, shown)
}

/// Returns a warning for each custom problem of a room whose statement the author has not written.
pub(super) fn unwritten_statement_warnings(app: &App, room: &Room, w: &Texts) -> Vec<String> {
    let config = app.settings.config;
    let problems = room.policy.problems.iter();
    let custom = problems.filter_map(|id| config.problem(id).filter(|it| it.game.is_none()));
    let unwritten = custom.filter(|problem| is_unwritten(&read_statement(app, problem, w).1));
    let warnings =
        unwritten.map(|it| expand_template(&w["unwritten_statement"], |_| it.id.clone()));
    warnings.collect()
}

/// Returns a Markdown section with a heading and a list of constraints, or an empty string if there
/// are no constraints.
fn constraint_section<'a>(heading: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let items = lines.map(|line| {
        let mut bullets = ["- ", "* ", "• "].iter();
        let line = bullets.find_map(|it| line.strip_prefix(it)).unwrap_or(line);
        // Sentences are shown as text, and formulas as code.
        if line.contains(['<', '>', '=', '*', '_']) && !line.contains('`') {
            format!("- `{line}`\n")
        } else {
            format!("- {line}\n")
        }
    });
    let items: String = items.collect();
    let heading = format!("\n\n## {heading}\n\n");
    if items.is_empty() {
        items
    } else {
        heading + &items
    }
}

/// Converts Markdown to HTML, nesting its headings under the problem's heading. Embedded HTML is
/// shown as text, images are replaced by their descriptions, and only links to `http` and `https`
/// URLs are kept.
fn to_html(markdown: &str) -> String {
    let text = escape_invisible_characters(markdown);
    let text = to_code_blocks(&text);
    let text = text.trim_start();
    // The page already shows the title as a heading.
    let text = match text.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, body)| body),
        None => text,
    };
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::End(TagEnd::Image) => None,
        Event::Start(mut tag) => {
            let is_web = |url: &str| url.starts_with("https://") || url.starts_with("http://");
            match &mut tag {
                Tag::Image { .. } => return None,
                Tag::Link { dest_url, .. } if !is_web(dest_url) => *dest_url = "".into(),
                Tag::Heading { level, .. } => *level = demote_heading(*level),
                _ => {}
            }
            Some(Event::Start(tag))
        }
        Event::End(TagEnd::Heading(it)) => Some(Event::End(TagEnd::Heading(demote_heading(it)))),
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    // A code block may be wider than the screen. With a tab index, it can get the focus and be
    // scrolled with the keyboard.
    mark_labels(&page).replace("<pre>", "<pre tabindex=\"0\">")
}

/// Shifts a heading's level so that it nests under the problem's heading, which has level 2.
fn demote_heading(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1)
        .unwrap_or(HeadingLevel::H6)
        .max(HeadingLevel::H3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_is_rendered_without_its_title() {
        let html = to_html(
            "# Title\n\nGiven `n`:\n\n## Examples\n\n```\nn = 1\n```\n\n- *one*\n\n\
             Input: s = \"a*b*\"\nOutput: <2\n",
        );
        let expected = "<p>Given <code>n</code>:</p>\n<h3>Examples</h3>\n<pre tabindex=\"0\">\
                        <code>n = 1\n\
                        </code></pre>\n<ul>\n<li><em>one</em></li>\n</ul>\n\
                        <pre tabindex=\"0\"><code><strong>Input:</strong> s = \"a*b*\"\n\
                        <strong>Output:</strong> &lt;2\n</code></pre>\n";
        assert_eq!(html, expected);
    }

    #[test]
    fn markup_in_a_hostile_statement_is_escaped() {
        for (markdown, lacks) in [
            ("<script>alert(1)</script>", "<script"),
            ("a <b onclick=x>b</b>", "<b"),
            ("<div>\n<style>*{}</style>\n</div>", "<style"),
            ("[a](javascript:alert(1))", "javascript"),
            ("[a](<JAVASCRIPT:alert(1)>)", "JAVASCRIPT"),
            ("[a](data:text/html,x)", "data:"),
            ("<javascript:alert(1)>", "href=\"javascript"),
            ("![a](https://example.org/x.png)", "<img"),
            ("```\"><script>\n```", "<script"),
            ("# <script>", "<script"),
            ("| a |\n| - |\n| <i> |", "<i>"),
        ] {
            let html = to_html(markdown);
            assert!(!html.contains(lacks), "{markdown}: {html}");
        }
    }
}
