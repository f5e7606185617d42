//! `mousetrap strength --source`: whether a suite notices one wrong line in a right
//! program.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cat_and_mouse::Game;
use mousetrap_judge::config::Config;
use mousetrap_judge::{FindOptions, Finder, JudgeRequest, Options, Submission, Workshop};
use mousetrap_model::Case;
use mousetrap_model::RefusedFile;
use mousetrap_report::{JsonPart, MutantReport, count, counted};
use mousetrap_setter::mutants::{Campaign, Order, Plan, Progress, Unfit};
use mousetrap_util::Shard;
use mousetrap_util::printable::{named, printable};

use super::arguments::Arguments;
use crate::cli::common::{Global, interruption, toolchain};
use crate::cli::failure::{Failure, Status};
use crate::cli::progress_line::ProgressLine;
use crate::judge::judgement::load;
use crate::judge::outputs;

mod page;
mod record;

use page::HEADING;

pub(super) fn run(global: &Global, all: &Arguments) -> Result<Status, Failure> {
    let config = global.config()?;
    let arguments = &all.source;
    let interrupted = interruption()?;
    let wanted = FindOptions::new(
        Game::problems(),
        all.problem.map(Game::problem),
        arguments.form,
    );
    let (root, languages) = (&config.root, &config.languages);
    let found = Finder { languages, wanted }.find_each(root, &arguments.source, &interrupted);
    let mut submissions = found.submissions;
    if let Some(file) = &all.output {
        if arguments.shard.is_some() && !page::is_json(file) {
            return Err(Failure::usage(
                "a part is put together with others from its JSON: name --output FILE.json",
            ));
        }
        if page::is_json(file) {
            outputs::may_write(file, is_own)?;
        } else {
            outputs::may_write_markdown(file, is_own)?;
        }
    }
    let options = Options::of(&config)
        .isolated(all.isolation)
        .with_jobs(arguments.jobs);
    let cases = load(
        &config,
        &mut submissions,
        &all.suites,
        &options,
        &interrupted,
    )?;
    let part = arguments.shard.map(|shard| JsonPart {
        shard,
        conditions: conditions(all, &submissions, &cases, &options),
    });
    let mut run = Run {
        global,
        config: &config,
        all,
        options,
        interrupted,
        report: MutantReport {
            format: MutantReport::FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: all.seed,
            suites: suites_of(&cases),
            part,
            ..MutantReport::default()
        },
    };
    for refused in found.refused {
        run.refuse(&named(&refused.path), &refused.reason.to_string());
    }
    if submissions.is_empty() && run.report.refused.is_empty() {
        return Err(nothing_here(all, &config, &run.interrupted));
    }
    run.each(&submissions, &cases)?;
    run.write(false)?;
    match &all.output {
        // There were errors only, which have been shown.
        None if run.report.submissions.is_empty() && !run.report.interrupted => {}
        None => out!("{}", page::page(&run.report)),
        Some(file) => {
            let MutantReport {
                mutants,
                killed,
                survivors,
                submissions,
                ..
            } = &run.report;
            let broken = survivors.iter().filter(|it| it.found.is_some()).count();
            outln!(
                "{}: {} of {}: {} killed, {} survive, {} of these broken by the search, {} not \
                 searched",
                named(file),
                counted(*mutants, "mutant"),
                counted(submissions.len(), "submission"),
                count(*killed),
                count(survivors.len()),
                count(broken),
                count(run.report.not_searched)
            );
        }
    }
    if run.report.interrupted {
        errln!("interrupted: {}", page::left(&run.report));
    }
    Ok(run.status())
}

/// That there is nothing to try, with those that `--problem` leaves out.
fn nothing_here(all: &Arguments, config: &Config, interrupted: &AtomicBool) -> Failure {
    let (root, languages) = (&config.root, &config.languages);
    let wanted = FindOptions::new(Game::problems(), None, all.source.form);
    let found = Finder { languages, wanted }.find_each(root, &all.source.source, interrupted);
    match (all.problem, &found.submissions[..]) {
        (Some(wanted), [other, rest @ ..]) => {
            let more = match rest.len() {
                0 => String::new(),
                more => format!(" (as are {})", counted(more, "file")),
            };
            Failure::usage(format!(
                "{}: is of {}{more}, but --problem {} was asked for; leave it out, or name a file \
                 of that",
                named(&other.path),
                other.problem,
                wanted.id()
            ))
        }
        _ => Failure::usage("there is no submission here to make mutants of"),
    }
}

/// Whether a text is a report of this kind.
pub(crate) fn is_own(text: &str) -> bool {
    let mut lines = text.lines();
    // Other reports begin alike, and differ in their fifth line.
    let is_json = lines.next() == Some("{")
        && (lines.nth(3)).is_some_and(|line| line.starts_with("  \"suites\": "));
    text.starts_with(HEADING) || is_json
}

/// Writes a report that is put together of parts, or prints it.
pub(crate) fn write(report: &MutantReport, file: Option<&Path>) -> Result<Status, Failure> {
    match file {
        Some(file) if page::is_json(file) => outputs::write(file, &report.to_json())?,
        Some(file) => outputs::write(file, &page::page(report))?,
        // A part that is merged can be forged.
        None => out!("{}", printable(&page::page(report))),
    }
    Ok(status(report))
}

/// What must be the same in all parts.
fn conditions(
    all: &Arguments,
    submissions: &[Submission<'_>],
    cases: &BTreeMap<String, Vec<Case>>,
    options: &Options,
) -> BTreeMap<String, String> {
    let mut named = mousetrap_judge::conditions(JudgeRequest {
        submissions,
        cases,
        options,
    });
    let (files, seed) = (mousetrap_judge::digest_of_all(submissions), all.seed);
    named.insert("the files to mutate".to_owned(), files);
    named.insert("--seed".to_owned(), seed.to_string());
    named.insert("--mutants".to_owned(), format!("{:?}", all.source.mutants));
    named.insert("--time".to_owned(), format!("{:?}", all.source.time));
    named
}

/// The names of the suites that cases are of.
fn suites_of(cases: &BTreeMap<String, Vec<Case>>) -> BTreeMap<String, Vec<String>> {
    let names = cases.iter().map(|(problem, cases)| {
        let mut names: Vec<String> = cases.iter().map(|it| it.id.suite().to_owned()).collect();
        names.dedup();
        (problem.clone(), names)
    });
    names.collect()
}

/// One call.
struct Run<'a> {
    global: &'a Global,
    config: &'a Config,
    all: &'a Arguments,
    options: Options,
    interrupted: Arc<AtomicBool>,
    report: MutantReport,
}

impl Run<'_> {
    fn refuse(&mut self, path: &str, reason: &str) {
        Failure::usage(format!("{path}: {reason}")).complain();
        self.report.refused.push(RefusedFile {
            path: path.into(),
            reason: reason.into(),
        });
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn each(
        &mut self,
        submissions: &[Submission<'_>],
        cases: &BTreeMap<String, Vec<Case>>,
    ) -> Result<(), Failure> {
        let interrupted = Arc::clone(&self.interrupted);
        let options = self.options;
        let workshop = Workshop::new(&options, &interrupted)?;
        let campaign = Campaign {
            workshop: &workshop,
            options: &options,
            plan: self.plan(self.all.source.shard.unwrap_or_default()),
            interrupted: &interrupted,
        };
        let orders: BTreeMap<String, Order> = cases
            .iter()
            .map(|(problem, cases)| (problem.clone(), Order::new(cases.len())))
            .collect();
        for submission in submissions {
            if self.stopped() {
                break;
            }
            let id = &*submission.problem.id;
            let path = named(&submission.path);
            let tools = match toolchain(submission, self.all.isolation) {
                Ok(tools) => tools,
                Err(failure) => {
                    self.unfit(submission, &failure);
                    continue;
                }
            };
            let begun = Instant::now();
            let mut line = ProgressLine::new(self.global);
            line.show(&format!("{path} · compiling the original"));
            let of = cases[id].len();
            let mut show = |progress: Progress| line.show(&live(&path, progress, of));
            let tried = campaign.run(submission, &tools, &cases[id], &orders[id], &mut show);
            drop(line);
            match tried {
                Ok(mutants) => self.record(submission, &mutants, begun.elapsed())?,
                Err(Unfit::Interrupted) => break,
                Err(Unfit::Judge(error)) => return Err(Failure::from(error)),
                Err(unfit) => self.refuse(&path, &unfit.to_string()),
            }
            self.write(true)?;
        }
        Ok(())
    }

    fn plan(&self, shard: Shard) -> Plan {
        Plan {
            seed: self.all.seed,
            most: self.all.source.mutants.map(NonZeroUsize::get),
            time: self.all.source.time,
            shard,
            limits: self.config.limits,
        }
    }

    /// A submission of which there are no mutants.
    fn unfit(&mut self, submission: &Submission<'_>, failure: &Failure) {
        let path = named(&submission.path);
        let reason = format!("{:#}", failure.error());
        let bare = reason.strip_prefix(&format!("{path}: "));
        self.refuse(&path, bare.unwrap_or(&reason));
    }

    /// Writes the report so far.
    fn write(&mut self, lasts: bool) -> Result<(), Failure> {
        self.report.interrupted = lasts || self.stopped();
        self.report = std::mem::take(&mut self.report).summed();
        match &self.all.output {
            Some(file) if page::is_json(file) => outputs::write(file, &self.report.to_json()),
            Some(file) => outputs::write(file, &page::page(&self.report)),
            None => Ok(()),
        }
    }

    fn status(&self) -> Status {
        match status(&self.report) {
            _ if self.stopped() => Status::Interrupted,
            // What it comes to is said once all parts are there.
            Status::Unexpected if self.report.part.is_some() => Status::Expected,
            status => status,
        }
    }
}

fn status(report: &MutantReport) -> Status {
    if !report.refused.is_empty() {
        Status::Usage
    } else if report.survivors.iter().any(|it| it.found.is_some()) {
        Status::Unexpected
    } else {
        Status::Expected
    }
}

/// The line that moves.
fn live(path: &str, progress: Progress, cases: usize) -> String {
    let Progress {
        judged,
        done,
        of,
        survivors,
        searched,
    } = progress;
    if of == 0 && judged < cases {
        return format!("{path} · the original · {judged}/{cases} cases");
    }
    if of == 0 {
        return format!("{path} · mutants are compiled in one program, where they can be");
    }
    if done < of {
        return format!("{path} · {done}/{of} mutants · {survivors} survive");
    }
    format!("{path} · {of} mutants · searching for what notices survivors: {searched}/{survivors}")
}
