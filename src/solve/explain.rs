//! `mousetrap explain`: why the answer to a case is what it is.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use console::Term;
use serde_json::json;

use crate::cli::common::{Global, choice, compiled, interruption, submission, toolchain};
use crate::cli::failure::{Failure, Status};
use crate::solve::case_file::CaseOptions;
use crate::solve::explain_page;
use cat_and_mouse::Instance;
use cat_and_mouse::explain::{self, Claim, Contradiction, Explanation};
use cat_and_mouse::game::Player;
use cat_and_mouse::solve::line::LineEnd;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Answer, InteractiveSession, Options, Question, SessionOptions};
use mousetrap_model::CaseId;
use mousetrap_model::Verdict;
use mousetrap_sandbox::Isolation;
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
  mousetrap explain cases/1728/regressions/wall-in-the-way.in
  mousetrap explain extreme/mouse-win-8                a case of a suite, by name
  mousetrap explain case.txt --submission answer.py
  mousetrap explain case.txt --format svg > game.svg
  mousetrap explain case.txt --format html > game.html
  mousetrap explain --suite extreme --format html > gallery.html

Exit codes: 0 done, 1 the submission is wrong about the case, 2 bad usage or
input, 3 internal error.")]
pub(crate) struct Arguments {
    /// The case: a file in the stdin text form or as pasted from the problem
    /// page, such a text itself, the name of a case of a suite, or `-` for
    /// standard input
    #[arg(value_name = "CASE", required_unless_present = "suite")]
    case: Option<PathBuf>,
    /// Show the cases of this suite side by side (may be repeated); with
    /// --format html
    #[arg(long, value_name = "SUITE", conflicts_with_all = ["case", "submission", "extended", "max_plies"])]
    suite: Vec<String>,
    #[command(flatten)]
    options: CaseOptions,
    /// Ask this submission about every position of the game
    #[arg(long, short, value_name = "FILE")]
    submission: Option<PathBuf>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// How the submission is kept away from this machine; "none" is for code
    /// that you trust
    #[arg(long, value_parser = choice::<Isolation>(), default_value = "full")]
    isolation: Isolation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text and boards for a terminal.
    Text,
    /// One JSON object.
    Json,
    /// An animation for web pages and documents.
    Svg,
    /// A web page on which you can play, with the value of every move.
    Html,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let Some(file) = &arguments.case else {
        return gallery(global, arguments);
    };
    let config = global.config()?;
    let submission = arguments.submission.as_deref();
    let instance = arguments.options.read(&config, file, submission)?;
    let explanation = Explanation::new(&instance);
    let asked = match submission {
        Some(path) => Some(ask(&config, arguments, path, &instance, &explanation)?),
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
        Format::Json => outln!("{}", json(&instance, &explanation, claims, contradiction)?),
        Format::Svg => out!("{}", explain::svg(&instance, &explanation)),
        Format::Html => out!(
            "{}",
            explain_page::case(file, &instance, &explanation, claims, contradiction)
        ),
    }
    let wrong = asked.is_some_and(|asked| asked.verdict != Verdict::Accepted);
    Ok(if wrong {
        Status::Unexpected
    } else {
        Status::Expected
    })
}

/// All cases of suites, to choose from.
fn gallery(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    if arguments.format != Format::Html {
        return Err(Failure::usage(
            "--suite shows cases side by side on a page; add --format html",
        ));
    }
    let page = explain_page::gallery(
        &global.config()?,
        &arguments.suite,
        arguments.options.problem,
        arguments.isolation,
    )?;
    out!("{page}");
    Ok(Status::Expected)
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
    config: &Config,
    arguments: &Arguments,
    path: &Path,
    instance: &Instance,
    explanation: &Explanation,
) -> Result<Asked, Failure> {
    let submission = &submission(config, path, Some(instance.game()), None)?;
    let options = Options::of(config).isolated(arguments.isolation);
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
            interrupted: &interrupted,
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

/// The output of `--format json`. Places are cells row by row from 0, or nodes. `depth` is
/// the ply of the forced end, if one is forced.
fn json(
    instance: &Instance,
    explanation: &Explanation,
    claims: &[Claim],
    contradiction: Option<&Contradiction>,
) -> Result<String, Failure> {
    let name = |player: Player| match player {
        Player::Mouse => "mouse",
        Player::Cat => "cat",
    };
    let steps = explanation.steps.iter().map(|step| {
        json!({
            "ply": step.ply,
            "mover": name(step.mover),
            "mouse": step.to.mouse,
            "cat": step.to.cat,
            "moves": step.moves,
            "best": step.best,
            "left": step.left.map(|left| left.0),
        })
    });
    // Positions are `[mouse, cat]`, with the other player to move.
    let fortresses = explanation.fortresses.iter().map(|fortress| {
        let positions = fortress.positions.iter().map(|at| [at.mouse, at.cat]);
        json!({
            "keeper": name(fortress.keeper),
            "positions": positions.collect::<Vec<_>>(),
        })
    });
    let mut explained = json!({
        "problem": instance.game().id(),
        "answer": instance.reply(explanation.outcome),
        "depth": explanation.outcome.depth().map(|depth| depth.0),
        "meaning": instance.describe(explanation.outcome),
        "steps": steps.collect::<Vec<_>>(),
        "end": match explanation.end {
            LineEnd::Home => "home",
            LineEnd::Caught => "caught",
            LineEnd::FoodTaken => "food_taken",
            LineEnd::Repeats => "repeats",
            LineEnd::Long => "long",
        },
        "fortresses": fortresses.collect::<Vec<_>>(),
    });
    if !claims.is_empty() {
        explained["claims"] = json!(claims);
    }
    if let Some(contradiction) = contradiction {
        explained["contradiction"] = json!(contradiction);
    }
    serde_json::to_string_pretty(&explained).map_err(Failure::internal)
}
