//! A case of a suite: an instance, its answer and its limits. A suite has a name and
//! cases.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use cat_and_mouse::game::Outcome;
use cat_and_mouse::solve::certificate::{Certificate, CertificateError, Refusal};
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_model::{CaseId, Limits};
use serde::Deserialize;

/// Why an answer has no proof, as the end of a sentence that names the answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The certificate cannot be parsed.
    #[error("its proof cannot be read: {0}")]
    Unreadable(#[from] CertificateError),
    /// The solvers find different outcomes.
    #[error("a second solver finds: {found}")]
    Differs {
        /// The outcome of the second solver, in words.
        found: String,
    },
    /// The checker rejects the certificate.
    #[error("the proof is refused: {0}")]
    Refused(#[from] Refusal),
}

mousetrap_util::choices! {
    /// The evidence that no case of this size takes longer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Record {
        /// All instances of the size were solved
        Exhausted = "exhausted",
        /// A search found nothing longer
        Hunted = "hunted",
    }
}

/// A case with its game instance. The judge gets it as a `mousetrap_model::Case`, by
/// [`GameCase::for_judge`].
#[derive(Clone, Debug)]
pub struct GameCase {
    /// The name, `suite/name`.
    pub id: CaseId,
    /// The instance.
    pub instance: Instance,
    /// The text form of the instance, as programs read it on standard input.
    pub input: String,
    /// The value of the game.
    pub outcome: Outcome,
    /// The jury's reply, in canonical spelling.
    pub answer: &'static str,
    /// The limits of one run, before language factors.
    pub limits: Limits,
    /// For a longest forced win of its size: the evidence that it is the longest.
    pub record: Option<Record>,
    /// The transformation of another case that gave this one.
    pub variant: Option<Variant>,
}

impl GameCase {
    /// Solves an instance with the reference solver.
    pub fn solved(id: CaseId, instance: Instance, limits: Limits) -> Self {
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

    /// Returns the case as the judge takes it.
    pub fn for_judge(&self) -> mousetrap_model::Case {
        mousetrap_model::Case {
            id: self.id.clone(),
            input: self.input.clone(),
            arguments: self.instance.leetcode(),
            max_plies: self.instance.max_plies(),
            answer: self.answer.to_owned(),
            limits: self.limits,
        }
    }

    /// Returns a variant of this case, under its own name. Returns `None` if the game has
    /// no such variant.
    pub fn varied(&self, variant: Variant) -> Option<Self> {
        Some(Self {
            record: self.record,
            variant: Some(variant),
            ..Self::solved(
                CaseId(format!("{}-{variant}", self.id)),
                self.instance.variant(variant)?,
                self.limits,
            )
        })
    }

    /// Returns the name of the case that this is a variant of, or its own name if it is no
    /// variant.
    pub fn base_id(&self) -> CaseId {
        let suffix = self.variant.map(|variant| format!("-{variant}"));
        let base = suffix.and_then(|suffix| self.id.0.strip_suffix(&suffix));
        CaseId(base.unwrap_or(&self.id.0).to_owned())
    }

    /// Returns the variant of this case that `other` is, if it is one.
    pub(crate) fn variant_to(&self, other: &Self) -> Option<Variant> {
        let variant = other.variant?;
        let varied = self.instance.variant(variant)?;
        (varied.text() == other.input && self.limits == other.limits).then_some(variant)
    }

    /// Proves the answer. A second solver writes a certificate. The checker, which shares
    /// no code with either solver, verifies the text of the certificate.
    ///
    /// # Errors
    /// If there is no valid certificate for this answer.
    pub fn prove(&self) -> Result<Certificate, ProofError> {
        let certificate: Certificate = self.instance.certify().to_string().parse()?;
        if certificate.outcome != self.outcome {
            let found = self.instance.describe(certificate.outcome);
            return Err(ProofError::Differs { found });
        }
        self.instance.check(&certificate)?;
        Ok(certificate)
    }
}

/// The name of a suite, unique in a project. It is shown as `problem/suite`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteName {
    /// The game.
    pub game: Game,
    /// The name among the suites of the game.
    pub suite: String,
}

impl SuiteName {
    /// Names a suite of a game.
    pub fn new(game: Game, suite: impl Into<String>) -> Self {
        let suite = suite.into();
        Self { game, suite }
    }

    /// Returns the path of the recipe, relative to the project.
    pub(crate) fn recipe_file(&self) -> PathBuf {
        format!("generators/{self}.toml").into()
    }

    /// Returns the path of the collection, relative to the project.
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
    /// First the collection, then the cases of the recipe, then built-in cases, each in their
    /// order.
    pub cases: Vec<GameCase>,
    /// The number of cases, at the start, that come from the collection.
    pub collected: usize,
    /// The number of cases, at the end, that come from the built-in suite of this name,
    /// which the suite of the project extends.
    pub built_in: usize,
}
