//! Suites and their cases. A case is an instance with its answer and its limits.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use cat_and_mouse::game::Outcome;
use cat_and_mouse::solve::certificate::{Certificate, CertificateError, Rejection};
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_model::{CaseId, Limits};
use serde::Deserialize;

/// The reason why an answer has no proof. In messages, the text completes a sentence such as "the
/// answer is true, but …".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The certificate cannot be parsed.
    #[error("its proof cannot be read: {0}")]
    Unreadable(#[from] CertificateError),
    /// The two solvers find different outcomes.
    #[error("a second solver finds a different result: {found}")]
    Differs {
        /// A description of the outcome that the second solver finds.
        found: String,
    },
    /// The checker rejects the certificate.
    #[error("the proof is not valid: {0}")]
    Refused(#[from] Rejection),
}

mousetrap_util::choices! {
    /// The evidence that no instance of the same size has a longer forced win.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum LongestWinEvidence {
        /// All instances of this size were solved
        Exhausted = "exhausted",
        /// A search found no instance with a longer win
        Hunted = "hunted",
    }
}

/// A case of a built-in game. [`GameCase::to_judge_case`] converts it to a `mousetrap_model::Case`.
#[derive(Clone, Debug)]
pub struct GameCase {
    /// The case's name, in the form `suite/name`.
    pub id: CaseId,
    /// The instance.
    pub instance: Instance,
    /// The text form of the instance, as programs read it on standard input.
    pub input: String,
    /// The outcome of the game, as computed by the reference solver.
    pub outcome: Outcome,
    /// The jury answer in canonical form.
    pub answer: &'static str,
    /// The limits of one run, before they are multiplied by the language's factors.
    pub limits: Limits,
    /// The evidence that no instance of the same size has a longer forced win. `None` for cases
    /// without this claim.
    pub record: Option<LongestWinEvidence>,
    /// The kind of variant, if the case is a variant of another case.
    pub variant: Option<Variant>,
}

impl GameCase {
    /// Creates a case from an instance by solving it with the reference solver.
    pub fn from_instance(id: CaseId, instance: Instance, limits: Limits) -> Self {
        let outcome = instance.solve();
        Self {
            id,
            input: instance.text(),
            outcome,
            answer: instance.reply(outcome),
            instance,
            limits,
            record: None,
            variant: None,
        }
    }

    /// Converts the case to the type that the judge uses.
    pub fn to_judge_case(&self) -> mousetrap_model::Case {
        mousetrap_model::Case {
            id: self.id.clone(),
            input: self.input.clone(),
            arguments: self.instance.leetcode_text(),
            max_plies: self.instance.max_plies(),
            answer: self.answer.to_owned(),
            limits: self.limits,
        }
    }

    /// Returns this case's variant of the given kind, or `None` if the game has no variants of this
    /// kind. The variant's name is appended to the case's name.
    pub fn to_variant(&self, variant: Variant) -> Option<Self> {
        Some(Self {
            record: self.record,
            variant: Some(variant),
            ..Self::from_instance(
                CaseId(format!("{}-{variant}", self.id)),
                self.instance.variant(variant)?,
                self.limits,
            )
        })
    }

    /// Returns the name of the original case if this case is a variant, otherwise its own name.
    pub fn base_id(&self) -> CaseId {
        let suffix = self.variant.map(|variant| format!("-{variant}"));
        let base = suffix.and_then(|suffix| self.id.0.strip_suffix(&suffix));
        CaseId(base.unwrap_or(&self.id.0).to_owned())
    }

    /// If `other` is a variant of this case, returns the kind of variant, otherwise `None`.
    pub(crate) fn variant_kind_of(&self, other: &Self) -> Option<Variant> {
        let variant = other.variant?;
        let varied = self.instance.variant(variant)?;
        (varied.text() == other.input && self.limits == other.limits).then_some(variant)
    }

    /// Proves the answer: a second solver writes a certificate, and a checker verifies the
    /// certificate's text. The checker shares no code with either solver.
    ///
    /// # Errors
    /// Returns an error if there is no valid certificate for this answer.
    pub fn prove_answer(&self) -> Result<Certificate, ProofError> {
        let certificate: Certificate = self.instance.build_certificate().to_string().parse()?;
        if certificate.outcome != self.outcome {
            let found = self.instance.describe(certificate.outcome);
            return Err(ProofError::Differs { found });
        }
        self.instance.check_certificate(&certificate)?;
        Ok(certificate)
    }
}

/// The name of a suite, which is unique in a project and is printed as `problem/suite`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteName {
    /// The game.
    pub game: Game,
    /// The suite's name, which is unique among the suites of the game.
    pub suite: String,
}

impl SuiteName {
    /// Creates the full name of a suite from its game and its short name.
    pub fn new(game: Game, suite: impl Into<String>) -> Self {
        let suite = suite.into();
        Self { game, suite }
    }

    /// Returns the path of the suite's recipe, relative to the project.
    pub(crate) fn recipe_file(&self) -> PathBuf {
        format!("generators/{self}.toml").into()
    }

    /// Returns the path of the suite's collection, relative to the project.
    pub(crate) fn collection_file(&self) -> PathBuf {
        format!("cases/{self}.toml").into()
    }

    /// Returns the directory of generated files, relative to the project.
    pub(crate) fn generated_directory(&self) -> PathBuf {
        format!("cases/{self}/generated").into()
    }
}

impl fmt::Display for SuiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.suite)
    }
}

/// A suite with its cases.
#[derive(Debug)]
pub struct Suite {
    /// The name.
    pub name: SuiteName,
    /// The cases: first the collection's cases, then the recipe's cases, then the built-in cases.
    pub cases: Vec<GameCase>,
    /// The number of cases from the collection. These cases come first in `cases`.
    pub collected: usize,
}
