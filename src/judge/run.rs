//! `mousetrap run`: runs a submission on one case and prints its output and usage.

use std::path::PathBuf;

use crate::cli::common::{Global, choice};
use crate::cli::failure::{Failure, Status};
use crate::cli::session::{submission, with_session};
use crate::solve::case_file::CaseArguments;
use mousetrap_judge::{Answer, Question};
use mousetrap_model::{CaseId, Form, Verdict};
use mousetrap_report::time;
use mousetrap_suite::GameCase;
use mousetrap_util::printable::{indented, one_line, printable};

/// Run a submission on one case and print its output and usage
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap run answer.py case.txt
  mousetrap run answer.py extreme/mouse-win-8      a case of a suite, by name
  mousetrap run answer.py < case.txt

Exit codes: 0 accepted, 1 not, 2 bad usage or input, 3 internal error.")]
pub(crate) struct Arguments {
    /// The submission, a source file
    #[arg(value_name = "FILE")]
    submission: PathBuf,
    #[command(flatten)]
    case: CaseArguments,
    /// The form of the submission [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let path = &arguments.submission;
    let instance = arguments.case.read(global, &config, Some(path))?;
    let submission = submission(&config, path, Some(instance.game()), arguments.form)?;
    let case = GameCase::solved(CaseId("run/case".to_owned()), instance, config.limits);
    let question = Question {
        case: case.for_judge(),
        afresh: true,
    };
    let answer = with_session(global, &config, &submission, |session| {
        Ok(session.ask(question)?)
    })?;
    let Some(answer) = answer else {
        return Ok(Status::Interrupted);
    };
    print(&case, &answer);
    Ok(Status::expected_if(answer.verdict == Verdict::Accepted))
}

fn print(case: &GameCase, answer: &Answer) {
    let instance = &case.instance;
    outln!("{}", indented(&instance.draw()).trim_end());
    for (name, text) in [
        ("output", &answer.stdout),
        ("standard error", &answer.stderr),
    ] {
        if !text.trim().is_empty() {
            outln!("\n{name}:\n{}", indented(&printable(text)).trim_end());
        }
    }
    let reply = match answer.reply.as_deref().map(str::trim_end) {
        None => "nothing",
        Some("") => "an empty line",
        Some(reply) => reply,
    };
    outln!("\nexpected    {}", instance.describe(case.outcome));
    outln!("got         {}", one_line(reply));
    outln!(
        "used        CPU {} of {}, wall {} of {}, memory {} of {}",
        time(answer.measured.cpu),
        time(answer.limits.cpu),
        time(answer.measured.wall),
        time(answer.limits.wall),
        answer.measured.memory,
        answer.limits.memory,
    );
    let reason = answer.reason.as_ref();
    let reason = reason.map_or_else(String::new, |it| format!(": {}", one_line(&it.to_string())));
    outln!("verdict     {}{reason}", answer.verdict);
}
