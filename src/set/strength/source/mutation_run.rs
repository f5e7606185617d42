//! Judges the mutants of all submissions and records the results.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use mousetrap_judge::config::Config;
use mousetrap_judge::{JudgeError, Options, Submission, VariantJudge};
use mousetrap_languages::probe;
use mousetrap_model::{Case, RefusedFile};
use mousetrap_setter::mutants::{Campaign, CaseOrder, Progress, SkipReason};
use mousetrap_util::printable::escape_path;

use super::Arguments;
use super::report::MutantReport;
use crate::cli::context::{GlobalOptions, INTERRUPTED, is_interrupted};
use crate::cli::failure::Failure;
use crate::cli::progress_line::ProgressLine;
use crate::judge::output_files;

/// The state of one run of `mousetrap strength source`.
pub(super) struct MutationRun<'a> {
    pub(super) global: &'a GlobalOptions,
    pub(super) config: &'a Config,
    pub(super) arguments: &'a Arguments,
    pub(super) options: Options,
    pub(super) report: MutantReport,
}

impl MutationRun<'_> {
    /// Prints and records the reason why a file has no mutants.
    pub(super) fn record_unusable_file(&mut self, path: &str, reason: &str) {
        Failure::usage_error(format!("{path}: {reason}")).print();
        self.report.refused.push(RefusedFile {
            path: path.into(),
            reason: reason.into(),
        });
    }

    /// Judges the mutants of each submission.
    pub(super) fn judge_mutants(
        &mut self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<String, Vec<Case>>,
    ) -> Result<(), Failure> {
        let arguments = self.arguments;
        let options = self.options;
        let campaign = Campaign {
            workshop: &VariantJudge::new(&options, &INTERRUPTED)?,
            options: &options,
            seed: arguments.seed,
            max_mutants: arguments.mutants.map(NonZeroUsize::get),
            limits: self.config.limits,
            search_time: arguments.time,
            interrupted: &INTERRUPTED,
        };
        let orders: BTreeMap<&String, CaseOrder> = cases
            .iter()
            .map(|(problem, cases)| (problem, CaseOrder::new(cases.len())))
            .collect();
        for submission in submissions {
            if is_interrupted() {
                break;
            }
            let id = &submission.problem.id;
            let path = escape_path(&submission.path);
            let tools = match probe(submission.detected.language) {
                Ok(tools) => tools,
                Err(missing) => {
                    let reason = format!("{}; run `{}`", missing.reason, missing.remedy);
                    self.record_unusable_file(&path, &reason);
                    continue;
                }
            };
            let mut line = ProgressLine::new(self.global);
            line.show(&format!("{path} · compiling and judging the original"));
            let mut show = |progress: Progress| {
                let Progress {
                    mutants,
                    judged,
                    survivors,
                } = progress;
                line.show(&format!(
                    "{path} · {judged}/{mutants} mutants · {survivors} survive"
                ));
            };
            let ordered = (&cases[id][..], &orders[id]);
            let results = campaign.run(submission, &tools, ordered, &mut show);
            drop(line);
            match results {
                Ok((counts, survivors)) => {
                    self.report.submissions.push(counts);
                    self.report.survivors.extend(survivors);
                }
                Err(SkipReason::Judge(JudgeError::Interrupted)) => break,
                Err(SkipReason::Judge(error)) => return Err(Failure::from(error)),
                Err(reason) => self.record_unusable_file(&path, &reason.to_string()),
            }
            self.write_report(true)?;
        }
        Ok(())
    }

    /// Writes a report of the results so far. `has_more` tells whether there are more mutants to
    /// judge.
    pub(super) fn write_report(&mut self, has_more: bool) -> Result<(), Failure> {
        self.report.interrupted = has_more || is_interrupted();
        self.report = std::mem::take(&mut self.report).with_totals();
        match &self.arguments.output {
            Some(file) => output_files::write_text(file, &self.report.to_json()),
            None => Ok(()),
        }
    }
}
