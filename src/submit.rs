//! `mousetrap submit`: judging elsewhere, with the reports of `judge`.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use serde::Deserialize;
use serde_json::json;

use crate::common::{Global, choice, problem, text_of};
use crate::failure::{Failure, Status};
use crate::reporting::Reporting;
use cat_and_mouse::Game;
use mousetrap_base::Choice as _;
use mousetrap_base::printable::{named, printable};
use mousetrap_judge::{FindOptions, Finder, Submission};
use mousetrap_model::Form;
use mousetrap_model::{Event, RefusedFile, Run};
use mousetrap_report::{Recorder, counted};
use mousetrap_service::{failed, origin, replay};

/// Have submissions judged by a server
///
/// The server is one of `mousetrap serve`; its owner gives out tokens. The token is
/// read from MOUSETRAP_TOKEN or from --token-file, and has the scope "judge".
#[derive(Debug, clap::Args)]
#[expect(clippy::doc_markdown, reason = "help is plain text")]
#[command(after_help = "Examples:
  mousetrap submit --server https://judge.example answer.py
  mousetrap submit --server https://judge.example --token-file token class/ --output run.json

Exit codes: 0 all as expected, 1 some verdict not as expected, 2 bad usage or a file
that cannot be judged, 3 the server or its judge failed.")]
pub(crate) struct Arguments {
    /// Submissions: source files, or directories and archives of them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The server: https://judge.example
    #[arg(long, value_name = "URL", value_parser = origin)]
    server: String,
    /// A file that holds the token [default: the token in MOUSETRAP_TOKEN]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Only this problem; needed for whole programs
    #[arg(long, short, value_parser = problem)]
    problem: Option<Game>,
    /// Only this suite (may be repeated) [default: those of the server]
    #[arg(long, short, value_name = "SUITE")]
    suite: Vec<String>,
    /// Go on after the first failing case of a submission
    #[arg(long)]
    all_cases: bool,
    /// The form of the submissions [default: recognised from the source]
    #[arg(long, value_parser = choice::<Form>())]
    form: Option<Form>,
    #[command(flatten)]
    reporting: Reporting,
}

/// A line of the answer.
#[derive(Deserialize)]
struct Line {
    index: usize,
    run: Option<Run>,
    error: Option<Wrong>,
}

#[derive(Deserialize)]
struct Wrong {
    kind: String,
    message: String,
}

pub(crate) fn run(global: &Global, arguments: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let wanted = FindOptions::new(
        Game::problems(),
        arguments.problem.map(Game::problem),
        arguments.form,
    );
    let (root, languages) = (&config.root, &config.languages);
    let stopped = AtomicBool::new(false);
    let found = Finder { languages, wanted }.find_each(root, &arguments.paths, &stopped);
    if arguments.reporting.wants_marks() {
        return Err(Failure::usage(
            "a server gives no points, so there is no mark sheet; use `mousetrap judge --marks`",
        ));
    }
    let (printed, outputs) = arguments.reporting.outputs()?;
    let (mut refused, left_out) = (found.refused, found.left_out);
    let all = found.submissions.iter().map(|one| &*one.path);
    let all = all.chain(refused.iter().map(|refused| &*refused.path));
    let feedback = arguments.reporting.feedback(all, &outputs)?;
    let began = Instant::now();
    let judged = if found.submissions.is_empty() {
        Vec::new()
    } else {
        ask(global, arguments, &found.submissions, &mut refused)?
    };
    let mut recorder = Recorder::new(global.progress(), outputs)
        .redacted(arguments.reporting.redact)
        .with_feedback(feedback);
    let events = replay(judged, began.elapsed());
    let set_aside = Event::FilesFound { refused, left_out };
    for event in std::iter::once(set_aside).chain(events) {
        recorder.record(event).map_err(Failure::usage)?;
    }
    let model = recorder.finish().map_err(Failure::usage)?;
    arguments.reporting.show(global, model, printed)
}

fn token(arguments: &Arguments) -> Result<String, Failure> {
    let text = match &arguments.token_file {
        Some(file) => text_of("--token-file", file)?,
        None => std::env::var("MOUSETRAP_TOKEN").unwrap_or_default(),
    };
    let token = text.trim();
    if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(token.to_owned());
    }
    Err(Failure::usage(format!(
        "there is no token in {}; set MOUSETRAP_TOKEN or give --token-file FILE, with nothing but \
         a token that the server's owner has made on the page Tokens",
        (arguments.token_file.as_deref()).map_or_else(|| "MOUSETRAP_TOKEN".to_owned(), named),
    )))
}

/// Has the submissions judged; what the server refuses goes to the others.
fn ask(
    global: &Global,
    arguments: &Arguments,
    submissions: &[Submission<'_>],
    refused: &mut Vec<RefusedFile>,
) -> Result<Vec<(PathBuf, Run)>, Failure> {
    let items = submissions.iter().map(|submission| {
        let file = submission.path.file_name().unwrap_or_default();
        json!({
            "source": submission.detected.code.text,
            "file": file.to_string_lossy(),
            "problem": submission.problem.id,
            "form": submission.detected.form.name(),
            "suites": arguments.suite,
            "all_cases": arguments.all_cases,
        })
    });
    let body = json!({"items": items.collect::<Vec<_>>()}).to_string();
    let server = &arguments.server;
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let unreachable = |error: &dyn std::fmt::Display| {
        Failure::internal(format!(
            "{server} cannot be asked: {error}; is `mousetrap serve` running there?"
        ))
    };
    let answer = agent
        .post(format!("{server}/api/v1/judge"))
        .header("authorization", format!("Bearer {}", token(arguments)?))
        .content_type("application/json")
        .send(body);
    let mut answer = answer.map_err(|error| match error {
        // Its own words say where in it the error arose.
        ureq::Error::Io(error) => unreachable(&error),
        error => unreachable(&error),
    })?;
    let status = answer.status().as_u16();
    if status != 200 {
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let said = serde_json::from_str::<serde_json::Value>(&text).ok();
        let said = said.and_then(|it| Some(it["error"]["message"].as_str()?.to_owned()));
        let said = printable(&said.unwrap_or_else(|| format!("status {status}")));
        return Err(match status {
            401 | 403 => Failure::usage(format!(
                "{server} does not take this token for judging: {said}"
            )),
            400..500 => Failure::usage(format!("{server}: {said}")),
            _ => Failure::internal(format!("{server}: {said}")),
        });
    }
    let mut judged: Vec<Option<Run>> = vec![None; submissions.len()];
    let mut out = vec![false; submissions.len()];
    let mut fault = "the server ended its answer early".to_owned();
    for line in BufReader::new(answer.body_mut().as_reader()).lines() {
        let line = match line {
            Ok(line) => serde_json::from_str::<Line>(&line).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let line = match line {
            Ok(line) if line.index < submissions.len() => line,
            Ok(_) => continue,
            Err(error) => {
                fault = format!("the server's answer cannot be read: {error}");
                break;
            }
        };
        let submission = &submissions[line.index];
        judged[line.index] = match (line.run, line.error) {
            (Some(mut run), None) if run.submissions.len() == 1 => {
                // The server is asked for the outcome alone.
                let info = &mut run.submissions[0].info;
                *info = mousetrap_judge::info(submission, info.case_count);
                Some(run)
            }
            (_, Some(wrong)) if wrong.kind == "unusable" => {
                out[line.index] = true;
                refused.push(RefusedFile {
                    path: submission.path.clone(),
                    reason: printable(&wrong.message).into(),
                });
                None
            }
            (_, Some(wrong)) => Some(failed(submission, wrong.message)),
            (_, None) => None,
        };
        global.note(|| {
            let done = judged.iter().flatten().count();
            format!("{} of {}", done, counted(submissions.len(), "submission"))
        });
    }
    let all = submissions.iter().zip(judged).zip(out);
    let all = all
        .filter(|(_, out)| !out)
        .map(|((submission, judged), _)| {
            let judged = judged.unwrap_or_else(|| failed(submission, fault.clone()));
            (submission.path.clone(), judged)
        });
    Ok(all.collect())
}
