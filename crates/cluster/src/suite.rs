//! Cases on their way to a host.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::GaveUp;
use crate::wire::{Enclosed, bytes};
use cat_and_mouse::game::{Bounds, Outcome, Ply};
use cat_and_mouse::problem::Problem;
use mousetrap_judge::{Allowance, digest_of_bytes};
use mousetrap_suite::{Case, CaseId};

/// A case with its answer, which a host needs and a submission never sees.
#[derive(Serialize, Deserialize)]
struct Sent {
    id: String,
    input: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    outcome: Value,
    limits: Allowance,
}

#[derive(Serialize, Deserialize)]
enum Value {
    Mouse(u32),
    Cat(Option<u32>),
    Draw,
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Mouse { depth } => Self::Mouse(depth.0),
            Outcome::Cat { depth } => Self::Cat(depth.map(|depth| depth.0)),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Self {
        match value {
            Value::Mouse(depth) => Self::Mouse { depth: Ply(depth) },
            Value::Cat(depth) => Self::Cat {
                depth: depth.map(Ply),
            },
            Value::Draw => Self::Draw,
        }
    }
}

/// What a host fetches by its digest, piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Shelf(BTreeMap<String, Vec<u8>>);

/// The largest piece; a message of the broker has at most 1 MiB, and in JSON a byte
/// may become several.
const PIECE: usize = 128 * 1024;
/// What is longer does not go with an answer.
const INLINE: usize = 128 * 1024;

impl Shelf {
    /// Puts something there; its digest.
    pub(crate) fn put(&mut self, bytes: Vec<u8>) -> String {
        let digest = digest_of_bytes(&bytes);
        self.0.insert(digest.clone(), bytes);
        digest
    }

    /// As it goes with an answer, or on the shelf where it is too long for that.
    pub(crate) fn enclosed<T: Clone + Serialize>(&mut self, value: &T) -> Enclosed<T> {
        let written = bytes(value);
        if written.len() > INLINE {
            Err(self.put(written))
        } else {
            Ok(value.clone())
        }
    }

    /// The piece that begins here, and how long all of it is.
    pub(crate) fn piece(&self, digest: &str, at: usize) -> Option<(usize, &[u8])> {
        let bytes = self.0.get(digest)?;
        let rest = bytes.get(at..)?;
        Some((bytes.len(), &rest[..rest.len().min(PIECE)]))
    }
}

/// The cases of a suite, written down.
pub(crate) fn write(cases: &[Case]) -> Vec<u8> {
    let sent = cases.iter().map(|case| Sent {
        id: case.id.0.clone(),
        input: case.input.clone(),
        max_plies: case.instance.max_plies(),
        outcome: case.outcome.into(),
        limits: case.limits.into(),
    });
    serde_json::to_vec(&sent.collect::<Vec<_>>()).unwrap_or_default()
}

/// The cases that were written down, if they are what the digest says.
pub(crate) fn read(problem: Problem, digest: &str, bytes: &[u8]) -> Result<Vec<Case>, GaveUp> {
    if digest_of_bytes(bytes) != digest {
        return Err("a suite was damaged on its way".into());
    }
    let sent: Vec<Sent> = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let case = |sent: Sent| {
        let instance = problem.parse(&sent.input, Bounds::Extended);
        let instance = instance.map_err(|error| format!("case {}: {error}", sent.id))?;
        let plies = sent.max_plies.and_then(|max| instance.with_max_plies(max));
        let instance = plies.unwrap_or(instance);
        let outcome = sent.outcome.into();
        Ok(Case {
            id: CaseId(sent.id),
            answer: instance.reply(outcome),
            input: sent.input,
            outcome,
            instance,
            limits: sent.limits.into(),
            record: None,
            variant: None,
        })
    };
    sent.into_iter().map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mousetrap_base::Limits;

    #[test]
    fn a_suite_arrives_as_it_was_sent_or_not_at_all() {
        let problem = Problem::CatAndMouse2;
        let instance = problem.parse("1 3 1 1\nMCF\n", Bounds::Contest).unwrap();
        let short = instance.with_max_plies(7).unwrap();
        let cases = [instance, short]
            .map(|instance| Case::solved(CaseId("a/b".to_owned()), instance, Limits::DEFAULT));
        let bytes = write(&cases);
        let mut shelf = Shelf::default();
        let digest = shelf.put(bytes.clone());
        let arrived = read(problem, &digest, &bytes).unwrap();
        assert_eq!(format!("{arrived:?}"), format!("{cases:?}"));
        assert_eq!(shelf.piece(&digest, 1).unwrap(), (bytes.len(), &bytes[1..]));
        assert!(shelf.piece(&digest, bytes.len() + 1).is_none());
        let mut damaged = bytes;
        damaged[5] ^= 1;
        assert!(read(problem, &digest, &damaged).is_err());
    }
}
