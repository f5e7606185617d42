//! Tests every report format with a run in which all untrusted text is hostile.

use mousetrap_util::Choice as _;
use proptest::prelude::*;

use super::sample;
use crate::record::progress::tests::plain_lines;
use crate::{Comparison, Format, Model, Report, View, describe_failures, failure_lines, render};
use mousetrap_model::{CaseId, Event, MachineFacts, Message, SubmissionOutcome};

/// Short strings that could break a report format, a terminal or a CI runner.
const HOSTILE_TEXTS: [&str; 29] = [
    "\x1b[2J", "\n", "\r\n", "\r", "\t", " ", "\0", "\u{7f}", "\u{ffff}", "\u{fffe}", "\u{202e}",
    "\u{2028}", "\u{200b}", "\u{feff}", "]]>", "<script>", "</code>", "<!--", "\"", "'", "&", "|",
    "````", "=cmd()", "@x", "+1", "-1", ",", "%0A",
];

/// Longer strings, most of which are commands to a CI runner.
const RUNNER_COMMANDS: [&str; 11] = [
    "\x1b]0;x\x07",
    "\u{9b}31m",
    "\n::error file=a::b",
    "::set-env name=x::y",
    " \u{a0}::stop-commands::",
    "##[group]",
    "##vso[task.complete]",
    "##teamcity[x]",
    "\u{e0041}",
    "</script>",
    "http://www.x.y",
];

fn hostile_text() -> impl Strategy<Value = String> {
    let tokens = [&HOSTILE_TEXTS[..], &RUNNER_COMMANDS].concat();
    let token = prop::sample::select(tokens).prop_map(str::to_owned);
    let piece =
        prop_oneof![4 => token, 1 => "[a-z]{1,30}", 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

/// Returns the events of the sample run, with every untrusted text replaced by a result of `text`.
fn events_with_texts(mut text: impl FnMut() -> String) -> Vec<Event> {
    let mut events = sample::events(false);
    for event in &mut events {
        match event {
            Event::RunStarted {
                submissions,
                isolation,
                ..
            } => {
                *isolation = text();
                for info in submissions {
                    info.path = text().into();
                    info.language = text();
                    info.encoding = Some(text());
                    info.language_name = text();
                }
            }
            Event::Outcome(_, outcome) => replace_texts(outcome, &mut text),
            Event::Case { result, .. } => {
                result.id = CaseId(text());
                result.reason = Some(Message::text(text()));
                (result.stdout, result.stderr) = (text(), text());
                if let Some(failing) = &mut result.failing {
                    (failing.answer, failing.reply) = (text(), Some(text()));
                }
            }
            Event::CaseStarted { case, .. } => case.0 = text(),
            Event::Preparing { failed, .. } => *failed = Some(text().into()),
            Event::Compiling { .. }
            | Event::Checking { .. }
            | Event::Started { .. }
            | Event::RunFinished { .. } => {}
        }
    }
    sample::add_cases(events)
}

fn replace_texts(outcome: &mut SubmissionOutcome, text: &mut impl FnMut() -> String) {
    match outcome {
        SubmissionOutcome::Skipped(skip) => (skip.reason, skip.remedy) = (text().into(), text()),
        SubmissionOutcome::Judged(judgement) => {
            judgement.compiler_output = text();
            judgement.compile_error = Some(Message::text(text()));
            judgement.unchecked = Some(Message::text(text()));
        }
        SubmissionOutcome::Failed(error) => *error = Message::text(text()),
        SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {}
    }
}

fn run_with_fact(events: Vec<Event>, fact: &str) -> Model {
    let mut model = sample::run_from_events(events);
    for (number, refused) in model.header.refused.iter_mut().enumerate() {
        refused.path = format!("{fact} {number}r").into();
        refused.reason = fact.into();
    }
    for path in &mut model.header.left_out {
        *path = fact.into();
    }
    let facts = [(fact.to_owned(), fact.to_owned())];
    model.ending.as_mut().unwrap().facts = MachineFacts {
        machine: facts.clone().into(),
        toolchains: facts.into(),
    };
    let mut points = sample::run_points(40);
    for group in &mut points.groups {
        group.group.name = fact.to_owned();
    }
    model.header.points = [
        (fact.to_owned(), points.clone()),
        ("1728".to_owned(), points.clone()),
    ]
    .into();
    for submission in &mut model.submissions {
        submission.award = Some(points.award_points(submission.accepted_cases()));
    }
    model.header.named = vec![fact.into()];
    (model.command_options.common, model.command_options.suites) =
        (fact.to_owned(), fact.to_owned());
    model
}

/// Returns the events of a run with harmless texts that are all different.
fn harmless_events() -> Vec<Event> {
    let mut number = 0;
    events_with_texts(|| {
        number += 1;
        format!("text {number}x")
    })
}

/// Returns whether a CI runner would interpret this line as a command.
fn is_runner_command(line: &str) -> bool {
    let anywhere = regex::Regex::new(r"##[A-Za-z0-9]*\[").unwrap();
    line.trim_start().starts_with("::") || anywhere.is_match(line)
}

/// Checks that a report contains no characters that move, hide or reorder other characters, and no
/// commands to a CI runner.
fn check_all_visible(what: &str, text: &str) {
    for character in text.chars().filter(|c| !"\n\t".contains(*c)) {
        let number = u32::from(character);
        let hidden = [
            0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff, 0xffff,
        ];
        let reorders = (0x202a..=0x202e).contains(&number) || (0x2060..=0x206f).contains(&number);
        assert!(
            !character.is_control() && !reorders && !hidden.contains(&number),
            "{what}: {character:?}"
        );
    }
    for line in text.split(['\n', '\r']) {
        assert!(!is_runner_command(line), "{what}: a runner command: {line}");
    }
}

fn occurrences(text: &str, pattern: &str) -> usize {
    text.matches(pattern).count()
}

/// Returns Markdown without its code blocks.
fn without_code_blocks(text: &str) -> String {
    let mut fence: Option<&str> = None;
    let mut outside = String::new();
    for line in text.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => outside = outside + line + "\n",
            Some(open) if ticks.len() >= open.len() && line.len() == ticks.len() => fence = None,
            Some(_) => {}
        }
    }
    assert_eq!(fence, None, "a code fence is not closed");
    outside
}

fn check_structure(format: Format, text: &str, harmless: &str, model: &Model) {
    let files = model.submissions.len() + model.header.refused.len();
    match format {
        Format::Json => {
            let report: Report = serde_json::from_str(text).unwrap();
            assert_eq!(report, Report::new(model));
        }
        Format::Log => {
            let lines = text.lines().map(serde_json::from_str::<serde_json::Value>);
            let lines: Vec<_> = lines.map(Result::unwrap).collect();
            let submissions = lines[0]["run"]["submissions"].as_array().unwrap();
            assert_eq!(submissions.len(), model.submissions.len());
        }
        Format::Junit => {
            let xml = roxmltree::Document::parse(text).unwrap();
            let cases = xml.descendants().filter(|n| n.has_tag_name("testcase"));
            assert_eq!(cases.count(), files);
        }
        Format::Csv | Format::Marks => {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
            assert_eq!(rows.len(), files);
            for cell in rows.iter().flatten() {
                let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
                assert!(!is_formula, "{cell}");
            }
        }
        Format::Html => {
            let marks = |page: &str| {
                let (before, rest) = page
                    .split_once("<script type=\"application/json\"")
                    .unwrap();
                let (_, after) = rest.split_once("</script>").unwrap();
                let count = |mark| occurrences(before, mark) + occurrences(after, mark);
                ["<", ">", "\""].map(count)
            };
            assert_eq!(marks(text), marks(harmless));
        }
        Format::Markdown => {
            let (text, harmless) = (without_code_blocks(text), without_code_blocks(harmless));
            for mark in ["<", "|", "`", "\n", "://", "www."] {
                let [found, expected] = [&text, &harmless].map(|text| occurrences(text, mark));
                assert_eq!(found, expected, "{mark} in {text}");
            }
        }
        Format::Table => {
            let rows = |text: &str| occurrences(text.split("\n\n").next().unwrap(), "\n");
            assert_eq!(rows(text), rows(harmless), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn hostile_text_cannot_control_any_report(
        texts in prop::collection::vec(hostile_text(), 120),
        width in prop::option::of(30usize..120),
    ) {
        let mut at = 0;
        // Each text contains a number, because the names of cases must be distinct.
        let events = events_with_texts(|| {
            at += 1;
            format!("{} {at}x", texts[at % texts.len()])
        });
        let (model, harmless_model) = (run_with_fact(events.clone(), &texts[0]), run_with_fact(harmless_events(), "fact"));
        for &format in Format::ALL {
            let text = render(format, &model, &View::default());
            check_structure(format, &text, &render(format, &harmless_model, &View::default()), &model);
            check_all_visible(&format!("{format:?}"), &text);
        }
        let narrow = &sample::styled_view(false, width);
        check_all_visible("a narrow table", &render(Format::Table, &model, narrow));
        check_all_visible("what failed", &describe_failures(&model, narrow));
        check_all_visible("faults", &failure_lines(&model, narrow));
        check_all_visible("progress", &plain_lines(events, false));
        prop_assert_eq!(occurrences(&plain_lines(harmless_events(), false), "\n"), 8);
        let (hostile, harmless) = (Report::new(&model), Report::new(&harmless_model));
        check_all_visible("a comparison", &Comparison::new(&hostile, &harmless).text);
    }
}

#[test]
fn only_our_own_colours_are_printed() {
    let mut at = 0;
    let hostile = || {
        at += 1;
        format!("a\x1b[31mb\n{at}")
    };
    let model = run_with_fact(events_with_texts(hostile), "\x1b[7m");
    let coloured = &sample::styled_view(true, None);
    let escapes = |model: &Model| {
        occurrences(&render(Format::Table, model, coloured), "\x1b")
            + occurrences(&describe_failures(model, coloured), "\x1b")
    };
    let harmless = run_with_fact(harmless_events(), "fact");
    assert_eq!(escapes(&model), escapes(&harmless));
}
