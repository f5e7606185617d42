//! `mousetrap run`: runs a submission on one case and prints its output, time and memory.

use std::path::PathBuf;

use crate::cli::common::{GlobalOptions, choice_parser};
use crate::cli::failure::{Failure, Status};
use crate::cli::session::{custom_problem, load_submission, with_session};
use crate::solve::case_file::CaseArguments;
use mousetrap_judge::{Answer, CaseRequest};
use mousetrap_model::{Case, CaseId, Form, Verdict};
use mousetrap_report::format_duration;
use mousetrap_suite::GameCase;
use mousetrap_util::printable::{escape_line, indent, printable, truncate_lines};

/// Run a submission on one case and print its output, time and memory
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap run answer.py case.txt
  mousetrap run answer.py extreme/mouse-win-8      a case in a suite, by name
  mousetrap run answer.py < case.txt
  mousetrap run answer.py arguments.txt            a custom problem: one argument per line

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

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.read_config()?;
    let path = &arguments.submission;
    let named = arguments.case.requested_problem(&config)?;
    let (shown, problem) = if let Some(own) = custom_problem(&config, path, named, arguments.form)?
    {
        let case = arguments.case.read_custom_case(&config, own)?;
        (DisplayedCase::from_custom_case(case), &own.problem)
    } else {
        let instance = arguments.case.read_case(global, &config, Some(path))?;
        let problem = instance.game().problem();
        let id = CaseId("run/case".to_owned());
        let case = GameCase::from_instance(id, instance, config.limits);
        (DisplayedCase::from_game_case(&case), problem)
    };
    let submission = load_submission(&config, path, Some(problem), arguments.form)?;
    let question = CaseRequest {
        case: shown.case.clone(),
        new_process: true,
    };
    let answer = with_session(global, &config, &submission, |session| {
        session.ask(question)
    })?;
    let Some(answer) = answer else {
        return Ok(Status::Interrupted);
    };
    shown.print(&answer);
    Ok(Status::from_check(answer.verdict == Verdict::Accepted))
}

/// A case, and the drawing and expected answer that are shown to the user.
struct DisplayedCase {
    case: Case,
    drawing: String,
    expected: String,
}

impl DisplayedCase {
    fn from_game_case(case: &GameCase) -> Self {
        Self {
            case: case.to_judge_case(),
            drawing: case.instance.draw(),
            expected: case.instance.describe(case.outcome),
        }
    }

    fn from_custom_case(case: Case) -> Self {
        let expected = match case.answer.as_str() {
            "" => "not known, because this case is not in a suite".to_owned(),
            answer => truncate_lines(answer),
        };
        Self {
            drawing: truncate_lines(&case.arguments),
            expected,
            case,
        }
    }

    fn print(&self, answer: &Answer) {
        let Self {
            case,
            drawing,
            expected,
        } = self;
        outln!("{}", indent(drawing).trim_end());
        for (name, text) in [
            ("output", &answer.stdout),
            ("standard error", &answer.stderr),
        ] {
            if !text.trim().is_empty() {
                outln!("\n{name}:\n{}", indent(&printable(text)).trim_end());
            }
        }
        let reply = match answer.reply.as_deref().map(str::trim_end) {
            None => "nothing",
            Some("") => "an empty line",
            Some(reply) => reply,
        };
        outln!("\nexpected    {expected}");
        outln!("got         {}", escape_line(reply));
        outln!(
            "used        CPU {} of {}, wall {} of {}, memory {} of {}",
            format_duration(answer.usage.cpu),
            format_duration(answer.limits.cpu),
            format_duration(answer.usage.wall),
            format_duration(answer.limits.wall),
            answer.usage.memory,
            answer.limits.memory,
        );
        let reason = answer.reason.as_ref();
        let reason = reason.map_or_else(String::new, |it| {
            format!(": {}", escape_line(&it.to_string()))
        });
        // If the expected answer is not known, the reply may still be wrong.
        if !case.answer.is_empty() || answer.verdict != Verdict::Accepted {
            outln!("verdict     {}{reason}", answer.verdict);
        }
    }
}
