//! `mousetrap explain`: why the answer to a case is what it is.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use console::Term;

use crate::cli::common::{Global, compiled, interruption, submission, toolchain};
use crate::cli::failure::{Failure, Status};
use crate::solve::case_file::CaseOptions;
use crate::solve::page;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Contradiction, Explanation};
use mousetrap_judge::config::Config;
use mousetrap_judge::{Answer, InteractiveSession, Question, SessionOptions};
use mousetrap_model::CaseId;
use mousetrap_model::Verdict;
use mousetrap_suite::GameCase;
use mousetrap_util::printable::one_line;

/// Explain the answer to a case by best play
///
/// Shows how the winner wins although the loser delays as long as possible, or the positions
/// in which a player can never lose.
///
/// With --submission, asks the submission about every position of this game and shows where
/// its answers are wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap explain extreme/mouse-win-8                a case of a suite, by name
  mousetrap explain case.txt --submission answer.py
  mousetrap explain case.txt --format html > game.html

Exit codes: 0 done, 1 the submission is wrong about the case, 2 bad usage or
input, 3 internal error.")]
pub(crate) struct Arguments {
    /// The case: a file in the stdin text form or as pasted from the problem
    /// page, such a text itself, the name of a case of a suite, or `-` for
    /// standard input
    #[arg(value_name = "CASE")]
    case: PathBuf,
    #[command(flatten)]
    options: CaseOptions,
    /// Ask this submission about every position of the game
    #[arg(long, short, value_name = "FILE")]
    submission: Option<PathBuf>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text and boards for a terminal.
    Text,
    /// A web page on which you can play, with the value of every move.
    Html,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let (file, submission) = (&arguments.case, arguments.submission.as_deref());
    let options = &arguments.options;
    let instance = options.read(global, &config, file, submission)?;
    let explanation = Explanation::new(&instance);
    let asked = match submission {
        Some(path) => Some(ask(global, &config, path, (&instance, &explanation))?),
        None => None,
    };
    let claims = asked.as_ref().map_or(&[][..], |asked| &asked.claims);
    let contradiction = asked.as_ref().and_then(|it| it.contradiction.as_ref());
    match arguments.format {
        Format::Text => {
            let width = usize::from(Term::stdout().size().1).max(40);
            out!("{}", explain::text(&instance, &explanation, claims, width));
            if let Some(asked) = &asked {
                out!("{}", asked.more);
            }
        }
        Format::Html => out!(
            "{}",
            page::explanation(file, &instance, &explanation, (claims, contradiction))
        ),
    }
    let wrong = asked.is_some_and(|asked| asked.verdict != Verdict::Accepted);
    Ok(Status::expected_if(!wrong))
}

/// What a submission had to say.
struct Asked {
    /// On the case itself.
    verdict: Verdict,
    claims: Vec<Claim>,
    contradiction: Option<Contradiction>,
    /// What else there is to know, in lines.
    more: String,
}

/// Asks a submission about the positions of the game.
fn ask(
    global: &Global,
    config: &Config,
    path: &Path,
    (instance, explanation): (&Instance, &Explanation),
) -> Result<Asked, Failure> {
    let submission = &submission(config, path, Some(instance.game()), None)?;
    let options = global.options(config);
    let players = [(submission, toolchain(submission)?)];
    let interrupted = interruption()?;
    let limits = config.limits;
    let question = |instance: &Instance| Question {
        case: GameCase::solved(CaseId("explain".to_owned()), instance.clone(), limits).for_judge(),
        afresh: false,
    };
    mousetrap_judge::with_sessions(
        &players,
        SessionOptions {
            memory: limits.memory,
            judge: &options,
            interrupted,
        },
        |sessions| {
            let session: &InteractiveSession = &sessions[0];
            compiled(session, submission)?;
            let answer = |instance: &Instance| session.ask(question(instance));
            let gone = || Failure::usage("interrupted");
            let first = answer(instance).map_err(Failure::from)?.ok_or_else(gone)?;
            let mut asked = Asked {
                verdict: first.verdict,
                claims: Vec::new(),
                contradiction: None,
                more: remark("this case", &first),
            };
            // Each further position could take as long.
            if first.verdict == Verdict::TimeLimitExceeded {
                return Ok(asked);
            }
            // By its text, so that nothing is asked twice.
            let mut said = HashMap::new();
            for (ply, position) in explanation.askable(instance) {
                let answer = answer(&position)
                    .map_err(Failure::internal)?
                    .ok_or_else(gone)?;
                if asked.more.is_empty() {
                    asked.more = remark(&format!("the position after ply {ply}"), &answer);
                }
                let claim = claim(instance, &answer);
                said.insert(position.text(), claim);
                asked.claims.push(Claim {
                    ply,
                    claim,
                    truth: position.reply(position.solve()),
                });
                if answer.verdict == Verdict::TimeLimitExceeded {
                    return Ok(asked);
                }
            }
            asked.contradiction = Contradiction::find(instance, |position| {
                if let Some(&claim) = said.get(&position.text()) {
                    return Ok(claim);
                }
                let answer = answer(position).map_err(Failure::internal)?;
                let claim = claim(instance, &answer.ok_or_else(gone)?);
                said.insert(position.text(), claim);
                Ok::<_, Failure>(claim)
            })?;
            if let Some(found) = &asked.contradiction {
                let _ = write!(asked.more, "\n{}", found.text(instance));
            }
            Ok(asked)
        },
    )
    .map_err(Failure::from)?
}

/// The reply of a submission, if it is one that the problem has.
fn claim(instance: &Instance, answer: &Answer) -> Option<&'static str> {
    let mut replies = instance.game().replies().iter().copied();
    replies.find(|reply| answer.claim.as_deref() == Some(*reply))
}

/// The verdict on a position, if the answer makes no claim about the winner that could be
/// compared with the truth; empty otherwise.
fn remark(position: &str, answer: &Answer) -> String {
    let makes_claim = match answer.verdict {
        Verdict::Accepted => true,
        Verdict::WrongAnswer => answer.claim.is_some(),
        _ => false,
    };
    if makes_claim {
        return String::new();
    }
    let verdict = answer.verdict.directory().replace('_', " ");
    let reason = answer.reason.as_ref().map(ToString::to_string);
    let reason = one_line(&reason.unwrap_or_default());
    format!("\nVerdict of the submission on {position}: {verdict} ({reason})\n")
}
