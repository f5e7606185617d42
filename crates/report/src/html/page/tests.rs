use super::*;
use crate::tests::sample;
use crate::texts::{EN, ZH};
use crate::{Format, render};
use mousetrap_model::{Form, MachineFacts};

#[test]
fn page_needs_no_network() {
    let page = render_html(&sample::interrupted_run(), &View::default());
    for forbidden in [" src=", "@import", "url(\"", "url(h", "<link", "https:"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn run_of_refused_files_has_no_empty_table() {
    let mut model = sample::interrupted_run();
    model.submissions.clear();
    model.header.similar = None;
    let page = render_html(&model, &View::default());
    assert!(page.contains("class/empty.py"));
    assert!(!page.contains("<tbody>\n</tbody>") && !page.contains("id=\"filters\""));
}

#[test]
fn empty_column_is_omitted_and_others_are_aligned() {
    let headings = |model: &Model| {
        let page = render_html(model, &View::default());
        let table = page.split_once("<table id=\"table\" ").unwrap().1;
        let table = table.split_once("</table>").unwrap().0;
        let (head, body) = table.split_once("<tbody>").unwrap();
        let columns = head.matches("<th ").count();
        for row in body.split("</tr>").filter(|row| row.contains("<tr")) {
            assert_eq!(row.matches("</t").count(), columns, "{row}");
        }
        let refused = body.matches("data-value=\"Refused\"").count();
        assert_eq!(refused, model.header.refused.len());
        head.to_owned()
    };
    let mut model = sample::interrupted_run();
    assert!(headings(&model).contains(">Expected</th>"));
    assert!(!headings(&model.redacted()).contains(">First failing</th>"));
    for submission in &mut model.submissions {
        submission.info.expected = None;
    }
    assert!(!headings(&model).contains(">Expected</th>"));
}

#[test]
fn redacted_submission_has_nothing_to_unfold() {
    let page = render_html(&sample::interrupted_run().redacted(), &View::default());
    assert!(!page.contains("<pre></pre>"));
    assert!(page.contains("<p class=\"bad brief\" id="));
}

#[test]
fn page_has_every_submission_and_the_machine() {
    let mut model = sample::interrupted_run();
    let fact = |name: &str, value: &str| [(name.to_owned(), value.to_owned())].into();
    model.ending.as_mut().unwrap().facts = MachineFacts {
        machine: fact("processor", "abacus"),
        toolchains: fact("C++", "g++ 99"),
    };
    let page = render_html(&model, &View::default());
    for submission in &model.submissions {
        assert!(page.contains(&submission.info.path.display().to_string()));
    }
    assert!(page.contains("<dt>processor</dt><dd>abacus</dd>"));
    assert!(page.contains("<dd>g++ 99</dd>"));
}

#[test]
fn only_cases_of_games_are_playable() {
    let mut model = sample::one_failed_run();
    let page = |model: &Model| render_html(model, &View::default());
    let is_game = |page: String| {
        assert!(page.contains("data-case=\"hidden/walls-002\""));
        page.contains("\"is_game\":true") && page.contains("\"playable_case\":{")
    };
    assert!(is_game(page(&model)));
    model.submissions[0].info.problem = "pair-sums".to_owned();
    assert!(!page(&model).contains("LeetCode"));
    assert!(!is_game(page(&model)));
}

#[test]
fn page_of_an_author_has_the_expected_answer_once_and_a_command() {
    let view = View {
        audience: Audience::Author,
        ..View::default()
    };
    let page = render_html(&sample::one_failed_run(), &view);
    let (page, _) = page.split_once("<script").unwrap();
    assert_eq!(page.matches("<dt>Expected</dt><dd>1").count(), 1);
    assert!(!page.contains("expected 1, got 0"));
    assert!(page.contains("| mousetrap run answer.go"));
}

#[test]
fn arguments_are_named_unless_the_input_is_that_of_a_program() {
    let mut model = sample::one_failed_run();
    let input = |model: &Model| {
        let page = render_html(model, &View::default());
        let dialog = "\"input\":[[\"graph\",\"[[1,3],[0],[3],[0,2]]\"]]";
        assert!(page.contains(dialog), "{page}");
        page.contains("<span data-parameter=\"graph\">[[1,3],[0],[3],[0,2]]\n</span>")
    };
    assert!(input(&model));
    model.submissions[0].info.form = Form::Program;
    assert!(!input(&model));
}

/// Returns the visible words of a page, without the text of submissions, tools and commands.
fn visible_text(page: &str) -> String {
    let (head, _) = page.split_once("<script").unwrap_or((page, ""));
    let (_, body) = head.split_once("<body class=\"page\">").unwrap();
    let mut text = String::new();
    for piece in body.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').unwrap();
        for attribute in ["aria-label=\"", "placeholder=\"", "title=\""] {
            let value = tag.split_once(attribute).map(|(_, rest)| rest);
            text += value.and_then(|rest| rest.split('"').next()).unwrap_or("");
            text.push('\n');
        }
        if !tag.starts_with("pre") {
            text += rest;
            text.push('\n');
        }
    }
    text
}

#[test]
fn chinese_page_contains_no_english_text() {
    let english = EN.differing_texts(&ZH);
    for audience in [Audience::Owner, Audience::Author] {
        let view = View {
            audience,
            texts: &ZH,
            ..View::default()
        };
        for model in [sample::interrupted_run(), sample::one_failed_run()] {
            let page = render(Format::Html, &model, &view);
            assert!(page.contains("<html lang=\"zh-Hans\">") && page.contains("1 老鼠\t─ 0"));
            assert!(!page.contains("mouse ─"), "{page}");
            let text = visible_text(&page);
            for line in text.lines() {
                let line = line.trim().trim_end_matches(':');
                assert!(!english.contains(&line), "{line}");
            }
            for part in ["as expected", "should be", "skipped", "mouse wins"] {
                assert!(!text.contains(part), "{part}: {text}");
            }
        }
    }
}

#[test]
fn other_formats_are_always_in_english() {
    let chinese = View {
        texts: &ZH,
        ..View::default()
    };
    let model = sample::interrupted_run();
    for format in [Format::Table, Format::Markdown, Format::Csv, Format::Junit] {
        let text = render(format, &model, &View::default());
        assert_eq!(render(format, &model, &chinese), text, "{format:?}");
    }
}
