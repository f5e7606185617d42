//! One case of a suite: an instance, its certified answer and its limits; and a
//! suite of them.

use std::fmt;

use thiserror::Error;

use cat_and_mouse::game::{Bounds, Outcome};
use cat_and_mouse::solve::certificate::{Certificate, CertificateError, Refusal};
use cat_and_mouse::variant::Variant;
use cat_and_mouse::{Game, Instance};
use mousetrap_model::{CaseId, Limits, Problem};
use serde::Deserialize;

/// Why there is no proof of an answer, as the end of a sentence that names the
/// answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The certificate's text is not one.
    #[error("its proof cannot be read: {0}")]
    Unreadable(#[from] CertificateError),
    /// The solvers differ.
    #[error("a second solver finds: {found}")]
    Differs {
        /// The other outcome in words.
        found: String,
    },
    /// The checker is not convinced.
    #[error("the proof is refused: {0}")]
    Refused(#[from] Refusal),
}

mousetrap_base::choices! {
    /// How sure it is that no case of this size takes longer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Record {
        /// All of the size were looked at
        Exhausted = "exhausted",
        /// A search found nothing longer
        Hunted = "hunted",
    }
}

/// What a submission is run on.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub id: CaseId,
    /// The instance.
    pub instance: Instance,
    /// The stdin text form of the instance, as sent to a submission.
    pub input: String,
    /// The value of the game.
    pub outcome: Outcome,
    /// The jury's reply, in canonical spelling.
    pub answer: &'static str,
    /// What one run on this case may use, before language factors.
    pub limits: Limits,
    /// For a longest forced win of its size: how that is known.
    pub record: Option<Record>,
    /// What was done to another case to make this one.
    pub variant: Option<Variant>,
}

impl Case {
    /// The case of an instance in text form, solved by the reference. Returns `None` if
    /// the problem is not a built-in game, or if the text is not a valid instance.
    pub fn from_text(problem: &Problem, id: CaseId, text: &str, limits: Limits) -> Option<Self> {
        let instance = Game::of(problem)?.parse(text, Bounds::Contest).ok()?;
        Some(Self::solved(id, instance, limits))
    }

    /// The case of an instance, solved by the reference.
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

    /// The case as submissions are run on it.
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

    /// The same case in another form, with a name of its own; none if the problem
    /// has no such variant.
    pub fn varied(&self, variant: Variant) -> Option<Self> {
        let id = CaseId(format!("{}-{variant}", self.id));
        Some(Self {
            record: self.record,
            variant: Some(variant),
            ..Self::solved(id, self.instance.variant(variant)?, self.limits)
        })
    }

    /// The name of the case that this is a variant of; its own if it is none.
    pub fn of(&self) -> CaseId {
        let end = self.variant.map(|variant| format!("-{variant}"));
        let of = end.and_then(|end| self.id.0.strip_suffix(&end));
        of.map_or_else(|| self.id.clone(), |of| CaseId(of.to_owned()))
    }

    /// What makes the other case out of this one; none where nothing does.
    pub(super) fn variant_to(&self, other: &Self) -> Option<Variant> {
        let variant = other.variant?;
        let varied = self.instance.variant(variant)?;
        (varied.text() == other.input && self.limits == other.limits).then_some(variant)
    }

    /// Whether the other is the same case, under whatever name.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        let Self {
            id: _,
            instance,
            input,
            outcome,
            answer,
            limits,
            record,
            // What a case is made from may be elsewhere.
            variant: _,
        } = self;
        instance.canonical() == other.instance.canonical()
            && instance.max_plies() == other.instance.max_plies()
            && (input, outcome, answer) == (&other.input, &other.outcome, &other.answer)
            && (limits, record) == (&other.limits, &other.record)
    }

    /// Proves the answer: has the other solver certify it, and the checker,
    /// which shares nothing with either, check what the certificate's text
    /// says.
    ///
    /// # Errors
    /// Why there is no proof.
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

/// The name of a suite, unique in a project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteName {
    /// The problem.
    pub problem: Game,
    /// The name within the problem.
    pub suite: String,
}

impl fmt::Display for SuiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.problem, self.suite)
    }
}

/// A suite with its cases.
#[derive(Debug)]
pub struct Suite {
    /// Its name.
    pub name: SuiteName,
    /// Its cases: hand-written ones by name, then those of the recipe in the
    /// recipe's order, then those that are built in.
    pub cases: Vec<Case>,
    /// How many of the first cases are written by hand.
    pub by_hand: usize,
    /// How many of the last cases are those of the built-in suite of this name,
    /// which a project's own extends.
    pub built_in: usize,
}
