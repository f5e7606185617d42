//! Judges one mutant of a submission at a time. The time limits of a mutant are derived from the
//! run times of the original submission.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mousetrap_judge::{JudgeError, Submission, Variant, VariantRunner};
use mousetrap_languages::Toolchain;
use mousetrap_model::Case;
use mousetrap_mutate::Mutation;
use mousetrap_util::Bytes;

use super::results::{MutantStatus, SkipReason};

/// The maximum time of a mutant on a case, as a multiple of the original's time.
const MAX_SLOWDOWN_FACTOR: u32 = 10;

/// Minimum time limit. Run times below this limit cannot be measured reliably.
const MIN_TIME_LIMIT: Duration = Duration::from_millis(200);

/// The order in which to run the cases: cases that have killed the most mutants so far come first.
#[derive(Debug)]
pub struct CaseOrder {
    kills: Vec<AtomicUsize>,
}

impl CaseOrder {
    /// Creates the initial order for this number of cases, none of which has killed a mutant yet.
    pub fn new(cases: usize) -> Self {
        Self {
            kills: (0..cases).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    fn record_kill(&self, case: usize) {
        self.kills[case].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the indices of the cases in the order in which to run them.
    fn case_indices_by_kills(&self) -> Vec<usize> {
        let kills = self.kills.iter().map(|kills| kills.load(Ordering::Relaxed));
        let mut order: Vec<(usize, usize)> = kills.enumerate().collect();
        order.sort_by_key(|(_, kills)| Reverse(*kills));
        order.into_iter().map(|(case, _)| case).collect()
    }
}

/// A submission, its mutants, and the cases on which to judge the mutants.
pub(super) struct MutationJob<'t, 's> {
    pub(super) submission: &'t Submission<'s>,
    pub(super) toolchain: &'t Toolchain,
    /// The sampled mutations, each with its index among all mutations of the source.
    pub(super) mutations: Vec<(usize, Mutation)>,
    /// The cases, with time limits derived from the run times of the original.
    pub(super) cases: Vec<Case>,
    /// The largest memory limit among the cases.
    pub(super) memory: Bytes,
    /// The digest of the compiled original, or `None` if the language is not compiled.
    pub(super) digest: Option<String>,
    pub(super) order: &'t CaseOrder,
}

impl<'s> MutationJob<'_, 's> {
    /// Returns a mutant as a submission.
    pub(super) fn mutant_submission(&self, index: usize) -> Submission<'s> {
        let source = &self.submission.detected.code.text;
        let (_, mutation) = &self.mutations[index];
        self.submission.with_text(&mutation.apply(source))
    }

    /// Judges a mutant up to the first case on which it fails.
    pub(super) fn judge(
        &self,
        bench: &mut VariantRunner<'_>,
        index: usize,
    ) -> Result<MutantStatus, JudgeError> {
        let mutant = self.mutant_submission(index);
        let variant = match bench.build(&mutant, self.toolchain, self.memory) {
            Err(JudgeError::Rejected { .. }) => return Ok(MutantStatus::NotCompiled),
            variant => variant?,
        };
        let status = if self.digest.is_some() && variant.output_digest() == self.digest {
            Ok(MutantStatus::Equivalent)
        } else {
            let order = self.order.case_indices_by_kills();
            let ordered: Vec<&Case> = order.iter().map(|case| &self.cases[*case]).collect();
            let failure = bench.run(&variant, &ordered, &mut |_, _| ());
            failure.map(|failure| match failure {
                None => MutantStatus::Survived(None),
                Some(failure) => {
                    self.order.record_kill(order[failure.case]);
                    MutantStatus::Killed(failure.verdict)
                }
            })
        };
        variant.remove_from_cache();
        status
    }
}

/// Runs the original submission and returns the cases with the time limits for the mutants. The
/// limits are divided by `time_factor`, the factor of the language, because the judge multiplies
/// each limit by this factor. Returns an error if the original is not accepted.
pub(super) fn derive_time_limits(
    bench: &mut VariantRunner<'_>,
    original: &Variant<'_>,
    cases: &[Case],
    time_factor: f64,
) -> Result<Vec<Case>, SkipReason> {
    let mut limited = cases.to_vec();
    let all: Vec<&Case> = cases.iter().collect();
    let failure = bench.run(original, &all, &mut |case, measured| {
        let limit = (measured.cpu * MAX_SLOWDOWN_FACTOR).max(MIN_TIME_LIMIT);
        let cpu = &mut limited[case].limits.cpu;
        *cpu = limit.div_f64(time_factor).min(*cpu);
    })?;
    match failure {
        None => Ok(limited),
        Some(failure) => Err(SkipReason::NotAccepted {
            verdict: failure.verdict,
            case: cases[failure.case].id.to_string(),
            reason: failure.reason.map_or_else(String::new, |it| it.to_string()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_with_most_kills_come_first() {
        let order = CaseOrder::new(4);
        for case in [2, 3, 3] {
            order.record_kill(case);
        }
        assert_eq!(order.case_indices_by_kills(), [3, 2, 0, 1]);
    }
}
