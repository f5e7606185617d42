//! The arguments of `mousetrap judge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::cli::context::{
    GlobalOptions, choice_parser, parse_positive_integer, project_option_text,
};
use crate::cli::failure::Failure;
use crate::cli::submissions::find_submissions;
#[cfg(feature = "service")]
use crate::judge::remote::ServerArguments;
use crate::judge::reporting::ReportOptions;
use mousetrap_judge::config::Config;
use mousetrap_judge::{Options, SubmissionSet};
use mousetrap_model::Form;
use mousetrap_report::CommandOptions;
use mousetrap_sandbox::Isolation;
use mousetrap_util::Shard;
use mousetrap_util::printable::quote_for_shell;

/// Compile, run and check submissions
///
/// Without a PATH, every solution in solutions/<problem>/<expected verdict>/ is judged and must get
/// that verdict. Submissions from any other PATH (a file, a directory or a .zip archive) are
/// expected to be accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mousetrap judge                              every solution of this project
  mousetrap judge answer.py                    a pasted LeetCode solution
  mousetrap judge --problem 913 --suite hidden class-of-2026/
  mousetrap judge --all-cases --feedback feedback --redact class.zip
  mousetrap judge --marks marks.csv class.zip
  mousetrap judge --format json > report.json
  mousetrap judge --output report.html --output junit.xml
  mousetrap judge class/ -o run.json --resume  continue after Ctrl-C or a crash
  mousetrap judge --watch answer.py            judge again after each change
  mousetrap judge --server https://judge.example --token-file token class/

Exit codes: 0 all as expected, 1 some verdict not as expected, 2 bad usage or
configuration, or a file that cannot be judged, 3 internal error or failed server,
130 interrupted.")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each boolean is a command-line switch"
)]
pub(crate) struct Arguments {
    /// Submissions: source files, directories or archives
    pub(crate) paths: Vec<PathBuf>,
    /// Judge only submissions to this problem; complete programs count as submissions to it
    #[arg(long, short, help_heading = "Submissions and cases")]
    problem: Option<String>,
    /// Run only this suite (may be repeated) [default: the suites in judge.toml]
    #[arg(
        long,
        short,
        value_name = "SUITE",
        help_heading = "Submissions and cases"
    )]
    pub(crate) suite: Vec<String>,
    /// Run all suites on each solution, even if [solutions] in judge.toml lists fewer
    #[arg(long, help_heading = "Submissions and cases")]
    pub(super) all_suites: bool,
    /// Run all cases of a submission, even after a case has failed
    #[arg(long, help_heading = "Submissions and cases")]
    all_cases: bool,
    /// Never stop a slow submission early. By default, a submission is stopped after three
    /// timeouts, or when its CPU time exceeds both 10 minutes and half of the total CPU limit of
    /// its cases. Its remaining cases count as failed
    #[arg(long, help_heading = "Submissions and cases")]
    no_give_up: bool,
    /// Whether submissions are functions or complete programs [default: recognised from the source]
    #[arg(long, value_parser = choice_parser::<Form>(), help_heading = "Submissions and cases")]
    form: Option<Form>,
    #[command(flatten)]
    pub(crate) reporting: ReportOptions,
    /// Report groups of identical or similar submissions
    #[arg(long, conflicts_with = "redact", help_heading = "Reports")]
    pub(super) similar: bool,
    /// Keep running and judge again after each change, until Ctrl-C
    #[arg(long, conflicts_with_all = ["output", "format", "strict", "feedback", "similar", "marks"], help_heading = "Running")]
    pub(crate) watch: bool,
    /// Number of worker threads [default: one per core]
    #[arg(long, short, value_parser = parse_positive_integer, value_name = "N", help_heading = "Running")]
    jobs: Option<NonZeroUsize>,
    /// Continue a run that was interrupted or killed. Submissions that have a verdict in the log
    /// are not judged again. The log is FILE.log.jsonl, where FILE is the first --output file or
    /// else the --marks file
    #[arg(long, requires = "report-files", conflicts_with_all = ["watch"], help_heading = "Running")]
    pub(super) resume: bool,
    /// Judge every submission again and do not store results. By default, results of the last 24
    /// hours are reused, unless they are close to a limit. Compiled programs are always reused
    #[arg(long, help_heading = "Running")]
    no_cache: bool,
    /// Judge shard K of N, to divide a run among N machines. The source code of a submission
    /// determines its shard. Write the log with --output FILE.jsonl, and merge the logs of all
    /// shards with `mousetrap report merge`
    #[arg(long, value_name = "K/N", requires = "output",
          conflicts_with_all = ["watch", "redact", "marks"], help_heading = "Running")]
    pub(super) shard: Option<Shard>,
    #[cfg(feature = "service")]
    #[command(flatten)]
    pub(super) server: ServerArguments,
}

impl Arguments {
    /// Finds the submissions to judge.
    ///
    /// # Errors
    /// Returns an error if the user named a problem that does not exist.
    pub(crate) fn find_submissions<'a>(
        &self,
        config: &'a Config,
    ) -> Result<SubmissionSet<'a>, Failure> {
        find_submissions(config, &self.paths, self.problem.as_deref(), self.form)
    }

    /// Returns whether all solutions of the project are judged.
    pub(super) fn judges_project(&self) -> bool {
        self.paths.is_empty() && self.problem.is_none()
    }

    /// Returns the options to copy from this command line into the commands that a report suggests.
    pub(super) fn args_for_suggested_commands(
        &self,
        global: &GlobalOptions,
        config: &Config,
    ) -> CommandOptions {
        let mut common = project_option_text(&config.root);
        if global.isolation == Isolation::None {
            common += " --isolation none";
        }
        let mut suites = String::new();
        for suite in &self.suite {
            suites += " --suite ";
            suites += &quote_for_shell(suite);
        }
        CommandOptions { common, suites }
    }

    /// Returns the judging options for a project with this configuration.
    pub(crate) fn judge_options(&self, global: &GlobalOptions, config: &Config) -> Options {
        let mut options = global.judge_options(config).with_worker_count(self.jobs);
        options.all_cases = self.all_cases || self.reporting.wants_mark_sheet();
        options.gives_up = !self.no_give_up;
        options.reuse = !self.no_cache;
        options.skips_duplicates = true;
        options.sanitizers = config.judge.sanitizers;
        options
    }
}
