//! Assembles the cases and programs of a problem package.

use std::collections::BTreeSet;

use super::complete_program::complete_program;
use crate::case::GameCase;
use crate::error::SuiteError;
use crate::project_files::NewFile;
use cat_and_mouse::Game;
use cat_and_mouse::game::Bounds;
use mousetrap_judge::Submission;
use mousetrap_model::Verdict;
use mousetrap_problems::cases::SAMPLES_SUITE;

/// The content of a problem package.
#[derive(Debug)]
pub struct Package<'a> {
    /// The game.
    pub game: Game,
    /// The package's short name, which consists of lower-case letters and digits.
    pub name: String,
    /// The public cases.
    pub samples: Vec<&'a GameCase>,
    /// All other cases.
    pub secret: Vec<&'a GameCase>,
    /// Complete programs, each with its expected verdict.
    pub programs: Vec<(Verdict, NewFile)>,
    /// The submissions that cannot be exported, each with the reason.
    pub left_out: Vec<String>,
}

impl<'a> Package<'a> {
    /// Assembles a package. Omits cases with the same input as an earlier case, because tools that
    /// read packages complain about duplicates.
    ///
    /// # Errors
    /// Returns an error if a case is not valid under the public statement.
    pub fn new(
        game: Game,
        name: &str,
        cases: &'a [GameCase],
        submissions: &[Submission<'_>],
    ) -> Result<Self, SuiteError> {
        for case in cases {
            check_case_matches_statement(game, case)?;
        }
        let mut seen = BTreeSet::new();
        let mut distinct = |samples: bool| {
            let cases = cases.iter().filter(|case| is_sample(case) == samples);
            cases.filter(|case| seen.insert(&case.input)).collect()
        };
        let mut package = Self {
            game,
            name: name.to_owned(),
            samples: distinct(true),
            secret: distinct(false),
            programs: Vec::new(),
            left_out: Vec::new(),
        };
        for submission in submissions {
            package.add(submission);
        }
        Ok(package)
    }

    /// Converts a submission to a complete program and adds it. If this is impossible, adds the
    /// reason to `left_out`.
    fn add(&mut self, submission: &Submission<'_>) {
        let expected = submission.expected;
        let reason = if !matches!(
            expected,
            Verdict::Accepted
                | Verdict::WrongAnswer
                | Verdict::TimeLimitExceeded
                | Verdict::RunTimeError
        ) {
            format!(
                "the package format has no directory for the verdict {}",
                expected.directory()
            )
        } else if let Some(program) = complete_program(submission) {
            return self.programs.push((expected, program));
        } else {
            let language = &submission.detected.language.name;
            format!("functions in {language} cannot be converted to complete programs")
        };
        let path = submission.path.display();
        self.left_out.push(format!("{path}: {reason}"));
    }
}

/// Returns whether a case is a public sample.
fn is_sample(case: &GameCase) -> bool {
    case.id.suite() == SAMPLES_SUITE
}

/// Checks that a case matches the public statement of the package: its size must be within the
/// statement's bounds, and its move limit must not change the answer.
fn check_case_matches_statement(game: Game, case: &GameCase) -> Result<(), SuiteError> {
    let refused = |reason: String| {
        let remedy = "to exclude its suite, list the other suites with --suite";
        SuiteError::new(&case.id, format!("{reason}; {remedy}"))
    };
    let instance = game.parse(&case.input, Bounds::Contest);
    let instance = instance.map_err(|error| refused(error.to_string()))?;
    let (own, public) = (case.answer, instance.reply(instance.solve()));
    if own == public {
        return Ok(());
    }
    Err(refused(format!(
        "the answer is {own} with the case's move limit, but {public} with the statement's limit"
    )))
}
