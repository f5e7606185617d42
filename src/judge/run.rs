//! `mousetrap run`: runs a submission on one case and prints its output, time and memory.

use std::path::PathBuf;

use crate::cli::context::{GlobalOptions, choice_parser};
use crate::cli::failure::{CommandResult, ExitStatus};
use crate::cli::submissions::{custom_problem, load_submission, with_session};
use crate::solve::case_file::CaseArguments;
use mousetrap_judge::{Answer, CaseRequest};
use mousetrap_model::{CaseId, Form, Verdict};
use mousetrap_report::texts::EN;
use mousetrap_report::{OutputStyle, describe_arguments, format_usage};
use mousetrap_suite::GameCase;
use mousetrap_util::printable::{escape_line, indent, to_printable, truncate_lines};

/// Run a submission on one case and print its output, time and memory
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap run answer.py case.txt
  mousetrap run answer.py extreme/mouse-win-8      a case in a suite, by name
  mousetrap run answer.py < case.txt
  mousetrap run answer.py arguments.txt            a custom problem: `name = value` lines, or JSON

Exit codes: 0 accepted, 1 not accepted, 2 bad usage or input, 3 internal error.")]
pub(crate) struct Arguments {
    /// The source file of the submission
    #[arg(value_name = "FILE")]
    submission: PathBuf,
    #[command(flatten)]
    case: CaseArguments,
    /// Whether the submission is a function or a program [default: recognised from the source]
    #[arg(long, value_parser = choice_parser::<Form>())]
    form: Option<Form>,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let path = &arguments.submission;
    let named = arguments.case.requested_problem(&config)?;
    let own = custom_problem(&config, path, named, arguments.form)?;
    let (problem, case, drawing, expected) = if let Some(own) = own {
        let mut case = arguments.case.read_custom_case(&config, own)?;
        let mut expected = truncate_lines(&case.answer);
        if case.answer.is_empty() {
            match (arguments.case).answer_custom_case(global, &config, own, &case)? {
                Ok(answer) => {
                    expected = truncate_lines(&answer) + " (answer of the reference solution)";
                    case.answer = answer;
                }
                Err(error) => {
                    let error = error.to_string();
                    let reason = error.lines().next().unwrap_or_default();
                    expected = format!("not known: {}", to_printable(reason));
                }
            }
        }
        let width = OutputStyle::for_stdout(false).width;
        let drawing = describe_arguments(Some(&own.problem.signature), &case.arguments, width);
        (&own.problem, case, drawing, expected)
    } else {
        let instance = arguments.case.read_case(global, &config, Some(path))?;
        let (problem, drawing) = (instance.game().problem(), instance.draw());
        let id = CaseId("run/case".to_owned());
        let case = GameCase::from_instance(id, instance, config.limits);
        let expected = case.instance.describe(case.outcome);
        (problem, case.to_judge_case(), drawing, expected)
    };
    let submission = load_submission(&config, path, Some(problem), arguments.form)?;
    let question = CaseRequest {
        case: case.clone(),
        new_process: true,
    };
    let answer = with_session(global, &config, &submission, |session| {
        session.request_answer(question)
    })?;
    outln!("{}", indent(&drawing).trim_end());
    for (name, text) in [
        ("output", &answer.stdout),
        ("standard error", &answer.stderr),
    ] {
        if !text.trim().is_empty() {
            outln!("\n{name}:\n{}", indent(text).trim_end());
        }
    }
    outln!("\nexpected    {expected}");
    print_answer(&answer);
    // If the expected answer is not known, the reply may still be wrong.
    if !case.answer.is_empty() || answer.verdict != Verdict::Accepted {
        let reason = answer
            .reason
            .as_ref()
            .map(|it| escape_line(&it.to_string()));
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        outln!("verdict     {}{reason}", answer.verdict);
    }
    Ok(ExitStatus::from_is_expected(
        answer.verdict == Verdict::Accepted,
    ))
}

/// Prints the reply of a submission, and the time and memory that it used.
fn print_answer(answer: &Answer) {
    let reply = match answer.reply.as_deref().map(str::trim_end) {
        None => "nothing",
        Some("") => "an empty line",
        Some(reply) => reply,
    };
    outln!("got         {}", escape_line(reply));
    let usage = format_usage(answer.usage, answer.limits, &EN);
    outln!("used        {usage}");
}
