//! A problem package: cases and programs.

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

pub(super) fn file(path: impl Into<PathBuf>, text: impl Into<String>) -> File {
    (path.into(), text.into())
}

/// The suite whose cases are public.
const SAMPLES: &str = "samples";

/// Why a case cannot be part of a package, which has one statement for all cases.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// Its size is outside the bounds of the public statement.
    #[error("{case}, {source}; leave its suite out with --suite")]
    Illegal {
        /// The case.
        case: CaseId,
        /// The broken rule.
        source: GameError,
    },
    /// Its own move limit gives it another answer.
    #[error(
        "{case}: the answer is {own} by its own move limit, but {public} by that of the \
         statement; leave its suite out with --suite"
    )]
    MoveLimit {
        /// The case.
        case: CaseId,
        /// The answer by its own move limit.
        own: &'static str,
        /// The answer by the move limit of the public statement.
        public: &'static str,
    },
}

/// A problem with everything that a package of it holds.
#[derive(Debug)]
pub struct Package<'a> {
    /// The game.
    pub game: Game,
    /// The short name: small letters and digits.
    pub name: String,
    /// Public cases.
    pub samples: Vec<&'a GameCase>,
    /// All other cases.
    pub secret: Vec<&'a GameCase>,
    /// Whole programs with their expected verdicts.
    pub programs: Vec<(Verdict, Program)>,
    /// Submissions that cannot be part of a package, with the reason.
    pub left_out: Vec<String>,
}

impl<'a> Package<'a> {
    /// Puts a package together. A case with the input of an earlier one is left out, since
    /// clients complain about it.
    ///
    /// # Errors
    /// Names a case that is not valid under the public statement.
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

    /// Adds a submission as a whole program, or the reason why it is left out.
    fn add(&mut self, submission: &Submission<'_>) {
        let expected = submission.expected;
        let reason = if !matches!(
            expected,
            Verdict::Accepted
                | Verdict::WrongAnswer
                | Verdict::TimeLimitExceeded
                | Verdict::RunTimeError
        ) {
            format!("packages have no directory {}", expected.directory())
        } else if let Some(program) = program(submission) {
            return self.programs.push((expected, program));
        } else {
            let language = &submission.detected.language.name;
            format!("{language} functions are not made into whole programs")
        };
        let path = submission.path.display();
        self.left_out.push(format!("{path}: {reason}"));
    }
}

/// Returns whether a case is public.
fn is_sample(case: &GameCase) -> bool {
    case.id.0.starts_with(SAMPLES)
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

/// Returns cases that together reach the bounds of every number in the input.
pub fn cases_at_bounds(game: Game, limits: Limits) -> Vec<GameCase> {
    // Node 1 is joined to all others.
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
