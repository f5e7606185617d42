//! `mousetrap strength judged`: counts how many correct and incorrect programs got the right
//! verdict.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cat_and_mouse::Game;
use mousetrap_model::{Verdict, path_text};
use mousetrap_report::{Report, counted};
use mousetrap_setter::strength::{IncorrectProgram, LabelledPrograms, is_labelled, is_right};
use mousetrap_suite::GameCase;
use mousetrap_util::printable::named;

use crate::cli::failure::{Failure, Status};
use crate::judge::outputs;

/// Count correct programs that were accepted and incorrect programs that were rejected
///
/// The name of a program's directory tells whether it is correct: right, correct, wrong, incorrect,
/// or a verdict as in solutions/.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mousetrap judge solutions --output judged.json && mousetrap strength judged judged.json

Exit codes: 0 all programs got the right verdict, 1 some program did not, 2 bad usage or
no labelled program, 3 internal error.")]
pub(super) struct Arguments {
    /// A JSON report of `mousetrap judge`
    report: PathBuf,
    /// Only this problem
    #[arg(long, short)]
    problem: Option<String>,
}

/// The heading of the table.
const RATES_HEADING: &str = "## Correct and incorrect programs\n";

/// A report of `mousetrap judge` on labelled programs, whose directories tell whether they are
/// correct.
pub(super) struct JudgedReport {
    file: PathBuf,
    report: Report,
}

pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let judged = JudgedReport::read(&arguments.report)?;
    let Some((text, all_correct)) = judged.rates(arguments.problem.as_deref()) else {
        return Err(Failure::usage(judged.without_labels()));
    };
    out!("{text}");
    Ok(Status::expected_if(all_correct))
}

impl JudgedReport {
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        Ok(Self {
            file: file.to_owned(),
            report: outputs::read_report(file)?,
        })
    }

    /// Returns the table of rates for one problem or for all problems, and whether all programs got
    /// the verdicts that their labels require. Returns `None` if no program is labelled.
    pub(super) fn rates(&self, problem: Option<&str>) -> Option<(String, bool)> {
        let labelled = LabelledPrograms::new(&self.report.run, problem)?;
        let mut text = format!("{RATES_HEADING}\n{}", labelled.table());
        let refused = &self.report.run.header.refused;
        let refused = refused
            .iter()
            .filter(|file| is_labelled(&file.path))
            .count();
        if refused > 0 {
            let _ = writeln!(
                text,
                "\nNot counted: {} in labelled directories, because they cannot be judged.",
                counted(refused, "file")
            );
        }
        Some((text, labelled.all_correct()))
    }

    /// Returns the message that no program is labelled.
    pub(super) fn without_labels(&self) -> String {
        format!(
            "{}: the report has no labelled programs; judge directories with names such as right, \
             correct or accepted, and wrong, incorrect or wrong_answer",
            named(&self.file)
        )
    }

    /// Returns the incorrect programs for a problem that were judged on all of these cases, with
    /// the cases that they fail. `suites` are the names of the cases' suites. Prints how many
    /// incorrect programs were not judged on all cases.
    pub(super) fn solutions(
        &self,
        game: Game,
        suites: &[String],
        cases: &[&GameCase],
    ) -> Vec<IncorrectProgram> {
        let run = &self.report.run;
        let wrong = run
            .submissions
            .iter()
            .enumerate()
            .filter(|(_, submission)| {
                submission.info.problem == game.id() && is_right(&submission.info) == Some(false)
            });
        let (mut solutions, mut not_on_all) = (Vec::new(), 0);
        for (index, submission) in wrong {
            let results = run
                .judgement(index)
                .map_or(&[][..], |judgement| &judgement.cases);
            let verdict = |case: &&GameCase| {
                let result = results.iter().find(|result| result.id == case.id)?;
                Some(result.verdict)
            };
            let verdicts: Option<Vec<Verdict>> = cases.iter().map(verdict).collect();
            let Some(verdicts) = verdicts else {
                not_on_all += 1;
                continue;
            };
            let fails = verdicts.iter().enumerate();
            solutions.push(IncorrectProgram {
                name: path_text(&submission.info.path),
                fails: (fails.filter(|(_, verdict)| **verdict != Verdict::Accepted))
                    .map(|(case, _)| case)
                    .collect(),
            });
        }
        if not_on_all > 0 {
            errln!(
                "{}: {} of problem {} left out, because they were not judged on all cases of {}; judge \
                 with --all-cases --no-give-up --suite {}",
                named(&self.file),
                counted(not_on_all, "incorrect program"),
                game.id(),
                suites.join(" + "),
                suites.join(" --suite ")
            );
        }
        solutions
    }
}
