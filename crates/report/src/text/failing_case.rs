//! Describes failing cases as text.

use std::fmt::{Display, Write as _};

use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use console::Style;
use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};

use crate::text::sentences::outcome_reason;
use crate::text::units::format_number;
use crate::texts::{self, EN, Texts};
use crate::{Audience, Model, OutcomeClass, OutputStyle, Submission, View};
use mousetrap_model::{CaseId, CaseResult, FailingCase, Form, Limits, Signature, Usage, Verdict};
use mousetrap_util::format_duration;
use mousetrap_util::printable::{indent, truncate_lines};

/// The name of the suite with the examples from the problem statement.
const SAMPLES_SUITE: &str = "samples";

/// The width of the labels before the expected answer and the reply.
const LABEL_WIDTH: usize = 12;

/// Maximum number of failing cases to list after the described case.
const MAX_LISTED_CASES: usize = 12;

/// Describes the failure of each submission: the output of the compiler, or the first failing case
/// with the expected answer, and the submission's reply, usage and output. Returns an empty string
/// if the table of the run already contains the description.
pub fn describe_failures(model: &Model, view: &View) -> String {
    let mut text = String::new();
    if table_includes_failing_case(model, view) {
        return text;
    }
    for submission in &model.with_all_cases().printable().submissions {
        let shown = describe_failure(submission, view.style);
        if !shown.is_empty() {
            let heading = format!("── {}", submission.info.path.display());
            let heading = view.style.paint(Style::new().bold(), &heading);
            let _ = write!(
                text,
                "{heading}\n{}\n\n{shown}\n",
                outcome_reason(submission, &EN)
            );
        }
    }
    text
}

/// Returns whether the table of a run is followed by a description of the failing case. The
/// description appears if the user judges a single submission and the submission fails.
pub(crate) fn table_includes_failing_case(model: &Model, view: &View) -> bool {
    let [submission] = &model.submissions[..] else {
        return false;
    };
    let is_shown = view.audience == Audience::Owner && !submission.is_redacted();
    is_shown && submission.outcome_class() == OutcomeClass::Unexpected
}

/// Loads all data that the table shows into memory, and escapes all untrusted text.
pub(crate) fn sanitized_table_data(model: &Model, view: &View) -> Model {
    let model = if table_includes_failing_case(model, view) {
        model.with_all_cases()
    } else {
        model.clone()
    };
    model.printable()
}

/// Describes the failure of a submission, without a heading. Returns an empty string if the
/// submission has no failure.
pub(crate) fn describe_failure(submission: &Submission, style: OutputStyle) -> String {
    if submission.verdict() == Some(Verdict::CompileError) {
        let judgement = submission.judgement();
        let output = judgement.map_or("", |judgement| &judgement.compiler_output);
        if output.trim().is_empty() {
            return "the compiler rejects the submission without a message\n".to_owned();
        }
        return format!("compiler:\n{}", indent(output));
    }
    let case = submission.first_failing_case();
    case.map_or_else(String::new, |case| {
        describe_failing_case(submission, case, style)
    })
}

fn describe_failing_case(submission: &Submission, case: &CaseResult, style: OutputStyle) -> String {
    let mut text = String::new();
    if let Some(failing) = &case.failing {
        let CaseDescription {
            drawing,
            form,
            input,
            expected,
            mut got,
            signature,
        } = CaseDescription::new(submission, case, failing, &EN);
        if Game::by_id(&submission.info.problem).is_some() {
            let _ = writeln!(text, "{}", indent(&drawing));
        }
        let input = match Game::by_id(&submission.info.problem) {
            Some(_) => input,
            None => describe_arguments(signature, &failing.arguments, style.width),
        };
        let _ = writeln!(text, "{form}:\n{}", indent(&input));
        let line_up = |text: &str| break_after_commas(text, LABEL_WIDTH, style.width);
        let expected = style.paint(Style::new().green(), &line_up(&expected));
        if failing.reply.is_some() {
            got = style.paint(Style::new().red(), &line_up(&got));
        }
        let _ = writeln!(text, "expected    {expected}\ngot         {got}");
    }
    let _ = writeln!(text, "used        {}", usage_text(case, &EN));
    for (name, written) in [("output", &case.stdout), ("standard error", &case.stderr)] {
        if !written.trim().is_empty() {
            let _ = write!(text, "\n{name}:\n{}", indent(written));
        }
    }
    let others: Vec<&CaseResult> = submission.failing_cases().skip(1).collect();
    if !others.is_empty() {
        // Each case is on a separate line, because HTML pages cut off long lines.
        text += "\nalso failing:\n";
        for CaseResult { id, verdict, .. } in others.iter().take(MAX_LISTED_CASES) {
            let _ = writeln!(text, "  {id} {verdict}");
        }
        if others.len() > MAX_LISTED_CASES {
            let _ = writeln!(
                text,
                "  and {} more",
                format_number(others.len() - MAX_LISTED_CASES)
            );
        }
    }
    text
}

/// The texts that describe a failing case: its input, the expected answer and the reply.
pub(crate) struct CaseDescription<'a> {
    /// A drawing of the board or the graph; empty for a custom problem.
    pub(crate) drawing: String,
    /// The heading above the input, which names the format of the input.
    pub(crate) form: &'static str,
    pub(crate) input: String,
    /// The signature of the function, if the input consists of its arguments.
    pub(crate) signature: Option<&'a Signature>,
    pub(crate) expected: String,
    pub(crate) got: String,
}

impl<'a> CaseDescription<'a> {
    pub(crate) fn new(
        submission: &'a Submission,
        case: &CaseResult,
        failing: &FailingCase,
        texts: &Texts,
    ) -> Self {
        let (problem, signature) = (&submission.info.problem, submission.info.signature.as_ref());
        let instance = failing_instance(problem, failing);
        let (form, input, signature) = match (Game::by_id(problem), submission.info.form) {
            (None, _) => ("arguments", shorten_values(&failing.arguments), signature),
            (Some(_), Form::Function) => ("LeetCode", failing.arguments.clone(), signature),
            (Some(_), Form::Program) => ("stdin", failing.input.clone(), None),
        };
        let drawing = instance.as_ref().map(|it| texts::draw(it, texts));
        Self {
            drawing: drawing.unwrap_or_default(),
            form,
            input,
            signature,
            expected: instance.map_or_else(
                || answer_with_provenance(problem, &case.id, &failing.answer, texts),
                |instance| texts::render_answer(&instance, texts),
            ),
            got: reply_text(failing, case.verdict, texts),
        }
    }
}

/// Maximum length in bytes of a value. Longer values are shortened.
const MAX_VALUE_LENGTH: usize = 400;

/// Formats arguments, given in JSON on separate lines, as in a statement: `nums = [1,2]`. Long values
/// are shortened, and lines that are longer than `width` are broken, both after a comma.
pub fn describe_arguments(
    signature: Option<&Signature>,
    arguments: &str,
    width: Option<usize>,
) -> String {
    // The caller indents the text.
    let width = width.map(|width| width.saturating_sub(2));
    let mut text = String::new();
    for (name, value) in Signature::named_arguments(signature, arguments) {
        let name = match name {
            "" => String::new(),
            name => format!("{name} = "),
        };
        let value = shorten_value(value);
        text += &break_after_commas(&format!("{name}{value}"), 2, width);
        text += "\n";
    }
    text
}

/// Shortens values in JSON, one per line.
fn shorten_values(lines: &str) -> String {
    lines
        .lines()
        .map(shorten_value)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Shortens a value in JSON after a comma, if it is long.
fn shorten_value(json: &str) -> String {
    if json.len() <= MAX_VALUE_LENGTH {
        return json.to_owned();
    }
    let mut length = 0;
    let items = split_after_commas(json).take_while(|item| {
        length += item.len();
        length <= MAX_VALUE_LENGTH
    });
    match items.collect::<String>() {
        kept if kept.is_empty() => truncate_lines(json),
        kept => kept + "…",
    }
}

/// Breaks a text with values in JSON after commas, into lines of at most `width` columns including
/// the indentation. The first line is not indented.
fn break_after_commas(text: &str, indentation: usize, width: Option<usize>) -> String {
    fn split(text: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
        Box::new(split_after_commas(text).map(Word::from))
    }
    let Some(width) = width else {
        return text.to_owned();
    };
    let options = textwrap::Options::new(width.saturating_sub(indentation))
        .break_words(false)
        .word_separator(WordSeparator::Custom(split))
        .word_splitter(WordSplitter::NoHyphenation);
    let line_start = format!("\n{}", " ".repeat(indentation));
    textwrap::fill(text, options).replace('\n', &line_start)
}

/// Splits JSON after each comma that is not inside a string.
fn split_after_commas(json: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    json.split_inclusive(move |character| {
        is_quoted ^= character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        character == ',' && !is_quoted
    })
}

/// Returns the reply to a case, or an explanation of why there is none.
pub(crate) fn reply_text(failing: &FailingCase, verdict: Verdict, texts: &Texts) -> String {
    match (&failing.reply, verdict) {
        (Some(reply), _) => reply.clone(),
        (None, Verdict::WrongAnswer | Verdict::RunTimeError) => texts["no_reply"].to_owned(),
        (None, _) => texts["no_reply_stopped"].to_owned(),
    }
}

/// Returns the answer of a case, followed by the answer's origin if the answer is not proved. The
/// answers of samples count as proved, because they come from the problem statement.
fn answer_with_provenance(problem: &str, case: &CaseId, answer: &str, texts: &Texts) -> String {
    let answer = shorten_value(answer);
    if Game::by_id(problem).is_some() || case.suite() == SAMPLES_SUITE {
        answer
    } else {
        texts.fill_template("answer_by_reference", &[("answer", &answer)])
    }
}

/// Parses the input of a failing case as an instance of a built-in game. Returns `None` if the
/// problem is not a game. Also returns `None` for an invalid instance, because a log can be forged.
pub fn failing_instance(problem: &str, failing: &FailingCase) -> Option<Instance> {
    let parsed = Game::by_id(problem)?.parse(&failing.input, Bounds::Extended);
    let instance = parsed.ok()?;
    let limited = (failing.max_plies).and_then(|plies| instance.with_max_plies(plies));
    Some(limited.unwrap_or(instance))
}

/// Returns the time and memory that a submission used on a case, with the limits, and the number of
/// runs.
pub(crate) fn usage_text(case: &CaseResult, texts: &Texts) -> String {
    let usage = format_usage(case.usage, case.limits, texts);
    if case.repeats == 0 {
        return usage;
    }
    let runs = case.repeats + 1;
    texts.fill_template("usage_repeated", &[("usage", &usage), ("runs", &runs)])
}

/// Formats the time and memory that a submission used, with the limits.
pub fn format_usage(used: Usage, limits: Limits, texts: &Texts) -> String {
    let arguments: [(&str, &dyn Display); 6] = [
        ("cpu", &format_duration(used.cpu)),
        ("cpu_limit", &format_duration(limits.cpu)),
        ("wall", &format_duration(used.wall)),
        ("wall_limit", &format_duration(limits.wall)),
        ("memory", &used.memory),
        ("memory_limit", &limits.memory),
    ];
    texts.fill_template("usage", &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn arguments_are_named_and_broken_between_items() {
        let signature: Signature = "int f(int[] nums, string s)".parse().unwrap();
        let describe = |arguments, width| describe_arguments(Some(&signature), arguments, width);
        let short = "[10,20,30,40]\n\"a,\\\"b,c\"\n";
        let wide = "nums = [10,20,30,40]\ns = \"a,\\\"b,c\"\n";
        assert_eq!(describe(short, None), wide);
        let narrow = "nums = [10,\n  20,30,40]\ns = \"a,\\\"b,c\"\n";
        assert_eq!(describe(short, Some(13)), narrow);
        let long = format!("[{}9]", "12345,".repeat(100));
        let cut = format!("nums = [{}…\n", "12345,".repeat(66));
        assert_eq!(describe(&long, None), cut);
    }

    #[test]
    fn failing_cases_are_described_in_full() {
        let model = sample::interrupted_run();
        insta::assert_snapshot!(describe_failures(&model, &View::default()));
    }
}
