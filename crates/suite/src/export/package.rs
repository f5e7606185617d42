//! A problem package, with its cases and programs.

use std::collections::BTreeSet;
use std::path::PathBuf;

use thiserror::Error;

use super::whole_program::{Program, program};
use crate::case::GameCase;
use cat_and_mouse::Game;
use cat_and_mouse::game::{Bounds, GameError};
use mousetrap_judge::Submission;
use mousetrap_model::{CaseId, Limits, Verdict};

/// The path of a file in an export, and its text.
pub type File = (PathBuf, String);

pub(super) fn export_file(path: impl Into<PathBuf>, text: impl Into<String>) -> File {
    (path.into(), text.into())
}

/// The suite whose cases are the public samples.
const PUBLIC_SUITE: &str = "samples";

/// The reason why a case cannot be part of a package, in which one statement applies to all cases.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The case's size is outside the bounds of the public statement.
    #[error("{case}, {source}; leave out its suite by naming the other suites with --suite")]
    Illegal {
        /// The case.
        case: CaseId,
        /// The broken rule.
        source: GameError,
    },
    /// The case's custom move limit leads to another answer than the public statement's limit.
    #[error(
        "{case}: the answer is {own} with the case's move limit, but {public} with the \
         statement's limit; leave out its suite by naming the other suites with --suite"
    )]
    MoveLimit {
        /// The case.
        case: CaseId,
        /// The answer with the case's move limit.
        own: &'static str,
        /// The answer with the public statement's move limit.
        public: &'static str,
    },
}

/// The content of a problem package.
#[derive(Debug)]
pub struct Package<'a> {
    /// The game.
    pub game: Game,
    /// The short name, which consists of lower-case letters and digits.
    pub name: String,
    /// The public cases.
    pub samples: Vec<&'a GameCase>,
    /// All other cases.
    pub secret: Vec<&'a GameCase>,
    /// Complete programs with their expected verdicts.
    pub programs: Vec<(Verdict, Program)>,
    /// The submissions that cannot be part of the package, each with the reason.
    pub left_out: Vec<String>,
}

impl<'a> Package<'a> {
    /// Assembles a package. A case with the same input as an earlier case is left out, because
    /// tools that read packages complain about duplicates.
    ///
    /// # Errors
    /// Returns an error if a case is not valid under the public statement.
    pub fn new(
        game: Game,
        name: &str,
        cases: &'a [GameCase],
        submissions: &[Submission<'_>],
    ) -> Result<Self, PackageError> {
        for case in cases {
            check_public(game, case)?;
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

    /// Adds a submission as a complete program, or else the reason why it is left out.
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
                "packages have no directory for the verdict {}",
                expected.directory()
            )
        } else if let Some(program) = program(submission) {
            return self.programs.push((expected, program));
        } else {
            let language = &submission.detected.language.name;
            format!("functions in {language} cannot be converted to complete programs")
        };
        let path = submission.path.display();
        self.left_out.push(format!("{path}: {reason}"));
    }
}

/// Returns whether a case is public.
fn is_sample(case: &GameCase) -> bool {
    case.id.0.starts_with(PUBLIC_SUITE)
}

/// Checks that the size of a case is within the bounds of the public statement, and that its
/// move limit does not change the answer.
fn check_public(game: Game, case: &GameCase) -> Result<(), PackageError> {
    let id = || case.id.clone();
    let instance = game
        .parse(&case.input, Bounds::Contest)
        .map_err(|source| PackageError::Illegal { case: id(), source })?;
    let (own, public) = (case.answer, instance.reply(instance.solve()));
    if own == public {
        return Ok(());
    }
    Err(PackageError::MoveLimit {
        case: id(),
        own,
        public,
    })
}

/// Returns cases in which each number of the input reaches its minimum and its maximum.
pub fn cases_at_bounds(game: Game, limits: Limits) -> Vec<GameCase> {
    // A star: node 1 is joined to all other nodes.
    let others: Vec<String> = (0..50_u8)
        .filter(|node| *node != 1)
        .map(|n| n.to_string())
        .collect();
    let star = format!("50\n1 1\n49 {}\n{}", others.join(" "), "1 1\n".repeat(48));
    let inputs = match game {
        Game::CatAndMouse => ["3\n1 1\n2 0 2\n1 1\n", &star],
        Game::CatAndMouse2 => ["1 8 8 1\n.M..C..F\n", "8 1 1 8\n.\nM\n.\n.\nC\n.\n.\nF\n"],
    };
    let cases = inputs.iter().zip(["low", "high"]);
    cases
        .map(|(input, name)| {
            let instance = game
                .parse(input, Bounds::Contest)
                .expect("a legal instance");
            GameCase::solved(CaseId(format!("bounds/{name}")), instance, limits)
        })
        .collect()
}
