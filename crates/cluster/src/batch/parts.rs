//! Parts of other work as what is handed out.

use std::collections::BTreeMap;

use super::goods::{Goods, Refusal, Taken, Taker};
use crate::suite::{self, Shelf};
use crate::wire::{Errand, Load, Outcome, Stage, Suite};
use mousetrap_judge::language::Language;
use mousetrap_judge::{JudgeError, Part, Record, Take, Undone};
use mousetrap_sandbox::Isolation;

/// Parts, and who takes what comes of them.
pub(crate) struct Parts<'a> {
    all: &'a [Part<'a>],
    take: &'a mut Take<'a>,
    /// Those that were written down, by where their cases are.
    suites: BTreeMap<usize, String>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(parts: &'a [Part<'a>], take: &'a mut Take<'a>) -> Self {
        Self {
            all: parts,
            take,
            suites: BTreeMap::new(),
        }
    }
}

impl Goods for Parts<'_> {
    fn needs(&self) -> Vec<Option<Vec<&Language>>> {
        let needs = self.all.iter().map(|part| Some(part.languages.clone()));
        needs.collect()
    }

    fn isolation(&self) -> Option<Isolation> {
        self.all.iter().find_map(|part| part.isolation)
    }

    fn load(
        &mut self,
        number: usize,
        _: &Taker<'_>,
        shelf: &mut Shelf,
    ) -> Result<Load, JudgeError> {
        let part = &self.all[number];
        let suite = part.cases.first().map(|case| {
            // Many parts have the same cases.
            let place = part.cases.as_ptr() as usize;
            let known = self.suites.entry(place);
            let digest = known.or_insert_with(|| shelf.put(suite::write(part.cases)));
            Suite {
                problem: case.instance.problem().id().to_owned(),
                digest: digest.clone(),
            }
        });
        Ok(Load::Part(Errand {
            suite,
            task: shelf.enclosed(&part.task),
        }))
    }

    fn begin(&mut self, _: usize, _: usize) {}

    fn advance(&mut self, _: usize, _: Stage, _: Option<Record>) {}

    fn take(&mut self, number: usize, outcome: Outcome, _: bool) -> Result<Taken, Refusal> {
        match outcome {
            Outcome::Part(result) => match (self.take)(number, Ok(&result)) {
                Ok(()) => Ok(Taken::Over),
                Err(words) => Err(Refusal::Part(words)),
            },
            _ => Err(Refusal::OtherWork),
        }
    }

    fn lose(&mut self, number: usize, why: Undone) {
        let _ = (self.take)(number, Err(why));
    }

    fn name(&self, number: usize) -> String {
        self.all[number].name.clone()
    }

    fn said(&self, _: usize, outcome: Outcome) -> String {
        match outcome {
            Outcome::GaveUp(words, _) => words,
            _ => "what came of it".to_owned(),
        }
    }
}
