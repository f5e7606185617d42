//! What became of the mutants of a submission, as the report has it, and the instances
//! that are kept of it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::Run;
use crate::cli::failure::Failure;
use crate::solve::stress::{did, keep};
use mousetrap_judge::{Generators, Submission};
use mousetrap_report::{JsonInstance, JsonMutated, JsonSurvivor};
use mousetrap_setter::mutants::{Fate, Mutants, Survivor};
use mousetrap_util::printable::named;

impl Run<'_> {
    /// Adds what became of the mutants of a submission, and keeps what was found.
    pub(super) fn record(
        &mut self,
        submission: &Submission<'_>,
        mutants: &Mutants,
        wall: Duration,
    ) -> Result<(), Failure> {
        let source = &submission.detected.code.text;
        let mut verdicts = BTreeMap::new();
        for (_, fate) in &mutants.tried {
            if let Some(Fate::Killed(_, verdict)) = fate {
                *verdicts.entry(verdict.code().to_owned()).or_default() += 1;
            }
        }
        let path = named(&submission.path);
        let found: Vec<JsonSurvivor> = (mutants.survivors.iter())
            .map(|survivor| json(&path, source, survivor))
            .collect();
        self.report.submissions.push(JsonMutated {
            path,
            problem: submission.problem.id.clone(),
            language: submission.detected.language.id.clone(),
            possible: mutants.possible,
            mutants: mutants.tried.len(),
            woven: mutants.woven,
            killed: mutants.count(|fate| matches!(fate, Fate::Killed(..))),
            verdicts,
            equivalent: mutants.count(|fate| *fate == Fate::Equivalent),
            not_compiled: mutants.count(|fate| *fate == Fate::Rejected),
            not_judged: mutants
                .tried
                .iter()
                .filter(|(_, fate)| fate.is_none())
                .count(),
            survivors: found.len(),
            not_searched: found.iter().filter(|it| !it.is_searched()).count(),
            broken: found.iter().filter(|it| it.found.is_some()).count(),
            wall_us: wall.as_micros() as u64,
        });
        self.report.survivors.extend(found);
        if self.all.source.keep {
            self.keep(submission, &mutants.survivors)?;
        }
        Ok(())
    }

    fn keep(&self, submission: &Submission<'_>, survivors: &[Survivor]) -> Result<(), Failure> {
        let source = &submission.detected.code.text;
        let (isolation, interrupted) = (self.all.isolation, &self.interrupted);
        let mut programs = Generators::new(self.config, isolation, interrupted);
        for survivor in survivors {
            let search = survivor.search.as_ref();
            let Some(found) = search.and_then(|search| search.found.as_ref()) else {
                continue;
            };
            let Some(shrunk) = &found.shrunk else {
                continue;
            };
            let (line, class) = (survivor.mutation.line(source), survivor.mutation.class);
            let file = named(submission.path.file_name().unwrap_or_default());
            let said: Vec<String> = found.failure.said.iter().map(did).collect();
            let from = format!(
                "strength --source {file} --seed {}: {class} changed in line {line}, {}",
                self.all.seed,
                said.join(" against ")
            );
            let (config, instance) = (self.config, &shrunk.instance);
            if let Some(kept) = keep(config, &mut programs, submission, instance, &from)? {
                errln!(
                    "{}:{line}: what notices it is kept as {kept}",
                    named(&submission.path)
                );
            }
        }
        Ok(())
    }
}

/// What the report says of a survivor.
fn json(path: &str, source: &str, survivor: &Survivor) -> JsonSurvivor {
    let mutation = &survivor.mutation;
    let search = survivor.search.as_ref();
    let found = search
        .and_then(|search| search.found.as_ref())
        .map(|found| {
            let instance = match &found.shrunk {
                Some(shrunk) => &shrunk.instance,
                None => &found.first.instance,
            };
            let said = |index: usize| found.failure.said.get(index).map_or(String::new(), did);
            JsonInstance {
                leetcode: instance.leetcode(),
                answer: instance.reply(instance.solve()).to_owned(),
                mutant: said(0),
                original: said(1),
            }
        });
    JsonSurvivor {
        path: path.to_owned(),
        line: mutation.line(source),
        place: survivor.place,
        class: mutation.class.to_string(),
        diff: mutation.diff(source),
        tried: search.map_or(0, |search| search.status.cases),
        found,
    }
}
