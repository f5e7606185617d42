//! `mousetrap explain`: explains the answer to a case.

use std::path::{Path, PathBuf};

use console::Term;

use crate::cli::context::GlobalOptions;
use crate::cli::failure::{CommandResult, ExitStatus, Failure};
use crate::cli::submissions::{load_submission, with_session};
use crate::solve::case_file::CaseArguments;
use crate::solve::play::case_page;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Explanation};
use mousetrap_judge::config::Config;
use mousetrap_judge::{Answer, CaseRequest, InteractiveSession, JudgeError};
use mousetrap_model::{CaseId, Limits, Verdict};
use mousetrap_suite::GameCase;
use mousetrap_util::printable::escape_line;

/// Show why the answer to a case is correct
///
/// Shows how the winner wins against the best defence or, for a draw, the positions in which a
/// player can never lose.
///
/// With --submission, runs the submission on every position of this game in which the mouse is to
/// move, and shows where its answers are wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap explain extreme/mouse-win-8                a case in a suite, by name
  mousetrap explain case.txt --submission answer.py
  mousetrap explain case.txt --format html > game.html

Exit codes: 0 done, 1 the submission's answer to the case is wrong, 2 bad usage or
input, 3 internal error.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    case: CaseArguments,
    /// Run this submission on every position of the game with the mouse to move
    #[arg(long, short, value_name = "FILE")]
    submission: Option<PathBuf>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value = "text")]
    format: ExplanationFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExplanationFormat {
    /// Text and boards for a terminal
    Text,
    /// A web page with a playable board, which shows the value of every move
    Html,
}

pub(crate) fn run(global: &GlobalOptions, arguments: &Arguments) -> CommandResult {
    let config = global.read_config()?;
    let submission = arguments.submission.as_deref();
    let instance = arguments.case.read_case(global, &config, submission)?;
    let explanation = Explanation::new(&instance);
    let answers = submission
        .map(|path| collect_answers(global, &config, path, (&instance, &explanation)))
        .transpose()?;
    let claims = answers.as_ref().map_or(&[][..], |answers| &answers.claims);
    match arguments.format {
        ExplanationFormat::Text => {
            let width = usize::from(Term::stdout().size().1).max(40);
            let text = explain::render(&instance, &explanation, claims, width);
            out!("{text}");
            if let Some(answers) = &answers {
                out!("{}", answers.note);
            }
        }
        ExplanationFormat::Html => {
            let file = arguments.case.path();
            let explained = Some((&explanation, claims));
            out!("{}", case_page(file, &instance, explained));
        }
    }
    let is_right = answers.is_none_or(|answers| answers.verdict == Verdict::Accepted);
    Ok(ExitStatus::from_is_expected(is_right))
}

/// A submission's answers for the positions of a game.
struct SubmissionAnswers {
    /// The verdict on the given case.
    verdict: Verdict,
    claims: Vec<Claim>,
    /// A line for the terminal: the verdict on the first position to which the submission gave no
    /// valid reply. Empty if every reply is valid.
    note: String,
}

/// Runs a submission on the positions of a game in which the mouse is to move. Stops if the
/// submission exceeds the time limit.
fn collect_answers(
    global: &GlobalOptions,
    config: &Config,
    path: &Path,
    (instance, explanation): (&Instance, &Explanation),
) -> Result<SubmissionAnswers, Failure> {
    let problem = Some(instance.game().problem());
    let submission = load_submission(config, path, problem, None)?;
    with_session(global, config, &submission, |session| {
        let answer =
            |position: &Instance| run_submission_on_position(session, position, config.limits);
        let first = answer(instance)?;
        let mut answers = SubmissionAnswers {
            verdict: first.verdict,
            claims: Vec::new(),
            note: verdict_line("this case", &first),
        };
        // Stops here, because each further position could take just as long.
        if first.verdict == Verdict::TimeLimitExceeded {
            return Ok(answers);
        }
        for (ply, position) in explanation.positions_with_mouse_to_move(instance) {
            let answer = answer(&position)?;
            if answers.note.is_empty() {
                answers.note = verdict_line(&format!("the position after ply {ply}"), &answer);
            }
            answers.claims.push(Claim {
                ply,
                claim: valid_reply(instance, &answer),
                truth: position.reply(position.solve()),
            });
            if answer.verdict == Verdict::TimeLimitExceeded {
                break;
            }
        }
        Ok(answers)
    })
}

/// Runs a session's submission on one position.
fn run_submission_on_position(
    session: &InteractiveSession,
    position: &Instance,
    limits: Limits,
) -> Result<Answer, JudgeError> {
    let id = CaseId("explain".to_owned());
    let question = CaseRequest {
        case: GameCase::from_instance(id, position.clone(), limits).to_judge_case(),
        new_process: false,
    };
    session.request_answer(question)
}

/// Returns the submission's reply, if it is a valid reply for the problem.
fn valid_reply(instance: &Instance, answer: &Answer) -> Option<&'static str> {
    let mut replies = instance.game().replies().iter().copied();
    replies.find(|reply| answer.claim.as_deref() == Some(*reply))
}

/// Returns a line with the verdict on a position for which the submission gave no valid reply.
/// Returns an empty string if it gave a valid reply.
fn verdict_line(position: &str, answer: &Answer) -> String {
    let is_reply = match answer.verdict {
        Verdict::Accepted => true,
        Verdict::WrongAnswer => answer.claim.is_some(),
        _ => false,
    };
    if is_reply {
        return String::new();
    }
    let verdict = answer.verdict.directory().replace('_', " ");
    let reason = answer.reason.as_ref().map(ToString::to_string);
    let reason = escape_line(&reason.unwrap_or_default());
    format!("\nThe submission's verdict on {position}: {verdict} ({reason})\n")
}
