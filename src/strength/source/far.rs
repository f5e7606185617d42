//! Mutants that are tried by judge hosts.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::time::Instant;

use super::Run;
use crate::clustered::{Far, InOrder, Refused, counting, undone};
use crate::failure::{Failure, Status};
use mousetrap_base::Shard;
use mousetrap_base::printable::named;
use mousetrap_judge::{Part, Submission};
use mousetrap_lab::mutants::Mutants;
use mousetrap_lab::task::Task;
use mousetrap_suite::Case;

/// The parts in which the mutants of a submission are tried: each has some dozens, as a
/// line has two or three.
fn shards(submission: &Submission<'_>, most: Option<NonZeroUsize>) -> Vec<Shard> {
    const EACH: usize = 32;
    let lines = submission.detected.code.text.lines().count();
    let mutants = most.map_or(3 * lines, |most| most.get().min(3 * lines));
    let of = NonZeroU32::new(mutants.div_ceil(EACH) as u32).unwrap_or(NonZeroU32::MIN);
    let numbers = (1..=of.get()).filter_map(NonZeroU32::new);
    numbers.map(|number| Shard { of, number }).collect()
}

impl Run<'_> {
    /// Has hosts try the mutants, some of a submission at a time.
    pub(super) fn far(
        &mut self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<&'static str, Vec<Case>>,
    ) -> Result<(), Failure> {
        let interrupted = Arc::clone(&self.interrupted);
        let (hosts, config) = (&self.all.source.cluster, self.config);
        let mut parts = Vec::new();
        let mut of = Vec::new();
        for (number, submission) in submissions.iter().enumerate() {
            for shard in shards(submission, self.all.source.mutants) {
                let task = Task::mutants(submission, &self.options, self.plan(shard))?;
                parts.push(Part {
                    name: format!("{}, part {shard}", named(&submission.path)),
                    languages: vec![submission.detected.language],
                    isolation: Some(self.options.isolation),
                    cases: &cases[submission.problem.id()],
                    task: task.text(),
                });
                of.push(number);
            }
        }
        let bar = counting(self.global, parts.len());
        let begun = Instant::now();
        let mut waiting = InOrder::new();
        let mut joined: (Mutants, Option<Failure>) = Default::default();
        let done = hosts.parts(
            config,
            &parts,
            (&interrupted, None),
            |part, done: Far<Mutants>| {
                let submission = &submissions[of[part]];
                let mutants: Result<Mutants, Failure> = match done {
                    Ok(Ok(mutants)) => Ok(mutants),
                    Ok(Err(reason)) => Err(Failure::usage(reason)),
                    Err(why) => Err(undone(&submission.path, why)),
                };
                let source = &submission.detected.code.text;
                let fault = |mutants: &Mutants| mutants.fault(submission.problem, source);
                if let Some(fault) = mutants.as_ref().ok().and_then(fault) {
                    return Err(Refused::Wrong(fault.to_owned()));
                }
                waiting.put(part, mutants);
                while let Some((part, mutants)) = waiting.next() {
                    match mutants {
                        Ok(mutants) => joined.0.join(mutants),
                        Err(failure) => joined.1 = Some(failure),
                    }
                    bar.inc(1);
                    if of.get(part + 1) != Some(&of[part]) {
                        let submission = &submissions[of[part]];
                        let (mutants, failure) = std::mem::take(&mut joined);
                        if let Some(failure) = failure {
                            self.failed |= failure.status() == Status::Internal;
                            self.unfit(submission, &failure);
                        } else {
                            self.record(submission, &mutants, begun.elapsed())?;
                        }
                        self.write(true)?;
                    }
                }
                Ok(())
            },
        );
        bar.finish_and_clear();
        done
    }
}
