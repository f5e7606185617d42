//! The reference solution of a custom problem, which must pass the samples before its answers are
//! used.

use std::path::Path;

use mousetrap_judge::config::Config;
use mousetrap_judge::{
    CaseRequest, FindOptions, InteractiveSession, JudgeError, SessionOptions, Submission,
    with_sessions,
};
use mousetrap_languages::stub_source;
use mousetrap_model::{Case, Message, RefusedFile, Verdict};
use mousetrap_problems::{Definition, cases};
use mousetrap_util::printable::truncate_lines;

use super::error::CustomProblemError;

/// The languages whose integers never overflow.
const BIG_INTEGER_LANGUAGES: [&str; 6] = ["python", "pypy", "ruby", "elixir", "erlang", "racket"];

/// A reference solution, compiled and ready to answer.
#[derive(Debug)]
pub struct ReferenceSolution<'a> {
    session: &'a InteractiveSession,
    definition: &'a Definition,
    /// The number of samples that the reference solution passed.
    pub samples: usize,
}

/// Finds the function in a file.
pub(super) fn find_function<'a>(
    config: &'a Config,
    path: &Path,
    wanted: FindOptions<'a>,
) -> Result<Submission<'a>, RefusedFile> {
    let paths = [path.to_owned()];
    let found = mousetrap_judge::find(&config.root, &paths, &config.languages, wanted)?;
    let found = found.into_iter().next();
    Ok(found.expect("a file that is named explicitly is always a submission"))
}

/// Compiles the program `other`, or by default the problem's reference solution, judges it on the
/// samples, and passes it to `body`.
///
/// # Errors
/// Returns an error if the reference solution cannot be used, or if `body` fails.
pub fn with_reference_solution<T>(
    config: &Config,
    definition: &Definition,
    other: Option<&Path>,
    session: SessionOptions<'_>,
    body: impl FnOnce(&ReferenceSolution<'_>) -> Result<T, CustomProblemError>,
) -> Result<T, CustomProblemError> {
    let problem = &definition.problem;
    let path = match (other, &definition.reference) {
        (Some(other), _) => other.to_owned(),
        (None, Some(path)) => {
            let root = config.root.directory().unwrap_or(Path::new(""));
            root.join(path)
        }
        (None, None) => return Err(CustomProblemError::NoReference),
    };
    let wanted = FindOptions::new(&config.problems, Some(problem), None);
    let submission = find_function(config, &path, wanted).map_err(JudgeError::from)?;
    let language = submission.detected.language;
    if stub_source(language, problem).is_some_and(|it| it == submission.detected.code.text) {
        return Err(CustomProblemError::Stub(path));
    }
    if definition.constraints.promises_answer_fits_type()
        && !BIG_INTEGER_LANGUAGES.contains(&&*language.id)
    {
        let language = language.name.clone();
        return Err(CustomProblemError::Overflows { language });
    }
    with_sessions(&[&submission], session, |sessions| {
        let mut reference = ReferenceSolution {
            session: &sessions[0],
            definition,
            samples: 0,
        };
        reference.check_samples(config)?;
        body(&reference)
    })
}

impl ReferenceSolution<'_> {
    /// Returns the reference solution's answer to a case. If the case has an answer already, the
    /// checker must accept the new answer.
    ///
    /// # Errors
    /// Returns an error if the reference solution fails or is too slow.
    pub fn answer(&self, case: &Case) -> Result<String, CustomProblemError> {
        self.answer_case(case, false)
    }

    /// Runs the reference solution again in a new process, and checks that it gives the same answer
    /// as the case, or another answer that the checker accepts.
    ///
    /// # Errors
    /// Returns an error if the reference solution fails, is too slow, or returns a different
    /// answer.
    pub fn check_answer_is_reproducible(&self, case: &Case) -> Result<(), CustomProblemError> {
        self.answer_case(case, true).map(drop)
    }

    /// Judges the reference solution on the samples.
    fn check_samples(&mut self, config: &Config) -> Result<(), CustomProblemError> {
        for case in cases::read(&config.root, self.definition, cases::SAMPLES_SUITE)? {
            self.answer(&case)?;
            self.samples += 1;
        }
        Ok(())
    }

    /// Runs the reference solution on a case. If `new_process` is set, the case must contain the
    /// answer that the reference solution gave before.
    fn answer_case(&self, case: &Case, new_process: bool) -> Result<String, CustomProblemError> {
        let question = CaseRequest {
            case: case.clone(),
            new_process,
        };
        let answer = self.session.request_answer(question)?;
        let (verdict, cpu, limit) = (answer.verdict, answer.usage.cpu, answer.limits.cpu);
        if verdict != Verdict::Accepted {
            if let Some(reply) = answer.reply.filter(|reply| exceeds_32_bits(reply)) {
                let case = case.id.clone();
                return Err(CustomProblemError::TooLarge { case, reply });
            }
            if new_process && verdict == Verdict::WrongAnswer {
                return Err(CustomProblemError::Unstable {
                    case: case.id.clone(),
                    first: truncate_lines(&case.answer),
                    second: truncate_lines(&answer.claim.unwrap_or_default()),
                    input: input_excerpt(case),
                });
            }
            return Err(CustomProblemError::Fails {
                case: case.id.clone(),
                verdict,
                reason: answer
                    .reason
                    .unwrap_or_else(|| Message::text("no reason"))
                    .into(),
                reply: answer.claim,
                input: input_excerpt(case),
            });
        }
        if cpu * 2 > limit {
            let case = case.id.clone();
            return Err(CustomProblemError::Slow { case, cpu, limit });
        }
        Ok(answer.claim.ok_or(JudgeError::Interrupted)?)
    }
}

/// Returns whether a reply is an integer that does not fit in 32 bits.
fn exceeds_32_bits(reply: &str) -> bool {
    let digits = reply.trim().trim_start_matches('-');
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number && reply.trim().parse::<i32>().is_err()
}

/// Formats the arguments of a case for appending to an error message, and truncates long arguments.
pub(super) fn input_excerpt(case: &Case) -> String {
    format!("\n{}", truncate_lines(case.arguments.trim_end()))
}
