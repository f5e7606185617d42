//! The validator of a custom problem, a function that decides whether arguments are allowed.

use std::path::Path;
use std::sync::Arc;

use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, ProgramError, SessionOptions};
use mousetrap_languages::stub_source;
use mousetrap_model::{Checker, Form, Message, Problem, Value, Verdict};
use mousetrap_problems::{Definition, cases};
use mousetrap_util::printable::escape_path;

use super::function::{Function, find_function, input_excerpt, with_function};

/// The validator of a problem, compiled and ready to check arguments. A problem without a validator
/// allows all arguments.
#[derive(Debug)]
pub struct Validator<'a> {
    definition: &'a Definition,
    function: Option<Function<'a>>,
}

/// Compiles the validator of a problem, if it has one, and passes it to `body`.
///
/// # Errors
/// Returns an error if the validator cannot be used, or if `body` fails.
pub fn with_validator<T, E: From<ProgramError>>(
    config: &Config,
    definition: &Definition,
    session: SessionOptions<'_>,
    body: impl FnOnce(&Validator<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let Some(path) = &definition.validator else {
        let function = None;
        return body(&Validator {
            definition,
            function,
        });
    };
    let problem = Arc::new(Problem {
        signature: definition.problem.signature.of_validator(),
        checker: Checker::Exact,
        ..(*definition.problem).clone()
    });
    let problems = [&config.problems[..], &[Arc::clone(&problem)]].concat();
    let wanted = FindOptions::new(&problems, Some(&problem), Some(Form::Function));
    let root = config.root.directory().unwrap_or(Path::new(""));
    let submission = find_function(config, &root.join(path), wanted).map_err(|mut refused| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let language = config.languages.by_extension(&extension);
        let stub = language.and_then(|language| stub_source(language, &problem));
        // A remark names a similar function.
        if let Some(stub) = stub
            && matches!(
                refused.reason,
                Message::NoCode
                    | Message::NoEntry { .. }
                    | Message::OtherProblem { .. }
                    | Message::Remark { .. }
            )
        {
            let signature = &problem.signature;
            refused.reason = Message::text(format!(
                "a validator must define the function `{signature}`, which returns an empty string \
                 if the arguments are allowed, or else the rule that they break:\n{stub}"
            ));
        }
        ProgramError::from(refused)
    })?;
    with_function(&submission, session, |function| {
        let function = Some(function);
        body(&Validator {
            definition,
            function,
        })
    })
}

impl Validator<'_> {
    /// Returns the rule that the arguments break, or `None` if they are allowed.
    ///
    /// # Errors
    /// Returns an error if the validator returns no string or exceeds a limit of the problem, or if
    /// the judge fails.
    pub fn broken_rule(&self, arguments: &[Value]) -> Result<Option<String>, ProgramError> {
        let Some((function, path)) = self
            .function
            .as_ref()
            .zip(self.definition.validator.as_ref())
        else {
            return Ok(None);
        };
        let case = cases::without_answer(self.definition, "validator", arguments);
        let input = input_excerpt(&case);
        let answer = function.call(case, false)?;
        let reason = answer.reason.unwrap_or_else(|| Message::text("no reason"));
        let remedy = match answer.verdict {
            Verdict::Accepted => {
                let rule = serde_json::from_str(&answer.claim.unwrap_or_default());
                let rule: String = rule.expect("a reply of the right type is a string");
                return Ok((!rule.is_empty()).then_some(rule));
            }
            Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded => {
                "simplify it, or raise `limits` in problem.toml"
            }
            _ => "it must return a string for all arguments",
        };
        let verdict = answer.verdict;
        Err(ProgramError::Run {
            program: escape_path(path),
            fault: format!("fails: {verdict}, {reason}; {remedy}{input}"),
            stderr: String::new(),
        })
    }
}
