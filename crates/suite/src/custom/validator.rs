//! The validator of a custom problem, a function that decides whether arguments are allowed.

use std::path::Path;
use std::sync::Arc;

use mousetrap_judge::config::Config;
use mousetrap_judge::{
    CaseRequest, FindOptions, InteractiveSession, JudgeError, SessionOptions, with_sessions,
};
use mousetrap_languages::stub_source;
use mousetrap_model::{Checker, Message, Problem, Value, Verdict};
use mousetrap_problems::{Definition, cases};
use mousetrap_util::printable::{escape_path, truncate_lines};

use super::reference::{find_function, input_excerpt};

/// The validator of a problem, compiled and ready to check arguments.
#[derive(Debug)]
pub struct Validator<'a> {
    definition: &'a Definition,
    /// The session of the function; `None` if the problem has no validator.
    session: Option<&'a InteractiveSession>,
}

/// Compiles the validator of a problem, if it has one, and passes it to `body`.
///
/// # Errors
/// Returns an error if the validator cannot be used, or if `body` fails.
pub fn with_validator<T, E: From<JudgeError>>(
    config: &Config,
    definition: &Definition,
    options: SessionOptions<'_>,
    body: impl FnOnce(&Validator<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let run = |session: Option<&InteractiveSession>| {
        body(&Validator {
            definition,
            session,
        })
    };
    let Some(path) = &definition.validator else {
        return run(None);
    };
    let path = config.root.directory().unwrap_or(Path::new("")).join(path);
    let problem = Arc::new(Problem {
        id: format!("{} (validator)", definition.problem),
        signature: definition.problem.signature.of_validator(),
        checker: Checker::Exact,
        ..(*definition.problem).clone()
    });
    let problems = [&config.problems[..], &[Arc::clone(&problem)]].concat();
    let wanted = FindOptions::new(&problems, Some(&problem), None);
    let submission = find_function(config, &path, wanted).map_err(|mut refused| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let language = config.languages.by_extension(&extension);
        let stub = language.and_then(|language| stub_source(language, &problem));
        refused.reason = Message::text(format!(
            "{}; a validator must define the function `{}`, which returns an empty string if the \
             arguments are allowed, or else the rule that they break:\n{}",
            refused.reason,
            problem.signature,
            stub.unwrap_or_default().trim_end()
        ));
        JudgeError::from(refused)
    })?;
    with_sessions(&[&submission], options, |sessions| run(sessions.first()))
}

impl Validator<'_> {
    /// Returns the rule that the arguments break, or `None` if they are allowed.
    ///
    /// # Errors
    /// Returns an error if the validator returns no string or exceeds a limit of the problem, or if
    /// the judge fails.
    pub fn broken_rule(&self, arguments: &[Value]) -> Result<Option<String>, JudgeError> {
        let Some(session) = self.session else {
            return Ok(None);
        };
        let mut case = cases::without_answer(self.definition, "validator", arguments);
        // A participant may be waiting for the validator, so the wall time limit stops it early if
        // it only sleeps.
        case.limits.wall = case.limits.wall.min(case.limits.cpu * 2);
        let answer = session.request_answer(CaseRequest {
            case,
            new_process: false,
        })?;
        if answer.verdict == Verdict::Accepted {
            let rule = serde_json::from_str(&answer.claim.unwrap_or_default());
            let rule: String = rule.expect("a reply of the right type is a string");
            return Ok((!rule.is_empty()).then(|| truncate_lines(&rule)));
        }
        let path = self.definition.validator.as_deref().map(escape_path);
        let failure = match answer.reason {
            Some(Message::ReplyNotUtf8 { .. }) => "it returned bytes that are not UTF-8".to_owned(),
            reason => {
                let reason = reason.unwrap_or_else(|| Message::text("no reason"));
                format!("{}, {reason}", answer.verdict)
            }
        };
        let input = input_excerpt(&answer.case);
        Err(JudgeError::Run {
            program: path.unwrap_or_default(),
            fault: format!(
                "fails: {failure}; it must return a string for all arguments within \
                 `limits` in problem.toml{input}"
            ),
            stderr: String::new(),
        })
    }
}
