//! Prints the result of a search, and stores the counterexample in the project.

use super::messages::{describe_failure, indented, throughput_text};
use super::search::{REGRESSIONS_SUITE, StressSettings};
use crate::cli::failure::Failure;
use crate::set::custom::append_cases;
use crate::set::suite_hints;
use cat_and_mouse::{Game, Instance};
use mousetrap_judge::Submission;
use mousetrap_model::Value;
use mousetrap_problems::Definition;
use mousetrap_problems::cases::{self, format_arguments};
use mousetrap_report::{OutputStyle, describe_arguments, format_count};
use mousetrap_setter::stress::{Counterexample, SearchOutcome};
use mousetrap_suite::{AddedCase, AdditionOutcome, SuiteName};
use mousetrap_util::format_duration;
use mousetrap_util::printable::{escape_line, escape_path, truncate_lines};

/// An instance as it is shown to the user.
struct DisplayedInstance {
    text: String,
    /// The expected answer.
    expected: String,
    size: usize,
    /// The unit of the size, as a singular noun: `node`, `cell` or `character`.
    unit: &'static str,
}

impl StressSettings<'_> {
    /// Prints the result of a search on a game, and stores the counterexample if there is one.
    pub(super) fn print_game_result(
        &self,
        submission: &Submission<'_>,
        game: Game,
        outcome: &SearchOutcome,
    ) -> Result<(), Failure> {
        let display = |instance: &Instance, _: &Counterexample| DisplayedInstance {
            text: format!(
                "{}\n{}",
                instance.draw().trim_end(),
                instance.leetcode_text()
            ),
            expected: instance.describe(instance.solve()),
            size: instance.size(),
            unit: match game {
                Game::CatAndMouse => "node",
                Game::CatAndMouse2 => "cell",
            },
        };
        match self.print_outcome(submission, outcome, display) {
            Some((found, instance)) if !self.arguments.no_keep => {
                self.store_game_counterexample(submission, game, found, instance)
            }
            _ => Ok(()),
        }
    }

    /// Prints the result of a search on a custom problem, and stores the counterexample if there is
    /// one.
    pub(super) fn print_custom_problem_result(
        &self,
        submission: &Submission<'_>,
        definition: &Definition,
        outcome: &SearchOutcome<Vec<Value>>,
    ) -> Result<(), Failure> {
        let style = OutputStyle::for_stdout(false);
        let display = |arguments: &Vec<Value>, found: &Counterexample<Vec<Value>>| {
            let text = format_arguments(arguments);
            let expected = found.failure.answer.as_deref().unwrap_or_default();
            // `indented` adds two more spaces than other commands.
            let width = style.width.map(|width| width.saturating_sub(2));
            let signature = Some(&definition.problem.signature);
            DisplayedInstance {
                size: text.trim_end().chars().count(),
                unit: "character",
                expected: truncate_lines(expected),
                text: describe_arguments(signature, &text, width),
            }
        };
        let printed = self.print_outcome(submission, outcome, display);
        if printed.is_some() && !definition.can_check_arguments() {
            let note = "  not shrunk, because simpler arguments could break a constraint that is \
                        not understood; add a `validator` to problem.toml";
            outln!("{}", style.wrap(note));
        }
        match printed {
            Some(_) if self.against.is_some() => {
                outln!("  not stored, because the expected answer comes from the other submission");
                Ok(())
            }
            Some((found, arguments)) if !self.arguments.no_keep => {
                let answer = found.failure.answer.as_deref().unwrap_or_default();
                self.store_custom_problem_counterexample(definition, arguments, answer)
            }
            _ => Ok(()),
        }
    }

    /// Prints the result of a search. Returns the counterexample and the instance to which it was
    /// shrunk, or `None` if the submission does not fail when it runs on this instance alone.
    fn print_outcome<'o, I>(
        &self,
        submission: &Submission<'_>,
        outcome: &'o SearchOutcome<I>,
        display: impl Fn(&I, &Counterexample<I>) -> DisplayedInstance,
    ) -> Option<(&'o Counterexample<I>, &'o I)> {
        let name = escape_path(&submission.path);
        let Some(found) = &outcome.found else {
            let cut = if outcome.interrupted {
                ", interrupted"
            } else {
                ""
            };
            let effort = throughput_text(outcome.cases, outcome.elapsed);
            outln!("{name}: no failure in {effort}{cut}");
            return None;
        };
        let mut paths = vec![submission.path.as_path()];
        paths.extend(self.against.map(|other| other.path.as_path()));
        let effort = throughput_text(outcome.cases, found.after);
        outln!("{name}: {} after {effort}", describe_failure(found, &paths));
        let first = display(&found.first.instance, found);
        let Some(shrunk) = &found.shrunk else {
            outln!(
                "  in a new process, the submission does not fail on this case, so earlier\n  \
                 cases affect its result. Check that global variables and static fields are\n  \
                 reset between calls."
            );
            outln!("{}", indented(&first.text));
            return None;
        };
        let simplest = display(&shrunk.instance, found);
        outln!("{}", indented(&simplest.text));
        outln!("  expected    {}", simplest.expected);
        match found.failure.outcomes.as_slice() {
            [reaction] => outln!(
                "  got         {}",
                reaction
                    .claim
                    .as_deref()
                    .map_or_else(|| reaction.to_string(), truncate_lines)
            ),
            all => {
                for (reaction, path) in all.iter().zip(paths) {
                    outln!("  {}: {reaction}", escape_path(path));
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
        let size = format_count(first.size, simplest.unit);
        outln!("  found in {} ({size})", found.first.origin);
        if shrunk.tried == 0 && !shrunk.minimal {
            return Some((found, &shrunk.instance));
        }
        outln!(
            "  shrunk to {} by {} in {}{}",
            format_count(simplest.size, simplest.unit),
            format_count(shrunk.tried, "run"),
            format_duration(found.shrinking),
            if shrunk.minimal {
                "; no simpler instance was found"
            } else {
                "; shrinking was cut short, so a simpler instance may exist"
            }
        );
        Some((found, &shrunk.instance))
    }

    /// Adds an instance to the project's suite `regressions`, and prints the name of the case or
    /// the reason why it is not added.
    fn store_game_counterexample(
        &self,
        submission: &Submission<'_>,
        game: Game,
        found: &Counterexample,
        instance: &Instance,
    ) -> Result<(), Failure> {
        if self.config.root.directory().is_none() {
            outln!(
                "  not stored, because there is no project here; create one with `mousetrap init`"
            );
            return Ok(());
        }
        let reactions = found.failure.outcomes.iter().map(ToString::to_string);
        let reactions = reactions.collect::<Vec<_>>().join(" against ");
        let file = escape_path(submission.path.file_name().unwrap_or_default());
        let stem = submission.path.file_stem().unwrap_or_default();
        let suite = SuiteName::new(game, REGRESSIONS_SUITE);
        let addition = AddedCase {
            instance: instance.clone(),
            name: stem.to_string_lossy().into_owned(),
            from: format!("stress {file} --seed {}: {reactions}", self.arguments.seed),
        };
        let mut suites = self.global.project_suites(self.config);
        let added = suites.add_to_collection(&suite, &[addition], false);
        for added in added? {
            match added {
                AdditionOutcome::New(id) => {
                    suite_hints::print_suite_hints(self.config, &suite)?;
                    outln!(
                        "  stored as {id} in cases/{suite}.toml; use --no-keep to store nothing"
                    );
                }
                AdditionOutcome::Known(id) => outln!("  already known as {}/{id}", suite.game),
            }
        }
        Ok(())
    }

    /// Adds a case with these arguments to the suite `regressions` of a custom problem, unless the
    /// suite already contains it.
    fn store_custom_problem_counterexample(
        &self,
        definition: &Definition,
        arguments: &[Value],
        answer: &str,
    ) -> Result<(), Failure> {
        let root = &self.config.root;
        let known = cases::read(root, definition, REGRESSIONS_SUITE)?;
        let text = format_arguments(arguments);
        if let Some(same) = known.iter().find(|known| known.arguments == text) {
            outln!("  already known as {}", same.id);
            return Ok(());
        }
        let name = cases::unused_name(&known, "stress");
        let new = cases::format_case(&name, arguments, answer);
        let path = append_cases(self.config, definition, REGRESSIONS_SUITE, &new)?;
        outln!(
            "  added to {} as {REGRESSIONS_SUITE}/{name}",
            escape_path(path)
        );
        Ok(())
    }
}
