//! Prints the result of a search, and stores the counterexample in the project.

use super::search::{REGRESSIONS_SUITE, StressSettings};
use super::text::{cases_and_time, describe_failure, describe_response, indented};
use crate::cli::common::find_game;
use crate::cli::failure::Failure;
use crate::set::suite_hints;
use cat_and_mouse::Instance;
use mousetrap_judge::Submission;
use mousetrap_report::{counted, time};
use mousetrap_setter::stress::{Counterexample, SearchOutcome};
use mousetrap_suite::{AddResult, Addition, SuiteName};
use mousetrap_util::printable::{escape_line, escape_path};

impl StressSettings<'_> {
    /// Prints the result of a search, and stores the counterexample if there is one.
    pub(super) fn print_and_store(
        &self,
        submission: &Submission<'_>,
        report: &SearchOutcome,
    ) -> Result<(), Failure> {
        let name = escape_path(&submission.path);
        let Some(found) = &report.found else {
            let cut = if report.interrupted {
                ", interrupted"
            } else {
                ""
            };
            let effort = cases_and_time(report.cases, report.elapsed);
            outln!("{name}: no failure in {effort}{cut}");
            return Ok(());
        };
        let mut paths = vec![submission.path.as_path()];
        paths.extend(self.against.map(|other| other.path.as_path()));
        outln!(
            "{name}: {} after {}",
            describe_failure(found, &paths),
            cases_and_time(found.tried, found.after)
        );
        let Some(shrunk) = &found.shrunk else {
            outln!(
                "  a new process does not fail on this case, so earlier cases affect the result.\n  \
                 Check that global variables and static fields are reset between calls."
            );
            outln!("{}", indented(&found.first.instance.leetcode()));
            return Ok(());
        };
        let instance = &shrunk.instance;
        outln!("{}", indented(&instance.draw()));
        outln!("{}", indented(&instance.leetcode()));
        outln!("  expected    {}", instance.describe(instance.solve()));
        match found.failure.outcomes.as_slice() {
            [reaction] => outln!(
                "  got         {}",
                reaction
                    .claim
                    .clone()
                    .unwrap_or_else(|| describe_response(reaction))
            ),
            all => {
                for (reaction, path) in all.iter().zip(paths) {
                    outln!("  {}: {}", escape_path(path), describe_response(reaction));
                }
            }
        }
        if found.failure.outcomes.iter().any(|it| it.claim.is_none()) {
            let reason = found.reason.as_ref().map(ToString::to_string);
            outln!("  reason      {}", escape_line(&reason.unwrap_or_default()));
        }
        for line in found.stderr.lines().take(5) {
            outln!("  stderr      {}", escape_line(line));
        }
        outln!(
            "  found in {} (size {}), shrunk to size {} in {} and {}{}",
            found.first.origin,
            found.first.instance.size(),
            instance.size(),
            counted(shrunk.asked, "run"),
            time(found.shrinking),
            if shrunk.minimal {
                "; no single change makes the instance simpler"
            } else {
                "; shrinking was cut short, so a simpler instance may exist"
            }
        );
        self.store_counterexample(submission, found, instance)
    }

    /// Adds an instance to the project's suite `regressions`, and prints the name of the case or
    /// the reason why it is not added.
    fn store_counterexample(
        &self,
        submission: &Submission<'_>,
        found: &Counterexample,
        instance: &Instance,
    ) -> Result<(), Failure> {
        if self.arguments.no_keep {
            return Ok(());
        }
        if self.config.root.directory().is_none() {
            outln!(
                "  not stored, because there is no project here; create one with `mousetrap init`"
            );
            return Ok(());
        }
        let reactions = found.failure.outcomes.iter().map(describe_response);
        let reactions = reactions.collect::<Vec<_>>().join(" against ");
        let file = escape_path(submission.path.file_name().unwrap_or_default());
        let stem = submission.path.file_stem().unwrap_or_default();
        let suite = SuiteName::new(find_game(submission.problem)?, REGRESSIONS_SUITE);
        let addition = Addition {
            instance: instance.clone(),
            name: stem.to_string_lossy().into_owned(),
            from: format!("stress {file} --seed {}: {reactions}", self.arguments.seed),
        };
        let mut suites = self.global.project_suites(self.config);
        let added = suites.add_to_collection(&suite, &[addition], false);
        for added in added.map_err(Failure::usage)? {
            match added {
                AddResult::New(id) => {
                    suite_hints::print_suite_hints(self.config, &suite)?;
                    outln!(
                        "  stored as {id} in cases/{suite}.toml; use --no-keep to store nothing"
                    );
                }
                AddResult::Known(id) => outln!("  already known as {}/{id}", suite.game),
            }
        }
        Ok(())
    }
}
